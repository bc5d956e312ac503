/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Chooses the best of several answers. Each worker votes for its move, with a
 * weight that grows with depth and score. Workers that are still searching vote
 * with what they have.
 */
#include "ports/host/pool_inside.h"

static bool may_choose(const struct rk_task *task)
{
	return host_task_is_shared(task) && task->lines <= 1 && !task->depth &&
	       !task->mate;
}

/* The weight of a vote grows with depth and score. */
static int64_t weight(const struct host_worker *worker, int lowest)
{
	return (int64_t)(worker->line.score - lowest + 25) * worker->line.depth;
}

static int64_t votes_for(struct host_pool *pool, rk_any_move move, int lowest)
{
	int64_t sum = 0;

	for (int i = 0; i < pool->count; i++)
		if (pool->workers[i]->line.depth &&
		    pool->workers[i]->moves[0] == move)
			sum += weight(pool->workers[i], lowest);
	return sum;
}

/* Is a's answer better than b's? */
static bool is_better(struct host_pool *pool, const struct host_worker *a,
		      const struct host_worker *b, int lowest)
{
	int64_t difference;

	if (rk_score_is_mate(a->line.score) || rk_score_is_mate(b->line.score))
		return a->line.score > b->line.score;
	difference = votes_for(pool, a->moves[0], lowest) -
		     votes_for(pool, b->moves[0], lowest);
	if (difference || a->moves[0] != b->moves[0])
		return difference > 0;
	return weight(a, lowest) > weight(b, lowest);
}

static struct host_worker *first_with_line(struct host_pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		if (pool->workers[i]->line.depth)
			return pool->workers[i];
	return NULL;
}

struct host_worker *host_pool_choose(struct host_pool *pool)
{
	struct host_worker *leader = host_pool_leader(pool), *best;
	int lowest;

	if (!may_choose(&pool->task))
		return leader->line.depth ? leader : NULL;
	best = first_with_line(pool);
	if (!best)
		return NULL;
	lowest = best->line.score;
	for (int i = 1; i < pool->count; i++)
		if (pool->workers[i]->line.depth &&
		    pool->workers[i]->line.score < lowest)
			lowest = pool->workers[i]->line.score;
	for (int i = 1; i < pool->count; i++)
		if (pool->workers[i]->line.depth &&
		    is_better(pool, pool->workers[i], best, lowest))
			best = pool->workers[i];
	return best;
}
