/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The evaluation. What must hold whatever the weights are: exchanging the
 * colours changes nothing for who is to move, nor does looking at the board
 * in a mirror; the tally that follows the moves is the one from scratch;
 * remembered pawns change nothing; scores stay within bounds. And what every
 * player knows of endings.
 */
#include "tests/unit/unit.h"

#include "engine/eval.h"

#define ENTRIES 64 /* few, so that entries are written over */

static struct rk_pawn_memory memory;
static int judged, castled, taken_en_passant, promoted;

static int evaluate(const struct rk_pos *pos)
{
	struct rk_pawn_memory none = {NULL, 0};
	struct rk_tally tally;

	rk_tally_start(&tally, pos);
	return rk_eval(pos, &tally, &none);
}

static int evaluate_fen(const char *fen)
{
	struct rk_pos pos = unit_read(fen);

	return evaluate(&pos);
}

/* The position with every square moved, colours exchanged if that is asked. */
static struct rk_pos turned(const struct rk_pos *pos, int square_bits,
			    bool exchange)
{
	struct rk_setup setup, result;
	struct rk_pos turned;

	rk_setup_from_pos(&setup, pos);
	result = setup;
	result.castle = 0;
	for (int square = 0; square < RK_SQUARES; square++) {
		int to = square ^ square_bits, piece = setup.board[square];

		if (exchange && piece != RK_NONE)
			piece ^= 8;
		result.board[to] = (uint8_t)piece;
		if (setup.castle & rk_square_bit(square))
			result.castle |= rk_square_bit(to);
	}
	if (exchange)
		result.side ^= 1;
	if (setup.ep != RK_NO_SQUARE)
		result.ep = (uint8_t)(setup.ep ^ square_bits);
	assert_int_equal(rk_pos_from_setup(&turned, &result, false), 0);
	return turned;
}

static void check_symmetry(const struct rk_pos *pos)
{
	struct rk_pos other;
	int score;

	if (pos->checkers)
		return;
	score = evaluate(pos);
	other = turned(pos, 56, true);
	assert_int_equal(evaluate(&other), score);
	if (!pos->castle) {
		other = turned(pos, 7, false);
		if (evaluate(&other) != score) {
			char text[RK_FEN_SIZE];

			rk_fen_write(text, pos, RK_FEN_STANDARD);
			fail_msg("%s: %d, in the mirror %d", text, score,
				 evaluate(&other));
		}
	}
	judged++;
}

static void test_symmetry(void **state)
{
	(void)state;
	judged = 0;
	unit_each_position(walk_is_quick() ? 4000 : 40000, 1, check_symmetry);
	assert_true(judged > (walk_is_quick() ? 2000 : 20000));
}

static void assert_tallies_equal(const struct rk_tally *a,
				 const struct rk_tally *b)
{
	assert_int_equal(a->squares, b->squares);
	assert_int_equal(a->pawns, b->pawns);
	assert_int_equal(a->pieces[RK_WHITE], b->pieces[RK_WHITE]);
	assert_int_equal(a->pieces[RK_BLACK], b->pieces[RK_BLACK]);
}

/* Every legal move from here. */
static void check_tally(const struct rk_pos *pos)
{
	rk_move list[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, list);
	struct rk_tally before, after, fresh;

	rk_tally_start(&before, pos);
	for (int i = 0; i < count; i++) {
		struct rk_pos next = *pos;
		struct rk_undo undo;

		rk_tally_move(&after, &before, pos, list[i]);
		rk_pos_make(&next, list[i], &undo);
		rk_tally_start(&fresh, &next);
		assert_tallies_equal(&after, &fresh);
		after = before;
		rk_tally_move(&after, &after, pos, list[i]);
		assert_tallies_equal(&after, &fresh);
		castled += rk_move_kind(list[i]) == RK_CASTLING;
		taken_en_passant += rk_move_kind(list[i]) == RK_EN_PASSANT;
		promoted += rk_move_kind(list[i]) == RK_PROMOTION;
	}
}

static void test_tally(void **state)
{
	(void)state;
	castled = taken_en_passant = promoted = 0;
	unit_each_position(walk_is_quick() ? 2000 : 10000, 2, check_tally);
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
	struct rk_tally tally_a, tally_b, tally_c;

	(void)state;
	rk_tally_start(&tally_a, &a);
	rk_tally_start(&tally_b, &b);
	rk_tally_start(&tally_c, &c);
	assert_int_equal(tally_a.pawns, tally_b.pawns);
	assert_int_not_equal(tally_b.pawns, tally_c.pawns);
	assert_int_not_equal(tally_a.pieces[0], tally_b.pieces[0]);
	assert_int_equal(tally_b.pieces[0], tally_c.pieces[0]);
	assert_int_equal(tally_a.pieces[1], tally_c.pieces[1]);
}

static void check_memory(const struct rk_pos *pos)
{
	struct rk_pos next = *pos;
	rk_move list[RK_MAX_MOVES];
	struct rk_undo undo;
	int count = rk_gen_legal(pos, list);

	/* Its neighbours have the same pawns, often. */
	for (int i = 0; i < count; i++) {
		struct rk_tally tally;

		rk_pos_make(&next, list[i], &undo);
		if (!next.checkers) {
			rk_tally_start(&tally, &next);
			assert_int_equal(rk_eval(&next, &tally, &memory),
					 evaluate(&next));
			judged++;
		}
		rk_pos_unmake(&next, list[i], &undo);
	}
}

static void test_memory(void **state)
{
	(void)state;
	judged = 0;
	memory.entries = calloc(ENTRIES, rk_pawn_entry_size());
	memory.mask = ENTRIES - 1;
	assert_non_null(memory.entries);
	unit_each_position(walk_is_quick() ? 500 : 5000, 3, check_memory);
	free(memory.entries);
	assert_true(judged > 5000);
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
	};

	(void)state;
	for (size_t i = 0; i < COUNT(fens); i++)
		if (evaluate_fen(fens[i]) != 0)
			fail_msg("%s: %d", fens[i], evaluate_fen(fens[i]));
}

/* Not drawn, but nearly, though there is more on one side. */
static void test_nearly_drawn(void **state)
{
	static const char *const fens[] = {
		"4k3/2n5/8/8/8/8/8/R3K3 w - - 0 1",
		"r3k3/8/8/8/8/8/8/RN2K3 w - - 0 1",
		"3bk3/8/8/8/8/8/8/2BNK3 w - - 0 1",
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
		cmocka_unit_test(test_tally),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_won),
		cmocka_unit_test(test_driving),
		cmocka_unit_test(test_drawn),
		cmocka_unit_test(test_nearly_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
