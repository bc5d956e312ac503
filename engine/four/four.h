/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engine for four players, as engine/dispatch.c uses it. Task, platform,
 * listener and answer are those of rookery/think.h and rookery/platform.h.
 * There is one score, that of the side to move.
 */
#ifndef RK_ENGINE_FOUR_H
#define RK_ENGINE_FOUR_H

#include "rookery/engine.h"

/* The search stack, the history tables and the best lines. */
struct rk4_engine;

#ifndef RK_TWO_PLAYERS

size_t rk4_engine_size(enum rk_profile profile);
/* `memory` has that size and the alignment of a uint64_t. */
struct rk4_engine *rk4_engine_new(void *memory, enum rk_profile profile);
/* Clears the history tables, for a new game. */
void rk4_engine_forget(struct rk4_engine *engine);

/*
 * As rk_engine_think(). Several threads may share the transposition table. Its
 * entries are laid out for four players; the caller clears the table between
 * kinds of games.
 */
void rk4_think(struct rk4_engine *engine, struct rk_tt *table,
	       const struct rk_task *task, const struct rk_platform *platform,
	       const struct rk_listener *listener, struct rk_answer *answer);

/* Nodes of the current task; any thread may ask. */
uint64_t rk4_engine_nodes(const struct rk4_engine *engine);

/*
 * The static evaluation for the side to move, in centipawns. Not while
 * rk4_think() runs.
 */
int rk4_evaluate(struct rk4_engine *engine, const union rk_any_pos *pos);

#else

/* Programs for two players: the engine has no size and is never made. */
static inline size_t rk4_engine_size(enum rk_profile profile)
{
	(void)profile;
	return 0;
}

static inline struct rk4_engine *rk4_engine_new(void *memory,
						enum rk_profile profile)
{
	(void)memory;
	(void)profile;
	return NULL;
}

static inline void rk4_engine_forget(struct rk4_engine *engine)
{
	(void)engine;
}

static inline void rk4_think(struct rk4_engine *engine, struct rk_tt *table,
			     const struct rk_task *task,
			     const struct rk_platform *platform,
			     const struct rk_listener *listener,
			     struct rk_answer *answer)
{
	(void)engine;
	(void)table;
	(void)task;
	(void)platform;
	(void)listener;
	*answer = (struct rk_answer){0};
}

static inline uint64_t rk4_engine_nodes(const struct rk4_engine *engine)
{
	(void)engine;
	return 0;
}

static inline int rk4_evaluate(struct rk4_engine *engine,
			       const union rk_any_pos *pos)
{
	(void)engine;
	(void)pos;
	return 0;
}

#endif

#endif
