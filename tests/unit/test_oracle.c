/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The core against the second rule book, over a million positions of random
 * play: after every ply the moves, check, status and FEN must be the same.
 * The rule book itself is first held against numbers that are well known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/status.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/walk.h"

#define MAX_PLIES 250

/* What was met on the way; nothing of it may be missing in the end. */
static struct {
	int positions;
	int castlings;
	int en_passants;
	int promotions;
	int checks;
	int status[ORACLE_SEVENTY_FIVE + 1];
	int minors; /* drawn there, and not in standard chess */
} met;

/* Leaf counts published in many places. */
static const struct {
	const char *fen;
	int depth;
	int leaves;
} known[] = {
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	 3, 97862},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3,
	 9467},
	{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
	{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4, 182838},
	{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3,
	 12189},
};

static int count_leaves(const struct oracle_pos *pos, int depth)
{
	struct oracle_list list;
	struct oracle_pos after;
	int leaves = 0;

	oracle_legal_moves(pos, &list);
	if (depth == 1)
		return list.count;
	for (int i = 0; i < list.count; i++) {
		oracle_make(&after, pos, &list.move[i]);
		leaves += count_leaves(&after, depth - 1);
	}
	return leaves;
}

static void test_rule_book(void **state)
{
	struct oracle_pos pos;

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		assert_true(oracle_fen_read(&pos, known[i].fen));
		assert_int_equal(count_leaves(&pos, known[i].depth),
				 known[i].leaves);
	}
}

/* Three arrays everybody can look up, and all of the core's. */
static void test_chess960_numbers(void **state)
{
	static const struct {
		int number;
		const char *array;
	} row[] = {
		{0, "bbqnnrkr/"},
		{518, "rnbqkbnr/"},
		{959, "rkrnnqbb/"},
	};
	char fen[ORACLE_FEN_SIZE];
	struct oracle_pos oracle;
	struct rk_pos pos, read;

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		oracle_start960(&oracle, row[i].number, row[i].number);
		oracle_fen_write(fen, &oracle, false);
		assert_memory_equal(fen, row[i].array, 9);
	}
	for (int number = 0; number < 960; number++) {
		oracle_start960(&oracle, number, number);
		compare_read(&read, &oracle);
		rk_pos_start960(&pos, number);
		assert_memory_equal(&pos, &read, sizeof(pos));
	}
	oracle_start960(&oracle, 518, 518);
	compare_read(&read, &oracle);
	rk_pos_start(&pos);
	assert_memory_equal(&pos, &read, sizeof(pos));
}

static void same_moves(const struct rk_pos *pos,
		       const struct oracle_pos *oracle,
		       const struct oracle_list *legal)
{
	rk_move list[RK_MAX_MOVES];
	struct oracle_list tactical, quiet;

	compare_lists("legal moves", oracle, list, rk_gen_legal(pos, list),
		      legal);
	assert_int_equal(rk_gen_count(pos), legal->count);
	assert_int_equal(rk_pos_has_move(pos), legal->count > 0);
	tactical.count = quiet.count = 0;
	for (int i = 0; i < legal->count; i++)
		if (legal->move[i].capture || legal->move[i].promotion)
			tactical.move[tactical.count++] = legal->move[i];
		else
			quiet.move[quiet.count++] = legal->move[i];
	compare_lists("captures and promotions", oracle, list,
		      rk_gen_tactical(pos, list), &tactical);
	compare_lists("quiet moves", oracle, list, rk_gen_quiet(pos, list),
		      &quiet);
}

/* Written alike, and both read it back to what they had. */
static void same_fen(const struct rk_pos *pos, const struct oracle_pos *oracle,
		     bool shredder)
{
	char fen[RK_FEN_SIZE], expected[ORACLE_FEN_SIZE];
	struct oracle_pos oracle_back;
	struct rk_pos back;
	struct rk_error error;
	size_t length;

	length = rk_fen_write(fen, pos,
			      shredder ? RK_FEN_SHREDDER : RK_FEN_STANDARD);
	oracle_fen_write(expected, oracle, shredder);
	assert_string_equal(fen, expected);
	assert_int_equal(length, strlen(fen));
	if (!rk_fen_read(&back, fen, length, &error))
		fail_msg("%s: column %zu: %s", fen, error.column, error.reason);
	assert_memory_equal(&back, pos, sizeof(back));
	assert_true(oracle_fen_read(&oracle_back, fen));
	assert_memory_equal(&oracle_back, oracle, sizeof(oracle_back));
}

/* Others write the square behind every double step, taker or no taker. */
static void same_without_taker(const struct rk_pos *pos,
			       const struct oracle_pos *oracle,
			       const struct oracle_move *last)
{
	struct oracle_pos others = *oracle;
	struct rk_pos read;

	others.ep = (last->from + last->to) / 2;
	compare_read(&read, &others);
	assert_memory_equal(&read, pos, sizeof(read));
}

