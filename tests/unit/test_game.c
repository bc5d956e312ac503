/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Games: what may happen in one, what ends it, clocks, and what it says of
 * its past. Going back and forth in it has a test of its own.
 */
#include "tests/unit/unit.h"

#include "rookery/game.h"

#define MAX_EVENTS 200

static struct rk_event events[MAX_EVENTS];
static struct rk_event more_events[MAX_EVENTS];

static void new_game(struct rk_game *game, const struct rk_rules *rules,
		     const char *fen)
{
	union rk_any_pos start;

	if (fen)
		unit_read_as(&start, rules, fen);
	rk_game_new(game, rules, fen ? &start : NULL, events, MAX_EVENTS);
}

/* Plays moves of four letters, with a blank between. */
static void play(struct rk_game *game, const char *moves)
{
	for (; *moves; moves += moves[4] ? 5 : 4) {
		rk_any_move move;

		assert_int_equal(game->rules->read_move(&move, &game->pos,
							moves, 4),
				 RK_NOTATION_OK);
		assert_int_equal(rk_game_play(game, move, 0), RK_GAME_OK);
	}
}

static void expect(const struct rk_game *game, int reason, int winners)
{
	assert_int_equal(game->outcome.reason, reason);
	assert_int_equal(game->outcome.winners, winners);
	assert_int_equal(rk_game_is_over(game), reason != RK_REASON_NONE);
}

static void test_reason_texts(void **state)
{
	static const char *const texts[RK_REASONS] = {
		[RK_REASON_NONE] = "the game goes on",
		[RK_REASON_CHECKMATE] = "checkmate",
		[RK_REASON_KING_TAKEN] = "the king was taken",
		[RK_REASON_RESIGNATION] = "resignation",
		[RK_REASON_TIME] = "time",
		[RK_REASON_STALEMATE] = "stalemate",
		[RK_REASON_INSUFFICIENT] = "insufficient material",
		[RK_REASON_FIVEFOLD] = "fivefold repetition",
		[RK_REASON_SEVENTY_FIVE] = "seventy-five moves",
		[RK_REASON_THREEFOLD] = "threefold repetition",
		[RK_REASON_FIFTY] = "fifty moves",
		[RK_REASON_AGREEMENT] = "agreement",
		[RK_REASON_TIME_DRAW] = "time, but no mate is possible",
		[RK_REASON_LEAD] = "a decisive lead",
	};

	(void)state;
	for (int reason = 0; reason < RK_REASONS; reason++)
		assert_string_equal(rk_reason_text((enum rk_reason)reason),
				    texts[reason]);
}

static void test_mate(void **state)
{
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	assert_int_equal(rk_game_last_move(&game), 0);
	play(&game, "f2f3 e7e5 g2g4");
	expect(&game, RK_REASON_NONE, 0);
	assert_int_equal(rk_game_turn(&game), RK_BLACK);
	play(&game, "d8h4");
	expect(&game, RK_REASON_CHECKMATE, 1 << RK_BLACK);
	assert_int_equal(rk_game_last_move(&game),
			 rk_move_new(59, 31, RK_NORMAL));
	/* nothing more can happen */
	assert_int_equal(rk_game_play(&game, rk_move_new(8, 16, RK_NORMAL), 0),
			 RK_GAME_OVER);
	assert_int_equal(rk_game_offer(&game, 0), RK_GAME_OVER);
	assert_int_equal(rk_game_resign(&game, 0), RK_GAME_OVER);
	assert_int_equal(rk_game_claim(&game), RK_GAME_OVER);
	assert_int_equal(rk_game_claimable(&game), RK_REASON_NONE);
	expect(&game, RK_REASON_CHECKMATE, 1 << RK_BLACK);
	/* but it can be taken back, and played otherwise */
	assert_int_equal(rk_game_undo(&game, 0), RK_GAME_NO_HISTORY);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect(&game, RK_REASON_NONE, 0);
	assert_int_equal(rk_game_redo(&game, 0), RK_GAME_NO_HISTORY);
	assert_int_equal(rk_game_redo_plies(&game), 1);
	play(&game, "b8c6");
	assert_int_equal(rk_game_redo_plies(&game), 0);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_NO_HISTORY);
	assert_int_equal(rk_game_plies(&game), 4);
}

