/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The thread in which a rank works on one piece at a time, while the thread that
 * may call MPI goes on listening.
 */
#ifndef RK_CLUSTER_HANDS_H
#define RK_CLUSTER_HANDS_H

#include "ports/cluster/cluster.h"

struct cluster_hands;

/* NULL if there is no memory or no thread. */
struct cluster_hands *hands_new(struct cluster_work *work);

/* Ends the thread; the work is told to stop. */
void hands_free(struct cluster_hands *hands);

/* Gives it a piece; it must be free. The bytes are copied. */
void hands_give(struct cluster_hands *hands, uint64_t number,
		const struct host_text *piece);

/*
 * Waits for at most so many microseconds until a piece is done; true if one is.
 * Also NULL may be asked to wait.
 */
bool hands_wait(struct cluster_hands *hands, uint32_t most_us);

/* What was done: valid until the next piece is given. */
struct hands_result {
	uint64_t number;
	uint64_t busy_us;
	bool failed;
	const struct host_text *text;
};

/* Takes the result; after that it is free. False if there is none. */
bool hands_take(struct cluster_hands *hands, struct hands_result *result);

#endif
