/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a task has cost and found so far, and what interrupts it. */
#include "engine/course.h"

/* Others may read it at any time, where that can be had for nothing. */
#if __SIZEOF_POINTER__ >= 8
#define LOAD(place) __atomic_load_n(place, __ATOMIC_RELAXED)
#define STORE(place, value) __atomic_store_n(place, value, __ATOMIC_RELAXED)
#else
#define LOAD(place) (*(place))
#define STORE(place, value) (*(place) = (value))
#endif

/* ---- Time ---- */

void rk_course_begin(struct rk_course *course, const struct rk_task *task,
		     const struct rk_engine_port *port)
{
	course->task = task;
	course->port = port;
	course->nodes = course->next_look = course->seen_nodes = 0;
	course->most = task->nodes;
	course->enough = 0;
	course->started = port->now ? port->now(port->self) : 0;
	course->pondered = 0;
	course->stop = course->told = false;
	course->pondering = task->ponder;
	course->line = 0;
	rk_budget_plan(&course->budget, task);
	if (!port->now)
		course->budget.counts = false;
}

uint64_t rk_elapsed(const struct rk_course *course)
{
	const struct rk_engine_port *port = course->port;

	return port->now ? port->now(port->self) - course->started : 0;
}

uint64_t rk_spent(const struct rk_course *course)
{
	return rk_elapsed(course) - course->pondered;
}

uint64_t rk_seen_nodes(const struct rk_course *course)
{
	return LOAD(&course->seen_nodes);
}

/* Nodes of this task, those of other threads included. */
static uint64_t all_nodes(const struct rk_course *course)
{
	const struct rk_engine_port *port = course->port;

	return course->nodes + (port->others ? port->others(port->self) : 0);
}

/* Every so many nodes: is there still time, does anybody want anything? */
static void look_up(struct rk_course *course)
{
	const struct rk_engine_port *port = course->port;
	enum rk_wish wish = RK_GO_ON;

	if (course->most && course->nodes >= course->most)
		course->stop = true;
	course->next_look =
		course->nodes + (uint64_t)(port->every > 0
						   ? port->every
						   : course->searcher->stride);
	if (course->most && course->next_look > course->most)
		course->next_look = course->most;
	STORE(&course->seen_nodes, course->nodes);
	if (port->poll)
		wish = port->poll(port->self, course->nodes);
	if (wish == RK_STOP_NOW)
		course->stop = course->told = true;
	if (wish == RK_PONDER_HIT && course->pondering) {
		course->pondering = false;
		course->pondered = rk_elapsed(course);
	}
	if (course->budget.counts && !course->pondering &&
	    rk_spent(course) >= course->budget.hard)
		course->stop = true;
}

bool rk_must_stop(struct rk_course *course)
{
	if (course->nodes >= course->next_look)
		look_up(course);
	return course->stop;
}

void rk_course_wait(const struct rk_course *course)
{
	const struct rk_engine_port *port = course->port;
	bool pondering = course->pondering;

	while (!course->told && port->poll &&
	       (course->task->infinite || pondering)) {
		enum rk_wish wish = port->poll(port->self, course->nodes);

		if (wish == RK_STOP_NOW)
			return;
		if (wish == RK_PONDER_HIT)
			pondering = false;
	}
}

/* ---- The root ---- */

bool rk_is_left_out(const struct rk_course *course, rk_any_move move)
{
	const struct rk_task *task = course->task;
	bool wanted = task->only_count == 0;

	for (int i = 0; i < course->line; i++)
		if (course->lines[i].moves[0] == move)
			return true;
	for (int i = 0; i < task->only_count; i++)
		wanted |= task->only[i] == move;
	return !wanted;
}

void rk_root_begin(struct rk_course *course, rk_any_move move, int number)
{
	const struct rk_engine_port *port = course->port;
	struct rk_info info = {
		.depth = course->depth,
		.tried = move,
		.tried_number = number + course->line,
	};

	course->root_nodes = course->nodes;
	if (!port->info || rk_elapsed(course) < RK_LONG)
		return;
	info.time = rk_elapsed(course) / 1000;
	info.nodes = all_nodes(course);
	port->info(port->self, &info);
}

void rk_root_end(struct rk_course *course, int score, bool best)
{
	if (!best)
		return;
	course->best_score = score;
	course->best_nodes = course->nodes - course->root_nodes;
}

/* ---- Lines ---- */

int rk_lines_wanted(const struct rk_task *task, int most)
{
	int wanted = task->lines > 1 ? task->lines : 1;

	return wanted < most ? wanted : most;
}

void rk_line_start(struct rk_line *line, rk_any_move move)
{
	*line = (struct rk_line){
		.moves = line->moves,
		.count = 1,
		.depth = 1,
		.selective = 1,
		.bound = RK_BOUND_NONE,
	};
	line->moves[0] = move;
}

void rk_line_tell(const struct rk_course *course, int number)
{
	const struct rk_engine_port *port = course->port;
	struct rk_line *line = &course->lines[number];
	struct rk_info info = {
		.depth = line->depth,
		.selective_depth = line->selective,
		.line = number + 1,
		.score = line->score,
		.bound = line->bound,
		.nodes = all_nodes(course),
		.time = rk_elapsed(course) / 1000,
		.moves = line->moves,
		.move_count = line->count,
	};

	line->told = true;
	if (!port->info)
		return;
	course->searcher->describe(course->self, &info);
	port->info(port->self, &info);
}

void rk_tell_the_end(const struct rk_course *course, bool checked)
{
	const struct rk_engine_port *port = course->port;
	struct rk_info info = {
		.line = 1,
		.score = checked ? -RK_SCORE_MATE : 0,
		.bound = RK_BOUND_EXACT,
		.loss = checked ? 1000 : 0,
		.draw = checked ? 0 : 1000,
	};

	if (port->info)
		port->info(port->self, &info);
}

void rk_course_answer(const struct rk_course *course, struct rk_answer *answer)
{
	const struct rk_line *line = &course->lines[0];

	*answer = (struct rk_answer){
		.best = line->moves[0],
		.ponder = line->count > 1 ? line->moves[1] : 0,
		.score = line->score,
		.depth = line->depth,
		.nodes = course->nodes,
	};
}