static void test_over_at_once(void **state)
{
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, "7k/5Q2/6K1/8/8/8/8/8 b - -");
	expect(&game, RK_REASON_STALEMATE, 0);
	assert_int_equal(rk_game_play(&game, rk_move_new(63, 55, RK_NORMAL), 0),
			 RK_GAME_OVER);
	new_game(&game, &rk_rules_casual, "7k/5Q2/6K1/8/8/8/8/8 b - -");
	expect(&game, RK_REASON_NONE, 0);
	play(&game, "h8h7 f7h7");
	expect(&game, RK_REASON_KING_TAKEN, 1 << RK_WHITE);
}

/* No check rule: into check, out of it by castling, until a king is taken. */
static void test_casual(void **state)
{
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_casual, "4k3/4r3/8/8/8/8/4N3/R3K2R w KQ -");
	play(&game, "e2d4 e7e2 e1g1 e2e1 g1h2 e1f1 a1a8 f1h1 a8e8");
	expect(&game, RK_REASON_KING_TAKEN, 1 << RK_WHITE);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	play(&game, "d4f3 h1h2");
	expect(&game, RK_REASON_KING_TAKEN, 1 << RK_BLACK);
}

/* A draw needs everybody's word; a move takes the others' away. */
static void test_offers(void **state)
{
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	assert_int_equal(rk_game_offer(&game, 0), RK_GAME_OK);
	assert_int_equal(rk_game_offer(&game, 0), RK_GAME_OK);
	expect(&game, RK_REASON_NONE, 0);
	play(&game, "e2e4"); /* the offer stands */
	assert_int_equal(game.offers, 1 << RK_WHITE);
	play(&game, "e7e5"); /* and is declined */
	assert_int_equal(game.offers, 0);
	assert_int_equal(rk_game_offer(&game, 1), RK_GAME_OK);
	play(&game, "g1f3");
	assert_int_equal(game.offers, 0);
	assert_int_equal(rk_game_offer(&game, 0), RK_GAME_OK);
	expect(&game, RK_REASON_NONE, 0);
	assert_int_equal(rk_game_offer(&game, 1), RK_GAME_OK);
	expect(&game, RK_REASON_AGREEMENT, 0);
	assert_int_equal(rk_game_offer(&game, 1), RK_GAME_OVER);
	/* words that followed the last move go with it, and come with it */
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect(&game, RK_REASON_NONE, 0);
	assert_int_equal(rk_game_plies(&game), 2);
	assert_int_equal(game.offers, 1 << RK_BLACK);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect(&game, RK_REASON_AGREEMENT, 0);
	/* a word against it, from another than who offered */
	new_game(&game, &rk_rules_standard, NULL);
	assert_int_equal(rk_game_offer(&game, RK_BLACK), RK_GAME_OK);
	assert_int_equal(rk_game_decline(&game, RK_BLACK), RK_GAME_OK);
	assert_int_equal(game.offers, 1 << RK_BLACK);
	assert_int_equal(rk_game_decline(&game, RK_WHITE), RK_GAME_OK);
	assert_int_equal(game.offers, 0);
	/* who is not in the game has no word */
	new_game(&game, &rk_rules_standard, NULL);
	assert_int_equal(rk_game_offer(&game, 2), RK_GAME_ILLEGAL);
	assert_int_equal(rk_game_resign(&game, 3), RK_GAME_ILLEGAL);
	expect(&game, RK_REASON_NONE, 0);
}

static void test_resignation(void **state)
{
	struct rk_game game;

	(void)state;
	for (int seat = 0; seat < 2; seat++) {
		new_game(&game, &rk_rules_standard, NULL);
		play(&game, "e2e4");
		assert_int_equal(rk_game_resign(&game, seat), RK_GAME_OK);
		expect(&game, RK_REASON_RESIGNATION, 2 - seat);
		assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
		expect(&game, RK_REASON_NONE, 0);
	}
	/* without a move there is nothing to take back */
	new_game(&game, &rk_rules_standard, NULL);
	assert_int_equal(rk_game_resign(&game, 0), RK_GAME_OK);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_NO_HISTORY);
	expect(&game, RK_REASON_RESIGNATION, 2);
}

