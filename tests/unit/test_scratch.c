/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Levels and a thinker without an engine that stays: one is made for every
 * question in the platform's memory, which holds anything else in between. They
 * play as with an engine of that size, within the memory to the byte, in the
 * time that their level has, and the platform is polled while they search.
 */
#include "rookery/levels.h"
#include "tests/unit/fence.h"

#define TABLE 4096
/* As in engine/levels.c: the task comes first. */
#define TASK_SIZE ((sizeof(struct rk_task) + 7) & ~(size_t)7)

/* Positions that no opening knows, one with a mate in one move. */
#define UNKNOWN "rnbqkbnr/1ppppppp/8/p7/P7/N7/1PPPPPPP/R1BQKBNR b KQkq - 1 2"
#define MATE "6k1/5ppp/8/8/8/7r/6P1/R5K1 w - - 0 1"

struct fixture {
	struct unit_fence fence;
	struct rk_platform platform;
	struct rk_player player;
	uint64_t time; /* microseconds */
	int asked;
	int until; /* from then on there is a signal */
	enum rk_signal signal;
};

static uint64_t tick(void *self)
{
	struct fixture *fixture = self;

	return fixture->time += 1000;
}

static enum rk_signal look(void *self, uint64_t nodes)
{
	struct fixture *fixture = self;

	(void)nodes;
	return ++fixture->asked > fixture->until ? fixture->signal
						 : RK_SIGNAL_NONE;
}

/* What others have left there. */
static void litter(struct fixture *fixture, int byte)
{
	memset(fixture->fence.inside, byte, fixture->fence.size);
}

static void build(struct fixture *fixture, size_t size)
{
	memset(fixture, 0, sizeof(*fixture));
	unit_fence_open(&fixture->fence, malloc(FENCED(size)), size);
	litter(fixture, 0xa5);
	fixture->platform = (struct rk_platform){
		.self = fixture,
		.poll = look,
		.memory = fixture->fence.inside,
		.memory_size = size,
	};
}

static void open_memory(struct fixture *fixture, size_t size)
{
	build(fixture, size);
	rk_levels_init(&fixture->player, &fixture->platform);
	assert_int_equal(fixture->player.levels, RK_LEVELS);
}

/* The same with a clock that goes on when somebody looks at it. */
static void open_with_clock(struct fixture *fixture, size_t size,
			    const uint16_t *times)
{
	open_memory(fixture, size);
	fixture->platform.now_us = tick;
	fixture->platform.level_ms = times;
	fixture->platform.poll_nodes = 20;
}

static void close_memory(struct fixture *fixture)
{
	unit_fence_close(&fixture->fence);
}

static rk_any_move ask(struct fixture *fixture, const struct rk_rules *rules,
		       const union rk_any_pos *pos, int level, uint64_t seed)
{
	const struct rk_question question = {
		.rules = rules,
		.pos = pos,
		.level = level,
		.seed = seed,
	};

	litter(fixture, 0xa5);
	fixture->time = 0;
	fixture->asked = 0;
	return fixture->player.choose(fixture->player.self, &question);
}

static rk_any_move ask_two(struct fixture *fixture, const char *fen, int level)
{
	struct rk_pos pos = unit_read(fen);

	return ask(fixture, &rk_rules_standard, rk_any_of(&pos), level, 1);
}

static size_t size_for_four(void)
{
	return TASK_SIZE + rk_engine_bound_four() + TABLE;
}

static void test_bound(void **state)
{
	struct rk_pos pos = unit_read(UNKNOWN);
	struct rk_question question = {
		.rules = &rk_rules_standard,
		.pos = rk_any_of(&pos),
		.level = 4,
	};
	struct fixture fixture;

	(void)state;
	/* One byte less than is needed for moves, and for a search. */
	build(&fixture, RK_LEVELS_MEMORY - 1);
	rk_levels_init(&fixture.player, &fixture.platform);
	assert_int_equal(fixture.player.levels, 0);
	close_memory(&fixture);
	build(&fixture, rk_levels_memory_size() - 1);
	rk_levels_init(&fixture.player, &fixture.platform);
	assert_int_equal(fixture.player.levels, RK_LEVELS_BY_RULES);
	assert_true(rk_rules_standard.is_legal(
		rk_any_of(&pos),
		fixture.player.choose(fixture.player.self, &question)));
	close_memory(&fixture);
	open_memory(&fixture, rk_levels_memory_size());
	for (int level = 1; level <= 8; level++)
		assert_true(rk_rules_standard.is_legal(
			rk_any_of(&pos), ask(&fixture, &rk_rules_standard,
					     rk_any_of(&pos), level, 1)));
	close_memory(&fixture);
}

