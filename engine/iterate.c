/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Iterative deepening: depth 1, then 2, and so on until a limit is reached.
 * Each iteration searches as many best lines as the task asks for (MultiPV),
 * each with an aspiration window around its score of the previous iteration. A
 * search that fails outside its window is repeated with a wider one. An
 * aborted iteration still counts if it has found a line, since it tries the
 * previous best move first.
 *
 * How a position is searched is up to the struct rk_searcher.
 */
#include "engine/control.h"
#include "engine/frames.h"
#include "engine/params.h"

/* The last depth with ordinary windows if a mate is asked for. */
#define MATE_WINDOW_DEPTH 6

/* ---- Aspiration windows ---- */

/*
 * Alpha and beta may lie outside of +-RK_INFINITE while a window is being
 * widened; they are clamped when the search is called.
 */
struct window {
	int alpha, beta;
	int delta;     /* half the width; 0: full window */
	int reduction; /* plies to search less, after fail highs */
};

static void open_window(struct window *window, int score, int delta)
{
	*window = (struct window){
		.alpha = delta ? score - delta : -RK_INFINITE,
		.beta = delta ? score + delta : RK_INFINITE,
		.delta = delta,
	};
}

/*
 * Classifies a score. Unless it is exact, the window is widened on the side
 * where the search failed. After a fail low beta comes down to the middle:
 * the score is known to be below it. After a fail high the move is good
 * anyway, so that a few plies less are enough to confirm it.
 */
static enum rk_bound widen(struct window *window, int score, int delta_max)
{
	bool fail_low = score <= window->alpha;

	if (!window->delta || (!fail_low && score < window->beta))
		return RK_BOUND_EXACT;
	if (fail_low) {
		window->beta = (window->alpha + window->beta) / 2;
		window->alpha = rk_clamp(score - window->delta, RK_INFINITE);
		window->reduction = 0;
	} else {
		window->beta = rk_clamp(score + window->delta, RK_INFINITE);
		window->reduction += window->reduction < PARAM(aspiration_less);
	}
	window->delta += window->delta * PARAM(aspiration_growth) / 128;
	if (window->delta > delta_max) {
		window->alpha = -RK_INFINITE;
		window->beta = RK_INFINITE;
	}
	return fail_low ? RK_BOUND_UPPER : RK_BOUND_LOWER;
}

/* ---- One line ---- */

/*
 * Lines begin with different moves at any moment, since a stop shows them as
 * they are. If the new best move of a line is the first move of a later one, that
 * one is out of date: the two change places, so that the old best move becomes
 * the later line.
 */
static void keep_lines_different(struct rk_control *control, int number)
{
#ifdef RK_SMALL
	(void)control, (void)number;
#else
	rk_any_move best = control->searcher->best_move(control->self);
	struct rk_pv_line *lines = control->pv_lines;

	for (int i = number + 1; best && i < control->line_count; i++)
		if (lines[i].moves[0] == best) {
			struct rk_pv_line line = lines[i];

			lines[i] = lines[number];
			lines[i].reported = false;
			lines[number] = line;
			return;
		}
#endif
}

static void keep_line(struct rk_control *control, int number, int score,
		      enum rk_bound bound)
{
	struct rk_pv_line *line = &control->pv_lines[number];
	int count;

	keep_lines_different(control, number);
	count = control->searcher->copy_pv(control->self, line->moves);
	/*
	 * After an abort the iteration still counts if it has a principal
	 * variation: the old best move is tried first, so that a move which
	 * has raised alpha is that one or a better one.
	 */
	if (control->stop && !count)
		return;
	line->reported = false;
	line->score = score;
	line->bound = bound;
	line->depth = control->depth;
	line->seldepth = control->seldepth;
	if (count)
		line->move_count = count;
}

/*
 * The one call into the search, so that stack analysis has a name for it:
 * tools/check-freestanding.sh knows this function.
 */
RK_APART int search_root(struct rk_control *control,
			 const struct window *window)
{
	int depth = control->depth - window->reduction;

	control->seldepth = 0;
	return control->searcher->search(control->self,
					 rk_clamp(window->alpha, RK_INFINITE),
					 rk_clamp(window->beta, RK_INFINITE),
					 depth > 1 ? depth : 1);
}

/*
 * `go mate N`, after iterations that show a sensible move: only mates in N moves
 * are of interest, so everything else is below the window, and mate distance
 * pruning ends every line after 2 N plies. The last line stays until there is
 * one with a mate.
 */
static bool is_proving_mate(const struct rk_control *control)
{
#ifdef RK_SMALL
	return (void)control, false;
#else
	return control->task->mate && control->searcher->proves_mates &&
	       control->depth > MATE_WINDOW_DEPTH;
#endif
}

static void search_mate(struct rk_control *control, int number)
{
	struct window window = {
		/* One less than the last loss: the mating move is in the PV. */
		.alpha = RK_SCORE_MATE - 2 * control->task->mate - 1,
		.beta = RK_INFINITE,
	};
	int score;

	control->pv_index = number;
	score = search_root(control, &window);
	if (control->stop)
		return;
	if (score > window.alpha)
		keep_line(control, number, score, RK_BOUND_EXACT);
	control->pv_lines[number].depth = control->depth;
}