#define THERE_AND_BACK "g1f3 g8f6 f3g1 f6g8"

static void test_repetition(void **state)
{
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	assert_int_equal(rk_game_repetitions(&game), 1);
	play(&game, THERE_AND_BACK);
	assert_int_equal(rk_game_repetitions(&game), 2);
	assert_int_equal(rk_game_claimable(&game), RK_REASON_NONE);
	assert_int_equal(rk_game_claim(&game), RK_GAME_NO_CLAIM);
	play(&game, THERE_AND_BACK);
	assert_int_equal(rk_game_repetitions(&game), 3);
	assert_int_equal(rk_game_claimable(&game), RK_REASON_THREEFOLD);
	expect(&game, RK_REASON_NONE, 0);
	assert_int_equal(rk_game_claim(&game), RK_GAME_OK);
	expect(&game, RK_REASON_THREEFOLD, 0);
	/* nobody need claim: five times are enough */
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	play(&game, "f6g8 " THERE_AND_BACK " g1f3 g8f6 f3g1");
	assert_int_equal(rk_game_claimable(&game), RK_REASON_THREEFOLD);
	expect(&game, RK_REASON_NONE, 0);
	play(&game, "f6g8");
	expect(&game, RK_REASON_FIVEFOLD, 0);
	assert_int_equal(rk_game_repetitions(&game), 5);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect(&game, RK_REASON_NONE, 0);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect(&game, RK_REASON_FIVEFOLD, 0);
}

/* The same squares, but not the same rights. */
static void test_no_repetition(void **state)
{
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
	play(&game, "a1b1 a8b8 b1a1 b8a8");
	assert_int_equal(rk_game_repetitions(&game), 1);
	play(&game, "a1b1 a8b8 b1a1 b8a8");
	assert_int_equal(rk_game_repetitions(&game), 2);
	/* en passant could be taken the first time */
	new_game(&game, &rk_rules_standard, "4k3/3p4/8/4P3/8/8/8/4K3 b - -");
	play(&game, "d7d5 e1e2 e8e7 e2e1 e7e8");
	assert_int_equal(rk_game_repetitions(&game), 1);
	/* but not with the pawn pinned, so that this was the same */
	new_game(&game, &rk_rules_standard, "k3r3/3p4/8/4P3/8/8/8/4K3 b - -");
	play(&game, "d7d5 e1f1 a8b8 f1e1 b8a8");
	assert_int_equal(rk_game_repetitions(&game), 2);
}

static void test_fifty(void **state)
{
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, "4k3/8/8/8/8/8/8/4K2R w - - 98 90");
	assert_int_equal(rk_game_claim(&game), RK_GAME_NO_CLAIM);
	play(&game, "h1h2");
	assert_int_equal(rk_game_claimable(&game), RK_REASON_NONE);
	play(&game, "e8d8");
	assert_int_equal(rk_game_claimable(&game), RK_REASON_FIFTY);
	expect(&game, RK_REASON_NONE, 0);
	assert_int_equal(rk_game_claim(&game), RK_GAME_OK);
	expect(&game, RK_REASON_FIFTY, 0);

	new_game(&game, &rk_rules_standard,
		 "4k3/8/8/8/8/8/8/4K2R w - - 148 90");
	play(&game, "h1h2");
	expect(&game, RK_REASON_NONE, 0);
	play(&game, "e8d8");
	expect(&game, RK_REASON_SEVENTY_FIVE, 0);
	/* mate comes first */
	new_game(&game, &rk_rules_standard,
		 "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90");
	play(&game, "a1a8");
	expect(&game, RK_REASON_CHECKMATE, 1 << RK_WHITE);
}

/* A minute, two seconds more each move, half a second free of charge. */
/* After the end nobody's time runs, though it still is somebody's turn. */
static void test_clock_stands_after_the_end(void **state)
{
	const struct rk_clock clock = {60000, 0, 0};
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	rk_game_set_clock(&game, &clock);
	rk_game_start_clock(&game, 10000);
	assert_int_equal(rk_game_time_left(&game, 0, 20000), 50000);
	rk_game_offer(&game, 0);
	rk_game_offer(&game, 1);
	assert_true(rk_game_is_over(&game));
	assert_int_equal(rk_game_time_left(&game, 0, 20000), 60000);
	assert_int_equal(rk_game_time_left(&game, 1, 20000), 60000);
	assert_false(rk_game_flag(&game, 500000));
}

