/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Whole games of four players by chance, through struct rk_game. Every game
 * comes to an end, and somebody can move until then; points only grow, and
 * who wins has earned it. Repetitions are counted as the second rule book
 * counts them. Taking back and playing again brings every state back, byte
 * for byte.
 */
#include "tests/unit/unit.h"

#include "rookery/game.h"
#include "tests/oracle/four_compare.h"
#include "tests/oracle/four_walk.h"

#define MAX_EVENTS 6000
#define KEPT_EVENTS 240

static struct rk_event events[MAX_EVENTS];

/* The game at hand. */
static struct {
	struct rk_game game;
	uint64_t now;
	bool shy;  /* the players like to go back to where they were */
	int words; /* one in so many plies something is said */
	rk_any_move last[RK4_SEATS];
	/* In KEPT_EVENTS: as it was when so many events had happened. */
	struct rk_game states[KEPT_EVENTS + 1];
} played;

/* What was met in all games; nothing of it may be missing in the end. */
static struct {
	long plies;
	int walks;
	int offers;
	int declines;
	int reasons[FOUR_RULES][RK_REASONS];
} met;

static const struct rk4_pos *four(void)
{
	return &played.game.pos.four;
}

static void begin(int number, enum four_rules rules, uint64_t *seed)
{
	static const struct rk_clock clocks[] = {
		{0, 0, 0},
		{0, 0, 0},
		{15000, 0, 0},
		{5000, 100, 200},
	};
	struct four_pos start;
	struct rk4_pos pos;

	four_walk_start(&start, rules, number % FOUR_WALK_KINDS,
			number / FOUR_WALK_KINDS, seed);
	four_compare_fill(&pos, &start, 1);
	rk_game_new(&played.game, four_compare_rows[rules], unit_any_four(&pos),
		    events, MAX_EVENTS);
	rk_game_set_clock(&played.game, &clocks[walk_random(seed, 4)]);
	played.shy = walk_random(seed, 8) == 0;
	played.words = walk_random(seed, 2) ? 20 : 200;
	played.now = 1000;
	memset(played.last, 0, sizeof(played.last));
	rk_game_start_clock(&played.game, played.now);
}

/* Words between the moves, some of which end the game. */
static void say_something(uint64_t *seed)
{
	struct rk_game *game = &played.game;
	int seat = walk_random(seed, RK4_SEATS);
	bool active = game->rules->active(&game->pos) >> seat & 1;
	enum rk_game_error expected = active ? RK_GAME_OK : RK_GAME_ILLEGAL;

	switch (walk_random(seed, played.words)) {
	case 0:
		assert_int_equal(rk_game_resign(game, seat), expected);
		break;
	case 1:
	case 2:
	case 3:
	case 4:
		assert_int_equal(rk_game_offer(game, seat), expected);
		met.offers += active;
		break;
	case 5:
		assert_int_equal(rk_game_decline(game, seat), expected);
		met.declines += active;
		break;
	case 6:
		/* all of them agree */
		for (seat = 0; seat < RK4_SEATS && !walk_random(seed, 4);
		     seat++)
			rk_game_offer(game, seat);
		break;
	case 7:
		if (rk_game_claimable(game) != RK_REASON_NONE)
			assert_int_equal(rk_game_claim(game), RK_GAME_OK);
		break;
	}
	played.now += (uint64_t)walk_random(seed, 300);
	if (!rk_game_is_over(game))
		rk_game_flag(game, played.now);
}

static bool is_reverse(rk_any_move move, rk_any_move last)
{
	return rk4_move_kind(move) == RK4_NORMAL && last &&
	       rk4_move_from(move) == rk4_move_to(last) &&
	       rk4_move_to(move) == rk4_move_from(last);
}

static bool is_rare(rk_any_move move)
{
	return rk4_move_kind(move) != RK4_NORMAL || rk4_move_promoted(move) ||
	       rk4_type(four()->board[rk4_move_to(move)]) == RK_KING;
}

static rk_any_move choose(const rk_any_move *list, int count, uint64_t *seed)
{
	rk_any_move last = played.last[rk_game_turn(&played.game)];

	for (int i = 0; i < count; i++)
		if (played.shy ? is_reverse(list[i], last)
			       : is_rare(list[i]) && walk_random(seed, 2))
			return list[i];
	return list[walk_random(seed, count)];
}

