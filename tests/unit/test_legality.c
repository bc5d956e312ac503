/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Every one of the 65,536 values a move can have, on many positions: what the
 * core says about it must be what its generator lists and what the second
 * rule book says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/status.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/walk.h"

#define MOVES 65536

enum { LISTED = 1, PSEUDO = 2 };

/* What is known of each value in the position at hand. */
static unsigned char marks[MOVES];

static void mark_moves(const struct rk_pos *pos,
		       const struct oracle_pos *oracle)
{
	rk_move list[RK_MAX_MOVES];
	struct oracle_list pseudo;
	int count = rk_gen_legal(pos, list);

	memset(marks, 0, sizeof(marks));
	for (int i = 0; i < count; i++)
		marks[list[i]] |= LISTED;
	oracle_pseudo_moves(oracle, &pseudo);
	for (int i = 0; i < pseudo.count; i++)
		marks[compare_move(&pseudo.move[i])] |= PSEUDO;
}

static void test_values(const struct rk_pos *pos,
			const struct oracle_pos *oracle)
{
	char fen[ORACLE_FEN_SIZE];

	mark_moves(pos, oracle);
	for (int move = 0; move < MOVES; move++) {
		bool legal = rk_move_is_legal(pos, (rk_move)move);
		bool pseudo = rk_move_is_pseudo_legal(pos, (rk_move)move);

		if (legal == ((marks[move] & LISTED) != 0) &&
		    pseudo == ((marks[move] & PSEUDO) != 0))
			continue;
		oracle_fen_write(fen, oracle, false);
		fail_msg("%s: %#x is %slegal and %spseudo-legal to the core",
			 fen, (unsigned int)move, legal ? "" : "not ",
			 pseudo ? "" : "not ");
	}
}

/* Check and capture, of each legal move, and the list of tactical ones. */
static void test_moves(const struct rk_pos *pos,
		       const struct oracle_pos *oracle)
{
	struct oracle_list list, tactical = {.count = 0};
	struct oracle_list quiet = {.count = 0};
	rk_move ours[RK_MAX_MOVES];

	oracle_legal_moves(oracle, &list);
	for (int i = 0; i < list.count; i++) {
		rk_move move = compare_move(&list.move[i]);
		struct rk_pos after = *pos;
		struct oracle_pos oracle_after;
		struct rk_undo undo;

		rk_pos_make(&after, move, &undo);
		oracle_make(&oracle_after, oracle, &list.move[i]);
		assert_int_equal(rk_pos_in_check(&after),
				 oracle_in_check(&oracle_after));
		assert_int_equal(rk_move_gives_check(pos, move),
				 rk_pos_in_check(&after));
		assert_int_equal(rk_move_is_capture(pos, move),
				 list.move[i].capture);
		if (list.move[i].capture || list.move[i].promotion)
			tactical.move[tactical.count++] = list.move[i];
		else
			quiet.move[quiet.count++] = list.move[i];
	}
	compare_lists("legal moves", oracle, ours, rk_gen_legal(pos, ours),
		      &list);
	compare_lists("captures and promotions", oracle, ours,
		      rk_gen_tactical(pos, ours), &tactical);
	compare_lists("quiet moves", oracle, ours, rk_gen_quiet(pos, ours),
		      &quiet);
}

static void test_attackers(const struct rk_pos *pos,
			   const struct oracle_pos *oracle)
{
	rk_bits occupied = pos->colour[RK_WHITE] | pos->colour[RK_BLACK];

	for (int to = 0; to < RK_SQUARES; to++) {
		rk_bits expected = 0;

		for (int from = 0; from < RK_SQUARES; from++)
			if (oracle_attacks(oracle, compare_square(from),
					   compare_square(to)))
				expected |= rk_square_bit(from);
		assert_true(rk_pos_attackers(pos, to, occupied) == expected);
	}
}

/* Calls a test on the first and now and then another position of games. */
static void walk(void (*test)(const struct rk_pos *, const struct oracle_pos *))
{
	int wanted = walk_is_quick() ? 600 : 12000;
	uint64_t seed = 2;
	int tested = 0;

	for (int game = 0; tested < wanted; game++) {
		struct oracle_pos oracle, before;
		struct oracle_list list;
		struct rk_pos pos;

		walk_start(&oracle, game % WALK_KINDS, game / WALK_KINDS,
			   &seed);
		for (int ply = 0; ply < 100; ply++) {
			if (!ply || !walk_random(&seed, 20)) {
				compare_read(&pos, &oracle);
				test(&pos, &oracle);
				tested++;
			}
			oracle_legal_moves(&oracle, &list);
			if (!list.count)
				break;
			before = oracle;
			oracle_make(&oracle, &before,
				    walk_choose(&list, &seed));
		}
	}
}

static void test_every_value(void **state)
{
	(void)state;
	walk(test_values);
}

static void test_every_legal_move(void **state)
{
	(void)state;
	walk(test_moves);
}

static void test_every_attacker(void **state)
{
	(void)state;
	walk(test_attackers);
}

/* White's moves if this is a position: the list and the count agree. */
static int count_crowd(const struct rk_setup *setup)
{
	rk_move list[RK_MAX_MOVES];
	struct rk_pos pos;
	int count;

	if (rk_pos_from_setup(&pos, setup, false))
		return 0;
	count = rk_gen_legal(&pos, list);
	assert_int_equal(count, rk_gen_count(&pos));
	for (int i = 0; i < count; i++)
		assert_true(rk_move_is_legal(&pos, list[i]));
	return count;
}

/*
 * Boards full of white pieces, changed a square at a time as long as that
 * makes more moves: what a set-up may hold does not overflow the list.
 */
static void test_crowds(void **state)
{
	static const uint8_t pieces[] = {
		RK_QUEEN, RK_QUEEN, RK_QUEEN, RK_KNIGHT,   RK_ROOK,
		RK_NONE,  RK_NONE,  RK_PAWN,  RK_PAWN | 8, RK_ROOK | 8,
	};
	int climbs = walk_is_quick() ? 2 : 20;
	uint64_t seed = 5;
	int most = 0;

	(void)state;
	for (int i = 0; i < climbs; i++) {
		struct rk_setup setup;
		int best = 0;

		rk_setup_clear(&setup);
		setup.board[walk_random(&seed, 8)] = RK_KING;
		setup.board[56 + walk_random(&seed, 8)] = RK_KING | 8;
		for (int try = 0; try < 20000; try++) {
			int square = walk_random(&seed, 64);
			uint8_t before = setup.board[square];
			int count;

			if ((before & 7) == RK_KING)
				continue;
			setup.board[square] = pieces[walk_random(&seed, 10)];
			count = count_crowd(&setup);
			if (count < best)
				setup.board[square] = before;
			else
				best = count;
		}
		if (best > most)
			most = best;
	}
	print_message("at most %d moves\n", most);
	assert_in_range(most, 219, RK_MAX_MOVES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_value),
		cmocka_unit_test(test_every_legal_move),
		cmocka_unit_test(test_every_attacker),
		cmocka_unit_test(test_crowds),
	};

	return cmocka_run_group_tests_name("legality", tests, NULL, NULL);
}
