/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The arena's players: reading their names, and playing. The engine is called
 * through engine/four directly, so that two of them with different limits can
 * play in one game; levels are called as every program does.
 */
#define _POSIX_C_SOURCE 200809L

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/four/four.h"
#include "tools/arena.h"

#define MEGABYTE ((size_t)1 << 20)
#define MOST_KEYS 4096

struct arena_agent {
	struct arena_player as;
	struct rk_platform platform;
	struct rk_levels_scratch scratch;
	struct rk_player player;
	struct rk_tt table;
	struct rk4_engine *engine; /* NULL for a level and for a program */
	struct arena_uci *program;
	struct rk_task task;
	uint64_t keys[MOST_KEYS];
};

static const struct {
	const char *name;
	size_t offset;
	long least, most;
} settings[] = {
	{"ms", offsetof(struct arena_player, ms), 1, 1000000},
	{"nodes", offsetof(struct arena_player, nodes), 1, 1000000000},
	{"depth", offsetof(struct arena_player, depth), 1, 100},
	{"hash", offsetof(struct arena_player, hash), 1, 4096},
};

static bool complain(const char *text, const char *what)
{
	fprintf(stderr, "arena: %s: %s\n", text, what);
	return false;
}

static bool read_number(long *value, const char *text, size_t length,
			long least, long most)
{
	char *end;

	*value = strtol(text, &end, 10);
	return length && end == text + length && *value >= least &&
	       *value <= most;
}

static bool is_word(const char *word, const char *text, size_t length)
{
	return strlen(word) == length && memcmp(word, text, length) == 0;
}

static bool read_setting(struct arena_player *player, const char *text,
			 size_t length)
{
	const char *equals = memchr(text, '=', length);
	size_t name = equals ? (size_t)(equals - text) : length;
	const char *value = text + name + 1;

	if (!equals)
		return false;
	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		if (is_word(settings[i].name, text, name))
			return read_number((long *)((char *)player +
						    settings[i].offset),
					   value, length - name - 1,
					   settings[i].least, settings[i].most);
	return false;
}

static bool read_engine(struct arena_player *player, const char *text)
{
	player->hash = 16;
	while (*text) {
		size_t length = strcspn(++text, ",");

		if (!read_setting(player, text, length))
			return complain(player->name,
					"settings are ms= nodes= depth= "
					"and hash=");
		text += length;
	}
	if (!player->ms && !player->nodes && !player->depth)
		return complain(player->name, "needs ms=, nodes= or depth=");
	return true;
}

static bool read_program(struct arena_player *player, const char *text)
{
	size_t length = strcspn(text, ",");

	player->program = strndup(text, length);
	return player->program && read_engine(player, text + length);
}

bool arena_player_read(struct arena_player *player, const char *text)
{
	size_t length = strlen(text);

	*player = (struct arena_player){.name = text, .hash = 4};
	if (strncmp(text, "engine", 6) == 0 && (!text[6] || text[6] == ':'))
		return read_engine(player, text + 6);
	if (strncmp(text, "program:", 8) == 0)
		return read_program(player, text + 8);
	if (strncmp(text, "level", 5) == 0 &&
	    read_number(&player->level, text + 5, length - 5, 1, RK_LEVELS))
		return true;
	return complain(text, "a player is level1 to level12, engine:ms=200 or "
			      "program:PATH,ms=200");
}

uint64_t arena_now(void *nobody)
{
	struct timespec time;

	(void)nobody;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static void *allocate(size_t size)
{
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);

	if (!memory) {
		fprintf(stderr, "arena: out of memory\n");
		exit(2);
	}
	memset(memory, 0, size);
	return memory;
}

static void make_table(struct arena_agent *agent)
{
	size_t size = (size_t)agent->as.hash * MEGABYTE;

	rk_tt_init(&agent->table, allocate(size), size);
}

static void make_level(struct arena_agent *agent)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);

	agent->platform = (struct rk_platform){
		.now_us = arena_now,
		.memory = &agent->scratch,
		.memory_size = sizeof(agent->scratch),
	};
	if (agent->as.level > RK_LEVELS_BY_RULES) {
		make_table(agent);
		agent->platform.engine = rk_engine_new(allocate(size), size,
						       RK_PROFILE_FULL,
						       &agent->table);
	}
	rk_levels_init(&agent->player, &agent->platform);
}

struct arena_agent *arena_agent_new(const struct arena_player *player)
{
	struct arena_agent *agent = allocate(sizeof(*agent));

	agent->as = *player;
	if (player->level) {
		make_level(agent);
		return agent;
	}
	if (player->program) {
		agent->program = arena_uci_new(player);
		return agent;
	}
	make_table(agent);
	agent->engine =
		rk4_engine_new(allocate(rk4_engine_size(RK_PROFILE_FULL)),
			       RK_PROFILE_FULL);
	return agent;
}

void arena_agent_forget(struct arena_agent *agent)
{
	if (agent->program)
		arena_uci_forget(agent->program);
	if (!agent->engine)
		return; /* levels have no state */
	rk4_engine_forget(agent->engine);
	rk_tt_clear(&agent->table, 0, 1);
}

static rk_any_move think(struct arena_agent *agent, const struct rk_game *game,
			 int key_count, uint64_t *nodes, int *score)
{
	static const struct rk_platform platform = {.now_us = arena_now};
	struct rk_answer answer;

	agent->task = (struct rk_task){
		.rules = game->rules,
		.pos = game->pos,
		.keys = agent->keys,
		.key_count = key_count,
		.move_time = agent->as.ms,
		.nodes = (uint64_t)agent->as.nodes,
		.depth = (int)agent->as.depth,
	};
	rk_tt_new_search(&agent->table);
	rk4_think(agent->engine, &agent->table, &agent->task, &platform, NULL,
		  &answer);
	*nodes += answer.nodes;
	*score = answer.score;
	return answer.best;
}

rk_any_move arena_agent_choose(struct arena_agent *agent,
			       const struct rk_game *game, uint64_t seed,
			       uint64_t *nodes, int *score)
{
	int key_count = rk_game_keys(game, agent->keys, MOST_KEYS);
	struct rk_question question = {
		.rules = game->rules,
		.pos = &game->pos,
		.keys = agent->keys,
		.key_count = key_count,
		.plies = (int)rk_game_plies(game),
		.level = (int)agent->as.level,
		.seed = seed,
	};

	*score = 0;
	if (agent->program)
		return arena_uci_choose(agent->program, &agent->as, game,
					nodes);
	return agent->engine
		       ? think(agent, game, key_count, nodes, score)
		       : agent->player.choose(agent->player.self, &question);
}
