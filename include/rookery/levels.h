/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Levels 1 to 4 of the computer, for every kind of chess: they know a game
 * only through its row of struct rk_rules. docs/levels.md says how they
 * choose. They keep nothing from one question to the next.
 */
#ifndef ROOKERY_LEVELS_H
#define ROOKERY_LEVELS_H

#include "rookery/player.h"

/* Where they think; for one question at a time. */
struct rk_levels {
	union rk_any_pos pos;
	rk_any_move moves[RK_ANY_MAX_MOVES];
	uint8_t dropped[RK_ANY_MAX_MOVES]; /* 1: no longer in question */
};

/* The memory stays in use as long as the player is. */
void rk_levels_init(struct rk_player *player, struct rk_levels *memory);

#endif
