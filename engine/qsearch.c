/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Quiescence search: the static evaluation means little while pieces hang,
 * so at the end of the depth captures are searched until the position is
 * quiet. The side to move may also stand pat: it need not capture, so the
 * evaluation is a lower bound. In check it cannot, and all evasions are tried.
 */
#include "engine/search.h"

/*
 * The picker gives only captures that do not lose by SEE, and in check all
 * moves.
 *
 * Delta pruning: if the evaluation with the captured piece and a margin of
 * delta_margin does not reach alpha, the capture is not searched. What it could have
 * reached at most still counts as a bound for the score.
 *
 * In check one quiet evasion that is not mated is enough: the others are
 * skipped, captures are not.
 */
RK_PART void search_captures(struct rk_engine *engine, struct rk_node *node)
{
	int ply = node->ply,
	    futility_base = node->best_score + PARAM(delta_margin);
	bool delta_pruning = !node->in_check &&
			     rk_capture_gain_is_bounded(&engine->pos);
	rk_move move;

	while ((move = rk_picker_next(&node->picker, engine, ply)) != 0) {
		int score;

		node->move_count++;
		if (node->best_score > -RK_SCORE_MATE_SOON) {
			int most =
				futility_base +
				rk_see_value[rk_piece_type(
					engine->pos.board[rk_move_to(move)])];

			if (delta_pruning && rk_move_kind(move) == RK_NORMAL &&
			    most <= node->alpha) {
				if (most > node->best_score)
					node->best_score = (int16_t)most;
				continue;
			}
			if (node->in_check && rk_is_quiet(&engine->pos, move))
				node->picker.skip_quiets = true;
		}
		rk_search_make(engine, ply, move);
		score = -rk_qsearch(engine, -node->beta, -node->alpha, ply + 1);
		rk_search_unmake(engine, ply);
		if (engine->control.stop ||
		    rk_node_update_best(engine, node, move, score))
			return;
	}
}

/* Draws, TT and evaluation are those of rk_search(), steps 2, 4 and 5. */
int rk_qsearch(struct rk_engine *engine, int alpha, int beta, int ply)
{
	struct rk_node node;

	engine->pv_count[ply] = 0;
	if (rk_must_stop(&engine->control))
		return 0;
	if (ply > engine->control.seldepth)
		engine->control.seldepth = ply;
	if (rk_is_draw(engine, ply))
		return rk_draw_score(engine);
	if (rk_has_history(engine) && alpha < 0 && rk_can_repeat(engine, ply)) {
		alpha = rk_draw_score(engine);
		if (alpha >= beta)
			return alpha;
	}
	if (ply + 1 >= engine->max_ply || !rk_picker_has_space(engine))
		return rk_horizon_score(engine, ply);
	rk_node_enter(&node, engine, alpha, beta, 0, ply);
	engine->plies[ply].excluded = RK_NO_MOVE;
	if (rk_node_tt_cutoff(engine, &node))
		return node.tt.score;
	rk_node_static_eval(engine, &node);
	engine->plies[ply + 1].killers[0] = RK_NO_MOVE;
	engine->plies[ply + 1].killers[1] = RK_NO_MOVE;
	/* Stand pat. Depth -1 in the table: not even captures were searched. */
	if (!node.in_check) {
		node.best_score = node.eval;
		if (node.best_score >= beta) {
			if (!node.tt_hit)
				rk_node_tt_store(engine, &node, -1,
						 node.best_score, RK_NO_MOVE,
						 RK_BOUND_LOWER);
			return node.best_score;
		}
		if (node.best_score > alpha)
			node.alpha = node.best_score;
	}
	rk_picker_init(&node.picker, engine,
		       node.in_check || node.tt_capture ? node.tt.move
							: RK_NO_MOVE,
		       !node.in_check, 0);
	search_captures(engine, &node);
	rk_picker_release(&node.picker, engine);
	if (engine->control.stop)
		return 0;
	if (node.picker.overflow)
		return rk_horizon_score(engine, ply);
	if (node.in_check && !node.move_count)
		return ply - RK_SCORE_MATE;
	rk_node_tt_store(engine, &node, 0, node.best_score, node.best_move,
			 node.best_score >= beta ? RK_BOUND_LOWER
						 : RK_BOUND_UPPER);
	return node.best_score;
}
