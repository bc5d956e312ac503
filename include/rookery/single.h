/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A thinker that is one engine and no thread: start() returns when the answer
 * was given. For where there are no threads, or nothing to do meanwhile. Where
 * memory is short there is no engine but room for one: a small one is made
 * there for every task, and until the next one the room may hold anything else.
 */
#ifndef ROOKERY_SINGLE_H
#define ROOKERY_SINGLE_H

#include "rookery/engine.h"

struct rk_single {
	/* To be filled in. */
	struct rk_engine *engine;    /* NULL: there is room for one */
	void *room;                  /* aligned for a uint64_t, at least ... */
	size_t room_size;            /* ... rk_engine_bound() of a small one */
	uint64_t (*now)(void *self); /* microseconds; NULL: there is no clock */
	/* Asked all the time: enough? NULL: then only the task's limits count. */
	bool (*stop)(void *self);
	void *self;
	int every; /* nodes between two such questions, 0: a thousand or so */

	/* Its own. */
	const struct rk_listener *listener;
};

/*
 * The memory stays in use as long as the thinker is. Its forget() empties the
 * engine's table of positions, too; then the same task has the same answer. In
 * a room all is forgotten with every task, which must not lie in it, and neither
 * may what it points to; evaluate() uses the room for four players only.
 */
void rk_single_init(struct rk_thinker *thinker, struct rk_single *single);

#endif
