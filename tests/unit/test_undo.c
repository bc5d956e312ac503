/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Back and forth in a game. For thousands of random games the whole struct
 * is kept before each ply, and must come back byte for byte on the way to
 * the start and to the end again.
 */
#include "tests/unit/unit.h"

#include "rookery/game.h"

#define MAX_EVENTS 200

static struct rk_event events[MAX_EVENTS];
static struct rk_event more_events[MAX_EVENTS];

/*
 * The struct without what a game that was taken back has besides: a log that
 * goes on, and a clock that stands.
 */
static struct rk_game state_of(const struct rk_game *game)
{
	struct rk_game state;

	memcpy(&state, game, sizeof(state));
	state.length = 0;
	state.turn_start = 0;
	return state;
}

static void same_state(const struct rk_game *game,
		       const struct rk_game *expected)
{
	struct rk_game state = state_of(game);

	assert_memory_equal(&state, expected, sizeof(state));
}

/* A random game: its states before each ply, and at the end. */
static struct {
	struct rk_game game;
	struct rk_game states[MAX_EVENTS + 1];
	uint32_t plies;
	uint64_t now;
	bool shy;        /* the players like to go back to where they were */
	rk_move last[2]; /* of each */
} played;

/* What was met in all games; nothing of it may be missing in the end. */
static struct {
	long plies;
	int kinds[RK_CASTLING + 1];
	int reasons[RK_REASONS];
	int offers;
} met;

static bool is_reverse(rk_move move, rk_move last)
{
	return rk_move_kind(move) == RK_NORMAL && last != RK_NO_MOVE &&
	       rk_move_from(move) == rk_move_to(last) &&
	       rk_move_to(move) == rk_move_from(last);
}

static void play_ply(uint64_t *seed)
{
	struct rk_game *game = &played.game;
	rk_any_move wide[RK_ANY_MAX_MOVES];
	rk_move list[RK_ANY_MAX_MOVES];
	int count = game->rules->moves(&game->pos, wide);
	rk_move *last = &played.last[rk_game_turn(game)];
	rk_move move;

	for (int i = 0; i < count; i++)
		list[i] = (rk_move)wide[i];
	move = unit_choose(list, count, seed);
	for (int i = 0; i < count; i++)
		if (played.shy && is_reverse(list[i], *last))
			move = list[i];
	*last = move;
	played.states[played.plies++] = state_of(game);
	played.now += (uint64_t)walk_random(seed, 3000);
	assert_int_equal(rk_game_play(game, move, played.now), RK_GAME_OK);
	met.kinds[rk_move_kind(move)]++;
}

/* Words between the moves, some of which end the game. */
static void say_something(uint64_t *seed)
{
	struct rk_game *game = &played.game;
	int seat = walk_random(seed, 2);
	int dice = walk_random(seed, 200);

	if (dice < 1) {
		assert_int_equal(rk_game_resign(game, seat), RK_GAME_OK);
	} else if (dice < 15) {
		assert_int_equal(rk_game_offer(game, seat), RK_GAME_OK);
		met.offers++;
	} else if (dice < 25 && rk_game_claimable(game) != RK_REASON_NONE) {
		assert_int_equal(rk_game_claim(game), RK_GAME_OK);
	}
	if (!rk_game_is_over(game))
		rk_game_flag(game, played.now);
}

static void play_game(int number, const struct rk_rules *rules, uint64_t *seed)
{
	static const struct rk_clock clocks[] = {
		{0, 0, 0},
		{30000, 0, 0},
		{20000, 500, 0},
		{20000, 100, 800},
	};
	struct rk_game *game = &played.game;
	struct rk_pos start = unit_start(number, seed);
	int length = 20 + walk_random(seed, 80);

	start.casual = rules == &rk_rules_casual;
	start.minors = rules == &rk_rules_minors;
	if (start.casual)
		start.checkers = 0;
	rk_game_new(game, rules, rk_any_of(&start), events, MAX_EVENTS);
	rk_game_set_clock(game, &clocks[walk_random(seed, 4)]);
	played.plies = 0;
	played.shy = walk_random(seed, 8) == 0;
	played.last[0] = played.last[1] = RK_NO_MOVE;
	played.now = 1000;
	rk_game_start_clock(game, played.now);
	while (!rk_game_is_over(game) && (int)played.plies < length) {
		say_something(seed);
		if (!rk_game_is_over(game))
			play_ply(seed);
	}
	played.states[played.plies] = state_of(game);
	met.reasons[game->outcome.reason]++;
	met.plies += played.plies;
}

static void go_back(uint32_t from, uint32_t to)
{
	struct rk_game *game = &played.game;

	assert_int_equal(rk_game_undo(game, from - to), RK_GAME_OK);
	same_state(game, &played.states[to]);
	assert_int_equal(rk_game_plies(game), to);
	assert_int_equal(rk_game_redo_plies(game), played.plies - to);
}

static void go_on(uint32_t from, uint32_t to)
{
	struct rk_game *game = &played.game;

	assert_int_equal(rk_game_redo(game, to - from), RK_GAME_OK);
	same_state(game, &played.states[to]);
	assert_int_equal(rk_game_plies(game), to);
	assert_int_equal(rk_game_redo_plies(game), played.plies - to);
}