/* There is somebody to move, who has a move, and somebody else to play with. */
static void play_ply(uint64_t *seed)
{
	static rk_any_move list[RK4_MAX_MOVES];
	struct rk_game *game = &played.game;
	int count = game->rules->moves(&game->pos, list);
	unsigned int active = game->rules->active(&game->pos);
	int turn = rk_game_turn(game);
	rk_any_move move;

	assert_true(count > 0);
	assert_true(active & (active - 1));
	assert_int_equal(game->rules->walks(&game->pos), !(active >> turn & 1));
	met.walks += game->rules->walks(&game->pos);
	move = choose(list, count, seed);
	played.last[turn] = move;
	played.now += (uint64_t)walk_random(seed, 300);
	assert_int_equal(rk_game_play(game, move, played.now), RK_GAME_OK);
	met.plies++;
}

/* ---- Every game ends ---- */

/* Those who have the most points, or who are left. */
static unsigned int expected_winners(enum four_rules rules)
{
	const struct rk4_pos *pos = four();
	unsigned int best = 0;
	int most = -1;

	if (rules == FOUR_LAST)
		return ~(unsigned int)pos->left & 15;
	if (rules == FOUR_TEAMS)
		return pos->left & 5 ? 10 : 5;
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		if (pos->points[seat] > most)
			best = 0;
		if (pos->points[seat] < most)
			continue;
		most = pos->points[seat];
		best |= 1u << seat;
	}
	return best;
}

static bool is_draw(enum four_rules rules, int reason)
{
	return rules >= FOUR_LAST && reason >= RK_REASON_STALEMATE;
}

static void check_outcome(enum four_rules rules)
{
	const struct rk_game *game = &played.game;
	struct rk_outcome outcome = game->outcome;
	struct rk_outcome status = game->rules->status(&game->pos);
	unsigned int expected = expected_winners(rules);

	if (is_draw(rules, outcome.reason))
		expected = 0;
	assert_int_equal(outcome.winners, expected);
	assert_int_equal(status.winners, outcome.winners);
	assert_int_equal(status.reason, outcome.reason);
	if (rules == FOUR_LAST && expected)
		assert_false(expected & (expected - 1));
	assert_int_equal(rk_game_resign(&played.game, 0), RK_GAME_OVER);
	met.reasons[rules][outcome.reason]++;
}

static void points_grow(int16_t before[RK4_SEATS])
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		assert_true(four()->points[seat] >= before[seat]);
	memcpy(before, four()->points, sizeof(four()->points));
}

static void play_to_the_end(int number, enum four_rules rules, uint64_t *seed)
{
	int16_t points[RK4_SEATS];

	begin(number, rules, seed);
	memcpy(points, four()->points, sizeof(points));
	while (!rk_game_is_over(&played.game)) {
		assert_true(played.game.length < MAX_EVENTS - 8);
		say_something(seed);
		if (!rk_game_is_over(&played.game))
			play_ply(seed);
		points_grow(points);
	}
	check_outcome(rules);
}

static void print_met(int games)
{
	print_message("%d games, %ld plies, %d of walking kings, %d offers, "
		      "%d declined\n",
		      games, met.plies, met.walks, met.offers, met.declines);
	for (int reason = 1; reason < RK_REASONS; reason++)
		print_message("%6d %6d %6d %6d %s\n", met.reasons[0][reason],
			      met.reasons[1][reason], met.reasons[2][reason],
			      met.reasons[3][reason],
			      rk_reason_text((enum rk_reason)reason));
}

/*
 * How games can end. A king is the last to be taken only where more than two
 * move: in teams, and where one walks.
 */
static const uint8_t usual_ends[] = {
	RK_REASON_CHECKMATE, RK_REASON_RESIGNATION,  RK_REASON_TIME,
	RK_REASON_STALEMATE, RK_REASON_INSUFFICIENT, RK_REASON_THREEFOLD,
	RK_REASON_FIFTY,     RK_REASON_AGREEMENT,
};

