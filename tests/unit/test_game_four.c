/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Games of four players: what happens when one leaves and the others play on,
 * kings that walk, draws of those who are left, points, and going back and
 * forth through all of it.
 */
#include "tests/unit/unit.h"

#include "rookery/game.h"

#define MAX_EVENTS 400

static struct rk_event events[MAX_EVENTS];
static struct rk_event more_events[MAX_EVENTS];
static rk_any_move list[RK_ANY_MAX_MOVES];
static struct rk_game game;

enum {
	RED = 1 << RK4_RED,
	BLUE = 1 << RK4_BLUE,
	YELLOW = 1 << RK4_YELLOW,
	GREEN = 1 << RK4_GREEN,
};

/* Red's king on d1 can go to e1 alone: a rook of Green attacks rank 2. */
#define ONE_WAY \
	"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/bK,13/14/14/" \
	"13,gK/14/14/14/14/14/10,gR,3/3,rK,10"
/* Red mates Blue with Ri4-i11. */
#define MATE \
	"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/bK,13/10,rR,3/14/" \
	"13,gK/14/14/14/8,rR,5/14/14/7,rK,6"
/* Kings and a rook, so that nothing but repetition is a draw. */
#define KINGS \
	"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/" \
	"bK,12,gK/14/14/14/8,rR,5/14/14/7,rK,6"

static void new_game(const struct rk_rules *rules, const char *fen)
{
	union rk_any_pos start;

	memset(&start, 0, sizeof(start));
	unit_read_as(&start, rules, fen);
	rk_game_new(&game, rules, &start, events, MAX_EVENTS);
}

static void play(const char *text)
{
	rk_any_move move;

	assert_int_equal(game.rules->read_move(&move, &game.pos, text,
					       strlen(text)),
			 RK_NOTATION_OK);
	assert_int_equal(rk_game_play(&game, move, 0), RK_GAME_OK);
}

static void walk(void)
{
	assert_true(game.rules->walks(&game.pos));
	assert_int_equal(rk_game_play(&game,
				      rk_game_random_move(&game, list, 1), 0),
			 RK_GAME_OK);
}

static void expect(int reason, int winners)
{
	assert_int_equal(game.outcome.reason, reason);
	assert_int_equal(game.outcome.winners, winners);
}

static void expect_points(int red, int blue, int yellow, int green)
{
	const int points[] = {red, blue, yellow, green};

	for (int seat = 0; seat < RK4_SEATS; seat++)
		assert_int_equal(game.rules->points(&game.pos, seat),
				 points[seat]);
}

static void expect_turn(int seat, unsigned int active)
{
	assert_int_equal(rk_game_turn(&game), seat);
	assert_int_equal(game.rules->active(&game.pos), active);
}

/* On his turn: the king walks at once. */
static void test_resignation(void **state)
{
	(void)state;
	new_game(&rk_rules_ffa, ONE_WAY);
	assert_int_equal(rk_game_resign(&game, RK4_RED), RK_GAME_OK);
	expect(RK_REASON_NONE, 0);
	expect_turn(RK4_RED, BLUE | YELLOW | GREEN);
	walk();
	expect_turn(RK4_BLUE, BLUE | YELLOW | GREEN);
	assert_int_equal(game.rules->cell(&game.pos, 4),
			 rk_cell(RK4_RED, RK_KING));
	/* who has left has nothing to say */
	assert_int_equal(rk_game_resign(&game, RK4_RED), RK_GAME_ILLEGAL);
	assert_int_equal(rk_game_offer(&game, RK4_RED), RK_GAME_ILLEGAL);
	assert_int_equal(rk_game_decline(&game, RK4_RED), RK_GAME_ILLEGAL);
	assert_int_equal(game.length, 2);
}

/* Nobody is left to think at the turn of a king that walks. */
static void test_undo_of_a_walk(void **state)
{
	(void)state;
	new_game(&rk_rules_ffa, ONE_WAY);
	rk_game_resign(&game, RK4_RED);
	walk();
	play("a11a10");
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_BLUE, BLUE | YELLOW | GREEN);
	assert_int_equal(game.now, 2);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_RED, RED | BLUE | YELLOW | GREEN);
	assert_int_equal(game.now, 0);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_NO_HISTORY);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_BLUE, BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_YELLOW, BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_undo(&game, 2), RK_GAME_OK);
	assert_int_equal(game.now, 0);
}

