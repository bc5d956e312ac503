/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* An engine for tools; see searcher.h. */
#include "tools/searcher.h"

#include <stdio.h>
#include <stdlib.h>

#define TABLE_SIZE (1 << 20)

void searcher_open(struct searcher *searcher, const char *program)
{
	searcher->memory = calloc(1, rk_engine_bound(RK_PROFILE_FULL));
	searcher->table_memory = calloc(1, TABLE_SIZE);
	if (searcher->memory && searcher->table_memory)
		return;
	fprintf(stderr, "%s: out of memory\n", program);
	exit(1);
}

void searcher_close(struct searcher *searcher)
{
	free(searcher->memory);
	free(searcher->table_memory);
}

void searcher_begin(struct searcher *searcher, const struct rk_network *network)
{
	rk_tt_init(&searcher->table, searcher->table_memory, TABLE_SIZE);
	searcher->engine = rk_engine_new(searcher->memory,
					 rk_engine_bound(RK_PROFILE_FULL),
					 RK_PROFILE_FULL, &searcher->table);
	rk_engine_set_network(searcher->engine, network);
}

struct rk_answer searcher_think(struct searcher *searcher,
				const struct rk_pos *pos, const uint64_t *keys,
				int key_count, uint64_t nodes)
{
	static const struct rk_platform platform;
	struct rk_task task = {
		.rules = &rk_rules_standard,
		.pos.two = *pos,
		.keys = keys,
		.key_count = key_count,
		.nodes = nodes,
	};
	struct rk_answer answer;

	rk_tt_new_search(&searcher->table);
	rk_engine_think(searcher->engine, &task, &platform, NULL, &answer);
	return answer;
}
