/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One task from start to answer, as engine/think.c does it for two players. The
 * iterative deepening itself is in engine/iterate.c; this file tells it how to
 * search four-player chess.
 */
#include "core/random.h"
#include "engine/four/params.h"
#include "engine/four/search.h"

#define DEEPEST 100

static int search_four(void *self, int alpha, int beta, int depth)
{
	return rk4_search(self, alpha, beta, depth, 0, false);
}

static int copy_pv(const void *self, rk_any_move *moves)
{
	const struct rk4_engine *engine = self;

	memcpy(moves, engine->pv, engine->pv_count[0] * sizeof(*moves));
	return engine->pv_count[0];
}

static rk_any_move best_move(const void *self)
{
	const struct rk4_engine *engine = self;

	return engine->pv_count[0] ? engine->pv[0] : 0;
}

/* Draws are rare; the model has none. */
static void describe(void *self, struct rk_info *info)
{
	struct rk4_engine *engine = self;

	rk4_wdl(engine, info);
	info->win = info->shares[engine->pos.turn];
	info->loss = (uint16_t)(1000 - info->win);
	info->hash_full = rk_tt_hashfull(engine->table);
}

/* The half width of the aspiration window; 0: no window. */
static int aspiration(const void *self, int previous)
{
	const struct rk4_engine *engine = self;

	if (engine->control.depth < 4)
		return 0;
	return PARAM4(aspiration_width) +
	       (previous < 0 ? -previous : previous) / PARAM4(aspiration_score);
}

static const struct rk_searcher searcher = {
	.search = search_four,
	.copy_pv = copy_pv,
	.best_move = best_move,
	.describe = describe,
	.aspiration = aspiration,
	.aspiration_max = 1000,
	.poll_interval = 512,
	.time_scale =
		{
			.by_stability = {150, 120, 100, 90, 80, 75, 75},
			.score_lag = 1,
			.fall_depth = 4,
			.fall_max = 100,
			.fall_unit = 200,
			.effort_max = 180,
			.effort_share = 100,
		},
};

/* Fills the lines with legal moves, so that there always is an answer. */
static int init_lines(struct rk4_engine *engine, int wanted)
{
	struct rk_control *control = &engine->control;
	rk4_move *list = (rk4_move *)engine->pool;
	int count = 0, lines = 0;

	if (!engine->pos.ended)
		count = rk4_gen_legal(&engine->pos, list);
	for (int i = 0; i < count && lines < wanted; i++)
		if (!rk_root_skips(control, list[i]))
			rk_pv_line_init(&control->pv_lines[lines++], list[i]);
	return lines;
}

/*
 * The last reported line must be exact and begin with the best move, even if
 * the search was stopped within an iteration.
 * Of the lines behind the first, those that have changed are reported too.
 */
static void report_last(struct rk4_engine *engine, int number)
{
	struct rk_pv_line *line = &engine->control.pv_lines[number];

	if ((line->bound == RK_BOUND_EXACT && line->reported) ||
	    (line->bound == RK_BOUND_NONE && number))
		return;
	if (line->bound == RK_BOUND_NONE)
		line->score = rk4_eval(engine, 0);
	/* A mate is claimed only if the line shows it to its end. */
	if (line->score > RK_SCORE_MATE_SOON &&
	    RK_SCORE_MATE - line->score != line->move_count)
		line->score = RK4_EVAL_MAX;
	if (line->score < -RK_SCORE_MATE_SOON &&
	    RK_SCORE_MATE + line->score != line->move_count)
		line->score = -RK4_EVAL_MAX;
	line->bound = RK_BOUND_EXACT;
	rk_pv_line_report(&engine->control, number);
}

static void begin(struct rk4_engine *engine, struct rk_tt *table,
		  const struct rk_task *task,
		  const struct rk_platform *platform,
		  const struct rk_listener *listener)
{
	engine->control.searcher = &searcher;
	engine->control.self = engine;
	rk_control_begin(&engine->control, task, platform, listener);
	engine->table = table;
	engine->pool_used = 0;
	rk4_engine_set_position(engine, &task->pos.four);
	/* With teams all seats share their entries of the table. */
	engine->root_key =
		engine->teams ? 0
			      : rk_mix_seed((uint64_t)engine->root_seat + 1);
}

void rk4_think(struct rk4_engine *engine, struct rk_tt *table,
	       const struct rk_task *task, const struct rk_platform *platform,
	       const struct rk_listener *listener, struct rk_answer *answer)
{
	struct rk_control *control = &engine->control;
	int lines, deepest = engine->max_ply - 1;

	begin(engine, table, task, platform, listener);
	lines = init_lines(engine, rk_multipv(task, engine->max_lines));
	*answer = (struct rk_answer){0};
	if (!lines) {
		rk_report_no_move(control,
				  rk4_in_check(&engine->pos, engine->pos.turn));
		rk_control_wait(control);
		return;
	}
	rk_iterate(control, lines, rk4_gen_count(&engine->pos),
		   deepest < DEEPEST ? deepest : DEEPEST);
	rk_control_wait(control);
	for (int i = rk_line_count(control) - 1; i >= 0; i--)
		report_last(engine, i);
	rk_control_answer(control, answer);
}
