/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One engine and several kinds of games: which it knows, that nothing of one
 * kind is left for the next, that all stays within its memory whatever stands
 * on the board, and what the levels make of it.
 */
#include "rookery/levels.h"
#include "rookery/single.h"
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

struct room {
	struct unit_fence fence;
	struct rk_engine *engine;
	struct rk_thinker thinker;
	struct rk_single single;
	uint64_t sum; /* of what it told */
};

/* The table is the engine's own, in what is left. */
static void open_room_of(struct room *room, enum rk_profile profile,
			 size_t size)
{
	memset(room, 0, sizeof(*room));
	unit_fence_open(&room->fence,
			aligned_alloc(64, (FENCED(size) + 63) / 64 * 64), size);
	room->engine = rk_engine_new(room->fence.inside, size, profile, NULL);
	assert_non_null(room->engine);
	room->single.engine = room->engine;
	rk_single_init(&room->thinker, &room->single);
}

/* Enough for four players, too. */
static void open_room(struct room *room, enum rk_profile profile)
{
	open_room_of(room, profile,
		     TABLE + (profile == RK_PROFILE_SMALL
				      ? rk_engine_bound_four()
				      : rk_engine_bound(profile)));
}

static void close_room(struct room *room)
{
	unit_fence_close(&room->fence);
}

static void hear(void *self, const struct rk_info *info)
{
	struct room *room = self;

	room->sum = room->sum * 31 + info->nodes;
	room->sum = room->sum * 31 + (uint64_t)info->score;
	for (int i = 0; i < info->move_count; i++)
		room->sum = room->sum * 31 + info->moves[i];
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	struct room *room = self;

	room->sum = room->sum * 31 + answer->best;
}

/* The starting position, with the engine itself or as a thinker. */
static uint64_t think(struct room *room, const struct rk_rules *rules,
		      bool as_thinker)
{
	struct rk_listener listener = {room, hear, hear_answer};
	struct rk_engine_port port = {.self = room, .info = hear};
	struct rk_task task = {.rules = rules, .nodes = 4000};
	struct rk_answer answer;

	room->sum = 0;
	rules->start(&task.pos, 0);
	if (as_thinker) {
		room->thinker.start(room->thinker.self, &task, &listener);
	} else {
		rk_engine_think(room->engine, &task, &port, &answer);
		hear_answer(room, &answer);
	}
	return room->sum;
}

static void test_knows(void **state)
{
	struct room small, full;
	size_t least = rk_engine_bound_four();

	(void)state;
	assert_true(least <= RK_ENGINE_SMALL_FOUR);
	open_room_of(&small, RK_PROFILE_SMALL, least - 1);
	open_room(&full, RK_PROFILE_FULL);
	assert_true(rk_engine_knows(small.engine, &rk_rules_standard));
	assert_true(rk_engine_knows(full.engine, &rk_rules_standard));
	assert_false(rk_engine_knows(small.engine, &rk_rules_casual));
	assert_false(rk_engine_knows(full.engine, &rk_rules_casual));
	for (size_t i = 0; i < COUNT(fours); i++) {
		assert_false(rk_engine_knows(small.engine, fours[i]));
		assert_false(rk_engine_would_know(least - 1, fours[i]));
		assert_true(rk_engine_would_know(least, fours[i]));
		assert_true(rk_engine_knows(full.engine, fours[i]));
		assert_true(full.thinker.knows(full.thinker.self, fours[i]));
	}
	close_room(&small);
	close_room(&full);
	open_room_of(&small, RK_PROFILE_SMALL, least);
	assert_false(rk_engine_knows(small.engine, &rk_rules_casual));
	for (size_t i = 0; i < COUNT(fours); i++)
		assert_true(rk_engine_knows(small.engine, fours[i]));
	close_room(&small);
	assert_false(rk_engine_would_know(least, &rk_rules_casual));
	least = rk_engine_bound(RK_PROFILE_SMALL);
	assert_true(rk_engine_would_know(least, &rk_rules_standard));
	assert_false(rk_engine_would_know(least - 1, &rk_rules_standard));
}

