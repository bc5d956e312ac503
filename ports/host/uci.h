/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* UCI on standard input and output, for a program that brings the engine. */
#ifndef RK_HOST_UCI_H
#define RK_HOST_UCI_H

#include "ports/host/host.h"
#include "ports/host/pool.h"

struct host_uci_engine {
	struct host_pool *pool;
	const struct rk_thinker *thinker; /* the pool's, or one that uses it */
	/* As host_pool_load_network(), which is used where this is NULL. */
	const char *(*load)(void *self, const char *name, size_t length);
	void *self;
};

/*
 * Reads commands until `quit` or the end of the input; `first` is a line that was
 * already read, or NULL. One session at a time. No search runs afterwards.
 */
enum host_exit host_uci_talk(const struct host_uci_engine *engine,
			     const char *first);

#endif
