/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The computer's levels, with an engine in this machine's memory. */
#ifndef RK_HOST_LEVELS_H
#define RK_HOST_LEVELS_H

#include "rookery/levels.h"

struct host_levels {
	struct rk_player player;
	struct rk_tt table;
	void *memory;
};

/*
 * Gives the platform an engine, and makes the player that uses it: all levels.
 * Without memory for an engine, those that need none.
 */
void host_levels_open(struct host_levels *levels, struct rk_platform *platform);
void host_levels_close(struct host_levels *levels);

#endif
