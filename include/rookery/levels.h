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

/*
 * Where they think about a question: the moves that are in question first, or,
 * for who searches, the task. Between two questions it may hold anything else.
 */
struct rk_desk {
	union {
		struct {
			union rk_any_pos pos;
			rk_any_move moves[RK_ANY_MAX_MOVES];
			/* 1: no longer in question */
			uint8_t dropped[RK_ANY_MAX_MOVES];
		};
		struct rk_task task;
	};
};

/* What they need from one question to the next; one question at a time. */
struct rk_levels {
	struct rk_desk *desk;
	struct rk_engine *engine; /* NULL: there is none that stays */
	size_t room;              /* bytes at the desk for one that does not */
	uint64_t (*now)(void *self);
	void *clock;
	const struct rk_question *question;
	enum rk_haste haste; /* that the asker was found in */

	/* To be changed as wanted. */
	const uint16_t *times; /* see below; NULL: as on a PC */
	int every;             /* nodes between two looks at the asker, or 0 */
};

/*
 * Levels 1 to 4. All memory stays in use as long as the player is, the desk
 * only while a question is being answered.
 */
void rk_levels_init(struct rk_player *player, struct rk_levels *memory,
		    struct rk_desk *desk);

/*
 * The others too, for a player that was just made. The engine, of any profile,
 * stays in use. The clock, in microseconds, is for games with clocks; NULL
 * where there is none.
 *
 * Then memory->times may be set: milliseconds a move for each level from
 * RK_LEVELS_WISHING + 1 to RK_LEVELS, for where no clock of the game runs; 0
 * is as long as it takes. Without it the last one has what a PC needs.
 */
void rk_levels_add_engine(struct rk_player *player, struct rk_engine *engine,
			  uint64_t (*clock)(void *self), void *self);

/*
 * The same where there is no memory for an engine that stays. The room, aligned
 * for a uint64_t, becomes the desk (the player may have been made without
 * one), and when a question needs a search, a small engine is made in it
 * and is gone with the answer. So nothing that a question points to may
 * lie there. False: it is too small; then all is as it was.
 */
bool rk_levels_add_room(struct rk_player *player, void *room, size_t size,
			uint64_t (*clock)(void *self), void *self);

/* The least that such a room has. */
size_t rk_levels_bound(void);

/* The Elo that a level, up to RK_LEVELS, is to play like; 0: none is known. */
int rk_level_elo(const struct rk_rules *rules, int level);

#endif