/* Ply by ply, then all at once, then somewhere and back. */
static void back_and_forth(uint64_t *seed)
{
	struct rk_game *game = &played.game;
	uint32_t plies = played.plies;
	uint32_t middle;

	assert_int_equal(rk_game_undo(game, plies + 1), RK_GAME_NO_HISTORY);
	assert_int_equal(rk_game_redo(game, 1), RK_GAME_NO_HISTORY);
	same_state(game, &played.states[plies]);
	if (!plies)
		return;
	for (uint32_t ply = plies; ply > 0; ply--)
		go_back(ply, ply - 1);
	assert_int_equal(rk_game_undo(game, 1), RK_GAME_NO_HISTORY);
	assert_int_equal(rk_game_redo(game, plies + 1), RK_GAME_NO_HISTORY);
	same_state(game, &played.states[0]);
	for (uint32_t ply = 0; ply < plies; ply++)
		go_on(ply, ply + 1);
	go_back(plies, 0);
	go_on(0, plies);
	middle = (uint32_t)walk_random(seed, (int)plies);
	go_back(plies, middle);
	go_on(middle, plies);
}

static void play_games(const struct rk_rules *rules, uint64_t seed)
{
	int games = walk_is_quick() ? 2000 : 10000;

	memset(&met, 0, sizeof(met));
	for (int game = 0; game < games; game++) {
		play_game(game, rules, &seed);
		back_and_forth(&seed);
	}
	print_message("%d games, %ld plies: %d castlings, %d en passant, "
		      "%d promotions, %d offers\n",
		      games, met.plies, met.kinds[RK_CASTLING],
		      met.kinds[RK_EN_PASSANT], met.kinds[RK_PROMOTION],
		      met.offers);
	for (int reason = 0; reason < RK_REASONS; reason++)
		print_message("%5d %s\n", met.reasons[reason],
			      rk_reason_text((enum rk_reason)reason));
	for (int kind = 0; kind <= RK_CASTLING; kind++)
		assert_true(met.kinds[kind] > 0);
	assert_true(met.offers > 0);
	assert_true(met.reasons[RK_REASON_NONE] > 0);
	assert_true(met.reasons[RK_REASON_RESIGNATION] > 0);
	assert_true(met.reasons[RK_REASON_AGREEMENT] > 0);
	assert_true(met.reasons[RK_REASON_TIME] > 0);
	assert_true(met.reasons[RK_REASON_THREEFOLD] > 0);
	assert_true(met.reasons[RK_REASON_FIVEFOLD] > 0);
	assert_true(met.reasons[RK_REASON_FIFTY] > 0);
	assert_true(met.reasons[RK_REASON_SEVENTY_FIVE] > 0);
}

static void test_standard_games(void **state)
{
	(void)state;
	play_games(&rk_rules_standard, 51);
	assert_true(met.reasons[RK_REASON_CHECKMATE] > 0);
	assert_true(met.reasons[RK_REASON_STALEMATE] > 0);
	assert_true(met.reasons[RK_REASON_INSUFFICIENT] > 0);
	assert_true(met.reasons[RK_REASON_TIME_DRAW] > 0);
	assert_int_equal(met.reasons[RK_REASON_KING_TAKEN], 0);
}

static void test_casual_games(void **state)
{
	(void)state;
	play_games(&rk_rules_casual, 52);
	assert_true(met.reasons[RK_REASON_KING_TAKEN] > 0);
	assert_int_equal(met.reasons[RK_REASON_CHECKMATE], 0);
	assert_int_equal(met.reasons[RK_REASON_INSUFFICIENT], 0);
	assert_int_equal(met.reasons[RK_REASON_TIME_DRAW], 0);
}

static void test_minors_games(void **state)
{
	(void)state;
	play_games(&rk_rules_minors, 54);
	assert_true(met.reasons[RK_REASON_CHECKMATE] > 0);
	assert_true(met.reasons[RK_REASON_INSUFFICIENT] > 0);
	assert_int_equal(met.reasons[RK_REASON_KING_TAKEN], 0);
}

/* A game appended event by event is the game. */
static void test_append_all(void **state)
{
	uint64_t seed = 53;

	(void)state;
	for (int number = 0; number < 200; number++) {
		struct rk_game copy, *game = &played.game;

		play_game(number,
			  number % 2 ? &rk_rules_casual : &rk_rules_standard,
			  &seed);
		rk_game_new(&copy, game->rules, &game->start, more_events,
			    MAX_EVENTS);
		rk_game_set_clock(&copy, &game->clock);
		for (uint32_t i = 0; i < game->length; i++)
			assert_int_equal(rk_game_append(&copy, events[i]),
					 RK_GAME_OK);
		copy.log = game->log;
		same_state(&copy, &played.states[played.plies]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_standard_games),
		cmocka_unit_test(test_casual_games),
		cmocka_unit_test(test_minors_games),
		cmocka_unit_test(test_append_all),
	};

	return cmocka_run_group_tests_name("undo", tests, NULL, NULL);
}
