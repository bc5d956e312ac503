/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Time management: how much of the clock a move may use. No iteration starts
 * after the soft limit, which iterate.c scales by how settled the best move
 * is. The hard limit aborts the search in the middle of an iteration.
 *
 * The plan divides what is left equally among the moves that are still
 * expected and adds a part of the increment. A multiple of the soft limit may
 * be spent on a move that turns out to be difficult, but never more than a
 * share of what is left, so that the next moves have time too. On the last
 * move before a time control nothing needs to be kept. A reserve is never
 * planned, since another process may run meanwhile.
 */
#include "engine/control.h"
#include "engine/params.h"

static uint64_t microseconds(int64_t milliseconds)
{
	return milliseconds > 0 ? (uint64_t)milliseconds * 1000 : 0;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * With little time left, most of the increment is saved, so that the clock
 * recovers.
 */
static uint64_t share_of_increment(uint64_t left, uint64_t increment)
{
	uint32_t share = (uint32_t)PARAM(time_increment_much);

	if (left <= 40 * increment)
		share = left > 15 * increment
				? (uint32_t)PARAM(time_increment_some)
				: (uint32_t)PARAM(time_increment_little);
	return increment * share / 64;
}

void rk_time_plan(struct rk_time_budget *budget, const struct rk_task *task)
{
	uint64_t overhead = microseconds(task->overhead);
	uint64_t time, increment, most, moves;

	*budget = (struct rk_time_budget){0};
	if (task->infinite)
		return;
	if (task->move_time > 0) {
		/* What was asked for; the overhead is for clocks alone. */
		time = microseconds(task->move_time);
		*budget = (struct rk_time_budget){true, time, time};
		return;
	}
	if (!task->has_clock)
		return;
	moves = (uint64_t)PARAM(time_moves);
	if (task->moves_to_go > 0)
		moves = (uint64_t)rk_at_most(task->moves_to_go,
					     PARAM(time_moves_most));
	time = microseconds(task->time);
	increment = microseconds(task->increment);
	/* The overhead is lost between engine and clock with every move. */
	most = time > overhead ? time - overhead : 0;
	most -= smaller(microseconds(PARAM(time_reserve)), most * 5 / 6);
	budget->limited = true;
	budget->soft_us = most / moves + share_of_increment(most, increment);
	if (moves > 1)
		most = most * (uint64_t)PARAM(time_hard_most) / 100;
	budget->hard_us =
		smaller(budget->soft_us * (uint64_t)PARAM(time_hard), most);
	budget->soft_us = smaller(budget->soft_us, budget->hard_us);
	/* Enough to find a legal move even when the flag is about to fall. */
	if (budget->hard_us < 500)
		budget->hard_us = 500;
}

uint64_t rk_task_hard_limit(const struct rk_task *task)
{
	struct rk_time_budget budget;

	rk_time_plan(&budget, task);
	return budget.limited ? budget.hard_us : RK_NO_LIMIT;
}