/* Each seat is charged by its own clock; a common one ends the odds. */
static void test_time_odds(void **state)
{
	const struct rk_clock clock = {60000, 2000, 0}, less = {5000, 0, 1000};
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	rk_game_set_clock(&game, &clock);
	assert_false(rk_game_has_odds(&game));
	rk_game_set_odds(&game, 1, &less);
	assert_true(rk_game_has_odds(&game));
	rk_game_start_clock(&game, 10000);
	assert_int_equal(rk_game_time_left(&game, 0, 10000), 60000);
	assert_int_equal(rk_game_time_left(&game, 1, 10000), 5000);
	assert_int_equal(rk_game_play(&game, rk_move_new(12, 28, RK_NORMAL),
				      13000),
			 RK_GAME_OK);
	assert_int_equal(rk_game_time_left(&game, 0, 13000), 59000);
	assert_int_equal(rk_game_play(&game, rk_move_new(52, 36, RK_NORMAL),
				      16000),
			 RK_GAME_OK);
	assert_int_equal(rk_game_time_left(&game, 1, 16000), 3000);
	assert_int_equal(rk_game_undo(&game, 2), RK_GAME_OK);
	assert_int_equal(rk_game_time_left(&game, 1, 16000), 5000);
	rk_game_set_clock(&game, &clock);
	assert_int_equal(rk_game_time_left(&game, 1, 16000), 60000);
	assert_false(rk_game_has_odds(&game));
}

static void test_clock(void **state)
{
	const struct rk_clock clock = {60000, 2000, 500};
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	assert_int_equal(rk_game_time_left(&game, 0, 5000), 0);
	rk_game_set_clock(&game, &clock);
	/* it stands until somebody starts it */
	assert_int_equal(rk_game_time_left(&game, 0, 99999), 60000);
	rk_game_start_clock(&game, 10000);
	assert_int_equal(rk_game_time_left(&game, 0, 10000), 60000);
	assert_int_equal(rk_game_time_left(&game, 0, 9000), 60000);
	assert_int_equal(rk_game_time_left(&game, 0, 10400), 60000);
	assert_int_equal(rk_game_time_left(&game, 0, 13000), 57500);
	assert_int_equal(rk_game_time_left(&game, 1, 13000), 60000);
	assert_int_equal(rk_game_play(&game, rk_move_new(12, 28, RK_NORMAL),
				      13000),
			 RK_GAME_OK);
	assert_int_equal(rk_game_time_left(&game, 0, 20000), 59500);
	assert_int_equal(rk_game_time_left(&game, 1, 20000), 53500);
	assert_int_equal(rk_game_play(&game, rk_move_new(52, 36, RK_NORMAL),
				      20000),
			 RK_GAME_OK);
	assert_int_equal(rk_game_time_left(&game, 1, 20000), 55500);
	/* to the last millisecond, and one more */
	assert_int_equal(rk_game_time_left(&game, 0, 79999), 1);
	assert_false(rk_game_flag(&game, 79999));
	assert_int_equal(rk_game_time_left(&game, 0, 80000), 0);
	assert_int_equal(rk_game_time_left(&game, 0, UINT64_MAX), 0);
	expect(&game, RK_REASON_NONE, 0);
	assert_true(rk_game_flag(&game, 80000));
	expect(&game, RK_REASON_TIME, 1 << RK_BLACK);
	assert_int_equal(rk_game_time_left(&game, 0, 80000), 0);
	assert_int_equal(rk_game_time_left(&game, 1, 99999), 55500);
	assert_false(rk_game_flag(&game, 90000));
	/* taken back, the clocks are what they were, and stand */
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	assert_int_equal(rk_game_time_left(&game, 0, 99999), 59500);
	assert_int_equal(rk_game_time_left(&game, 1, 99999), 60000);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	assert_int_equal(rk_game_time_left(&game, 0, 99999), 60000);
	assert_int_equal(rk_game_redo(&game, 2), RK_GAME_OK);
	expect(&game, RK_REASON_TIME, 1 << RK_BLACK);
	assert_int_equal(rk_game_time_left(&game, 0, 0), 0);
}

