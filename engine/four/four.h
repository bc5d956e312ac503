/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engine for four players, as engine.c sees it. The task, the port, what
 * is told on the way and the answer are those of rookery/engine.h; a score is
 * that of who is to move, and there is no other one.
 */
#ifndef RK_ENGINE_FOUR_H
#define RK_ENGINE_FOUR_H

#include "rookery/engine.h"

/* What it learns about moves, and its lines. */
struct rk4_mind;

#ifndef RK_TWO_PLAYERS

size_t rk4_mind_size(enum rk_profile profile);
/* In memory of that size, aligned for a uint64_t. */
struct rk4_mind *rk4_mind_new(void *memory, enum rk_profile profile);
void rk4_mind_forget(struct rk4_mind *mind);

/*
 * As rk_engine_think(). The table is memory shared among threads; its entries
 * are those of four players as long as such games are played, and who changes
 * the kind of game clears it.
 */
void rk4_think(struct rk4_mind *mind, struct rk_table *table,
	       const struct rk_task *task, const struct rk_engine_port *port,
	       struct rk_answer *answer);

/* Nodes of the task at hand; may be asked from another thread. */
uint64_t rk4_mind_nodes(const struct rk4_mind *mind);

/*
 * Without looking ahead, as who is to move sees it, in hundredths of a pawn.
 * Not while the mind thinks.
 */
int rk4_evaluate(struct rk4_mind *mind, const struct rk4_pos *pos);

/*
 * Ways to search a game of all against all, by name, NULL at the end, for
 * experiments (tools/arena.c); the first one is what is used.
 */
extern const char *const rk4_styles[];
void rk4_mind_set_style(struct rk4_mind *mind, int style);

#else

/* There is no such engine: nobody makes a mind of no size, or asks it. */
static inline size_t rk4_mind_size(enum rk_profile profile)
{
	(void)profile;
	return 0;
}

static inline struct rk4_mind *rk4_mind_new(void *memory,
					    enum rk_profile profile)
{
	(void)memory;
	(void)profile;
	return NULL;
}

static inline void rk4_mind_forget(struct rk4_mind *mind)
{
	(void)mind;
}

static inline void rk4_think(struct rk4_mind *mind, struct rk_table *table,
			     const struct rk_task *task,
			     const struct rk_engine_port *port,
			     struct rk_answer *answer)
{
	(void)mind;
	(void)table;
	(void)task;
	(void)port;
	*answer = (struct rk_answer){0};
}

static inline uint64_t rk4_mind_nodes(const struct rk4_mind *mind)
{
	(void)mind;
	return 0;
}

static inline int rk4_evaluate(struct rk4_mind *mind, const struct rk4_pos *pos)
{
	(void)mind;
	(void)pos;
	return 0;
}

#endif

#endif
