/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Chooses the best of several answers. Each worker votes for its move, with a
 * weight that grows with depth and score. Workers that are still searching vote
 * with what they have, and so do guests, the threads of other machines.
 */
#include "ports/host/pool_inside.h"

static bool may_choose(const struct rk_task *task)
{
	return host_task_is_shared(task) && task->lines <= 1 && !task->depth &&
	       !task->mate;
}

/* Workers first, the leader before all others, then the guests. */
static int line_count(const struct host_pool *pool)
{
	return pool->count + pool->guests.count;
}

static const struct rk_info *line_at(const struct host_pool *pool, int i)
{
	return i < pool->count ? &pool->workers[i]->line.info
			       : &pool->guests.lines[i - pool->count].info;
}

/* The weight of a vote grows with depth and score. */
static int64_t weight(const struct rk_info *line, int lowest)
{
	return (int64_t)(line->score - lowest + 25) * line->depth;
}

static int64_t votes_for(struct host_pool *pool, rk_any_move move, int lowest)
{
	int64_t sum = 0;

	for (int i = 0; i < line_count(pool); i++) {
		const struct rk_info *line = line_at(pool, i);

		if (line->depth && line->moves[0] == move)
			sum += weight(line, lowest);
	}
	return sum;
}

/* Is a's answer better than b's? */
static bool is_better(struct host_pool *pool, const struct rk_info *a,
		      const struct rk_info *b, int lowest)
{
	int64_t difference;

	if (rk_score_is_mate(a->score) || rk_score_is_mate(b->score))
		return a->score > b->score;
	if (a->moves[0] == b->moves[0])
		return weight(a, lowest) > weight(b, lowest);
	difference = votes_for(pool, a->moves[0], lowest) -
		     votes_for(pool, b->moves[0], lowest);
	return difference > 0;
}

/* The lowest score of all lines; 0 if there is none. */
static int lowest_score(const struct host_pool *pool)
{
	int lowest = RK_SCORE_NONE;

	for (int i = 0; i < line_count(pool); i++) {
		const struct rk_info *line = line_at(pool, i);

		if (line->depth && line->score < lowest)
			lowest = line->score;
	}
	return lowest;
}

const struct rk_info *host_pool_choose(struct host_pool *pool)
{
	const struct rk_info *best = line_at(pool, 0);
	int lowest;

	if (!may_choose(&pool->task))
		return best->depth ? best : NULL;
	lowest = lowest_score(pool);
	best = NULL;
	for (int i = 0; i < line_count(pool); i++) {
		const struct rk_info *line = line_at(pool, i);

		if (line->depth &&
		    (!best || is_better(pool, line, best, lowest)))
			best = line;
	}
	return best;
}
