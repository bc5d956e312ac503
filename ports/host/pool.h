/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A thinker made of several engines, each in its own thread. */
#ifndef RK_HOST_POOL_H
#define RK_HOST_POOL_H

#include "rookery/think.h"

#define HOST_POOL_HASH 16 /* default size of the table in megabytes */
#define HOST_POOL_MOST_HASH 65536
#define HOST_POOL_MOST_THREADS 256

struct host_pool;

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

#endif
