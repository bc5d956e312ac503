/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Several threads for one search, in the module with shared memory; see
 * helpers.c. In the other one there are never any helpers, and all of this does
 * nothing.
 */
#ifndef RK_WEB_HELPERS_H
#define RK_WEB_HELPERS_H

#include "rookery/engine.h"

/*
 * The helpers begin to search the task with this table, and stop; between the
 * two the task must not change. Only a task at full strength has helpers.
 */
void web_helpers_begin(const struct rk_task *task);
void web_helpers_end(void);

/* Nodes of the helpers for the task. */
uint64_t web_helpers_nodes(void);

/* For a new game; nobody searches. */
void web_helpers_forget(void);

/* The network of the engine is theirs; nobody searches. */
void web_helpers_set_network(const struct rk_network *network);

/*
 * The signal for the running job that JavaScript has written to memory; or none.
 * `idle`: there is nothing to do, so it may wait for one.
 */
enum rk_signal web_shared_signal(bool idle);

#endif
