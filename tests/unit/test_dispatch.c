/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One engine and several kinds of games: which it knows, that nothing of one
 * kind is left for the next, that all stays within its memory whatever stands
 * on the board, and what the levels make of it.
 */
#include "rookery/levels.h"
#include "rookery/single.h"
#include "tests/unit/unit.h"

#define GUARD 64
#define GUARD_BYTE 0x5a
#define TABLE 65536
#define ALIVE "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-"

static const struct rk_rules *const fours[] = {
	&rk_rules_ffa, &rk_rules_still, &rk_rules_last, &rk_rules_teams,
};

/* Boards with more moves, and more to take, than any game has. */
static const char *const crowded[] = {
	ALIVE "3,yK,rQ,rQ,rQ,rQ,rQ,rQ,rQ,3/3,yQ,rQ,rQ,rQ,rQ,rQ,rQ,rQ,3/"
	      "3,yP,7,3/bK,11,rQ,gK/14/1,rQ,5,rQ,4,rQ,1/14/14/5,rQ,8/"
	      "14/1,rQ,9,rQ,2/14/3,rQ,6,1,3/3,rK,5,rQ,1,3",
	ALIVE "3,rQ,6,rQ,3/3,1,rQ,6,3/3,8,3/rQ,4,rQ,7,rQ/14/2,rQ,8,rQ,2/"
	      "yK,12,gK/14/14/1,rQ,3,rQ,6,rQ,1/14/3,2,rQ,3,rQ,1,3/"
	      "3,8,3/3,rK,6,bK,3",
};

struct room {
	char *block;
	size_t size;
	struct rk_engine *engine;
	struct rk_thinker thinker;
	struct rk_single single;
	uint64_t sum; /* of what it told */
};

/* The table is the engine's own, in what is left. */
static void open_room(struct room *room, enum rk_profile profile)
{
	*room = (struct room){.size = rk_engine_bound(profile) + TABLE};
	room->block = aligned_alloc(64, (room->size + 2 * GUARD + 63) / 64 * 64);
	assert_non_null(room->block);
	memset(room->block, GUARD_BYTE, room->size + 2 * GUARD);
	room->engine = rk_engine_new(room->block + GUARD, room->size, profile,
				     NULL);
	assert_non_null(room->engine);
	room->single.engine = room->engine;
	rk_single_init(&room->thinker, &room->single);
}

static void close_room(struct room *room)
{
	for (size_t i = 0; i < GUARD; i++) {
		assert_int_equal(room->block[i], GUARD_BYTE);
		assert_int_equal(room->block[GUARD + room->size + i],
				 GUARD_BYTE);
	}
	free(room->block);
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

	(void)state;
	open_room(&small, RK_PROFILE_SMALL);
	open_room(&full, RK_PROFILE_FULL);
	assert_true(rk_engine_knows(small.engine, &rk_rules_standard));
	assert_true(rk_engine_knows(full.engine, &rk_rules_standard));
	assert_false(rk_engine_knows(small.engine, &rk_rules_casual));
	assert_false(rk_engine_knows(full.engine, &rk_rules_casual));
	for (size_t i = 0; i < COUNT(fours); i++) {
		assert_false(rk_engine_knows(small.engine, fours[i]));
		assert_true(rk_engine_knows(full.engine, fours[i]));
		assert_true(full.thinker.knows(full.thinker.self, fours[i]));
	}
	close_room(&small);
	close_room(&full);
}

/* The table is empty for every other kind of game. */
static void test_kinds_in_turns(void **state)
{
	const struct rk_rules *const kinds[] = {
		&rk_rules_standard, &rk_rules_ffa, &rk_rules_teams,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(kinds); i++)
		for (size_t j = 0; j < COUNT(kinds); j++) {
			struct room room;
			uint64_t fresh;

			if (i == j)
				continue;
			open_room(&room, RK_PROFILE_FULL);
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

static void check_crowded(struct room *room, const struct rk_rules *rules,
			  const char *fen, int lines)
{
	const struct rk_engine_port port = {.self = room, .info = hear};
	struct rk_task task = {.rules = rules, .nodes = 3000, .lines = lines};
	struct rk_answer answer;

	unit_read_as(&task.pos, rules, fen);
	rk_engine_think(room->engine, &task, &port, &answer);
	assert_true(rules->is_legal(&task.pos, answer.best));
}

static void test_crowded(void **state)
{
	struct room room;

	(void)state;
	open_room(&room, RK_PROFILE_FULL);
	for (size_t i = 0; i < COUNT(fours); i++)
		for (size_t j = 0; j < COUNT(crowded); j++) {
			check_crowded(&room, fours[i], crowded[j], 1);
			check_crowded(&room, fours[i], crowded[j],
				      RK_MAX_LINES);
		}
	close_room(&room);
}

static rk_any_move choose(struct rk_player *player,
			  const struct rk_rules *rules, int level,
			  uint64_t seed)
{
	union rk_any_pos pos;
	struct rk_question question = {
		.rules = rules, .pos = &pos, .level = level, .seed = seed,
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
	open_room(&small, RK_PROFILE_SMALL);
	open_room(&full, RK_PROFILE_FULL);
	for (uint64_t seed = 1; seed <= 3; seed++)
		for (size_t i = 0; i < COUNT(fours); i++) {
			rk_levels_init(&player, &memory, &desk);
			rk_levels_add_engine(&player, small.engine, NULL, NULL);
			assert_int_equal(
				choose(&player, fours[i], 9, seed),
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
		cmocka_unit_test(test_crowded),
		cmocka_unit_test(test_levels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