/* Searches the best move that is not first in an earlier line. */
static void search_line(struct rk_control *control, int number)
{
	const struct rk_searcher *searcher = control->searcher;
	struct rk_pv_line *line = &control->pv_lines[number];
	enum rk_bound bound;
	struct window window;
	int score;

	control->pv_index = number;
	open_window(&window, line->previous_score,
		    rk_score_is_mate(line->previous_score)
			    ? 0
			    : searcher->aspiration(control->self,
						   line->previous_score));
	for (;;) {
		score = search_root(control, &window);
		if (control->stop) {
			keep_line(control, number, control->best_score,
				  RK_BOUND_LOWER);
			return;
		}
		bound = widen(&window, score, searcher->aspiration_max);
		keep_line(control, number, score, bound);
		if (bound == RK_BOUND_EXACT)
			break;
		if (rk_elapsed_us(control) >= RK_REPORT_AFTER_US)
			rk_pv_line_report(control, number);
	}
	line->previous_score = score;
}

/* By score. Insertion sort is stable: equal lines keep their order. */
RK_APART void sort_lines(struct rk_pv_line *lines, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0; j--) {
			struct rk_pv_line line = lines[j];

			if (line.score <= lines[j - 1].score)
				break;
			lines[j] = lines[j - 1];
			lines[j - 1] = line;
		}
}

/* ---- When to stop ---- */

/* How settled the search is on its best move. */
struct stability {
	rk_any_move best_move;
	int iterations; /* with this best move, after the first */
	int scores[4];  /* of the last iterations, a ring */
};

/* `go mate N` ends with any mate in at most N moves. */
static bool has_wanted_mate(const struct rk_control *control)
{
	int mate = control->task->mate, score = control->pv_lines[0].score;

	return mate && score > RK_SCORE_MATE_SOON &&
	       rk_score_mate_moves(score) <= mate;
}

/*
 * Takes an iteration into account and returns per cent of the soft limit:
 * less the longer the best move stays the same, more if its score falls, less
 * if most nodes went into it, as then no other move comes close.
 */
RK_APART int scale_time(const struct rk_control *control,
			struct stability *stability, uint64_t nodes)
{
	const struct rk_time_scale *scale = &control->searcher->time_scale;
	const struct rk_pv_line *line = &control->pv_lines[0];
	int *old_score = &stability->scores[control->depth % scale->score_lag];
	int fall = *old_score - line->score, effort = 0, percent;

	stability->iterations = line->moves[0] == stability->best_move
					? stability->iterations + 1
					: 0;
	stability->best_move = line->moves[0];
	*old_score = line->score;
	percent = scale->by_stability[stability->iterations < 6
					      ? stability->iterations
					      : 6];
	if (control->depth >= scale->fall_depth && fall > 0)
		percent += percent *
			   (fall > scale->fall_max ? scale->fall_max : fall) /
			   scale->fall_unit;
	if (nodes)
		effort = (int)(control->best_move_nodes * 100 / nodes);
	if (effort > 100)
		effort = 100;
	return percent *
	       (scale->effort_max - effort * scale->effort_share / 100) / 100;
}

/*
 * A fixed time per move has equal limits and is used up. With a clock an only
 * move is played after the first iteration, which gives it a score.
 */
static bool is_time_up(const struct rk_control *control,
		       struct stability *stability, uint64_t nodes,
		       int root_moves)
{
	const struct rk_time_budget *budget = &control->time_budget;
	uint64_t percent = (uint64_t)scale_time(control, stability, nodes);

	if (!budget->limited || control->pondering)
		return false;
	if (budget->soft_us == budget->hard_us)
		return rk_spent_us(control) >= budget->hard_us;
	if (root_moves == 1)
		return true;
	return rk_spent_us(control) * 100 >= budget->soft_us * percent;
}

void rk_iterate(struct rk_control *control, int lines, int root_moves,
		int max_depth)
{
	const struct rk_task *task = control->task;
	struct stability stability = {0};

#ifndef RK_SMALL
	control->line_count = (uint8_t)lines;
#endif
	if (task->only_count)
		root_moves = task->only_count;
	if (task->depth && task->depth < max_depth)
		max_depth = task->depth;
	for (int depth = 1; depth <= max_depth && !control->stop; depth++) {
		uint64_t before = control->nodes;

		/* Lazy SMP: every other thread searches one ply deeper. */
		control->depth = depth;
		if (task->helper & 1 && depth < max_depth)
			control->depth++;
		control->best_move_nodes = 0;
		for (int i = 0; i < lines && !control->stop; i++)
			if (is_proving_mate(control))
				search_mate(control, i);
			else
				search_line(control, i);
		if (control->stop)
			return;
		sort_lines(control->pv_lines, lines);
		for (int i = 0; i < lines; i++)
			rk_pv_line_report(control, i);
		if (control->soft_nodes &&
		    control->nodes >= control->soft_nodes)
			return;
		if (has_wanted_mate(control) ||
		    is_time_up(control, &stability, control->nodes - before,
			       root_moves))
			return;
	}
}
