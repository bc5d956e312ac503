/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The levels of the computer. 1 to 4 do not look ahead and play every kind of
 * chess: they know a game only through its row of struct rk_rules. From 5 up
 * a searching engine plays, weakened but for the last one; in kinds of chess
 * that it does not know these levels play like 4. docs/levels.md says how all
 * of them choose and how strong they are. They keep nothing from one question
 * to the next.
 */
#ifndef ROOKERY_LEVELS_H
#define ROOKERY_LEVELS_H

#include "rookery/engine.h"
#include "rookery/player.h"

#define RK_LEVELS_WISHING 4 /* those that do without an engine */
#define RK_LEVELS 12        /* all of them */

/* Where they think; for one question at a time. */
struct rk_levels {
	union rk_any_pos pos;
	rk_any_move moves[RK_ANY_MAX_MOVES];
	uint8_t dropped[RK_ANY_MAX_MOVES]; /* 1: no longer in question */
	struct rk_engine *engine;          /* or NULL */
	uint64_t (*now)(void *self);
	void *clock;
	struct rk_task task;
	const struct rk_question *question;
};

/* Levels 1 to 4. The memory stays in use as long as the player is. */
void rk_levels_init(struct rk_player *player, struct rk_levels *memory);

/*
 * The others too, for a player that was just made. The engine, of any profile,
 * stays in use. The clock, in microseconds, is for games with clocks; NULL
 * where there is none.
 */
void rk_levels_add_engine(struct rk_player *player, struct rk_engine *engine,
			  uint64_t (*clock)(void *self), void *self);

#endif
