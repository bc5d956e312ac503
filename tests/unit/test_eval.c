/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The evaluation. What must hold whatever the weights are: it is symmetric in
 * the colours and in left and right; the piece-square accumulator updated move
 * by move equals that of the position; the pawn table changes nothing; scores
 * stay within bounds. And the known facts about endings.
 */
#include "tests/unit/unit.h"

#include "engine/eval.h"

#define ENTRIES 64 /* few, so that entries are written over */

static struct rk_pawn_table pawn_table;
static int evaluated, castled, taken_en_passant, promoted;

static int evaluate(const struct rk_pos *pos)
{
	return rk_eval_alone(pos, NULL);
}

static int evaluate_fen(const char *fen)
{
	struct rk_pos pos = unit_read(fen);

	return evaluate(&pos);
}

static void check_symmetry(const struct rk_pos *pos)
{
	struct rk_pos other;
	int score;

	if (pos->checkers)
		return;
	score = evaluate(pos);
	other = unit_turned(pos, 56, true);
	assert_int_equal(evaluate(&other), score);
	if (!pos->castle) {
		other = unit_turned(pos, 7, false);
		if (evaluate(&other) != score) {
			char text[RK_FEN_SIZE];

			rk_fen_write(text, pos, RK_FEN_STANDARD);
			fail_msg("%s: %d, in the mirror %d", text, score,
				 evaluate(&other));
		}
	}
	evaluated++;
}

static void test_symmetry(void **state)
{
	(void)state;
	evaluated = 0;
	unit_each_position(walk_is_quick() ? 4000 : 40000, 1, check_symmetry);
	assert_true(evaluated > (walk_is_quick() ? 2000 : 20000));
}

static void assert_psqt_equal(const struct rk_psqt *a, const struct rk_psqt *b)
{
	assert_int_equal(a->score, b->score);
	assert_int_equal(a->pawn_key, b->pawn_key);
	assert_int_equal(a->piece_keys[RK_WHITE], b->piece_keys[RK_WHITE]);
	assert_int_equal(a->piece_keys[RK_BLACK], b->piece_keys[RK_BLACK]);
}

/* Every legal move from here. */
static void check_psqt(const struct rk_pos *pos)
{
	rk_move list[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, list);
	struct rk_psqt before, after, fresh;

	rk_psqt_start(&before, pos);
	for (int i = 0; i < count; i++) {
		struct rk_pos next = *pos;
		int piece = pos->board[rk_move_from(list[i])];
		struct rk_undo undo;

		rk_pos_make(&next, list[i], &undo);
		rk_psqt_move(&after, &before, piece, undo.captured, list[i]);
		rk_psqt_start(&fresh, &next);
		assert_psqt_equal(&after, &fresh);
		after = before;
		rk_psqt_move(&after, &after, piece, undo.captured, list[i]);
		assert_psqt_equal(&after, &fresh);
		castled += rk_move_kind(list[i]) == RK_CASTLING;
		taken_en_passant += rk_move_kind(list[i]) == RK_EN_PASSANT;
		promoted += rk_move_kind(list[i]) == RK_PROMOTION;
	}
}

static void test_psqt_moves(void **state)
{
	(void)state;
	castled = taken_en_passant = promoted = 0;
	unit_each_position(walk_is_quick() ? 2000 : 10000, 2, check_psqt);
	assert_true(castled > 20);
	assert_true(taken_en_passant > 3);
	assert_true(promoted > 20);
}

/* Keys tell positions apart by the men they are for, and by those alone. */
static void test_keys(void **state)
{
	struct rk_pos a = unit_read("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1");
	struct rk_pos b = unit_read("4k3/pp6/8/8/8/8/PP6/1R2K3 w - - 0 1");
	struct rk_pos c = unit_read("4k3/pp6/8/8/8/1P6/P7/1R2K3 w - - 0 1");
	struct rk_psqt psqt_a, psqt_b, psqt_c;

	(void)state;
	rk_psqt_start(&psqt_a, &a);
	rk_psqt_start(&psqt_b, &b);
	rk_psqt_start(&psqt_c, &c);
	assert_int_equal(psqt_a.pawn_key, psqt_b.pawn_key);
	assert_int_not_equal(psqt_b.pawn_key, psqt_c.pawn_key);
	assert_int_not_equal(psqt_a.piece_keys[0], psqt_b.piece_keys[0]);
	assert_int_equal(psqt_b.piece_keys[0], psqt_c.piece_keys[0]);
	assert_int_equal(psqt_a.piece_keys[1], psqt_c.piece_keys[1]);
}

