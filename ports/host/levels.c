/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The computer's levels on this machine: one engine with its own transposition
 * table, which searches in the calling thread. It polls the caller, who can
 * draw clocks or stop it.
 */
#include <stdlib.h>

#include "ports/host/host.h"
#include "ports/host/levels.h"
#include "ports/host/network.h"

#define TABLE_SIZE ((size_t)8 << 20)

void host_levels_open(struct host_levels *levels, struct rk_platform *platform)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);

	levels->memory = aligned_alloc(64, TABLE_SIZE + (size + 63) / 64 * 64);
	if (levels->memory) {
		rk_tt_init(&levels->table, levels->memory, TABLE_SIZE);
		platform->engine =
			rk_engine_new((char *)levels->memory + TABLE_SIZE, size,
				      RK_PROFILE_FULL, &levels->table);
		rk_engine_set_network(platform->engine,
				      host_network_embedded());
	}
	rk_levels_init(&levels->player, platform);
}

void host_levels_close(struct host_levels *levels)
{
	free(levels->memory);
}
