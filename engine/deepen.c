/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Searches a ply deep, then two, and so on, each time for as many best moves as
 * are wanted, with a window around the score of last time; until a limit is
 * reached. Tells what it finds. How to search is the searcher's.
 */
#include "engine/course.h"
#include "engine/frames.h"

/* ---- A line ---- */

/* The scores that are searched for; it may be wider than there are any. */
struct window {
	int alpha, beta;
	int wide;  /* 0: all scores */
	int lower; /* plies, where the score was above it */
};

static void open_window(struct window *window, int score, int wide)
{
	*window = (struct window){
		.alpha = wide ? score - wide : -RK_INFINITE,
		.beta = wide ? score + wide : RK_INFINITE,
		.wide = wide,
	};
}

/* What a score is; unless it is exact, the window is wider after it. */
static enum rk_bound widen(struct window *window, int score, int widest)
{
	bool low = score <= window->alpha;

	if (!window->wide || (!low && score < window->beta))
		return RK_BOUND_EXACT;
	if (low) {
		window->beta = (window->alpha + window->beta) / 2;
		window->alpha = rk_clip(score - window->wide, RK_INFINITE);
		window->lower = 0;
	} else {
		window->beta = rk_clip(score + window->wide, RK_INFINITE);
		window->lower += window->lower < 3;
	}
	window->wide += window->wide / 2;
	if (window->wide > widest) {
		window->alpha = -RK_INFINITE;
		window->beta = RK_INFINITE;
	}
	return low ? RK_BOUND_UPPER : RK_BOUND_LOWER;
}

static void keep_line(struct rk_course *course, int number, int score,
		      enum rk_bound bound)
{
	struct rk_line *line = &course->lines[number];
	int count = course->searcher->copy_line(course->self, line->moves);

	/* Interrupted: the best so far, if it is proven to be that. */
	if (course->stop && !count)
		return;
	line->told = false;
	line->score = score;
	line->bound = bound;
	line->depth = course->depth;
	line->selective = course->selective;
	if (count)
		line->count = count;
}

/* The call that takes the stack; tools/check-freestanding.sh knows its name. */
RK_APART int search_root(struct rk_course *course, const struct window *window)
{
	int depth = course->depth - window->lower;

	course->selective = 0;
	return course->searcher->search(course->self,
					rk_clip(window->alpha, RK_INFINITE),
					rk_clip(window->beta, RK_INFINITE),
					depth > 1 ? depth : 1);
}

/* Searches for the best move that is not in a line before this one. */
static void search_line(struct rk_course *course, int number)
{
	const struct rk_searcher *searcher = course->searcher;
	struct rk_line *line = &course->lines[number];
	enum rk_bound bound;
	struct window window;
	int score;

	course->line = number;
	open_window(&window, line->previous,
		    rk_score_is_mate(line->previous)
			    ? 0
			    : searcher->width(course->self, line->previous));
	for (;;) {
		score = search_root(course, &window);
		if (course->stop) {
			keep_line(course, number, course->best_score,
				  RK_BOUND_LOWER);
			return;
		}
		bound = widen(&window, score, searcher->widest);
		keep_line(course, number, score, bound);
		if (bound == RK_BOUND_EXACT)
			break;
		if (rk_elapsed(course) >= RK_LONG)
			rk_line_tell(course, number);
	}
	line->previous = score;
}

/* A later line may have turned out to be better. */
RK_APART void sort_lines(struct rk_line *lines, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0; j--) {
			struct rk_line line = lines[j];

			if (line.score <= lines[j - 1].score)
				break;
			lines[j] = lines[j - 1];
			lines[j - 1] = line;
		}
}

/* ---- When to stop ---- */

struct mood {
	rk_any_move best;
	int steady; /* iterations with the same best move */
	int scores[4];
};

/* The mate that was asked for, or all that can be known. */
static bool is_found(const struct rk_course *course)
{
	int mate = course->task->mate, score = course->lines[0].score;

	return mate && score > RK_SCORE_MATE_SOON &&
	       rk_score_mate_moves(score) <= mate;
}

/* Per cent of the soft limit that is good for this position. */
RK_APART int weigh_mood(const struct rk_course *course, struct mood *mood,
			uint64_t nodes)
{
	const struct rk_patience *patience = &course->searcher->patience;
	const struct rk_line *line = &course->lines[0];
	int *last = &mood->scores[course->depth % patience->back];
	int fall = *last - line->score, share = 0, percent;

	mood->steady = line->moves[0] == mood->best ? mood->steady + 1 : 0;
	mood->best = line->moves[0];
	*last = line->score;
	percent = patience->by_steadiness[mood->steady < 6 ? mood->steady : 6];
	if (course->depth >= patience->depth && fall > 0)
		percent += percent *
			   (fall > patience->fall ? patience->fall : fall) /
			   patience->per_fall;
	/* The more of the work went into the best move, the clearer it is. */
	if (nodes)
		share = (int)(course->best_nodes * 100 / nodes);
	if (share > 100)
		share = 100;
	return percent * (patience->all - share * patience->share / 100) / 100;
}

/* An only move is played at once in a game, but its score is asked for too. */
static bool is_time_up(const struct rk_course *course, struct mood *mood,
		       uint64_t nodes, int choices)
{
	const struct rk_budget *budget = &course->budget;
	uint64_t percent = (uint64_t)weigh_mood(course, mood, nodes);

	if (!budget->counts || course->pondering)
		return false;
	if (budget->soft == budget->hard)
		return rk_spent(course) >= budget->hard;
	if (choices == 1)
		return true;
	return rk_spent(course) * 100 >= budget->soft * percent;
}

void rk_course_deepen(struct rk_course *course, int lines, int choices,
		      int deepest)
{
	const struct rk_task *task = course->task;
	struct mood mood = {0};

	if (task->only_count)
		choices = task->only_count;
	if (task->depth && task->depth < deepest)
		deepest = task->depth;
	for (int depth = 1; depth <= deepest && !course->stop; depth++) {
		uint64_t before = course->nodes;

		/* Helpers of several do not all look equally deep. */
		course->depth = depth;
		if (task->helper & 1 && depth < deepest)
			course->depth++;
		course->best_nodes = 0;
		for (int i = 0; i < lines && !course->stop; i++)
			search_line(course, i);
		if (course->stop)
			return;
		sort_lines(course->lines, lines);
		for (int i = 0; i < lines; i++)
			rk_line_tell(course, i);
		if (course->enough && course->nodes >= course->enough)
			return;
		if (is_found(course) ||
		    is_time_up(course, &mood, course->nodes - before, choices))
			return;
	}
}
