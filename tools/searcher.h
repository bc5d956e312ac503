/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An engine for tools that search many positions with few nodes: selfplay and
 * positions. It has a small table, so that several of them share a machine well.
 */
#ifndef TOOLS_SEARCHER_H
#define TOOLS_SEARCHER_H

#include "engine/tt.h"
#include "rookery/engine.h"
#include "rookery/network.h"
#include "rookery/think.h"

struct searcher {
	struct rk_engine *engine;
	struct rk_tt table;
	void *memory, *table_memory;
};

/* Takes the memory; ends the program if there is none. */
void searcher_open(struct searcher *searcher, const char *program);
void searcher_close(struct searcher *searcher);

/*
 * An engine that has seen nothing yet, so that what it says depends on this game
 * alone. Without a network it has the classical evaluation.
 */
void searcher_begin(struct searcher *searcher,
		    const struct rk_network *network);

/* Searches a position; `keys` are those of the game before it. */
struct rk_answer searcher_think(struct searcher *searcher,
				const struct rk_pos *pos, const uint64_t *keys,
				int key_count, uint64_t nodes);

#endif
