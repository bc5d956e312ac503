/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Levels and a thinker without an engine that stays: one is made for every
 * question in a room that holds anything else in between. They play as with
 * an engine of that size, within the room to the byte, in the time that their
 * level has, and who asks is heard while they think.
 */
#include "rookery/levels.h"
#include "rookery/single.h"
#include "tests/unit/fence.h"

#define TABLE 4096
/* As in engine/levels.c: the task comes first. */
#define TASK_SIZE ((sizeof(struct rk_task) + 7) & ~(size_t)7)

/* Positions that no opening knows, one with a mate in one move. */
#define UNKNOWN "rnbqkbnr/1ppppppp/8/p7/P7/N7/1PPPPPPP/R1BQKBNR b KQkq - 1 2"
#define MATE "6k1/5ppp/8/8/8/7r/6P1/R5K1 w - - 0 1"

struct room {
	struct unit_fence fence;
	struct rk_levels memory;
	struct rk_player player;
	/* As the asker finds it. */
	uint64_t time; /* microseconds */
	int asked;
	int until; /* from then on there is haste */
	enum rk_haste haste;
};

static uint64_t tick(void *self)
{
	struct room *room = self;

	return room->time += 1000;
}

static enum rk_haste look(void *self)
{
	struct room *room = self;

	return ++room->asked > room->until ? room->haste : RK_NO_HASTE;
}

/* What others have left there. */
static void litter(struct room *room, int byte)
{
	memset(room->fence.inside, byte, room->fence.size);
}

static void build(struct room *room, size_t size)
{
	memset(room, 0, sizeof(*room));
	unit_fence_open(&room->fence, malloc(FENCED(size)), size);
	litter(room, 0xa5);
}

static void open_room(struct room *room, size_t size)
{
	build(room, size);
	rk_levels_init(&room->player, &room->memory, NULL);
	assert_true(rk_levels_add_room(&room->player, room->fence.inside, size,
				       NULL, NULL));
	assert_int_equal(room->player.levels, RK_LEVELS);
}

/* The same with a clock that goes on when somebody looks at it. */
static void open_with_clock(struct room *room, size_t size,
			    const uint16_t *times)
{
	open_room(room, size);
	assert_true(rk_levels_add_room(&room->player, room->fence.inside, size,
				       tick, room));
	room->memory.times = times;
	room->memory.every = 20;
}

static void close_room(struct room *room)
{
	unit_fence_close(&room->fence);
}

static rk_any_move ask(struct room *room, const struct rk_rules *rules,
		       const void *pos, int level, uint64_t seed)
{
	const struct rk_question question = {
		.rules = rules,
		.pos = pos,
		.level = level,
		.seed = seed,
		.stop = look,
		.asker = room,
	};

	litter(room, 0xa5);
	room->time = 0;
	room->asked = 0;
	return room->player.choose(room->player.self, &question);
}

static rk_any_move ask_two(struct room *room, const char *fen, int level)
{
	struct rk_pos pos = unit_read(fen);

	return ask(room, &rk_rules_standard, &pos, level, 1);
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
		.pos = &pos,
		.level = 4,
	};
	struct room room;
	struct rk_desk desk;

	(void)state;
	/* One byte less is refused, and all is as it was. */
	build(&room, rk_levels_bound() - 1);
	rk_levels_init(&room.player, &room.memory, &desk);
	assert_false(rk_levels_add_room(&room.player, room.fence.inside,
					room.fence.size, NULL, NULL));
	assert_int_equal(room.player.levels, RK_LEVELS_WISHING);
	assert_true(room.memory.desk == &desk);
	assert_true(rk_rules_standard.is_legal(
		&pos, room.player.choose(room.player.self, &question)));
	close_room(&room);
	open_room(&room, rk_levels_bound());
	for (int level = 1; level <= 8; level++)
		assert_true(rk_rules_standard.is_legal(
			&pos, ask(&room, &rk_rules_standard, &pos, level, 1)));
	close_room(&room);
}

/* As one with an engine of that size, whatever lay in the room. */
static void compare(const struct rk_rules *rules, size_t size, int most)
{
	size_t own = size - TASK_SIZE;
	void *memory = malloc(own);
	struct rk_levels levels;
	struct rk_player stays;
	struct rk_desk desk;
	struct room room;
	union rk_any_pos pos;

	assert_non_null(memory);
	rk_levels_init(&stays, &levels, &desk);
	rk_levels_add_engine(&stays,
			     rk_engine_new(memory, own, RK_PROFILE_SMALL, NULL),
			     NULL, NULL);
	open_room(&room, size);
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

			assert_int_equal(ask(&room, rules, &pos, level, seed),
					 stays.choose(stays.self, &question));
		}
	close_room(&room);
	free(memory);
}

