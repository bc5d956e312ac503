/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A thinker that does not think, so that what a protocol makes of it can be
 * written down. It writes the task, in a line with parentheses around it, and
 * answers with the first legal move in the order of the alphabet; a task that
 * is infinite or ponders is answered when that ends.
 */
#ifndef RK_TESTS_THINKER_H
#define RK_TESTS_THINKER_H

#include "rookery/out.h"
#include "rookery/think.h"

struct thinker {
	struct rk_out out;
	struct rk_task task;
	struct rk_listener listener;
	bool thinking;
	rk_any_move only[RK_ANY_MAX_MOVES];
};

void thinker_new(struct thinker *thinker, struct rk_thinker *table,
		 struct rk_out out);

#endif
