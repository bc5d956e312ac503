/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The computer's levels, with an engine in this machine's memory. */
#ifndef RK_HOST_LEVELS_H
#define RK_HOST_LEVELS_H

#include "rookery/levels.h"

struct host_levels {
	struct rk_player player;
	struct rk_levels levels;
	struct rk_desk desk;
	struct rk_table table;
	void *memory;
};

/* All levels; without memory for an engine, those that need none. */
void host_levels_open(struct host_levels *levels);
void host_levels_close(struct host_levels *levels);

#endif
