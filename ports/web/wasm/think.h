/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The engine of this instance of the module, for who talks in protocols. */
#ifndef RK_WEB_THINK_H
#define RK_WEB_THINK_H

#include "rookery/levels.h"

/* NULL until there is one, see engine_open. */
extern struct rk_engine *web_engine;
extern struct rk_table web_table;
extern struct rk_player web_player;

/* With a table of so many bytes; 1: no memory, then there is none. */
int js_engine_open(size_t bytes);

/* Opened with its usual table if it was not; false: no memory. */
bool web_engine_need(void);

uint64_t web_microseconds(void *self);

/* Before thinking: no haste yet. */
void web_begin(void);

/* Now and then: has somebody said something? Gives the others a turn. */
enum rk_haste web_look_up(uint64_t nodes);

void web_bench(int depth, const struct rk_out *out);

#endif