static void check_pawn_table(const struct rk_pos *pos)
{
	struct rk_pos next = *pos;
	rk_move list[RK_MAX_MOVES];
	struct rk_undo undo;
	int count = rk_gen_legal(pos, list);

	/* Its neighbours have the same pawns, often. */
	for (int i = 0; i < count; i++) {
		struct rk_psqt psqt;

		rk_pos_make(&next, list[i], &undo);
		if (!next.checkers) {
			rk_psqt_start(&psqt, &next);
			assert_int_equal(rk_eval(&next, &psqt, &pawn_table),
					 evaluate(&next));
			evaluated++;
		}
		rk_pos_unmake(&next, list[i], &undo);
	}
}

static void test_pawn_table(void **state)
{
	(void)state;
	evaluated = 0;
	pawn_table.entries = calloc(ENTRIES, rk_pawn_entry_size());
	pawn_table.mask = ENTRIES - 1;
	assert_non_null(pawn_table.entries);
	unit_each_position(walk_is_quick() ? 500 : 5000, 3, check_pawn_table);
	free(pawn_table.entries);
	assert_true(evaluated > 5000);
}

static void check_bounds(const struct rk_pos *pos)
{
	int score = pos->checkers ? 0 : evaluate(pos);

	assert_in_range(score + RK_EVAL_MAX, 0, 2 * RK_EVAL_MAX);
}

static void test_bounds(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 2000 : 20000, 4, check_bounds);
	/* Boards that no game leads to. */
	assert_int_equal(evaluate_fen("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/"
				      "6p1/5ppp/5p1p/K6k b - - 0 1"),
			 -RK_EVAL_MAX);
	assert_true(evaluate_fen("4k3/8/8/8/QQQQQQQQ/QQQQQQQ1/8/K7 b - - 0 1") <
		    -8000);
	assert_true(evaluate_fen("rrrrk3/rrrrrrrr/rrrrrrrr/8/8/8/8/5K2 w - - "
				 "0 1") < -5000);
}

/* The side to move has the upper hand, clearly. */
static void test_won(void **state)
{
	static const char *const fens[] = {
		"8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
		"8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
		"8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
		"8/8/8/4k3/8/8/8/2B1K1N1 w - - 0 1",
		"8/8/8/4k3/8/8/8/NN2K1N1 w - - 0 1",
		"q3k3/8/8/8/8/8/8/R3K3 b - - 0 1",
		"8/P7/8/8/8/6k1/8/K7 w - - 0 1",
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(fens); i++)
		if (evaluate_fen(fens[i]) < 150)
			fail_msg("%s: %d", fens[i], evaluate_fen(fens[i]));
}