/* A move that took too long but was not noticed costs what there was. */
static void test_late_move(void **state)
{
	const struct rk_clock clock = {1000, 300, 0};
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	rk_game_set_clock(&game, &clock);
	rk_game_start_clock(&game, 1);
	assert_int_equal(rk_game_play(&game, rk_move_new(12, 28, RK_NORMAL),
				      (uint64_t)1 << 40),
			 RK_GAME_OK);
	assert_int_equal(rk_game_time_left(&game, 0, 0), 300);
	assert_int_equal(game.log[0].spent, UINT32_MAX);
}

static void test_flags(void **state)
{
	static const struct {
		const char *fen;
		int standard, casual;
		int standard_winners, casual_winners;
	} row[] = {
		{"4k3/8/8/8/8/8/8/R3K3 w - -", RK_REASON_TIME_DRAW,
		 RK_REASON_TIME, 0, 2},
		{"r3k3/8/8/8/8/8/8/R3K3 w - -", RK_REASON_TIME, RK_REASON_TIME,
		 2, 2},
		{"4k2n/8/8/8/8/8/8/R3K3 w - -", RK_REASON_TIME, RK_REASON_TIME,
		 2, 2},
		{"4k2n/8/8/8/8/8/8/Q3K3 w - -", RK_REASON_TIME_DRAW,
		 RK_REASON_TIME, 0, 2},
		{"4k3/p7/8/8/8/8/8/4K3 b - -", RK_REASON_TIME_DRAW,
		 RK_REASON_TIME, 0, 1},
	};
	const struct rk_clock clock = {1000, 0, 0};
	struct rk_game game;

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		new_game(&game, &rk_rules_standard, row[i].fen);
		rk_game_start_clock(&game, 5);
		assert_false(rk_game_flag(&game, 9999)); /* no clock */
		rk_game_set_clock(&game, &clock);
		rk_game_start_clock(&game, 5);
		assert_false(rk_game_flag(&game, 1004));
		assert_true(rk_game_flag(&game, 1005));
		expect(&game, row[i].standard, row[i].standard_winners);
		new_game(&game, &rk_rules_casual, row[i].fen);
		rk_game_set_clock(&game, &clock);
		rk_game_start_clock(&game, 5);
		assert_true(rk_game_flag(&game, 1005));
		expect(&game, row[i].casual, row[i].casual_winners);
		new_game(&game, &rk_rules_minors, row[i].fen);
		rk_game_set_clock(&game, &clock);
		rk_game_start_clock(&game, 5);
		assert_true(rk_game_flag(&game, 1005));
		expect(&game, row[i].standard, row[i].standard_winners);
	}
}

static void test_log_full(void **state)
{
	const rk_any_move move = rk_move_new(12, 28, RK_NORMAL);
	struct rk_game game, before;

	(void)state;
	rk_game_new(&game, &rk_rules_standard, NULL, events, 0);
	assert_int_equal(rk_game_play(&game, move, 0), RK_GAME_FULL);
	assert_int_equal(rk_game_resign(&game, 0), RK_GAME_FULL);
	expect(&game, RK_REASON_NONE, 0);

	rk_game_new(&game, &rk_rules_standard, NULL, events, 4);
	play(&game, THERE_AND_BACK);
	before = game;
	assert_int_equal(rk_game_play(&game, move, 0), RK_GAME_FULL);
	assert_int_equal(rk_game_play(&game, rk_move_new(12, 36, RK_NORMAL), 0),
			 RK_GAME_ILLEGAL);
	assert_memory_equal(&game, &before, sizeof(game));
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	memset(more_events, 0, sizeof(more_events));
	rk_game_move_log(&game, more_events, MAX_EVENTS);
	memset(events, 0xa5, sizeof(events));
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	assert_int_equal(rk_game_play(&game, move, 0), RK_GAME_OK);
	assert_int_equal(rk_game_plies(&game), 5);
	assert_int_equal(rk_game_undo(&game, 5), RK_GAME_OK);
	assert_int_equal(rk_game_redo(&game, 5), RK_GAME_OK);
}

