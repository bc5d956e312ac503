/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Step 4 of a node, second half: endgame tables, where the platform has them.
 * They know who wins, but not how soon: a win is a lower bound and a loss an
 * upper one, since there may be a mate. They are asked right after a capture or
 * a pawn move, as the counter of the fifty-move rule is not part of them, and
 * for positions of the largest size only where some depth is left, because a
 * lookup may read from a disk.
 */
#include "engine/search.h"

static bool may_probe(const struct rk_engine *engine,
		      const struct rk_node *node)
{
	const struct rk_task *task = engine->control.task;
	const struct rk_pos *pos = &engine->pos;
	int men;

	if (!task->tb_men || pos->halfmove || pos->castle || !node->ply ||
	    engine->plies[node->ply].excluded)
		return false;
	men = rk_bits_count(rk_pos_occupied(pos));
	return men < task->tb_men ||
	       (men == task->tb_men && node->depth >= task->tb_depth);
}

int rk_tb_score(const struct rk_task *task, enum rk_tb_result result, int ply)
{
	int sign = (int)result - RK_TB_DRAW;

	if (sign == 2 || (sign == 1 && task->tb_no_fifty))
		return RK_SCORE_TB - ply;
	if (sign == -2 || (sign == -1 && task->tb_no_fifty))
		return ply - RK_SCORE_TB;
	return sign;
}

/* A score that ends the node, or -RK_INFINITE. A PV node may raise alpha. */
static int probe(struct rk_engine *engine, struct rk_node *node)
{
	const struct rk_platform *platform = engine->control.platform;
	enum rk_tb_result result =
		platform->tb_probe(platform->self, &engine->pos);
	int score, bound;

	if (result == RK_TB_UNKNOWN)
		return -RK_INFINITE;
	score = rk_tb_score(engine->control.task, result, node->ply);
	bound = score > RK_EVAL_MAX    ? RK_BOUND_LOWER
		: score < -RK_EVAL_MAX ? RK_BOUND_UPPER
				       : RK_BOUND_EXACT;
	if (bound == RK_BOUND_EXACT ||
	    rk_bound_cuts_off(bound, score, node->alpha, node->beta)) {
		node->raw_eval = RK_SCORE_NONE;
		rk_node_tt_store(engine, node, node->depth + 6, score,
				 RK_NO_MOVE, bound);
		return score;
	}
	if (node->pv && bound == RK_BOUND_LOWER) {
		node->best_score = (int16_t)score;
		if (score > node->alpha)
			node->alpha = (int16_t)score;
	}
	return -RK_INFINITE;
}

int rk_node_probe_tables(struct rk_engine *engine, struct rk_node *node)
{
	return may_probe(engine, node) ? probe(engine, node) : -RK_INFINITE;
}