static bool is_double_step(const struct oracle_pos *after,
			   const struct oracle_move *move)
{
	int squares = abs(move->to - move->from);

	return squares == 20 && strchr("Pp", after->board[move->to]);
}

static enum oracle_status status_of_core(const struct rk_pos *pos)
{
	switch (rk_pos_status(pos)) {
	case RK_CHECKMATE:
		return ORACLE_CHECKMATE;
	case RK_STALEMATE:
		return ORACLE_STALEMATE;
	case RK_INSUFFICIENT:
		return ORACLE_INSUFFICIENT;
	case RK_SEVENTY_FIVE:
		return ORACLE_SEVENTY_FIVE;
	default:
		return ORACLE_PLAYING;
	}
}

/* The same board where a minor piece each is a draw. */
static void same_with_minors(const struct rk_pos *pos,
			     const struct oracle_pos *oracle)
{
	struct oracle_pos theirs = *oracle;
	struct rk_pos ours = *pos;
	char fen[ORACLE_FEN_SIZE];

	theirs.minors = true;
	ours.minors = true;
	oracle_fen_write(fen, oracle, false);
	if (status_of_core(&ours) != oracle_status(&theirs))
		fail_msg("%s: status %d is %d for the core, with minors", fen,
			 (int)oracle_status(&theirs),
			 (int)status_of_core(&ours));
	met.minors += oracle_status(&theirs) != oracle_status(oracle);
}

static void same_state(const struct rk_pos *pos,
		       const struct oracle_pos *oracle)
{
	bool check = oracle_in_check(oracle);
	enum oracle_status status = oracle_status(oracle);
	char fen[ORACLE_FEN_SIZE];

	oracle_fen_write(fen, oracle, false);
	if (rk_pos_in_check(pos) != check)
		fail_msg("%s: check is %d", fen, check);
	if (status_of_core(pos) != status)
		fail_msg("%s: status %d is %d for the core", fen, (int)status,
			 (int)status_of_core(pos));
	assert_int_equal(rk_pos_is_fifty(pos), oracle->halfmove >= 100);
	same_with_minors(pos, oracle);
	met.checks += check;
	met.status[status]++;
}

static void play(struct oracle_pos *oracle, uint64_t *seed)
{
	struct oracle_list list;
	struct oracle_pos before;
	struct oracle_move move;
	struct rk_undo undo;
	struct rk_pos pos;

	compare_read(&pos, oracle);
	for (int ply = 0; ply < MAX_PLIES && oracle->halfmove < 160; ply++) {
		oracle_legal_moves(oracle, &list);
		same_moves(&pos, oracle, &list);
		same_state(&pos, oracle);
		same_fen(&pos, oracle, false);
		same_fen(&pos, oracle, true);
		met.positions++;
		/* kings alone need not wander for long */
		if (!list.count ||
		    (oracle_insufficient(oracle) && !walk_random(seed, 8)))
			return;
		move = *walk_choose(&list, seed);
		met.castlings += move.castling;
		met.en_passants += move.en_passant;
		met.promotions += move.promotion != 0;
		before = *oracle;
		oracle_make(oracle, &before, &move);
		rk_pos_make(&pos, compare_move(&move), &undo);
		if (is_double_step(oracle, &move))
			same_without_taker(&pos, oracle, &move);
	}
}

static void test_random_play(void **state)
{
	bool quick = walk_is_quick();
	int wanted = quick ? 50000 : 1000000;
	int games = quick ? 0 : 960; /* each array at least once */
	struct oracle_pos oracle;
	uint64_t seed = 1;

	(void)state;
	for (int game = 0; met.positions < wanted || game < games; game++)
		for (int kind = 0; kind < WALK_KINDS; kind++) {
			walk_start(&oracle, kind, game, &seed);
			play(&oracle, &seed);
		}
	print_message("%d positions: %d castlings, %d en passant, "
		      "%d promotions, %d checks, %d mates, %d stalemates, "
		      "%d without material, %d after seventy-five moves, "
		      "%d with a minor piece each\n",
		      met.positions, met.castlings, met.en_passants,
		      met.promotions, met.checks, met.status[ORACLE_CHECKMATE],
		      met.status[ORACLE_STALEMATE],
		      met.status[ORACLE_INSUFFICIENT],
		      met.status[ORACLE_SEVENTY_FIVE], met.minors);
	assert_true(met.castlings && met.en_passants && met.promotions);
	assert_true(met.minors > 0);
	for (int i = 0; i <= ORACLE_SEVENTY_FIVE; i++)
		assert_true(met.status[i] > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rule_book),
		cmocka_unit_test(test_chess960_numbers),
		cmocka_unit_test(test_random_play),
	};

	return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
