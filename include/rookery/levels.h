/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The levels of the computer player. Levels 1 to 4 do not search; they know the
 * game only through struct rk_rules, so they play every kind of chess. From
 * level 5 up the engine searches, at limited strength except for the last level;
 * in kinds of chess that it does not know, these levels play like level 4.
 * docs/levels.md says how the levels choose and how strong they are. They keep
 * nothing from one question to the next.
 */
#ifndef ROOKERY_LEVELS_H
#define ROOKERY_LEVELS_H

#include "rookery/engine.h"
#include "rookery/player.h"

#define RK_LEVELS_BY_RULES 4 /* the levels that need no engine */
#define RK_LEVELS 12         /* all levels */

/* What a level keeps in the platform's memory while it chooses a move. */
struct rk_levels_scratch {
	union {
		struct {
			union rk_any_pos pos;
			rk_any_move moves[RK_ANY_MAX_MOVES];
			/* 1: no longer a candidate */
			uint8_t rejected[RK_ANY_MAX_MOVES];
		};
		struct rk_task task;
	};
};

/* The least memory for levels that do not search. */
#define RK_LEVELS_MEMORY sizeof(struct rk_levels_scratch)

/* The least memory for levels that search, if the platform has no engine. */
size_t rk_levels_memory_size(void);

/*
 * A player with as many levels as the platform has memory for: 0,
 * RK_LEVELS_BY_RULES or RK_LEVELS. Levels work in the platform's memory, so
 * nothing that a question points to may lie there. They call its poll during a
 * search, and once more before the answer. A platform whose engine changes needs
 * a new player.
 */
void rk_levels_init(struct rk_player *player,
		    const struct rk_platform *platform);

/* The Elo that a level, up to RK_LEVELS, aims at; 0: unknown. */
int rk_level_elo(const struct rk_rules *rules, int level);

#endif
