/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The computer's levels on this machine: one engine with a table of its own,
 * which thinks in the thread that asks. It looks up all the time; who asks is
 * told, and can draw clocks or stop it.
 */
#include <stdlib.h>

#include "ports/host/host.h"
#include "ports/host/levels.h"

#define TABLE_SIZE ((size_t)8 << 20)

static uint64_t microseconds(void *self)
{
	(void)self;
	return host_now() * 1000;
}

void host_levels_open(struct host_levels *levels)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	struct rk_engine *engine;

	rk_levels_init(&levels->player, &levels->levels, &levels->desk);
	levels->memory = aligned_alloc(64, TABLE_SIZE + (size + 63) / 64 * 64);
	if (!levels->memory)
		return;
	rk_table_init(&levels->table, levels->memory, TABLE_SIZE);
	engine = rk_engine_new((char *)levels->memory + TABLE_SIZE, size,
			       RK_PROFILE_FULL, &levels->table);
	rk_levels_add_engine(&levels->player, engine, microseconds, NULL);
}

void host_levels_close(struct host_levels *levels)
{
	free(levels->memory);
}