static void test_restart(void **state)
{
	union rk_any_pos start;
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	rk_game_set_clock(&game, &(struct rk_clock){60000, 0, 0});
	play(&game, "e2e4 e7e5");
	assert_int_equal(rk_game_offer(&game, 0), RK_GAME_OK);
	unit_read_as(&start, &rk_rules_casual, "7k/5Q2/6K1/8/8/8/8/8 b - -");
	rk_game_restart(&game, &rk_rules_casual, &start);
	assert_ptr_equal(game.rules, &rk_rules_casual);
	assert_memory_equal(&game.pos, &start, rk_rules_casual.pos_size);
	assert_int_equal(game.length, 0);
	assert_int_equal(game.offers, 0);
	assert_int_equal(game.clock.initial, 0);
	assert_ptr_equal(game.log, events);
	assert_int_equal(game.capacity, MAX_EVENTS);
	play(&game, "h8h7 f7h7");
	expect(&game, RK_REASON_KING_TAKEN, 1 << RK_WHITE);
	rk_game_restart(&game, &rk_rules_standard, NULL);
	play(&game, "e2e4");
}

static void cannot_replay(uint32_t length, uint32_t now)
{
	struct rk_game game;

	new_game(&game, &rk_rules_standard, NULL);
	assert_false(rk_game_replay(&game, length, now));
	assert_int_equal(game.length, 0);
	assert_int_equal(game.now, 0);
	assert_memory_equal(&game.pos, &game.start, sizeof(game.pos));
	expect(&game, RK_REASON_NONE, 0);
}

static void test_replay(void **state)
{
	struct rk_game game, again;
	struct rk_event event;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	play(&game, "f2f3 e7e5");
	assert_int_equal(rk_game_offer(&game, 0), RK_GAME_OK);
	play(&game, "g2g4 d8h4");
	for (uint32_t now = 0; now <= 5; now++) {
		new_game(&again, &rk_rules_standard, NULL);
		assert_true(rk_game_replay(&again, 5, now));
		assert_int_equal(again.length, 5);
		assert_int_equal(again.now, now);
		assert_int_equal(rk_game_is_over(&again), now == 5);
		if (rk_game_redo_plies(&again))
			assert_int_equal(rk_game_redo(&again,
						      rk_game_redo_plies(
							      &again)),
					 RK_GAME_OK);
		assert_memory_equal(&again, &game, sizeof(game));
	}
	/* A log that is just full, and one that is too short by one. */
	rk_game_new(&again, &rk_rules_standard, NULL, events, 5);
	assert_true(rk_game_replay(&again, 5, 5));
	assert_int_equal(again.length, 5);
	rk_game_new(&again, &rk_rules_standard, NULL, events, 4);
	assert_false(rk_game_replay(&again, 5, 5));
	assert_int_equal(again.length, 0);
	/* What comes after the end, or is longer than the log, is not there. */
	events[5] = events[2];
	cannot_replay(6, 6);
	cannot_replay(5, 6);
	cannot_replay(MAX_EVENTS + 1, 0);
	/* One move is another. */
	for (uint32_t i = 0; i < 5; i++) {
		event = events[i];
		events[i] = rk_event_new(RK_EVENT_MOVE, i == 2,
					 rk_move_new(0, 63, RK_NORMAL), 0);
		cannot_replay(5, 5);
		if (i)
			cannot_replay(i + 1, 0);
		new_game(&again, &rk_rules_standard, NULL);
		assert_true(rk_game_replay(&again, i, i));
		events[i] = event;
	}
}

/* A log of pages, written from the second half on, or in the first again. */
static int kept_writes;

static bool store_has_space(const struct rk_log_store *store,
			    const struct rk_game *game, uint32_t count)
{
	(void)store;
	return game->now + count <= 8;
}

static void store_write(struct rk_log_store *store, struct rk_game *game,
			struct rk_event event)
{
	struct rk_event *to = game->log == events ? more_events : events;

