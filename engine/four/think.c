/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One task from beginning to end, as engine/think.c does it for two players:
 * the moves at the root, what engine/deepen.c wants to know, the last word, and
 * the answer.
 */
#include "core/chance.h"
#include "engine/four/search.h"

#define DEEPEST 100

/* Everyone for himself? */
static bool is_many(const struct rk4_mind *mind)
{
	return !mind->teams && mind->style->way == RK4_WAY_MANY;
}

static int search_four(void *self, int alpha, int beta, int depth)
{
	struct rk4_mind *mind = self;

	if (!is_many(mind))
		return rk4_search(mind, alpha, beta, depth, 0, false);
	mind->course.selective = depth;
	rk4_search_many(mind, depth, 0);
	/* Nothing is proven before the end. */
	if (mind->course.stop)
		mind->pv_count[0] = 0;
	return rk_clip(mind->vectors[0][mind->hero], RK_INFINITE);
}

static int copy_line(const void *self, rk_any_move *moves)
{
	const struct rk4_mind *mind = self;

	memcpy(moves, mind->pv, mind->pv_count[0] * sizeof(*moves));
	return mind->pv_count[0];
}

static void describe(void *self, struct rk_info *info)
{
	struct rk4_mind *mind = self;

	rk4_shares(mind, info);
	info->win = info->shares[mind->pos.turn];
	info->loss = (uint16_t)(1000 - info->win);
	info->hash_full = rk_table_fullness(mind->table);
}

static int width(const void *self, int previous)
{
	const struct rk4_mind *mind = self;

	if (mind->course.depth < 4 || is_many(mind))
		return 0;
	return 20 + (previous < 0 ? -previous : previous) / 16;
}

static const struct rk_searcher searcher = {
	.search = search_four,
	.copy_line = copy_line,
	.describe = describe,
	.width = width,
	.widest = 1000,
	.stride = 512,
	.patience =
		{
			.by_steadiness = {150, 120, 100, 90, 80, 75, 75},
			.back = 1,
			.depth = 4,
			.fall = 100,
			.per_fall = 200,
			.all = 180,
			.share = 100,
		},
};

/* The first moves are put into the lines: there always is an answer. */
static int list_root(struct rk4_mind *mind, int wanted)
{
	struct rk_course *course = &mind->course;
	rk4_move *list = (rk4_move *)mind->pool;
	int count = 0, lines = 0;

	if (!mind->pos.ended)
		count = rk4_gen_legal(&mind->pos, list);
	for (int i = 0; i < count && lines < wanted; i++)
		if (!rk_is_left_out(course, list[i]))
			rk_line_start(&course->lines[lines++], list[i]);
	return lines;
}

/* The last line that was told is exact and begins with the answer. */
static void tell_last(struct rk4_mind *mind)
{
	struct rk_line *line = &mind->course.lines[0];

	if (line->bound == RK_BOUND_EXACT && line->told)
		return;
	if (line->bound == RK_BOUND_NONE)
		line->score = rk4_eval(mind, 0);
	/* A mate that is not shown to its end is not claimed. */
	if (line->bound != RK_BOUND_EXACT && rk_score_is_mate(line->score))
		line->score = line->score > 0 ? RK4_EVAL_MAX : -RK4_EVAL_MAX;
	line->bound = RK_BOUND_EXACT;
	rk_line_tell(&mind->course, 0);
}

static void begin(struct rk4_mind *mind, struct rk_table *table,
		  const struct rk_task *task, const struct rk_engine_port *port)
{
	mind->course.searcher = &searcher;
	mind->course.self = mind;
	rk_course_begin(&mind->course, task, port);
	mind->table = table;
	mind->pool_used = 0;
	rk4_mind_see(mind, &task->pos.four);
	mind->view_key = mind->teams ? 0
				     : rk_mix_seed((uint64_t)mind->hero + 1);
}

void rk4_think(struct rk4_mind *mind, struct rk_table *table,
	       const struct rk_task *task, const struct rk_engine_port *port,
	       struct rk_answer *answer)
{
	struct rk_course *course = &mind->course;
	int lines, deepest = mind->max_ply - 1;

	begin(mind, table, task, port);
	lines = list_root(mind, rk_lines_wanted(task, mind->max_lines));
	*answer = (struct rk_answer){0};
	if (!lines) {
		rk_tell_the_end(course,
				rk4_in_check(&mind->pos, mind->pos.turn));
		rk_course_wait(course);
		return;
	}
	rk_course_deepen(course, lines, rk4_gen_count(&mind->pos),
			 deepest < DEEPEST ? deepest : DEEPEST);
	rk_course_wait(course);
	tell_last(mind);
	rk_course_answer(course, answer);
}
