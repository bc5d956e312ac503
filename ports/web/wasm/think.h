/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The engine of this instance of the module, shared with the protocols. */
#ifndef RK_WEB_THINK_H
#define RK_WEB_THINK_H

#include "rookery/levels.h"

/* The platform of all sessions; its engine is NULL before engine_open. */
extern struct rk_platform web_platform;
extern struct rk_tt web_table;
extern struct rk_player web_player;

/*
 * Opens the engine with a table of `bytes`. Returns 1 if there is no memory;
 * there is no engine then.
 */
int js_engine_open(size_t bytes);

/*
 * Opens the engine with its default table if needed; false if there is no
 * memory.
 */
bool web_engine_need(void);

/* What the engine evaluates with; NULL: the classical evaluation. */
const struct rk_network *web_network(void);

/* Before a search: no signal yet. */
void web_begin(void);

/* The platform's poll: gives JavaScript a turn, which may bring a signal. */
enum rk_signal web_poll(void *self, uint64_t nodes);

void web_bench(int depth, const struct rk_out *out);

#endif