static void test_all_end(void **state)
{
	int games = walk_is_quick() ? 1000 : 20000;
	uint64_t seed = 20;

	(void)state;
	memset(&met, 0, sizeof(met));
	for (int game = 0; game < games; game++)
		play_to_the_end(game / FOUR_RULES,
				(enum four_rules)(game % FOUR_RULES), &seed);
	print_met(games);
	assert_true(met.walks && met.offers && met.declines);
	if (walk_is_quick())
		return;
	for (int rules = 0; rules < FOUR_RULES; rules++)
		for (size_t i = 0; i < COUNT(usual_ends); i++)
			assert_true(met.reasons[rules][usual_ends[i]] > 0);
	assert_true(met.reasons[FOUR_FFA][RK_REASON_KING_TAKEN] > 0);
	assert_true(met.reasons[FOUR_TEAMS][RK_REASON_KING_TAKEN] > 0);
	assert_true(met.reasons[FOUR_FFA][RK_REASON_LEAD] > 0);
	assert_true(met.reasons[FOUR_STILL][RK_REASON_LEAD] > 0);
}

/* ---- Back and forth ---- */

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

static void same_state(uint32_t happened)
{
	struct rk_game state = state_of(&played.game);

	assert_int_equal(played.game.now, happened);
	assert_memory_equal(&state, &played.states[happened], sizeof(state));
}

/* The states between the events of a game, which need not come to an end. */
static void play_and_keep(int number, enum four_rules rules, uint64_t *seed)
{
	struct rk_game *game = &played.game;
	int length = 20 + walk_random(seed, KEPT_EVENTS - 40);

	begin(number, rules, seed);
	played.states[0] = state_of(game);
	while (!rk_game_is_over(game) && (int)game->length < length) {
		uint32_t before = game->now;

		if (walk_random(seed, 2))
			say_something(seed);
		else
			play_ply(seed);
		if (game->now > before)
			played.states[game->now] = state_of(game);
		/* what is said twice at once leaves a state out: once more */
		for (uint32_t i = before + 1; i < game->now; i++) {
			rk_game_rewind(game, i);
			played.states[i] = state_of(game);
			rk_game_rewind(game, game->length);
		}
	}
}

static bool is_move(uint32_t event)
{
	return rk_event_kind(events[event]) == RK_EVENT_MOVE;
}

static bool walks_in(uint32_t happened)
{
	const struct rk_game *state = &played.states[happened];

	return !state->outcome.reason && state->rules->walks(&state->pos);
}

static uint32_t count_moves(uint32_t from, uint32_t to)
{
	uint32_t count = 0;

	for (uint32_t i = from; i < to; i++)
		count += is_move(i);
	return count;
}

/* To before the last moves, and on to where a player has the turn. */
static void go_back(uint32_t plies)
{
	uint32_t happened = played.game.now;

	assert_int_equal(rk_game_undo(&played.game, plies), RK_GAME_OK);
	while (plies)
		plies -= is_move(--happened);
	while (happened && walks_in(happened))
		happened--;
	same_state(happened);
	assert_int_equal(rk_game_plies(&played.game), count_moves(0, happened));
	assert_int_equal(rk_game_redo_plies(&played.game),
			 count_moves(happened, played.game.length));
}

/* Of the places after a move and before the next, the last without a walk. */
static uint32_t stop_after(uint32_t moved)
{
	uint32_t end = moved, stop;

	while (end < played.game.length && !is_move(end))
		end++;
	if (end == played.game.length)
		return end;
	for (stop = end; stop >= moved; stop--)
		if (!walks_in(stop))
			return stop;
	return end;
}

static void go_on(uint32_t plies)
{
	uint32_t happened = played.game.now;
	uint32_t length = played.game.length;

	assert_int_equal(rk_game_redo(&played.game, plies), RK_GAME_OK);
	do {
		while (plies)
			plies -= is_move(happened++);
		happened = stop_after(happened);
		plies = 1;
	} while (happened < length && walks_in(happened));
	same_state(happened);
}

/* Back, and on again by as many plies as that was: all is as before. */
static void there_and_back(uint32_t plies)
{
	uint32_t now = played.game.now, on = rk_game_redo_plies(&played.game);

	go_back(plies);
	go_on(rk_game_redo_plies(&played.game) - on);
	same_state(now);
}