/* Out of turn: taking back the walk takes back the move before it. */
static void test_undo_out_of_turn(void **state)
{
	(void)state;
	new_game(&rk_rules_ffa, KINGS);
	rk_game_resign(&game, RK4_GREEN);
	expect_turn(RK4_RED, RED | BLUE | YELLOW);
	play("i4i5");
	play("a8a9");
	play("g14f14");
	walk();
	expect_turn(RK4_RED, RED | BLUE | YELLOW);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_YELLOW, RED | BLUE | YELLOW);
	assert_int_equal(game.now, 3);
	/* back to Red, with the walk that would otherwise be drawn anew */
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_RED, RED | BLUE | YELLOW);
	assert_int_equal(game.now, 5);
}

static void test_army_that_stands_still(void **state)
{
	(void)state;
	new_game(&rk_rules_still, ONE_WAY);
	rk_game_resign(&game, RK4_RED);
	expect_turn(RK4_BLUE, BLUE | YELLOW | GREEN);
	assert_false(game.rules->walks(&game.pos));
	play("a11a10");
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	assert_int_equal(game.now, 1);
}

/* A resignation that was taken back without a move, with moves after it. */
static void test_redo_without_the_resignation(void **state)
{
	(void)state;
	new_game(&rk_rules_still, KINGS);
	play("i4i5");
	rk_game_resign(&game, RK4_BLUE);
	play("g14f14");
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_YELLOW, RED | YELLOW | GREEN);
	assert_int_equal(rk_game_undo(&game, 0), RK_GAME_OK);
	expect_turn(RK4_BLUE, RED | BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_RED, RED | BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_BLUE, RED | BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_redo_plies(&game), 0);
	play("a8a9");
	expect_turn(RK4_YELLOW, RED | BLUE | YELLOW | GREEN);
}

/* Where a king walked, `redo` stops where `undo` does. */
static void test_redo_before_a_walk(void **state)
{
	(void)state;
	new_game(&rk_rules_ffa, KINGS);
	play("i4i5");
	rk_game_resign(&game, RK4_BLUE);
	walk();
	play("g14f14");
	assert_int_equal(rk_game_undo(&game, 2), RK_GAME_OK);
	expect_turn(RK4_BLUE, RED | BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_RED, RED | BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_BLUE, RED | BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_YELLOW, RED | YELLOW | GREEN);
	assert_int_equal(rk_game_redo(&game, 1), RK_GAME_OK);
	expect_turn(RK4_GREEN, RED | YELLOW | GREEN);
}

/* The last two: the other one is paid 20, and who has most wins. */
static void test_resignation_of_the_last_but_one(void **state)
{
	(void)state;
	new_game(&rk_rules_ffa, KINGS);
	play("i4i5");
	rk_game_resign(&game, RK4_GREEN);
	rk_game_resign(&game, RK4_YELLOW);
	expect(RK_REASON_NONE, 0);
	rk_game_resign(&game, RK4_BLUE);
	expect(RK_REASON_RESIGNATION, RED);
	/* 20 for Blue, and for each of the two kings that walk */
	expect_points(60, 0, 0, 0);
	assert_int_equal(rk_game_resign(&game, RK4_RED), RK_GAME_OVER);
	/* no more than what ended the game */
	assert_int_equal(rk_game_undo(&game, 0), RK_GAME_OK);
	expect_turn(RK4_BLUE, RED | BLUE);
	assert_int_equal(rk_game_redo(&game, 0), RK_GAME_OK);
	expect(RK_REASON_RESIGNATION, RED);
	/* all three resignations came after the only move */
	assert_int_equal(rk_game_undo(&game, 1), RK_GAME_OK);
	assert_int_equal(game.now, 0);
	rk_game_redo(&game, 1);
	expect(RK_REASON_RESIGNATION, RED);
	expect_points(60, 0, 0, 0);
}

