/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One engine and several kinds of games: which it knows, that nothing of one
 * kind is left for the next, that all stays within its memory whatever stands
 * on the board, and what the levels make of it.
 */
#include "rookery/levels.h"
#include "tests/unit/fence.h"

#define TABLE 65536
#define ALIVE "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-"

static const struct rk_rules *const fours[] = {
	&rk_rules_ffa,
	&rk_rules_still,
	&rk_rules_last,
	&rk_rules_teams,
};

/* Boards with more moves, and more to take, than any game has. */
static const char *const crowded[] = {
	ALIVE "3,yK,rQ,rQ,rQ,rQ,rQ,rQ,rQ,3/3,yQ,rQ,rQ,rQ,rQ,rQ,rQ,rQ,3/"
	      "3,yP,7,3/bK,11,rQ,gK/14/1,rQ,5,rQ,4,rQ,1/14/14/5,rQ,8/"
	      "14/1,rQ,9,rQ,2/14/3,rQ,6,1,3/3,rK,5,rQ,1,3",
	ALIVE "3,rQ,6,rQ,3/3,1,rQ,6,3/3,8,3/rQ,4,rQ,7,rQ/14/2,rQ,8,rQ,2/"
	      "yK,12,gK/14/14/1,rQ,3,rQ,6,rQ,1/14/3,2,rQ,3,rQ,1,3/"
	      "3,8,3/3,rK,6,bK,3",
	/* 856 moves. */
	ALIVE "3,yK,rQ,rQ,rQ,rQ,rQ,rQ,rQ,3/3,rQ,6,rQ,3/3,rQ,6,rQ,3/"
	      "rQ,rQ,rQ,8,rQ,rQ,rQ/rQ,12,rQ/rQ,7,rQ,4,rQ/rQ,12,rQ/rQ,12,rQ/"
	      "rQ,7,rQ,4,rQ/rQ,rQ,11,rQ/bK,rQ,rQ,8,rQ,rQ,gK/3,rQ,6,rQ,3/"
	      "3,rQ,6,rQ,3/3,rK,rQ,rQ,rQ,rQ,rQ,rQ,rQ,3",
};

struct fixture {
	struct unit_fence fence;
	struct rk_engine *engine;
	struct rk_thinker thinker;
	struct rk_platform platform;
	uint64_t sum; /* of what it told */
};

/* The table is the engine's own, in what is left. */
static void open_fixture_of(struct fixture *fixture, enum rk_profile profile,
			    size_t size)
{
	memset(fixture, 0, sizeof(*fixture));
	unit_fence_open(&fixture->fence,
			aligned_alloc(64, (FENCED(size) + 63) / 64 * 64), size);
	fixture->engine =
		rk_engine_new(fixture->fence.inside, size, profile, NULL);
	assert_non_null(fixture->engine);
	fixture->platform.engine = fixture->engine;
	rk_thinker_init(&fixture->thinker, &fixture->platform);
}

/* Enough for four players, too. */
static void open_fixture(struct fixture *fixture, enum rk_profile profile)
{
	open_fixture_of(fixture, profile,
			TABLE + (profile == RK_PROFILE_SMALL
					 ? rk_engine_bound_four()
					 : rk_engine_bound(profile)));
}

static void close_fixture(struct fixture *fixture)
{
	unit_fence_close(&fixture->fence);
}

static void hear(void *self, const struct rk_info *info)
{
	struct fixture *fixture = self;

	fixture->sum = fixture->sum * 31 + info->nodes;
	fixture->sum = fixture->sum * 31 + (uint64_t)info->score;
	for (int i = 0; i < info->move_count; i++)
		fixture->sum = fixture->sum * 31 + info->moves[i];
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	struct fixture *fixture = self;

	fixture->sum = fixture->sum * 31 + answer->best;
}

/* The starting position, with the engine itself or as a thinker. */
static uint64_t think(struct fixture *fixture, const struct rk_rules *rules,
		      bool as_thinker)
{
	struct rk_listener listener = {fixture, hear, hear_answer};
	struct rk_task task = {.rules = rules, .nodes = 4000};
	struct rk_answer answer;

	fixture->sum = 0;
	rules->start(&task.pos, 0);
	if (as_thinker) {
		fixture->thinker.start(fixture->thinker.self, &task, &listener);
	} else {
		rk_engine_think(fixture->engine, &task, &fixture->platform,
				&listener, &answer);
		hear_answer(fixture, &answer);
	}
	return fixture->sum;
}

