/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A pool that searches together with others on other machines. Each of them is a
 * pool like this one with the same task; only one, rank 0's, has the limits and
 * answers. To it the threads of the others are guests: their nodes are counted and
 * their lines vote. How all this travels is up to ports/cluster.
 *
 * A pool without guests has no feed and no lines, and nothing here is called but
 * for the three functions of pool_inside.h.
 */
#include <stdlib.h>
#include <string.h>

#include "ports/host/pool_inside.h"

void host_line_copy(struct host_pool_line *to, const struct rk_info *info)
{
	to->info = *info;
	to->info.moves = to->moves;
	memcpy(to->moves, info->moves,
	       (size_t)info->move_count * sizeof(*info->moves));
}

/* ---- For the pool; the mutex is held ---- */

void host_guests_feed(struct host_pool *pool)
{
#ifdef RK_TT_FEED
	if (pool->guests.feed)
		rk_tt_set_feed(&pool->table, pool->guests.feed,
			       pool->guests.feed_depth);
#else
	(void)pool;
#endif
}

void host_guests_reset(struct host_pool *pool)
{
	for (int i = 0; i < pool->guests.count; i++)
		pool->guests.lines[i].info.depth = 0;
	atomic_store(&pool->guests.nodes, 0);
}

void host_guests_free(struct host_pool *pool)
{
	free(pool->guests.feed);
	free(pool->guests.lines);
}

/* ---- For ports/cluster, on machines whose tables have a feed ---- */

#ifdef RK_TT_FEED

static void set_lines(struct host_guests *guests, struct host_pool_line *lines,
		      int count)
{
	free(guests->lines);
	guests->lines = lines;
	guests->count = count;
}

bool host_guests_open(struct host_pool *pool, int lines, int depth)
{
	struct host_guests *guests = &pool->guests;
	struct host_pool_line *room = calloc((size_t)lines + 1, sizeof(*room));
	bool is_open;

	host_pool_wait(pool);
	pthread_mutex_lock(&pool->report_mutex);
	pthread_mutex_lock(&pool->mutex);
	if (!guests->feed)
		guests->feed = calloc(1, sizeof(*guests->feed));
	is_open = guests->feed && room;
	if (is_open) {
		set_lines(guests, room, lines);
		guests->feed_depth = depth;
		host_guests_feed(pool);
	} else {
		free(room);
	}
	pthread_mutex_unlock(&pool->mutex);
	pthread_mutex_unlock(&pool->report_mutex);
	return is_open;
}

int host_guests_room(struct host_pool *pool)
{
	int room;

	pthread_mutex_lock(&pool->mutex);
	room = pool->guests.count;
	pthread_mutex_unlock(&pool->mutex);
	return room;
}

void host_guests_set_depth(struct host_pool *pool, int depth)
{
	pthread_mutex_lock(&pool->mutex);
	pool->guests.feed_depth = depth;
	host_guests_feed(pool);
	pthread_mutex_unlock(&pool->mutex);
}

size_t host_guests_read(struct host_pool *pool, uint64_t *read,
			struct rk_tt_item *items, size_t most)
{
	return rk_tt_read_feed(pool->guests.feed, read, items, most);
}

void host_guests_put(struct host_pool *pool, const struct rk_tt_item *items,
		     size_t count)
{
	pthread_mutex_lock(&pool->mutex);
	rk_tt_put(&pool->table, items, count);
	pthread_mutex_unlock(&pool->mutex);
}

unsigned int host_guests_task(struct host_pool *pool)
{
	unsigned int task;

	pthread_mutex_lock(&pool->mutex);
	task = pool->task_number;
	pthread_mutex_unlock(&pool->mutex);
	return task;
}

/* report_mutex is held. */
static bool is_at(struct host_pool *pool, unsigned int task)
{
	return !pool->has_answered && pool->task_number == task;
}

void host_guests_hear(struct host_pool *pool, unsigned int task, int number,
		      const struct rk_info *info)
{
	pthread_mutex_lock(&pool->report_mutex);
	if (is_at(pool, task) && number < pool->guests.count)
		host_line_copy(&pool->guests.lines[number], info);
	pthread_mutex_unlock(&pool->report_mutex);
}

void host_guests_count(struct host_pool *pool, unsigned int task,
		       uint64_t nodes)
{
	pthread_mutex_lock(&pool->report_mutex);
	if (is_at(pool, task))
		atomic_store(&pool->guests.nodes, nodes);
	pthread_mutex_unlock(&pool->report_mutex);
}

bool host_guests_line(struct host_pool *pool, int number,
		      struct host_pool_line *line)
{
	bool is_there = false;

	pthread_mutex_lock(&pool->report_mutex);
	if (number < pool->count && pool->workers[number]->line.info.depth) {
		host_line_copy(line, &pool->workers[number]->line.info);
		is_there = true;
	}
	pthread_mutex_unlock(&pool->report_mutex);
	return is_there;
}

#endif