/* A king that begins to walk a round later, as some records have it. */
static void test_staying(void **state)
{
	struct rk_event stay = rk_event_new(RK_EVENT_STAY, RK4_RED, 0, 0);

	(void)state;
	new_game(&rk_rules_ffa, ONE_WAY);
	assert_int_equal(rk_game_append(&game, stay), RK_GAME_ILLEGAL);
	rk_game_resign(&game, RK4_RED);
	expect_turn(RK4_RED, BLUE | YELLOW | GREEN);
	assert_int_equal(rk_game_append(&game, stay), RK_GAME_OK);
	expect_turn(RK4_BLUE, BLUE | YELLOW | GREEN);
	/* once only, and by nobody else */
	assert_int_equal(rk_game_append(&game, stay), RK_GAME_ILLEGAL);
	stay = rk_event_new(RK_EVENT_STAY, RK4_BLUE, 0, 0);
	assert_int_equal(rk_game_append(&game, stay), RK_GAME_ILLEGAL);
	rk_game_rewind(&game, 1);
	expect_turn(RK4_RED, BLUE | YELLOW | GREEN);
	rk_game_rewind(&game, 2);
	expect_turn(RK4_BLUE, BLUE | YELLOW | GREEN);
}

static void test_teams_lose_together(void **state)
{
	(void)state;
	new_game(&rk_rules_teams, ONE_WAY);
	rk_game_resign(&game, RK4_YELLOW);
	expect(RK_REASON_RESIGNATION, BLUE | GREEN);
	new_game(&rk_rules_teams, ONE_WAY);
	assert_null(game.rules->points);
	assert_int_equal(rk_game_append(&game, rk_event_new(RK_EVENT_FLAG,
							    RK4_BLUE, 0, 0)),
			 RK_GAME_OK);
	expect(RK_REASON_TIME, RED | YELLOW);
}

static void test_agreement(void **state)
{
	(void)state;
	new_game(&rk_rules_ffa, ONE_WAY);
	rk_game_resign(&game, RK4_RED);
	rk_game_offer(&game, RK4_BLUE);
	rk_game_offer(&game, RK4_GREEN);
	/* a king that walks declines nothing */
	walk();
	assert_int_equal(game.offers, BLUE | GREEN);
	expect(RK_REASON_NONE, 0);
	rk_game_offer(&game, RK4_YELLOW);
	expect(RK_REASON_AGREEMENT, BLUE | YELLOW | GREEN);
	expect_points(0, 20, 20, 20);
	/* a move declines what the others offer */
	new_game(&rk_rules_ffa, ONE_WAY);
	rk_game_offer(&game, RK4_RED);
	rk_game_offer(&game, RK4_BLUE);
	play("d1e1");
	assert_int_equal(game.offers, RED);
}

/* Partners win for both; others who are level have a half each. */
static void test_score(void **state)
{
	struct rk_score score = {{0}};

	(void)state;
	new_game(&rk_rules_teams, ONE_WAY);
	rk_game_resign(&game, RK4_RED);
	rk_score_add(&score, &game);
	assert_memory_equal(score.halves, ((uint32_t[4]){0, 2, 0, 2}), 16);
	new_game(&rk_rules_ffa, ONE_WAY);
	rk_game_resign(&game, RK4_RED);
	rk_game_offer(&game, RK4_BLUE);
	rk_game_offer(&game, RK4_YELLOW);
	rk_game_offer(&game, RK4_GREEN);
	expect(RK_REASON_AGREEMENT, BLUE | YELLOW | GREEN);
	rk_score_add(&score, &game);
	assert_memory_equal(score.halves, ((uint32_t[4]){0, 3, 1, 3}), 16);
}

/* The only one who did not agree leaves. */
static void test_agreement_of_the_rest(void **state)
{
	(void)state;
	new_game(&rk_rules_ffa, KINGS);
	rk_game_offer(&game, RK4_RED);
	rk_game_offer(&game, RK4_BLUE);
	rk_game_offer(&game, RK4_YELLOW);
	expect(RK_REASON_NONE, 0);
	rk_game_resign(&game, RK4_GREEN);
	expect(RK_REASON_AGREEMENT, RED | BLUE | YELLOW);
	expect_points(20, 20, 20, 0);
}