static void test_knows(void **state)
{
	struct fixture small, full;
	size_t least = rk_engine_bound_four();

	(void)state;
	assert_true(least <= RK_ENGINE_SMALL_FOUR);
	open_fixture_of(&small, RK_PROFILE_SMALL, least - 1);
	open_fixture(&full, RK_PROFILE_FULL);
	assert_true(rk_engine_knows(small.engine, &rk_rules_standard));
	assert_true(rk_engine_knows(full.engine, &rk_rules_standard));
	assert_true(rk_engine_knows(small.engine, &rk_rules_minors));
	assert_true(rk_engine_knows(full.engine, &rk_rules_minors));
	assert_false(rk_engine_knows(small.engine, &rk_rules_casual));
	assert_false(rk_engine_knows(full.engine, &rk_rules_casual));
	for (size_t i = 0; i < COUNT(fours); i++) {
		assert_false(rk_engine_knows(small.engine, fours[i]));
		assert_false(rk_engine_would_know(least - 1, fours[i]));
		assert_true(rk_engine_would_know(least, fours[i]));
		assert_true(rk_engine_knows(full.engine, fours[i]));
		assert_true(full.thinker.knows(full.thinker.self, fours[i]));
	}
	close_fixture(&small);
	close_fixture(&full);
	open_fixture_of(&small, RK_PROFILE_SMALL, least);
	assert_false(rk_engine_knows(small.engine, &rk_rules_casual));
	for (size_t i = 0; i < COUNT(fours); i++)
		assert_true(rk_engine_knows(small.engine, fours[i]));
	close_fixture(&small);
	assert_false(rk_engine_would_know(least, &rk_rules_casual));
	least = rk_engine_bound(RK_PROFILE_SMALL);
	assert_true(rk_engine_would_know(least, &rk_rules_standard));
	assert_false(rk_engine_would_know(least - 1, &rk_rules_standard));
	assert_true(rk_engine_would_know(least, &rk_rules_minors));
	assert_false(rk_engine_would_know(least - 1, &rk_rules_minors));
}

/* The table is empty for every other kind of game. */
static void check_turns(enum rk_profile profile)
{
	const struct rk_rules *const kinds[] = {
		&rk_rules_standard,
		&rk_rules_minors,
		&rk_rules_ffa,
		&rk_rules_teams,
	};

	for (size_t i = 0; i < COUNT(kinds); i++)
		for (size_t j = 0; j < COUNT(kinds); j++) {
			struct fixture fixture;
			uint64_t fresh;

			if (i == j)
				continue;
			open_fixture(&fixture, profile);
			fresh = think(&fixture, kinds[i], true);
			think(&fixture, kinds[j], true);
			assert_int_equal(think(&fixture, kinds[i], true),
					 fresh);
			/* Where the same goes on, something is remembered. */
			assert_int_not_equal(think(&fixture, kinds[i], true),
					     fresh);
			assert_true(think(&fixture, kinds[j], false) != 0);
			close_fixture(&fixture);
		}
}

static void test_kinds_in_turns(void **state)
{
	(void)state;
	check_turns(RK_PROFILE_SMALL);
	check_turns(RK_PROFILE_FULL);
}

/* Of an engine for two the small one becomes one for four, and back. */
static void test_evaluation_in_turns(void **state)
{
	struct fixture small, full;
	union rk_any_pos pos;
	uint64_t fresh;

	(void)state;
	open_fixture(&small, RK_PROFILE_SMALL);
	open_fixture(&full, RK_PROFILE_FULL);
	fresh = think(&small, &rk_rules_standard, false);
	for (size_t i = 0; i < COUNT(fours); i++) {
		fours[i]->start(&pos, 0);
		assert_int_equal(
			rk_engine_evaluate(small.engine, fours[i], &pos),
			rk_engine_evaluate(full.engine, fours[i], &pos));
	}
	rk_engine_forget(small.engine);
	assert_int_equal(think(&small, &rk_rules_standard, false), fresh);
	close_fixture(&small);
	close_fixture(&full);
}

static void check_crowded(struct fixture *fixture, const struct rk_rules *rules,
			  const char *fen, int lines)
{
	const struct rk_listener listener = {.self = fixture, .info = hear};
	struct rk_task task = {.rules = rules, .nodes = 3000, .lines = lines};
	struct rk_answer answer;

	unit_read_as(&task.pos, rules, fen);
	rk_engine_think(fixture->engine, &task, &fixture->platform, &listener,
			&answer);
	assert_true(rules->is_legal(&task.pos, answer.best));
	assert_true(answer.nodes <= task.nodes);
}

