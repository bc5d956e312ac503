/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One task of the engine for two players from beginning to end: root moves,
 * the struct rk_searcher for iterate.c, the final report, and the answer.
 */
#include "engine/search.h"

/* No iteration is deeper; extensions need some plies beyond it. */
#define MAX_DEPTH 120

static int search_two(void *self, int alpha, int beta, int depth)
{
	return rk_search(self, alpha, beta, depth, 0, false);
}

static int copy_pv(const void *self, rk_any_move *moves)
{
	const struct rk_engine *engine = self;
	const rk_move *pv = rk_search_pv(engine, 0);

	for (int i = 0; i < engine->pv_count[0]; i++)
		moves[i] = pv[i];
	return engine->pv_count[0];
}

#ifndef RK_SMALL
static rk_any_move best_move(const void *self)
{
	const struct rk_engine *engine = self;

	return engine->pv_count[0] ? *rk_search_pv(engine, 0) : 0;
}
#define BEST_MOVE .best_move = best_move,
#else
#define BEST_MOVE
#endif

static void describe(void *self, struct rk_info *info)
{
	const struct rk_engine *engine = self;
	int side = engine->pos.side;

#ifndef RK_NO_FILES
	/* What endgame tables know of the root is worth more than a search. */
	if (engine->control.task->tb_root && !rk_score_is_mate(info->score))
		info->score = rk_tb_score(engine->control.task,
					  engine->control.task->tb_root, 0);
#endif
	rk_engine_wdl(&engine->pos, info->score, &info->win, &info->loss);
	info->draw = (uint16_t)(1000 - info->win - info->loss);
	info->shares[side] = (uint16_t)((1000 + info->win - info->loss) / 2);
	info->shares[!side] = (uint16_t)(1000 - info->shares[side]);
	info->hash_full = rk_tt_hashfull(engine->tt);
}

/*
 * Shallow scores jump, so the first iterations have a full window. Large
 * scores move in larger steps from one iteration to the next.
 */
static int aspiration(const void *self, int previous_score)
{
	const struct rk_engine *engine = self;

	if (engine->control.depth < PARAM(aspiration_min_depth))
		return 0;
	return PARAM(aspiration_width) +
	       previous_score * previous_score / PARAM(aspiration_score);
}

/* clang-format off */
#define BYTE(name) ((uint8_t)PARAM(name))
#define SEARCHER { \
	.search = search_two, \
	.copy_pv = copy_pv, \
	BEST_MOVE \
	.describe = describe, \
	.aspiration = aspiration, \
	.aspiration_max = (int16_t)PARAM(aspiration_most), \
	.poll_interval = 1024, \
	.proves_mates = true, \
	.time_scale = { \
		.by_stability = { \
			BYTE(time_stable_0), BYTE(time_stable_1), \
			BYTE(time_stable_2), BYTE(time_stable_3), \
			BYTE(time_stable_4), BYTE(time_stable_5), \
			BYTE(time_stable_6), \
		}, \
		.score_lag = 4, \
		.fall_depth = 5, \
		.fall_max = BYTE(time_fall_most), \
		.fall_unit = BYTE(time_fall_unit), \
		.effort_max = BYTE(time_effort_most), \
		.effort_share = BYTE(time_effort_share), \
	}, \
}
/* clang-format on */

#ifdef RK_TUNE
/* Set by every task, from parameters that may have changed. */
static struct rk_searcher searcher;
#else
static const struct rk_searcher searcher = SEARCHER;
#endif

/*
 * Fills the lines with the first legal moves, so that there is an answer from
 * the first node on. Returns how many lines there are to search.
 */
RK_APART int init_lines(struct rk_engine *engine, int wanted)
{
	struct rk_control *control = &engine->control;
	rk_move *moves = (rk_move *)engine->pool;
	int count = rk_gen_legal(&engine->pos, moves);
	int lines = 0;

	for (int i = 0; i < count && lines < wanted; i++)
		if (!rk_root_skips(control, moves[i]))
			rk_pv_line_init(&control->pv_lines[lines++], moves[i]);
	return lines;
}

/*
 * Protocols take the last report for the result. It must be exact and begin
 * with the best move, even if the search was stopped within an iteration.
 * Of the lines behind the first, those that have changed are reported too.
 */
RK_APART void report_last(struct rk_engine *engine, int number)
{
	struct rk_pv_line *line = &engine->control.pv_lines[number];

	if ((line->bound == RK_BOUND_EXACT && line->reported) ||
	    (line->bound == RK_BOUND_NONE && number))
		return;
	if (line->bound == RK_BOUND_NONE && !engine->pos.checkers)
		line->score = rk_evaluate_by(engine, &engine->pos);
	/* A mate is claimed only if the line shows it to its end. */
	if (line->score > RK_SCORE_MATE_SOON &&
	    RK_SCORE_MATE - line->score != line->move_count)
		line->score = RK_EVAL_MAX;
	if (line->score < -RK_SCORE_MATE_SOON &&
	    RK_SCORE_MATE + line->score != line->move_count)
		line->score = -RK_EVAL_MAX;
	line->bound = RK_BOUND_EXACT;
	rk_pv_line_report(&engine->control, number);
}

RK_APART void begin(struct rk_engine *engine, const struct rk_task *task,
		    const struct rk_platform *platform,
		    const struct rk_listener *listener)
{
#ifdef RK_TUNE
	searcher = (struct rk_searcher)SEARCHER;
#endif
	engine->control.searcher = &searcher;
	engine->control.self = engine;
	rk_control_begin(&engine->control, task, platform, listener);
	engine->pos = task->pos.two;
	engine->null_min_ply = engine->singular_nesting = 0;
	engine->pool_used = 0;
	memset(engine->plies, 0,
	       (size_t)(engine->max_ply + RK_PLIES_AFTER) *
		       sizeof(*engine->plies));
	rk_psqt_start(&engine->plies[0].psqt, &engine->pos);
	if (rk_has_history(engine)) {
		rk_history_age(engine);
		rk_correction_find(engine, 0);
	}
	rk_skill_begin(engine);
	rk_accumulator_begin(engine);
}

void rk_think_two(struct rk_engine *engine, const struct rk_task *task,
		  const struct rk_platform *platform,
		  const struct rk_listener *listener, struct rk_answer *answer)
{
	struct rk_control *control = &engine->control;
	int lines, max_depth = engine->max_ply - 1;

	begin(engine, task, platform, listener);
	lines = init_lines(engine,
			   engine->skill ? 1
					 : rk_multipv(task, engine->max_lines));
	*answer = (struct rk_answer){0};
	if (!lines) {
		rk_report_no_move(control, engine->pos.checkers != 0);
		rk_control_wait(control);
		rk_skill_end(engine);
		return;
	}
	rk_iterate(control, lines, rk_gen_count(&engine->pos),
		   max_depth < MAX_DEPTH ? max_depth : MAX_DEPTH);
	rk_skill_end(engine);
	rk_control_wait(control);
	for (int i = rk_line_count(control) - 1; i >= 0; i--)
		report_last(engine, i);
	rk_control_answer(control, answer);
}