/* To both ends, and to places between them; some games ply by ply. */
static void back_and_forth(bool every_ply, uint64_t *seed)
{
	struct rk_game *game = &played.game;
	uint32_t length = game->length;
	uint32_t plies = rk_game_plies(game);

	assert_int_equal(rk_game_undo(game, plies + 1), RK_GAME_NO_HISTORY);
	assert_int_equal(rk_game_redo(game, 1), RK_GAME_NO_HISTORY);
	same_state(length);
	if (!plies)
		return;
	go_back(plies);
	go_on(rk_game_redo_plies(game));
	assert_int_equal(game->now, length);
	for (int i = 0; i < 4; i++) {
		uint32_t back = rk_game_plies(game), on;

		if (back)
			go_back(1 + (uint32_t)walk_random(seed, (int)back));
		on = rk_game_redo_plies(game);
		if (on)
			go_on(1 + (uint32_t)walk_random(seed, (int)on));
		if (rk_game_plies(game))
			there_and_back(rk_game_plies(game));
	}
	while (every_ply && rk_game_redo_plies(game))
		go_on(1);
	while (every_ply && rk_game_plies(game))
		go_back(1);
	if (rk_game_redo_plies(game))
		go_on(rk_game_redo_plies(game));
	same_state(length);
}

static void test_undo(void **state)
{
	int games = walk_is_quick() ? 250 : 5000;
	uint64_t seed = 21;

	(void)state;
	memset(&met, 0, sizeof(met));
	for (int game = 0; game < games; game++) {
		enum four_rules rules = (enum four_rules)(game % FOUR_RULES);

		play_and_keep(game / FOUR_RULES, rules, &seed);
		met.reasons[rules][played.game.outcome.reason]++;
		back_and_forth(game % 32 < 4, &seed);
	}
	print_met(games);
	assert_true(met.walks && met.offers && met.declines);
	assert_true(met.reasons[FOUR_FFA][RK_REASON_NONE] > 0);
	assert_true(met.reasons[FOUR_TEAMS][RK_REASON_RESIGNATION] > 0);
	assert_true(met.reasons[FOUR_FFA][RK_REASON_AGREEMENT] > 0);
}

/* ---- Repetitions, as the second rule book counts them ---- */

static struct four_pos history[MAX_EVENTS];

static int times_seen(int count)
{
	int times = 0;

	for (int i = 0; i < count; i++)
		times += four_same(&history[i], &history[count - 1]);
	return times;
}

static const struct four_move *find_move(const struct four_list *list,
					 rk_any_move move)
{
	for (int i = 0; i < list->count; i++)
		if (four_compare_move(&list->move[i]) == move)
			return &list->move[i];
	fail_msg("%x is not legal for the oracle", (unsigned int)move);
	return NULL;
}

static void follow_game(uint64_t *seed)
{
	static struct four_list list;
	struct rk_game *game = &played.game;
	int count = 1;

	while (!rk_game_is_over(game) && count < 400) {
		struct four_pos *after = &history[count];
		const struct four_pos *before = &history[count - 1];

		play_ply(seed);
		four_moves(before, before->turn, &list);
		four_make(after, before,
			  find_move(&list, rk_game_last_move(game)));
		four_settle(after, before);
		count++;
		if (!after->end && times_seen(count) >= 3)
			four_draw(after, FOUR_REPETITION);
		four_compare_pos("game", four(), after);
		assert_int_equal(game->outcome.reason,
				 four_compare_reason(after->end));
	}
}

static void test_repetitions(void **state)
{
	int games = walk_is_quick() ? 40 : 800;
	uint64_t seed = 22;

	(void)state;
	memset(&met, 0, sizeof(met));
	for (int game = 0; game < games; game++) {
		enum four_rules rules = (enum four_rules)(game % FOUR_RULES);
		uint64_t start = seed;

		begin(game / FOUR_RULES, rules, &seed);
		four_walk_start(&history[0], rules,
				game / FOUR_RULES % FOUR_WALK_KINDS,
				game / FOUR_RULES / FOUR_WALK_KINDS, &start);
		played.shy = game % 8 < 4;
		follow_game(&seed);
		met.reasons[rules][played.game.outcome.reason]++;
	}
	print_met(games);
	for (int rules = 0; rules < FOUR_RULES; rules++)
		assert_true(met.reasons[rules][RK_REASON_THREEFOLD] > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_end),
		cmocka_unit_test(test_undo),
		cmocka_unit_test(test_repetitions),
	};

	return cmocka_run_group_tests_name("games of four", tests, NULL, NULL);
}