/* Closes the room, too. */
static void check_all_crowded(struct fixture *fixture)
{
	for (size_t i = 0; i < COUNT(fours); i++)
		for (size_t j = 0; j < COUNT(crowded); j++) {
			check_crowded(fixture, fours[i], crowded[j], 1);
			check_crowded(fixture, fours[i], crowded[j],
				      RK_MAX_LINES);
		}
	close_fixture(fixture);
}

static void test_crowded(void **state)
{
	/* No table, the least one, and bytes that are left over. */
	static const size_t tables[] = {0, 64, 1000};
	struct fixture fixture;

	(void)state;
	open_fixture(&fixture, RK_PROFILE_FULL);
	check_all_crowded(&fixture);
	for (size_t i = 0; i < COUNT(tables); i++) {
		open_fixture_of(&fixture, RK_PROFILE_SMALL,
				rk_engine_bound_four() + tables[i]);
		check_all_crowded(&fixture);
	}
}

/* Red's next list of moves does not fit beside the first one. */
static void test_too_crowded(void **state)
{
	static const char fen[] =
		"R-0,0,1,1-0,0,0,0-0,0,0,0-0,0,0,0-0-"
		"3,rQ,rQ,rQ,rQ,rQ,rQ,rQ,rQ,3/3,rQ,6,rQ,3/3,rQ,6,rQ,3/"
		"rQ,rQ,rQ,8,rQ,rQ,rQ/rQ,12,rQ/rQ,12,rQ/rQ,6,rQ,5,rQ/"
		"rQ,rQ,11,rQ/dP,dP,rQ,5,rQ,4,rQ/1,dP,rQ,10,rQ/"
		"bK,dP,rQ,8,rQ,rQ,rQ/3,rQ,6,rQ,3/3,rQ,6,rQ,3/"
		"3,rK,rQ,rQ,rQ,rQ,rQ,rQ,rQ,3";
	static rk_any_move list[RK_ANY_MAX_MOVES];
	struct rk_task task = {
		.rules = &rk_rules_ffa,
		.depth = 3,
		.only_count = 1,
	};
	struct rk_answer answer;
	struct fixture fixture;
	int count;

	(void)state;
	unit_read_as(&task.pos, task.rules, fen);
	count = task.rules->moves(&task.pos, list);
	assert_true(count > 800);
	open_fixture_of(&fixture, RK_PROFILE_SMALL, rk_engine_bound_four());
	for (int i = 0; i < count; i += 8) {
		task.only = &list[i];
		rk_engine_think(fixture.engine, &task, &fixture.platform, NULL,
				&answer);
		assert_int_equal(answer.best, list[i]);
	}
	close_fixture(&fixture);
}

static rk_any_move choose(struct rk_player *player,
			  const struct rk_rules *rules, int level,
			  uint64_t seed)
{
	union rk_any_pos pos;
	struct rk_question question = {
		.rules = rules,
		.pos = &pos,
		.level = level,
		.seed = seed,
	};
	rk_any_move move;

	rules->start(&pos, 0);
	move = player->choose(player->self, &question);
	assert_true(rules->is_legal(&pos, move));
	return move;
}

/* The same seed, the same answer; without an engine for four, that of level 4. */
static void test_levels(void **state)
{
	static struct rk_levels_scratch scratch;
	struct fixture small, full;
	struct rk_player player;

	(void)state;
	open_fixture_of(&small, RK_PROFILE_SMALL, rk_engine_bound_four() - 1);
	open_fixture(&full, RK_PROFILE_FULL);
	small.platform.memory = full.platform.memory = &scratch;
	small.platform.memory_size = sizeof(scratch);
	full.platform.memory_size = sizeof(scratch);
	for (uint64_t seed = 1; seed <= 3; seed++)
		for (size_t i = 0; i < COUNT(fours); i++) {
			rk_levels_init(&player, &small.platform);
			assert_int_equal(choose(&player, fours[i], 9, seed),
					 choose(&player, fours[i], 4, seed));
			rk_levels_init(&player, &full.platform);
			for (int level = 5; level <= 7; level++)
				assert_int_equal(
					choose(&player, fours[i], level, seed),
					choose(&player, fours[i], level, seed));
		}
	close_fixture(&small);
	close_fixture(&full);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_knows),
		cmocka_unit_test(test_kinds_in_turns),
		cmocka_unit_test(test_evaluation_in_turns),
		cmocka_unit_test(test_crowded),
		cmocka_unit_test(test_too_crowded),
		cmocka_unit_test(test_levels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
