/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A thinker made of several engines, each in its own thread. */
#ifndef RK_HOST_POOL_H
#define RK_HOST_POOL_H

#include "rookery/engine.h"
#include "rookery/think.h"

#define HOST_POOL_HASH 16 /* default size of the table in megabytes */
#define HOST_POOL_MOST_HASH 65536
#define HOST_POOL_MOST_THREADS 256

struct host_pool;

/* A line with moves of its own. */
struct host_pool_line {
	struct rk_info info;
	rk_any_move moves[RK_MAX_PLY];
};

/* A pool with one thread; NULL without memory. */
struct host_pool *host_pool_new(void);

/*
 * Waits for the answer of a running search. Not from a listener's call; the
 * thinker must not be used any more.
 */
void host_pool_free(struct host_pool *pool);

/* Waits for the answer, and until no thread searches any more. */
void host_pool_wait(struct host_pool *pool);

/*
 * Loads a network for all threads, as host_network_load(); an empty name goes
 * back to the embedded one, or to none. Waits as host_pool_wait().
 */
const char *host_pool_load_network(struct host_pool *pool, const char *name,
				   size_t length);

/*
 * The pool's thinker, valid as long as the pool. Its functions are for one
 * caller at a time, and not for the listener, which is called from another
 * thread; but start() need not wait until answer() has returned.
 */
const struct rk_thinker *host_pool_thinker(struct host_pool *pool);

#ifdef RK_TT_FEED
/*
 * pool_guests.c: one search by the pools of many machines. Entries of the tables
 * go from one to all others, and the lines of the others, the guests, vote in the
 * pool that answers. All of these may be called from any thread.
 *
 * Entries of at least that depth are for others; host_guests_open() has room for
 * the lines of so many threads. Not during a task; false without memory.
 */
bool host_guests_open(struct host_pool *pool, int lines, int depth);

/* The lines that there is room for. */
int host_guests_room(struct host_pool *pool);

/* Another depth, also during a task. */
void host_guests_set_depth(struct host_pool *pool, int depth);

/* rk_tt_read_feed() and rk_tt_put() with the table of the pool. */
size_t host_guests_read(struct host_pool *pool, uint64_t *read,
			struct rk_tt_item *items, size_t most);
void host_guests_put(struct host_pool *pool, const struct rk_tt_item *items,
		     size_t count);

/* The number of the task that was started last; never 0 then. */
unsigned int host_guests_task(struct host_pool *pool);

/*
 * What guests have found out about that task: a line, and the nodes of all of
 * them together. Ignored if it is not the current one or has been answered.
 */
void host_guests_hear(struct host_pool *pool, unsigned int task, int number,
		      const struct rk_info *info);
void host_guests_count(struct host_pool *pool, unsigned int task,
		       uint64_t nodes);

/* The other side: a thread's line of the current task; false: it has none. */
bool host_guests_line(struct host_pool *pool, int number,
		      struct host_pool_line *line);
#endif

uint64_t host_pool_nodes(struct host_pool *pool);

#endif