static void test_flag(void **state)
{
	const struct rk_clock clock = {60000, 2000, 0};

	(void)state;
	new_game(&rk_rules_ffa, ONE_WAY);
	rk_game_set_clock(&game, &clock);
	rk_game_start_clock(&game, 1000);
	assert_false(rk_game_flag(&game, 60999));
	assert_true(rk_game_flag(&game, 61000));
	expect(RK_REASON_NONE, 0);
	expect_turn(RK4_RED, BLUE | YELLOW | GREEN);
	/* kings that walk have no clock */
	assert_false(rk_game_flag(&game, 500000));
	assert_int_equal(rk_game_time_left(&game, RK4_RED, 500000), 0);
	assert_int_equal(
		rk_game_play(&game, rk_game_random_move(&game, list, 7), 61500),
		RK_GAME_OK);
	assert_int_equal(game.left[RK4_RED], 0);
	assert_int_equal(rk_game_time_left(&game, RK4_BLUE, 61500), 60000);
	assert_int_equal(rk_game_time_left(&game, RK4_BLUE, 71500), 50000);
	assert_true(rk_game_flag(&game, 121500));
	expect_turn(RK4_BLUE, YELLOW | GREEN);
}

/* Mate, points and all are taken back, byte for byte. */
static void test_elimination(void **state)
{
	union rk_any_pos after;

	(void)state;
	new_game(&rk_rules_ffa, MATE);
	play("i4i11");
	expect(RK_REASON_NONE, 0);
	expect_turn(RK4_YELLOW, RED | YELLOW | GREEN);
	expect_points(20, 0, 0, 0);
	after = game.pos;
	assert_int_equal(rk_game_resign(&game, RK4_BLUE), RK_GAME_ILLEGAL);
	rk_game_undo(&game, 1);
	assert_memory_equal(&game.pos, &game.start, sizeof(game.pos));
	rk_game_redo(&game, 1);
	assert_memory_equal(&game.pos, &after, sizeof(after));
}

/* Everybody away and back, so often. */
static void shuffle(int times, bool green)
{
	while (times--) {
		play("h1h2");
		play("a8a9");
		play("g14f14");
		if (green)
			play("n8n9");
		play("h2h1");
		play("a9a8");
		play("f14g14");
		if (green)
			play("n9n8");
	}
}

static void test_repetition(void **state)
{
	(void)state;
	new_game(&rk_rules_ffa, KINGS);
	shuffle(1, true);
	assert_int_equal(rk_game_repetitions(&game), 2);
	expect(RK_REASON_NONE, 0);
	shuffle(1, true);
	assert_int_equal(rk_game_repetitions(&game), 3);
	expect(RK_REASON_THREEFOLD, RED | BLUE | YELLOW | GREEN);
	expect_points(10, 10, 10, 10);
	rk_game_undo(&game, 1);
	expect(RK_REASON_NONE, 0);
	expect_points(0, 0, 0, 0);
	rk_game_redo(&game, 1);
	expect(RK_REASON_THREEFOLD, RED | BLUE | YELLOW | GREEN);
}

/* With one player less no position is as before. */
static void test_leaving_ends_repetition(void **state)
{
	(void)state;
	new_game(&rk_rules_still, KINGS);
	shuffle(1, true);
	rk_game_resign(&game, RK4_GREEN);
	assert_int_equal(rk_game_repetitions(&game), 1);
	shuffle(1, false);
	assert_int_equal(rk_game_repetitions(&game), 2);
	expect(RK_REASON_NONE, 0);
	shuffle(1, false);
	expect(RK_REASON_THREEFOLD, RED | BLUE | YELLOW);
	expect_points(10, 10, 10, 0);
}

static void test_claim(void **state)
{
	static const char lead[] =
		"B-0,0,1,1-0,0,0,0-0,0,0,0-28,7,0,12-0-14/14/14/bK,13/14/14/14/"
		"14/14/14/8,rR,5/14/14/7,rK,6";

	(void)state;
	new_game(&rk_rules_ffa, lead);
	assert_int_equal(rk_game_claim(&game), RK_GAME_NO_CLAIM);
	play("a11a10");
	assert_int_equal(rk_game_claimable(&game), RK_REASON_LEAD);
	assert_int_equal(rk_game_claim(&game), RK_GAME_OK);
	expect(RK_REASON_LEAD, RED);
}