/* As one with an engine of that size, whatever lay in the room. */
static void compare(const struct rk_rules *rules, size_t size, int most)
{
	size_t own = size - TASK_SIZE;
	void *memory = malloc(own);
	struct rk_levels_scratch scratch;
	struct rk_platform platform = {
		.memory = &scratch,
		.memory_size = sizeof(scratch),
	};
	struct rk_player stays;
	struct fixture fixture;
	union rk_any_pos pos;

	assert_non_null(memory);
	platform.engine = rk_engine_new(memory, own, RK_PROFILE_SMALL, NULL);
	rk_levels_init(&stays, &platform);
	open_memory(&fixture, size);
	memset(&pos, 0, sizeof(pos));
	rules->start(&pos, 0);
	for (int level = 1; level <= most; level++)
		for (uint64_t seed = 0; seed < 3; seed++) {
			struct rk_question question = {
				.rules = rules,
				.pos = &pos,
				.level = level,
				.seed = seed,
			};

			assert_int_equal(ask(&fixture, rules, &pos, level,
					     seed),
					 stays.choose(stays.self, &question));
		}
	close_memory(&fixture);
	free(memory);
}

static void test_like_an_engine(void **state)
{
	(void)state;
	compare(&rk_rules_standard, rk_levels_memory_size() + TABLE, 7);
	compare(&rk_rules_ffa, size_for_four(), 8);
	compare(&rk_rules_teams, size_for_four(), 8);
	compare(&rk_rules_ffa, TASK_SIZE + rk_engine_bound_four(), 8);
}

/* Without room for four, they play like level 4. */
static void test_too_small_for_four(void **state)
{
	union rk_any_pos pos;
	struct fixture fixture;

	(void)state;
	memset(&pos, 0, sizeof(pos));
	rk_rules_ffa.start(&pos, 0);
	open_memory(&fixture, TASK_SIZE + rk_engine_bound_four() - 1);
	for (int level = 5; level <= RK_LEVELS; level++)
		assert_int_equal(ask(&fixture, &rk_rules_ffa, &pos, level, 2),
				 ask(&fixture, &rk_rules_ffa, &pos, 4, 2));
	close_memory(&fixture);
}

/* A game to its end, every seat with a level of its own. */
static void play_four(struct fixture *fixture, const struct rk_rules *rules,
		      const int levels[RK_MAX_SEATS], uint64_t seed)
{
	static rk_any_move list[RK_ANY_MAX_MOVES];
	union rk_any_undo undo;
	union rk_any_pos pos;

	memset(&pos, 0, sizeof(pos));
	rules->start(&pos, 0);
	for (int ply = 0; ply < 600; ply++) {
		int count = rules->moves(&pos, list);
		rk_any_move move;

		if (rules->status(&pos).reason != RK_REASON_NONE)
			return;
		assert_true(count > 0);
		move = rules->walks(&pos)
			       ? list[walk_random(&seed, count)]
			       : ask(fixture, rules, &pos,
				     levels[rules->turn(&pos)], seed);
		assert_true(rules->is_legal(&pos, move));
		assert_true(fixture->time < 20000);
		rules->make(&pos, move, &undo);
	}
}

static void test_games_of_four(void **state)
{
	static const struct rk_rules *const rows[] = {
		&rk_rules_ffa,
		&rk_rules_teams,
	};
	static const uint16_t times[] = {3, 4, 5, 6, 8, 10, 12, 15};
	static const int levels[][RK_MAX_SEATS] = {
		{5, 6, 7, 8},
		{9, 10, 11, 12},
	};
	struct fixture fixture;

	(void)state;
	open_with_clock(&fixture, size_for_four(), times);
	for (size_t i = 0; i < COUNT(rows); i++)
		for (size_t j = 0; j < COUNT(levels); j++)
			play_four(&fixture, rows[i], levels[j], i + j);
	close_memory(&fixture);
}

