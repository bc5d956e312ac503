/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Entries of transposition tables on their way between ranks; see search.h. An
 * entry is worth sending if the search below it was long, so there is a least
 * depth; it rises and falls with how many entries there are, which keeps the
 * messages few enough for any number of threads. A rank that takes no messages
 * gets no more.
 */
#define _GNU_SOURCE /* for the processors that a thread may use */

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "ports/cluster/search.h"

#define LEAST_DEPTH 5
#define MOST_DEPTH 40
#define EVERY_US 4000
#define WANTED 96 /* entries in a message, about */
#define WAITING 4 /* messages that a rank may be behind */

bool search_entries_open(struct search_entries *entries, struct host_pool *pool,
			 int lines)
{
	entries->pool = pool;
	if (!entries->depth)
		entries->depth = LEAST_DEPTH;
	return host_guests_open(pool, lines, entries->depth);
}

static void adapt(struct search_entries *entries, size_t count)
{
	int depth = entries->depth;

	if (count > WANTED + WANTED / 2 && depth < MOST_DEPTH)
		depth++;
	else if (count < WANTED / 4 && depth > LEAST_DEPTH)
		depth--;
	if (depth == entries->depth)
		return;
	entries->depth = depth;
	host_guests_set_depth(entries->pool, depth);
}

void search_entries_send(struct search_entries *entries)
{
	const struct transport_head head = {.number = entries->epoch};
	uint64_t now = host_now_us(NULL);
	int own = transport_rank(), ranks = transport_size();
	size_t count;

	if (ranks < 2 || now - entries->sent_us < EVERY_US)
		return;
	entries->sent_us = now;
	count = host_guests_read(entries->pool, &entries->read, entries->items,
				 SEARCH_BATCH);
	adapt(entries, count);
	for (int i = 1; count && i < ranks; i++) {
		int rank =
			(own + i) % ranks; /* not all to the same one first */

		if (transport_waiting(rank) < WAITING)
			transport_send(rank, TRANSPORT_ENTRIES, &head,
				       (const char *)entries->items,
				       count * sizeof(*entries->items));
	}
}

void search_entries_take(struct search_entries *entries,
			 const struct transport_message *message)
{
	const struct rk_tt_item *items = (const void *)message->bytes.bytes;

	if (message->head.number == entries->epoch)
		host_guests_put(entries->pool, items,
				message->bytes.length / sizeof(*items));
}

const char *search_is_bound(int64_t threads, char *text, size_t size)
{
	long all = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t usable;
	int count;

	if (sched_getaffinity(0, sizeof(usable), &usable))
		return NULL;
	count = CPU_COUNT(&usable);
	if (count >= threads || count >= all)
		return NULL;
	snprintf(text, size,
		 "may use only %d of %ld processors for its threads; with "
		 "OpenMPI, mpirun --bind-to none lets it use all",
		 count, all);
	return text;
}