/* ---- Random games with everything in them ---- */

static union rk_any_pos snapshots[MAX_EVENTS + 1];

static void make_event(uint64_t *seed)
{
	unsigned int active = game.rules->active(&game.pos);
	int seat = walk_random(seed, RK4_SEATS);
	rk_any_move move;

	if (active >> seat & 1 && !walk_random(seed, 40)) {
		if (walk_random(seed, 2))
			rk_game_offer(&game, seat);
		else
			rk_game_resign(&game, seat);
		return;
	}
	move = rk_game_random_move(&game, list, (*seed)++);
	assert_int_equal(rk_game_play(&game, move, 0), RK_GAME_OK);
}

static bool compare_visit(void *self, const union rk_any_pos *pos,
			  struct rk_event event)
{
	uint32_t *at = self;

	assert_int_equal(event.what, events[*at].what);
	assert_memory_equal(pos, &snapshots[*at], game.rules->pos_size);
	++*at;
	return true;
}

static void expect_snapshot(void)
{
	assert_memory_equal(&game.pos, &snapshots[game.now],
			    game.rules->pos_size);
}

/* The same events, read from a file, are the same game. */
static void append_all(void)
{
	struct rk_game copy;

	rk_game_new(&copy, game.rules, &game.start, more_events, MAX_EVENTS);
	for (uint32_t i = 0; i < game.length; i++)
		assert_int_equal(rk_game_append(&copy, events[i]), RK_GAME_OK);
	assert_memory_equal(&copy.pos, &game.pos, game.rules->pos_size);
	assert_memory_equal(&copy.outcome, &game.outcome, sizeof(copy.outcome));
}

static void check_random_game(const struct rk_rules *rules, int number,
			      uint64_t *seed)
{
	union rk_any_pos start;
	struct rk_outcome outcome;
	uint32_t at = 0;

	memset(&start, 0, sizeof(start));
	rules->start(&start, number % RK4_STARTS);
	rk_game_new(&game, rules, &start, events, MAX_EVENTS);
	snapshots[0] = game.pos;
	while (!rk_game_is_over(&game) && game.length < MAX_EVENTS) {
		make_event(seed);
		snapshots[game.now] = game.pos;
	}
	outcome = game.outcome;
	append_all();
	rk_game_walk(&game, compare_visit, &at);
	assert_int_equal(at, game.length);
	while (!rk_game_undo(&game, 1)) {
		expect_snapshot();
		assert_false(rk_game_is_over(&game));
		assert_true(!game.now || !game.rules->walks(&game.pos));
	}
	assert_int_equal(rk_game_plies(&game), 0);
	while (!rk_game_redo(&game, 1))
		expect_snapshot();
	assert_int_equal(game.now, game.length);
	assert_memory_equal(&game.outcome, &outcome, sizeof(outcome));
}

static void test_random_games(void **state)
{
	const struct rk_rules *const rows[] = {
		&rk_rules_ffa,
		&rk_rules_still,
		&rk_rules_last,
		&rk_rules_teams,
	};
	uint64_t seed = 4;

	(void)state;
	for (int number = 0; number < 16; number++)
		check_random_game(rows[number % 4], number / 4, &seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_resignation),
		cmocka_unit_test(test_undo_of_a_walk),
		cmocka_unit_test(test_undo_out_of_turn),
		cmocka_unit_test(test_army_that_stands_still),
		cmocka_unit_test(test_redo_without_the_resignation),
		cmocka_unit_test(test_redo_before_a_walk),
		cmocka_unit_test(test_resignation_of_the_last_but_one),
		cmocka_unit_test(test_staying),
		cmocka_unit_test(test_teams_lose_together),
		cmocka_unit_test(test_agreement),
		cmocka_unit_test(test_score),
		cmocka_unit_test(test_agreement_of_the_rest),
		cmocka_unit_test(test_flag),
		cmocka_unit_test(test_elimination),
		cmocka_unit_test(test_repetition),
		cmocka_unit_test(test_leaving_ends_repetition),
		cmocka_unit_test(test_claim),
		cmocka_unit_test(test_random_games),
	};

	return cmocka_run_group_tests_name("game_four", tests, NULL, NULL);
}