/* Milliseconds by level; the last one uses all of them. */
static void test_times(void **state)
{
	static const uint16_t times[] = {40, 60, 80, 100, 120, 140, 160, 400};
	static const uint16_t none[8] = {0};
	struct rk_pos pos = unit_read(UNKNOWN);
	struct fixture fixture;

	(void)state;
	open_with_clock(&fixture, rk_levels_memory_size() + TABLE, times);
	for (int level = 5; level <= RK_LEVELS; level++) {
		uint64_t time = times[level - 5] * (uint64_t)1000;

		assert_true(rk_rules_standard.is_legal(
			rk_any_of(&pos), ask_two(&fixture, UNKNOWN, level)));
		assert_in_range(fixture.time, 1000, time + 20000);
		if (level == RK_LEVELS)
			assert_in_range(fixture.time, time, time + 20000);
	}
	close_memory(&fixture);
	/* 0: as long as it takes, which is what it takes without a clock. */
	for (int level = 5; level <= 7; level++) {
		rk_any_move move;

		open_memory(&fixture, rk_levels_memory_size() + TABLE);
		move = ask_two(&fixture, UNKNOWN, level);
		close_memory(&fixture);
		open_with_clock(&fixture, rk_levels_memory_size() + TABLE,
				none);
		assert_int_equal(ask_two(&fixture, UNKNOWN, level), move);
		close_memory(&fixture);
	}
}

/* How often the platform is polled. */
static void test_every(void **state)
{
	struct fixture fixture;
	rk_any_move move;
	int seldom;

	(void)state;
	open_memory(&fixture, rk_levels_memory_size() + TABLE);
	move = ask_two(&fixture, UNKNOWN, 8);
	seldom = fixture.asked;
	fixture.platform.poll_nodes = 20;
	assert_int_equal(ask_two(&fixture, UNKNOWN, 8), move);
	assert_true(fixture.asked > 10 * seldom);
	close_memory(&fixture);
}

/* "Move now" has the best so far, "cancel" has none. */
static void test_signals(void **state)
{
	struct rk_pos pos = unit_read(UNKNOWN);
	char text[RK_MOVE_TEXT_SIZE];
	struct fixture fixture;

	(void)state;
	open_memory(&fixture, rk_levels_memory_size() + TABLE);
	fixture.platform.poll_nodes = 20;
	for (fixture.until = 0; fixture.until < 200; fixture.until += 7) {
		fixture.signal = RK_SIGNAL_MOVE_NOW;
		assert_true(rk_rules_standard.is_legal(
			rk_any_of(&pos),
			ask_two(&fixture, UNKNOWN, RK_LEVELS)));
		/* Once more before the answer, then it is given. */
		assert_in_range(fixture.asked, fixture.until + 1,
				fixture.until + 3);
		fixture.signal = RK_SIGNAL_CANCEL;
		assert_int_equal(ask_two(&fixture, UNKNOWN, RK_LEVELS), 0);
		assert_in_range(fixture.asked, fixture.until + 1,
				fixture.until + 3);
	}
	pos = unit_read(MATE);
	fixture.signal = RK_SIGNAL_MOVE_NOW;
	fixture.until = 20;
	rk_rules_standard.write_move(text, rk_any_of(&pos),
				     ask_two(&fixture, MATE, RK_LEVELS),
				     RK_STYLE_SAN);
	assert_string_equal(text, "Ra8#");
	close_memory(&fixture);
}

/* "Move now" first, and then "cancel". */
static enum rk_signal leave(void *self, uint64_t nodes)
{
	(void)nodes;
	return ++*(int *)self == 1 ? RK_SIGNAL_MOVE_NOW : RK_SIGNAL_CANCEL;
}

static void test_two_signals(void **state)
{
	struct rk_pos pos = unit_read(UNKNOWN);
	int asked = 0;
	struct rk_question question = {
		.rules = &rk_rules_standard,
		.pos = rk_any_of(&pos),
		.level = RK_LEVELS,
	};
	struct fixture fixture;

	(void)state;
	open_memory(&fixture, rk_levels_memory_size());
	fixture.platform.poll = leave;
	fixture.platform.self = &asked;
	assert_int_equal(fixture.player.choose(fixture.player.self, &question),
			 0);
	assert_int_equal(asked, 2);
	close_memory(&fixture);
}

/* Where there is one move, nobody has to think. */
static void test_only_move(void **state)
{
	static const char fen[] = "8/8/8/8/8/2k5/8/K6r w - - 0 1";
	struct rk_pos pos = unit_read(fen);
	char text[RK_MOVE_TEXT_SIZE];
	struct fixture fixture;

	(void)state;
	open_memory(&fixture, rk_levels_memory_size());
	for (int level = 1; level <= RK_LEVELS; level++) {
		rk_rules_standard.write_move(text, rk_any_of(&pos),
					     ask_two(&fixture, fen, level),
					     RK_STYLE_SAN);
		assert_string_equal(text, "Ka2");
		assert_int_equal(fixture.asked, 0);
	}
	close_memory(&fixture);
}

