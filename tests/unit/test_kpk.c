/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The bitbase of king and pawn against king, against a second computation that
 * shares nothing with it but the moves of core/: positions one by one, wins
 * found by going over all of them until none is new. And what the evaluation
 * makes of it. tests/endings compares it with Syzygy tables.
 */
#include "tests/unit/unit.h"

#include "engine/endings.h"
#include "engine/eval.h"

#define POSITIONS (2 * 64 * 64 * 64)

static struct rk_kpk kpk;
static bool legal[POSITIONS], won[POSITIONS];

/* White has the pawn. */
static int index_of(const struct rk_pos *pos)
{
	return ((pos->side * 64 + rk_pos_king(pos, RK_WHITE)) * 64 +
		rk_pos_king(pos, RK_BLACK)) *
		       64 +
	       rk_bits_first(pos->type[RK_PAWN]);
}

static bool read_index(struct rk_pos *pos, int index)
{
	int white = index >> 12 & 63, black = index >> 6 & 63,
	    pawn = index & 63;
	struct rk_setup setup;

	if (white == black || white == pawn || black == pawn)
		return false;
	rk_setup_clear(&setup);
	setup.side = (uint8_t)(index >> 18);
	setup.board[white] = (uint8_t)rk_piece(RK_WHITE, RK_KING);
	setup.board[black] = (uint8_t)rk_piece(RK_BLACK, RK_KING);
	setup.board[pawn] = (uint8_t)rk_piece(RK_WHITE, RK_PAWN);
	return rk_pos_from_setup(pos, &setup, false) == 0;
}

/* Queen or rook against king, Black to move: lost unless it is taken. */
static bool is_won_without_pawn(const struct rk_pos *pos)
{
	rk_move moves[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, moves);

	if (!(pos->type[RK_QUEEN] | pos->type[RK_ROOK]))
		return false;
	for (int i = 0; i < count; i++)
		if (pos->board[rk_move_to(moves[i])] != RK_NONE)
			return false;
	return count || pos->checkers;
}

/* By one ply from what is known so far. */
static bool is_won_now(const struct rk_pos *pos)
{
	rk_move moves[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, moves), wins = 0;

	for (int i = 0; i < count; i++) {
		struct rk_pos next = *pos;
		struct rk_undo undo;

		rk_pos_make(&next, moves[i], &undo);
		wins += next.type[RK_PAWN] ? won[index_of(&next)]
					   : is_won_without_pawn(&next);
	}
	if (pos->side == RK_WHITE)
		return wins > 0;
	return count ? wins == count : pos->checkers != 0;
}

static void compute(void)
{
	struct rk_pos pos;
	bool changed = true;

	for (int i = 0; i < POSITIONS; i++)
		legal[i] = read_index(&pos, i);
	while (changed) {
		changed = false;
		for (int i = POSITIONS - 1; i >= 0; i--)
			if (legal[i] && !won[i] && read_index(&pos, i) &&
			    is_won_now(&pos))
				changed = won[i] = true;
	}
}

static void test_all_positions(void **state)
{
	int count = 0, wins = 0;
	struct rk_pos pos;

	(void)state;
	compute();
	for (int i = 0; i < POSITIONS; i++) {
		if (!legal[i])
			continue;
		assert_true(read_index(&pos, i));
		if (rk_kpk_is_won(&kpk, &pos, RK_WHITE) != won[i])
			fail_msg("position %d is %swon", i,
				 won[i] ? "" : "not ");
		count++;
		wins += won[i];
	}
	assert_in_range(count, 300000, 400000);
	/* Other programs count 111,282 with a pawn on the files a to d. */
	assert_int_equal(wins, 2 * 111282);
}

static int score_of(const char *fen)
{
	struct rk_pos pos = unit_read(fen);

	return rk_eval_alone(&pos, &kpk);
}

/* Both colours and both wings; the opposition decides. */
static void test_evaluation(void **state)
{
	(void)state;
	assert_int_equal(score_of("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"),
			 score_of("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1"));
	assert_true(score_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1") > RK_EVAL_WON);
	assert_true(score_of("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1") < -RK_EVAL_WON);
	assert_int_equal(score_of("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), 0);
	assert_true(score_of("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1") < -RK_EVAL_WON);
	assert_true(score_of("8/8/8/3p4/3k4/8/3K4/8 w - - 0 1") < -RK_EVAL_WON);
	assert_int_equal(score_of("8/8/8/3p4/3k4/8/3K4/8 b - - 0 1"), 0);
	assert_int_equal(score_of("7k/8/7K/7P/8/8/8/8 w - - 0 1"), 0);
	assert_int_equal(score_of("k7/8/K7/P7/8/8/8/8 w - - 0 1"), 0);
}

/* Progress: nearer is better, a queen or a rook better still. */
static void test_progress(void **state)
{
	int far = score_of("k7/8/8/8/8/8/4P3/4K3 w - - 0 1");
	int near = score_of("k7/4P3/4K3/8/8/8/8/8 w - - 0 1");

	(void)state;
	assert_true(far > RK_EVAL_WON && near > far);
	assert_true(near < score_of("8/8/8/3k4/8/8/8/R6K w - - 0 1"));
	assert_true(near < score_of("8/8/8/3k4/8/8/8/Q6K w - - 0 1"));
}

/* One more man, or none, is not its business. */
static void test_other_material(void **state)
{
	static const char *const others[] = {
		"4k3/8/4K3/4P3/4P3/8/8/8 w - - 0 1",
		"4k3/4p3/4K3/4P3/8/8/8/8 w - - 0 1",
		"4k3/8/4K3/4P3/8/8/8/N7 w - - 0 1",
		"4k3/8/4K3/8/8/8/8/8 w - - 0 1",
	};
	int score;

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		struct rk_pos pos = unit_read(others[i]);

		assert_false(rk_ending_kpk(&pos, &kpk, &score));
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_evaluation),
		cmocka_unit_test(test_progress),
		cmocka_unit_test(test_other_material),
		cmocka_unit_test(test_all_positions),
	};

	rk_kpk_fill(&kpk);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
