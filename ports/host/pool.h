/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A thinker made of engines, each in a thread of its own. */
#ifndef RK_HOST_POOL_H
#define RK_HOST_POOL_H

#include "rookery/think.h"

#define HOST_POOL_HASH 16 /* megabytes, unless somebody wants more or less */
#define HOST_POOL_MOST_HASH 65536
#define HOST_POOL_MOST_THREADS 256

struct host_pool;

/* With one thread; NULL without memory. */
struct host_pool *host_pool_new(void);

/*
 * What is thought is answered first. Not from a listener's call; nobody may
 * use the thinker any more.
 */
void host_pool_free(struct host_pool *pool);

/*
 * The table to call it through, which lives as long as the pool. Its functions
 * are for one caller at a time, and not for the listener, whose calls come from
 * another thread; but start() need not wait until answer() has returned.
 */
const struct rk_thinker *host_pool_thinker(struct host_pool *pool);

#endif