/* ---- The thinker ---- */

struct told {
	uint64_t sum;
	struct rk_answer answer;
};

static void hear(void *self, const struct rk_info *info)
{
	struct told *told = self;

	told->sum = told->sum * 31 + info->nodes;
	told->sum = told->sum * 31 + (uint64_t)info->score;
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	struct told *told = self;

	told->answer = *answer;
}

static struct told start(const struct rk_platform *platform,
			 const struct rk_rules *rules, uint64_t nodes)
{
	struct rk_task task = {.rules = rules, .nodes = nodes};
	struct rk_thinker thinker;
	struct told told = {0};
	const struct rk_listener listener = {&told, hear, hear_answer};

	rules->start(&task.pos, 0);
	rk_thinker_init(&thinker, platform);
	assert_true(thinker.knows(thinker.self, rules));
	thinker.start(thinker.self, &task, &listener);
	assert_true(rules->is_legal(&task.pos, told.answer.best));
	thinker.forget(thinker.self);
	return told;
}

static void test_thinker(void **state)
{
	static const struct rk_rules *const rows[] = {
		&rk_rules_standard,
		&rk_rules_ffa,
		&rk_rules_teams,
	};
	size_t size = rk_engine_bound_four() + TABLE;
	void *memory = malloc(size);
	struct fixture fixture;

	(void)state;
	assert_non_null(memory);
	build(&fixture, size);
	fixture.platform.poll = NULL;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct rk_platform stays = {
			.engine = rk_engine_new(memory, size, RK_PROFILE_SMALL,
						NULL),
		};
		struct told one = start(&stays, rows[i], 3000);

		for (int byte = 0; byte < 256; byte += 85) {
			litter(&fixture, byte);
			assert_int_equal(
				start(&fixture.platform, rows[i], 3000).sum,
				one.sum);
		}
	}
	close_memory(&fixture);
	free(memory);
}

static enum rk_signal enough(void *self, uint64_t nodes)
{
	(void)nodes;
	return ++*(int *)self >= 5 ? RK_SIGNAL_MOVE_NOW : RK_SIGNAL_NONE;
}

static void test_thinker_stops(void **state)
{
	struct told told;
	struct fixture fixture;
	int asked = 0;

	(void)state;
	build(&fixture, rk_engine_bound_four());
	fixture.platform.self = &asked;
	fixture.platform.poll = enough;
	fixture.platform.poll_nodes = 30;
	told = start(&fixture.platform, &rk_rules_standard, 100000);
	assert_int_equal(asked, 5);
	/* A look at the root, then every 30 nodes, give or take a pass. */
	assert_in_range(told.answer.nodes, 90, 200);
	asked = 0;
	told = start(&fixture.platform, &rk_rules_ffa, 100000);
	assert_int_equal(asked, 5);
	assert_in_range(told.answer.nodes, 90, 200);
	close_memory(&fixture);
}

static void test_thinker_knows(void **state)
{
	struct rk_thinker thinker;
	union rk_any_pos pos;
	struct fixture fixture;
	int worth;

	(void)state;
	build(&fixture, rk_engine_bound_four());
	rk_thinker_init(&thinker, &fixture.platform);
	fixture.platform.memory_size = fixture.fence.size - 1;
	assert_true(thinker.knows(thinker.self, &rk_rules_standard));
	assert_false(thinker.knows(thinker.self, &rk_rules_casual));
	assert_false(thinker.knows(thinker.self, &rk_rules_ffa));
	fixture.platform.memory_size = fixture.fence.size;
	assert_true(thinker.knows(thinker.self, &rk_rules_ffa));
	/* All have the same. */
	rk_rules_teams.start(&pos, 0);
	worth = thinker.evaluate(thinker.self, &rk_rules_teams, &pos);
	assert_in_range(worth + 200, 0, 400);
	fixture.platform.memory = NULL;
	pos.two = unit_read("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
	assert_true(thinker.evaluate(thinker.self, &rk_rules_standard, &pos) >
		    500);
	close_memory(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bound),
		cmocka_unit_test(test_like_an_engine),
		cmocka_unit_test(test_too_small_for_four),
		cmocka_unit_test(test_games_of_four),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_every),
		cmocka_unit_test(test_signals),
		cmocka_unit_test(test_two_signals),
		cmocka_unit_test(test_only_move),
		cmocka_unit_test(test_thinker),
		cmocka_unit_test(test_thinker_stops),
		cmocka_unit_test(test_thinker_knows),
	};

	return cmocka_run_group_tests_name("scratch", tests, NULL, NULL);
}
