/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How much time a move may take. After the soft limit no deeper look begins;
 * how soft it is, think.c says as the search goes on. The hard limit stops
 * the search wherever it is.
 */
#include "engine/course.h"

/* Without a word about it, so many more moves are expected. */
#define MOVES_EXPECTED 30
#define MOVES_MOST 50

/* Microseconds kept for the moment when the machine looks elsewhere. */
#define RESERVE 200000

static uint64_t microseconds(int64_t milliseconds)
{
	return milliseconds > 0 ? (uint64_t)milliseconds * 1000 : 0;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* With little on the clock, more of what comes in is saved. */
static uint64_t share_of_increment(uint64_t left, uint64_t increment)
{
	if (left > 40 * increment)
		return increment * 3 / 4;
	return left > 15 * increment ? increment / 2 : increment / 4;
}

void rk_budget_plan(struct rk_budget *budget, const struct rk_task *task)
{
	uint64_t overhead = microseconds(task->overhead);
	uint64_t time, increment, most, moves;

	*budget = (struct rk_budget){0};
	if (task->infinite)
		return;
	if (task->move_time > 0) {
		time = microseconds(task->move_time);
		time = time > 2 * overhead ? time - overhead : time / 2;
		*budget = (struct rk_budget){true, time, time};
		return;
	}
	if (!task->has_clock)
		return;
	moves = MOVES_EXPECTED;
	if (task->moves_to_go > 0)
		moves = smaller((uint64_t)task->moves_to_go, MOVES_MOST);
	time = microseconds(task->time);
	increment = microseconds(task->increment);
	/* What may be lost on the way is never touched. */
	most = time > overhead ? time - overhead : 0;
	most -= smaller(RESERVE, most * 5 / 6);
	budget->counts = true;
	budget->soft = most / moves + share_of_increment(most, increment);
	if (moves > 1)
		most = most * 3 / 5;
	budget->hard = smaller(budget->soft * 5, most);
	budget->soft = smaller(budget->soft, budget->hard);
	/* At the very end a move at once is better than none. */
	if (budget->hard < 500)
		budget->hard = 500;
}