static void test_like_an_engine(void **state)
{
	(void)state;
	compare(&rk_rules_standard, rk_levels_bound() + TABLE, 7);
	compare(&rk_rules_ffa, size_for_four(), 8);
	compare(&rk_rules_teams, size_for_four(), 8);
	compare(&rk_rules_ffa, TASK_SIZE + rk_engine_bound_four(), 8);
}

/* Without room for four, they play like level 4. */
static void test_too_small_for_four(void **state)
{
	union rk_any_pos pos;
	struct room room;

	(void)state;
	memset(&pos, 0, sizeof(pos));
	rk_rules_ffa.start(&pos, 0);
	open_room(&room, TASK_SIZE + rk_engine_bound_four() - 1);
	for (int level = 5; level <= RK_LEVELS; level++)
		assert_int_equal(ask(&room, &rk_rules_ffa, &pos, level, 2),
				 ask(&room, &rk_rules_ffa, &pos, 4, 2));
	close_room(&room);
}

/* A game to its end, every seat with a level of its own. */
static void play_four(struct room *room, const struct rk_rules *rules,
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
			       : ask(room, rules, &pos,
				     levels[rules->turn(&pos)], seed);
		assert_true(rules->is_legal(&pos, move));
		assert_true(room->time < 20000);
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
	struct room room;

	(void)state;
	open_with_clock(&room, size_for_four(), times);
	for (size_t i = 0; i < COUNT(rows); i++)
		for (size_t j = 0; j < COUNT(levels); j++)
			play_four(&room, rows[i], levels[j], i + j);
	close_room(&room);
}

/* Milliseconds by level; the last one uses all of them. */
static void test_times(void **state)
{
	static const uint16_t times[] = {40, 60, 80, 100, 120, 140, 160, 400};
	static const uint16_t none[8] = {0};
	struct rk_pos pos = unit_read(UNKNOWN);
	struct room room;

	(void)state;
	open_with_clock(&room, rk_levels_bound() + TABLE, times);
	for (int level = 5; level <= RK_LEVELS; level++) {
		uint64_t time = times[level - 5] * (uint64_t)1000;

		assert_true(rk_rules_standard.is_legal(
			&pos, ask_two(&room, UNKNOWN, level)));
		assert_in_range(room.time, 1000, time + 20000);
		if (level == RK_LEVELS)
			assert_in_range(room.time, time, time + 20000);
	}
	close_room(&room);
	/* 0: as long as it takes, which is what it takes without a clock. */
	for (int level = 5; level <= 7; level++) {
		rk_any_move move;

		open_room(&room, rk_levels_bound() + TABLE);
		move = ask_two(&room, UNKNOWN, level);
		close_room(&room);
		open_with_clock(&room, rk_levels_bound() + TABLE, none);
		assert_int_equal(ask_two(&room, UNKNOWN, level), move);
		close_room(&room);
	}
}

/* How often the asker is asked. */
static void test_every(void **state)
{
	struct room room;
	rk_any_move move;
	int seldom;

	(void)state;
	open_room(&room, rk_levels_bound() + TABLE);
	move = ask_two(&room, UNKNOWN, 8);
	seldom = room.asked;
	room.memory.every = 20;
	assert_int_equal(ask_two(&room, UNKNOWN, 8), move);
	assert_true(room.asked > 10 * seldom);
	close_room(&room);
}

/* Who is in haste has the best so far, who wants none has none. */
static void test_haste(void **state)
{
	struct rk_pos pos = unit_read(UNKNOWN);
	char text[RK_MOVE_TEXT_SIZE];
	struct room room;

	(void)state;
	open_room(&room, rk_levels_bound() + TABLE);
	room.memory.every = 20;
	for (room.until = 0; room.until < 200; room.until += 7) {
		room.haste = RK_ANSWER_NOW;
		assert_true(rk_rules_standard.is_legal(
			&pos, ask_two(&room, UNKNOWN, RK_LEVELS)));
		/* Once more before the answer, then it is given. */
		assert_in_range(room.asked, room.until + 1, room.until + 3);
		room.haste = RK_NEVER_MIND;
		assert_int_equal(ask_two(&room, UNKNOWN, RK_LEVELS), 0);
		assert_in_range(room.asked, room.until + 1, room.until + 3);
	}
	pos = unit_read(MATE);
	room.haste = RK_ANSWER_NOW;
	room.until = 20;
	rk_rules_standard.write_move(text, &pos,
				     ask_two(&room, MATE, RK_LEVELS),
				     RK_STYLE_SAN);
	assert_string_equal(text, "Ra8#");
	close_room(&room);
}