/* A lone king is driven to where it can be mated. */
static void test_driving(void **state)
{
	/* From the worse to the better for White. */
	static const char *const lines[][2] = {
		{"8/8/8/4k3/8/8/1K6/R7 w - - 0 1",
		 "4k3/8/8/8/8/8/1K6/R7 w - - 0 1"},
		{"7k/8/8/8/8/8/1K6/R7 w - - 0 1",
		 "7k/8/6K1/8/8/8/8/R7 w - - 0 1"},
		/* a light bishop mates in a light corner */
		{"7k/8/5K2/8/8/8/8/5BN1 w - - 0 1",
		 "k7/8/2K5/8/8/8/8/5BN1 w - - 0 1"},
		{"k7/8/2K5/8/8/8/8/2B3N1 w - - 0 1",
		 "7k/8/5K2/8/8/8/8/2B3N1 w - - 0 1"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(lines); i++)
		assert_true(evaluate_fen(lines[i][0]) <
			    evaluate_fen(lines[i][1]));
}

static void test_drawn(void **state)
{
	static const char *const fens[] = {
		"8/8/8/4k3/8/8/8/4K3 w - - 0 1",
		"8/8/8/4k3/8/8/8/2B1K3 w - - 0 1",
		"8/8/8/4k3/8/8/8/4K1N1 b - - 0 1",
		"8/8/8/4k3/8/8/8/1N2K1N1 w - - 0 1",
		"5b2/8/8/4k3/8/8/8/2B1K3 w - - 0 1",
		/* the bishop does not hold the corner of the pawn */
		"k7/8/8/P7/8/8/8/2B1K3 w - - 0 1",
		"7k/8/8/7P/8/8/8/4KB2 w - - 0 1",
		"7k/8/7P/8/8/8/8/4K3 w - - 0 1",
		"4kb2/8/8/8/7p/8/8/7K b - - 0 1",
		"2b1k3/8/8/8/p7/8/8/K7 b - - 0 1",
		"4k3/8/8/8/8/7p/8/6K1 b - - 0 1",
		"4k3/8/8/8/8/p7/1K6/8 w - - 0 1",
		/* the pawn is blocked, and whoever drives the king stalemates it */
		"k7/1p6/1P6/2K5/8/8/8/2B5 w - - 0 1",
		"8/8/8/8/4b1k1/6p1/6P1/7K b - - 0 1",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(fens); i++)
		if (evaluate_fen(fens[i]) != 0)
			fail_msg("%s: %d", fens[i], evaluate_fen(fens[i]));
}

/* Nearly the same as what is drawn, and won. */
static void test_not_drawn(void **state)
{
	static const char *const fens[] = {
		/* the bishop of the other colour, the other corner */
		"k7/8/8/P7/8/8/8/4KB2 w - - 0 1",
		"7k/8/8/7P/8/8/8/2B1K3 w - - 0 1",
		"2b1k3/8/8/8/7p/8/8/7K b - - 0 1",
		"4kb2/8/8/8/p7/8/8/K7 b - - 0 1",
		"7k/8/8/P7/8/8/8/2B1K3 w - - 0 1",
		/* the king is too far, or ours is nearer, or one pawn more */
		"4k3/1p6/1P6/1K6/8/8/8/2B5 w - - 0 1",
		"3k4/1p6/KP6/8/8/8/8/2B5 w - - 0 1",
		"k7/1p6/1P6/2K5/8/P7/8/2B5 w - - 0 1",
		/* a queen against a pawn: its king, our king, its file, its rank */
		"8/8/8/K7/8/4k3/2p5/1Q6 w - - 0 1",
		"8/8/8/8/2K5/8/2pk4/Q7 w - - 0 1",
		"8/8/7K/8/3Q4/8/1p6/k7 w - - 0 1",
		"8/8/7K/8/8/p5Q1/1k6/8 w - - 0 1",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(fens); i++)
		if (evaluate_fen(fens[i]) < 150)
			fail_msg("%s: %d", fens[i], evaluate_fen(fens[i]));
}

/* Not drawn, but nearly, though there is more on one side. */
static void test_nearly_drawn(void **state)
{
	static const char *const fens[] = {
		"4k3/2n5/8/8/8/8/8/R3K3 w - - 0 1",
		"r3k3/8/8/8/8/8/8/RN2K3 w - - 0 1",
		"3bk3/8/8/8/8/8/8/2BNK3 w - - 0 1",
		/* stalemate saves the pawn */
		"8/8/7K/8/8/6Q1/pk6/8 w - - 0 1",
		"8/8/7K/7Q/8/8/2pk4/8 w - - 0 1",
		"8/4KP2/8/8/k7/8/8/q7 b - - 0 1",
		"q7/6KP/8/8/1k6/8/8/8 b - - 0 1",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(fens); i++)
		if (abs(evaluate_fen(fens[i])) > 100)
			fail_msg("%s: %d", fens[i], evaluate_fen(fens[i]));
	/* Bishops of opposite colours halve an edge at least. */
	assert_true(2 * evaluate_fen("4kb2/8/8/8/8/8/PP6/4KB2 w - - 0 1") <
		    evaluate_fen("2b1k3/8/8/8/8/8/PP6/4KB2 w - - 0 1") + 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_symmetry),
		cmocka_unit_test(test_psqt_moves),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_pawn_table),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_won),
		cmocka_unit_test(test_driving),
		cmocka_unit_test(test_drawn),
		cmocka_unit_test(test_not_drawn),
		cmocka_unit_test(test_nearly_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