	assert_ptr_equal(store, game->store);
	memcpy(to, game->log, game->now * sizeof(*to));
	to[game->now] = event;
	memset(game->log, 0xff, sizeof(events));
	game->log = to;
	kept_writes++;
}

/* Events go through it alone, and it may move the log while they do. */
static void test_log_store(void **state)
{
	struct rk_log_store store = {store_has_space, store_write};
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	game.store = &store;
	kept_writes = 0;
	assert_true(rk_game_has_space(&game));
	play(&game, "e2e4 e7e5 g1f3 b8c6");
	assert_int_equal(kept_writes, 4);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	assert_int_equal(kept_writes, 4);
	assert_int_equal(rk_game_undo(&game, 3), RK_GAME_OK);
	play(&game, "c7c5 g1f3 d7d6");
	assert_int_equal(kept_writes, 7);
	assert_int_equal(game.length, 4);
	/* There is room, but for the last words. */
	assert_true(rk_game_has_space(&game));
	play(&game, "d2d4");
	assert_false(rk_game_has_space(&game));
	play(&game, "c5d4 f3d4");
	assert_int_equal(rk_game_resign(&game, 1), RK_GAME_OK);
	expect(&game, RK_REASON_RESIGNATION, 1 << RK_WHITE);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	play(&game, "f3d4 g8f6");
	assert_int_equal(rk_game_resign(&game, 0), RK_GAME_FULL);
	assert_int_equal(kept_writes, 13);
	/* Another game, the same log store. */
	rk_game_restart(&game, &rk_rules_standard, NULL);
	assert_ptr_equal(game.store, &store);
	assert_true(rk_game_has_space(&game));
	game.capacity = RK_MAX_SEATS - 1;
	assert_false(rk_game_has_space(&game));
	play(&game, "e2e4 e7e5 g1f3");
	assert_int_equal(rk_game_resign(&game, 0), RK_GAME_FULL);
}

static void refuse(struct rk_game *game, struct rk_event event,
		   enum rk_game_error error)
{
	struct rk_game before;

	memcpy(&before, game, sizeof(before));
	assert_int_equal(rk_game_append(game, event), error);
	assert_memory_equal(game, &before, sizeof(before));
}

static void test_append(void **state)
{
	const rk_any_move move = rk_move_new(12, 28, RK_NORMAL);
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	for (uint32_t kind = RK_EVENT_DECLINE + 1; kind < 16; kind++)
		refuse(&game, (struct rk_event){kind << 28, 0},
		       RK_GAME_ILLEGAL);
	for (int seat = 2; seat < 16; seat++)
		for (int kind = RK_EVENT_MOVE; kind <= RK_EVENT_DECLINE; kind++)
			refuse(&game,
			       rk_event_new((enum rk_event_kind)kind, seat,
					    move, 0),
			       RK_GAME_ILLEGAL);
	refuse(&game, rk_event_new(RK_EVENT_MOVE, 1, move, 0), RK_GAME_ILLEGAL);
	refuse(&game, rk_event_new(RK_EVENT_MOVE, 0, 0, 0), RK_GAME_ILLEGAL);
	refuse(&game, rk_event_new(RK_EVENT_MOVE, 0, move | 0x10000, 0),
	       RK_GAME_ILLEGAL);
	assert_int_equal(rk_game_play(&game, move | 0x1000000, 0),
			 RK_GAME_ILLEGAL);
	for (rk_any_move reason = 0; reason < 20; reason++)
		refuse(&game, rk_event_new(RK_EVENT_CLAIM, 0, reason, 0),
		       RK_GAME_NO_CLAIM);
	play(&game, THERE_AND_BACK " " THERE_AND_BACK);
	for (rk_any_move reason = 0; reason < 20; reason++)
		if (reason != RK_REASON_THREEFOLD)
			refuse(&game,
			       rk_event_new(RK_EVENT_CLAIM, 0, reason, 0),
			       RK_GAME_NO_CLAIM);
	refuse(&game, rk_event_new(RK_EVENT_CLAIM, 1, RK_REASON_THREEFOLD, 0),
	       RK_GAME_NO_CLAIM);
	/* a saved game may know of a flag without knowing the clock */
	assert_int_equal(rk_game_append(&game,
					rk_event_new(RK_EVENT_FLAG, 1, 0, 0)),
			 RK_GAME_OK);
	expect(&game, RK_REASON_TIME, 1 << RK_WHITE);
	refuse(&game, rk_event_new(RK_EVENT_MOVE, 0, move, 0), RK_GAME_OVER);
}

