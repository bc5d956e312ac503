/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A thinker that is one engine and no thread: start() returns when the answer
 * was given. For where there are no threads, or nothing to do meanwhile.
 */
#ifndef ROOKERY_SINGLE_H
#define ROOKERY_SINGLE_H

#include "rookery/engine.h"

struct rk_single {
	/* To be filled in. */
	struct rk_engine *engine;
	uint64_t (*now)(void *self); /* microseconds; NULL: there is no clock */
	/* Asked all the time: enough? NULL: then only the task's limits count. */
	bool (*stop)(void *self);
	void *self;

	/* Its own. */
	const struct rk_listener *listener;
};

/*
 * The memory stays in use as long as the thinker is. Its forget() empties the
 * engine's table of positions, too; then the same task has the same answer.
 */
void rk_single_init(struct rk_thinker *thinker, struct rk_single *single);

#endif