/* The table is empty for every other kind of game. */
static void check_turns(enum rk_profile profile)
{
	const struct rk_rules *const kinds[] = {
		&rk_rules_standard,
		&rk_rules_ffa,
		&rk_rules_teams,
	};

	for (size_t i = 0; i < COUNT(kinds); i++)
		for (size_t j = 0; j < COUNT(kinds); j++) {
			struct room room;
			uint64_t fresh;

			if (i == j)
				continue;
			open_room(&room, profile);
			fresh = think(&room, kinds[i], true);
			think(&room, kinds[j], true);
			assert_int_equal(think(&room, kinds[i], true), fresh);
			/* Where the same goes on, something is remembered. */
			assert_int_not_equal(think(&room, kinds[i], true),
					     fresh);
			assert_true(think(&room, kinds[j], false) != 0);
			close_room(&room);
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
	struct room small, full;
	union rk_any_pos pos;
	uint64_t fresh;

	(void)state;
	open_room(&small, RK_PROFILE_SMALL);
	open_room(&full, RK_PROFILE_FULL);
	fresh = think(&small, &rk_rules_standard, false);
	for (size_t i = 0; i < COUNT(fours); i++) {
		fours[i]->start(&pos, 0);
		assert_int_equal(
			rk_engine_evaluate(small.engine, fours[i], &pos),
			rk_engine_evaluate(full.engine, fours[i], &pos));
	}
	rk_engine_forget(small.engine);
	assert_int_equal(think(&small, &rk_rules_standard, false), fresh);
	close_room(&small);
	close_room(&full);
}

static void check_crowded(struct room *room, const struct rk_rules *rules,
			  const char *fen, int lines)
{
	const struct rk_engine_port port = {.self = room, .info = hear};
	struct rk_task task = {.rules = rules, .nodes = 3000, .lines = lines};
	struct rk_answer answer;

	unit_read_as(&task.pos, rules, fen);
	rk_engine_think(room->engine, &task, &port, &answer);
	assert_true(rules->is_legal(&task.pos, answer.best));
	assert_true(answer.nodes <= task.nodes);
}

/* Closes the room, too. */
static void check_all_crowded(struct room *room)
{
	for (size_t i = 0; i < COUNT(fours); i++)
		for (size_t j = 0; j < COUNT(crowded); j++) {
			check_crowded(room, fours[i], crowded[j], 1);
			check_crowded(room, fours[i], crowded[j], RK_MAX_LINES);
		}
	close_room(room);
}

static void test_crowded(void **state)
{
	/* No table, the least one, and bytes that are left over. */
	static const size_t tables[] = {0, 64, 1000};
	struct room room;

	(void)state;
	open_room(&room, RK_PROFILE_FULL);
	check_all_crowded(&room);
	for (size_t i = 0; i < COUNT(tables); i++) {
		open_room_of(&room, RK_PROFILE_SMALL,
			     rk_engine_bound_four() + tables[i]);
		check_all_crowded(&room);
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
	const struct rk_engine_port port = {0};
	struct rk_task task = {
		.rules = &rk_rules_ffa,
		.depth = 3,
		.only_count = 1,
	};
	struct rk_answer answer;
	struct room room;
	int count;

	(void)state;
	unit_read_as(&task.pos, task.rules, fen);
	count = task.rules->moves(&task.pos, list);
	assert_true(count > 800);
	open_room_of(&room, RK_PROFILE_SMALL, rk_engine_bound_four());
	for (int i = 0; i < count; i += 8) {
		task.only = &list[i];
		rk_engine_think(room.engine, &task, &port, &answer);
		assert_int_equal(answer.best, list[i]);
	}
	close_room(&room);
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
	static struct rk_levels memory;
	static struct rk_desk desk;
	struct room small, full;
	struct rk_player player;

	(void)state;
	open_room_of(&small, RK_PROFILE_SMALL, rk_engine_bound_four() - 1);
	open_room(&full, RK_PROFILE_FULL);
	for (uint64_t seed = 1; seed <= 3; seed++)
		for (size_t i = 0; i < COUNT(fours); i++) {
			rk_levels_init(&player, &memory, &desk);
			rk_levels_add_engine(&player, small.engine, NULL, NULL);
			assert_int_equal(choose(&player, fours[i], 9, seed),
					 choose(&player, fours[i], 4, seed));
			rk_levels_init(&player, &memory, &desk);
			rk_levels_add_engine(&player, full.engine, NULL, NULL);
			for (int level = 5; level <= 7; level++)
				assert_int_equal(
					choose(&player, fours[i], level, seed),
					choose(&player, fours[i], level, seed));
		}
	close_room(&small);
	close_room(&full);
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