struct visits {
	uint64_t keys[MAX_EVENTS];
	uint32_t count;
	uint32_t most;
};

static bool visit(void *self, const union rk_any_pos *pos,
		  struct rk_event event)
{
	struct visits *visits = self;

	assert_int_equal(event.what, events[visits->count].what);
	visits->keys[visits->count++] = rk_rules_standard.key(pos);
	return visits->count < visits->most;
}

static void test_walk(void **state)
{
	static const char moves[] = "e2e4 e7e5 g1f3 b8c6 f1b5";
	struct visits visits = {.most = 100};
	uint64_t keys[10];
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	assert_int_equal(rk_game_keys(&game, keys, 10), 0);
	for (int i = 0; i < 5; i++) {
		keys[i] = rk_rules_standard.key(&game.pos);
		assert_int_equal(rk_game_offer(&game, !(i % 2)), RK_GAME_OK);
		play(&game, (char[5]){moves[5 * i], moves[5 * i + 1],
				      moves[5 * i + 2], moves[5 * i + 3], 0});
	}
	rk_game_walk(&game, visit, &visits);
	assert_int_equal(visits.count, 10);
	for (int i = 0; i < 5; i++) {
		/* an offer and a move in each position */
		assert_true(visits.keys[2 * i] == keys[i]);
		assert_true(visits.keys[2 * i + 1] == keys[i]);
	}
	visits = (struct visits){.most = 3};
	rk_game_walk(&game, visit, &visits);
	assert_int_equal(visits.count, 3);
	for (int cap = 0; cap < 8; cap++) {
		int count = cap < 5 ? cap : 5;
		uint64_t last[8] = {0};

		assert_int_equal(rk_game_keys(&game, last, cap), count);
		assert_memory_equal(last, keys + 5 - count,
				    (size_t)count * sizeof(*keys));
		assert_true(count == 8 || last[count] == 0);
	}
	/* what can be played again has not happened */
	assert_int_equal(rk_game_undo(&game, 2), RK_GAME_OK);
	assert_int_equal(rk_game_keys(&game, keys, 10), 3);
	assert_int_equal(rk_game_last_move(&game),
			 rk_move_new(6, 21, RK_NORMAL));
}

static void test_score(void **state)
{
	struct rk_score score = {{0}};
	struct rk_game game;

	(void)state;
	new_game(&game, &rk_rules_standard, NULL);
	play(&game, "f2f3 e7e5 g2g4 d8h4");
	rk_score_add(&score, &game);
	assert_memory_equal(score.halves, ((uint32_t[4]){0, 2, 0, 0}), 16);
	new_game(&game, &rk_rules_standard, "7k/5Q2/6K1/8/8/8/8/8 b - -");
	rk_score_add(&score, &game);
	assert_memory_equal(score.halves, ((uint32_t[4]){1, 3, 0, 0}), 16);
	new_game(&game, &rk_rules_casual, NULL);
	assert_int_equal(rk_game_resign(&game, 1), RK_GAME_OK);
	rk_score_add(&score, &game);
	assert_memory_equal(score.halves, ((uint32_t[4]){3, 3, 0, 0}), 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reason_texts),
		cmocka_unit_test(test_mate),
		cmocka_unit_test(test_over_at_once),
		cmocka_unit_test(test_casual),
		cmocka_unit_test(test_offers),
		cmocka_unit_test(test_resignation),
		cmocka_unit_test(test_repetition),
		cmocka_unit_test(test_no_repetition),
		cmocka_unit_test(test_fifty),
		cmocka_unit_test(test_clock_stands_after_the_end),
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_time_odds),
		cmocka_unit_test(test_late_move),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_log_full),
		cmocka_unit_test(test_restart),
		cmocka_unit_test(test_replay),
		cmocka_unit_test(test_log_store),
		cmocka_unit_test(test_append),
		cmocka_unit_test(test_walk),
		cmocka_unit_test(test_score),
	};

	return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