/* In haste first, and then not interested any more. */
static enum rk_haste leave(void *self)
{
	return ++*(int *)self == 1 ? RK_ANSWER_NOW : RK_NEVER_MIND;
}

static void test_haste_and_leave(void **state)
{
	struct rk_pos pos = unit_read(UNKNOWN);
	int asked = 0;
	struct rk_question question = {
		.rules = &rk_rules_standard,
		.pos = &pos,
		.level = RK_LEVELS,
		.stop = leave,
		.asker = &asked,
	};
	struct room room;

	(void)state;
	open_room(&room, rk_levels_bound());
	assert_int_equal(room.player.choose(room.player.self, &question), 0);
	assert_int_equal(asked, 2);
	close_room(&room);
}

/* Where there is one move, nobody has to think. */
static void test_only_move(void **state)
{
	static const char fen[] = "8/8/8/8/8/2k5/8/K6r w - - 0 1";
	struct rk_pos pos = unit_read(fen);
	char text[RK_MOVE_TEXT_SIZE];
	struct room room;

	(void)state;
	open_room(&room, rk_levels_bound());
	for (int level = 1; level <= RK_LEVELS; level++) {
		rk_rules_standard.write_move(text, &pos,
					     ask_two(&room, fen, level),
					     RK_STYLE_SAN);
		assert_string_equal(text, "Ka2");
		assert_int_equal(room.asked, 0);
	}
	close_room(&room);
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

static struct told start(struct rk_single *single, const struct rk_rules *rules,
			 uint64_t nodes)
{
	struct rk_task task = {.rules = rules, .nodes = nodes};
	struct rk_thinker thinker;
	struct told told = {0};
	const struct rk_listener listener = {&told, hear, hear_answer};

	rules->start(&task.pos, 0);
	rk_single_init(&thinker, single);
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
	struct rk_single single = {.room_size = size};
	void *memory = malloc(size);
	struct room room;

	(void)state;
	assert_non_null(memory);
	build(&room, size);
	single.room = room.fence.inside;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct rk_single stays = {
			.engine = rk_engine_new(memory, size, RK_PROFILE_SMALL,
						NULL),
		};
		struct told one = start(&stays, rows[i], 3000);

		for (int byte = 0; byte < 256; byte += 85) {
			litter(&room, byte);
			assert_int_equal(start(&single, rows[i], 3000).sum,
					 one.sum);
		}
	}
	close_room(&room);
	free(memory);
}

static bool enough(void *self)
{
	return ++*(int *)self >= 5;
}

static void test_thinker_stops(void **state)
{
	struct rk_single single = {
		.room_size = rk_engine_bound_four(),
		.stop = enough,
		.every = 30,
	};
	struct told told;
	struct room room;
	int asked = 0;

	(void)state;
	build(&room, single.room_size);
	single.room = room.fence.inside;
	single.self = &asked;
	told = start(&single, &rk_rules_standard, 100000);
	assert_int_equal(asked, 5);
	/* A look at the root, then every 30 nodes, give or take a pass. */
	assert_in_range(told.answer.nodes, 90, 200);
	asked = 0;
	told = start(&single, &rk_rules_ffa, 100000);
	assert_int_equal(asked, 5);
	assert_in_range(told.answer.nodes, 90, 200);
	close_room(&room);
}

static void test_thinker_knows(void **state)
{
	struct rk_single single = {0};
	struct rk_thinker thinker;
	union rk_any_pos pos;
	struct room room;
	int worth;

	(void)state;
	build(&room, rk_engine_bound_four());
	rk_single_init(&thinker, &single);
	single.room = room.fence.inside;
	single.room_size = room.fence.size - 1;
	assert_true(thinker.knows(thinker.self, &rk_rules_standard));
	assert_false(thinker.knows(thinker.self, &rk_rules_casual));
	assert_false(thinker.knows(thinker.self, &rk_rules_ffa));
	single.room_size = room.fence.size;
	assert_true(thinker.knows(thinker.self, &rk_rules_ffa));
	/* All have the same. */
	rk_rules_teams.start(&pos, 0);
	worth = thinker.evaluate(thinker.self, &rk_rules_teams, &pos);
	assert_in_range(worth + 200, 0, 400);
	single.room = NULL;
	pos.two = unit_read("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
	assert_true(thinker.evaluate(thinker.self, &rk_rules_standard, &pos) >
		    500);
	close_room(&room);
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
		cmocka_unit_test(test_haste),
		cmocka_unit_test(test_haste_and_leave),
		cmocka_unit_test(test_only_move),
		cmocka_unit_test(test_thinker),
		cmocka_unit_test(test_thinker_stops),
		cmocka_unit_test(test_thinker_knows),
	};

	return cmocka_run_group_tests_name("room", tests, NULL, NULL);
}
