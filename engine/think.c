/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One task from beginning to end: the moves at the root, what deepen.c wants to
 * know, the last word, and the answer.
 */
#include "engine/node.h"

#define DEEPEST 120

static int search_two(void *self, int alpha, int beta, int depth)
{
	return rk_search(self, alpha, beta, depth, 0, false);
}

static int copy_line(const void *self, rk_any_move *moves)
{
	const struct rk_engine *engine = self;
	const rk_move *line = rk_search_pv(engine, 0);

	for (int i = 0; i < engine->pv_count[0]; i++)
		moves[i] = line[i];
	return engine->pv_count[0];
}

static void describe(void *self, struct rk_info *info)
{
	const struct rk_engine *engine = self;
	int side = engine->pos.side;

	rk_engine_chances(&engine->pos, info->score, &info->win, &info->loss);
	info->draw = (uint16_t)(1000 - info->win - info->loss);
	info->shares[side] = (uint16_t)((1000 + info->win - info->loss) / 2);
	info->shares[!side] = (uint16_t)(1000 - info->shares[side]);
	info->hash_full = rk_table_fullness(engine->table);
}

static int width(const void *self, int previous)
{
	const struct rk_engine *engine = self;

	return engine->course.depth < 5 ? 0 : 12 + previous * previous / 16000;
}

static const struct rk_searcher searcher = {
	.search = search_two,
	.copy_line = copy_line,
	.describe = describe,
	.width = width,
	.widest = 700,
	.stride = 1024,
	.patience =
		{
			.by_steadiness = {160, 125, 105, 92, 82, 78, 75},
			.back = 4,
			.depth = 5,
			.fall = 60,
			.per_fall = 100,
			.all = 190,
			.share = 130,
		},
};

/*
 * The moves at the root. The first ones are put into the lines, so that
 * there is something to answer from the very first node on.
 */
RK_APART int list_root(struct rk_engine *engine, int wanted)
{
	struct rk_course *course = &engine->course;
	rk_move *moves = (rk_move *)engine->pool;
	int count = rk_gen_legal(&engine->pos, moves);
	int lines = 0;

	for (int i = 0; i < count && lines < wanted; i++)
		if (!rk_is_left_out(course, moves[i]))
			rk_line_start(&course->lines[lines++], moves[i]);
	return lines;
}

/* The last line that was told is exact and begins with the answer. */
RK_APART void tell_last(struct rk_engine *engine)
{
	struct rk_line *line = &engine->course.lines[0];

	if (line->bound == RK_BOUND_EXACT && line->told)
		return;
	if (line->bound == RK_BOUND_NONE && !engine->pos.checkers)
		line->score = rk_evaluate_two(&engine->pos);
	/* A mate that is not shown to its end is not claimed. */
	if (line->score > RK_SCORE_MATE_SOON &&
	    RK_SCORE_MATE - line->score != line->count)
		line->score = RK_EVAL_MAX;
	if (line->score < -RK_SCORE_MATE_SOON &&
	    RK_SCORE_MATE + line->score != line->count)
		line->score = -RK_EVAL_MAX;
	line->bound = RK_BOUND_EXACT;
	rk_line_tell(&engine->course, 0);
}

RK_APART void begin(struct rk_engine *engine, const struct rk_task *task,
		    const struct rk_engine_port *port)
{
	engine->course.searcher = &searcher;
	engine->course.self = engine;
	rk_course_begin(&engine->course, task, port);
	engine->pos = task->pos.two;
	engine->null_from = engine->again = 0;
	engine->pool_used = 0;
	memset(engine->plies, 0,
	       (size_t)(engine->max_ply + RK_PLIES_AFTER) *
		       sizeof(*engine->plies));
	rk_tally_start(&engine->plies[0].tally, &engine->pos);
	rk_weak_begin(engine);
}

void rk_think_two(struct rk_engine *engine, const struct rk_task *task,
		  const struct rk_engine_port *port, struct rk_answer *answer)
{
	struct rk_course *course = &engine->course;
	int lines, deepest = engine->max_ply - 1;

	begin(engine, task, port);
	lines = list_root(engine,
			  engine->weak
				  ? 1
				  : rk_lines_wanted(task, engine->max_lines));
	*answer = (struct rk_answer){0};
	if (!lines) {
		rk_tell_the_end(course, engine->pos.checkers != 0);
		rk_course_wait(course);
		rk_weak_end(engine);
		return;
	}
	rk_course_deepen(course, lines, rk_gen_count(&engine->pos),
			 deepest < DEEPEST ? deepest : DEEPEST);
	rk_weak_end(engine);
	rk_course_wait(course);
	tell_last(engine);
	rk_course_answer(course, answer);
}
