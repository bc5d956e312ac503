/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The state of one task: nodes and time used, polling the platform, and
 * reports of the root lines. A search counts its nodes in control->nodes and
 * asks rk_must_stop() in every node; all the rest is done only when the count
 * reaches next_poll. Once `stop` is set it stays set, and the search unwinds.
 *
 * Only the thread that searches may call these functions, except
 * rk_published_nodes().
 */
#include "engine/control.h"

/*
 * The published node count is read by other threads. A relaxed atomic is a
 * plain move on 64-bit machines; smaller ones have no second thread.
 */
#if __SIZEOF_POINTER__ >= 8
#define LOAD(place) __atomic_load_n(place, __ATOMIC_RELAXED)
#define STORE(place, value) __atomic_store_n(place, value, __ATOMIC_RELAXED)
#else
#define LOAD(place) (*(place))
#define STORE(place, value) (*(place) = (value))
#endif

/* ---- Time ---- */

void rk_control_begin(struct rk_control *control, const struct rk_task *task,
		      const struct rk_platform *platform,
		      const struct rk_listener *listener)
{
	control->task = task;
	control->platform = platform;
	control->listener = listener;
	control->nodes = control->next_poll = control->published_nodes = 0;
	control->max_nodes = task->nodes;
	control->soft_nodes = 0;
	control->start_us = task->started_us;
	if (!control->start_us && platform->now_us)
		control->start_us = platform->now_us(platform->self);
	control->ponder_us = 0;
	control->stop = false;
	control->signal = RK_SIGNAL_NONE;
	control->pondering = task->ponder;
	control->pv_index = 0;
	rk_time_plan(&control->time_budget, task);
	if (!platform->now_us)
		control->time_budget.limited = false;
}

uint64_t rk_elapsed_us(const struct rk_control *control)
{
	const struct rk_platform *platform = control->platform;

	return platform->now_us
		       ? platform->now_us(platform->self) - control->start_us
		       : 0;
}

uint64_t rk_spent_us(const struct rk_control *control)
{
	return rk_elapsed_us(control) - control->ponder_us;
}

uint64_t rk_published_nodes(const struct rk_control *control)
{
	return LOAD(&control->published_nodes);
}

static enum rk_signal poll(const struct rk_control *control)
{
	const struct rk_platform *platform = control->platform;

	return platform->poll ? platform->poll(platform->self, control->nodes)
			      : RK_SIGNAL_NONE;
}

/*
 * Takes a signal from the platform and compares nodes and time with their
 * limits. A platform may draw or read a line when it is polled, so this
 * happens every thousand nodes or so; a node limit is still met exactly.
 */
static void check_limits(struct rk_control *control)
{
	int every = control->platform->poll_nodes;
	enum rk_signal signal;

	if (control->max_nodes && control->nodes >= control->max_nodes)
		control->stop = true;
	control->next_poll =
		control->nodes +
		(uint64_t)(every > 0 ? every
				     : control->searcher->poll_interval);
	if (control->max_nodes && control->next_poll > control->max_nodes)
		control->next_poll = control->max_nodes;
	STORE(&control->published_nodes, control->nodes);
	signal = poll(control);
	if (signal == RK_SIGNAL_PONDERHIT) {
		if (control->pondering)
			control->ponder_us = rk_elapsed_us(control);
		control->pondering = false;
	} else if (signal != RK_SIGNAL_NONE) {
		control->stop = true;
		control->signal = (uint8_t)signal;
	}
	if (control->time_budget.limited && !control->pondering &&
	    rk_spent_us(control) >= control->time_budget.hard_us)
		control->stop = true;
}

/* In every node of every search: a comparison, and rarely more. */
bool rk_must_stop(struct rk_control *control)
{
	if (control->nodes >= control->next_poll)
		check_limits(control);
	return control->stop;
}

void rk_control_wait(const struct rk_control *control)
{
	bool pondering = control->pondering;

	while (!control->signal && control->platform->poll &&
	       (control->task->infinite || pondering)) {
		enum rk_signal signal = poll(control);

		if (signal == RK_SIGNAL_PONDERHIT)
			pondering = false;
		else if (signal != RK_SIGNAL_NONE)
			return;
	}
}

/* ---- The root ---- */

/* Moves of earlier lines are skipped: MultiPV wants different moves. */
bool rk_root_skips(const struct rk_control *control, rk_any_move move)
{
	const struct rk_task *task = control->task;
	bool wanted = task->only_count == 0;

	for (int i = 0; i < control->pv_index; i++)
		if (control->pv_lines[i].moves[0] == move)
			return true;
	for (int i = 0; i < task->only_count; i++)
		wanted |= task->only[i] == move;
	return !wanted;
}

void rk_root_begin(struct rk_control *control, rk_any_move move, int number)
{
	const struct rk_listener *listener = control->listener;
	struct rk_info info = {
		.depth = control->depth,
		.tried = move,
		.tried_number = number + control->pv_index,
	};

	control->root_move_start = control->nodes;
	if (!listener || rk_elapsed_us(control) < RK_REPORT_AFTER_US)
		return;
	info.time = rk_elapsed_us(control) / 1000;
	info.nodes = control->nodes;
	listener->info(listener->self, &info);
}

/* iterate.c scales the time by the nodes that the best move took. */
void rk_root_end(struct rk_control *control, int score, bool best)
{
	if (!best)
		return;
	control->best_score = score;
	control->best_move_nodes = control->nodes - control->root_move_start;
}

/* ---- Lines and reports ---- */

int rk_multipv(const struct rk_task *task, int most)
{
	int wanted = task->lines > 1 ? task->lines : 1;

	return wanted < most ? wanted : most;
}

void rk_pv_line_init(struct rk_pv_line *line, rk_any_move move)
{
	*line = (struct rk_pv_line){
		.moves = line->moves,
		.move_count = 1,
		.depth = 1,
		.seldepth = 1,
		.bound = RK_BOUND_NONE,
	};
	line->moves[0] = move;
}

void rk_pv_line_report(const struct rk_control *control, int number)
{
	const struct rk_listener *listener = control->listener;
	struct rk_pv_line *line = &control->pv_lines[number];
	struct rk_info info = {
		.depth = line->depth,
		.selective_depth = line->seldepth,
		.line = number + 1,
		.score = line->score,
		.bound = line->bound,
		.nodes = control->nodes,
		.time = rk_elapsed_us(control) / 1000,
		.moves = line->moves,
		.move_count = line->move_count,
	};

	line->reported = true;
	if (!listener)
		return;
	control->searcher->describe(control->self, &info);
	listener->info(listener->self, &info);
}

void rk_report_no_move(const struct rk_control *control, bool in_check)
{
	const struct rk_listener *listener = control->listener;
	struct rk_info info = {
		.line = 1,
		.score = in_check ? -RK_SCORE_MATE : 0,
		.bound = RK_BOUND_EXACT,
		.loss = in_check ? 1000 : 0,
		.draw = in_check ? 0 : 1000,
	};

	if (listener)
		listener->info(listener->self, &info);
}

void rk_control_answer(const struct rk_control *control,
		       struct rk_answer *answer)
{
	const struct rk_pv_line *line = &control->pv_lines[0];

	*answer = (struct rk_answer){
		.signal = control->signal,
		.best = line->moves[0],
		.ponder = line->move_count > 1 ? line->moves[1] : 0,
		.score = line->score,
		.depth = line->depth,
		.nodes = control->nodes,
	};
}
