/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* At the end of a line: captures alone, until the position is quiet. */
#include "engine/node.h"

/* The moves that are left when the position is to become quiet. */
RK_PART void search_noisy(struct rk_engine *engine, struct rk_node *node)
{
	int ply = node->ply, futile = node->best + 150;
	rk_move move;

	while ((move = rk_picker_next(&node->picker, engine, ply)) != 0) {
		int score;

		node->moves++;
		if (node->best > -RK_SCORE_MATE_SOON) {
			int gain = rk_trade_value[rk_piece_type(
				engine->pos.board[rk_move_to(move)])];

			if (!node->in_check &&
			    rk_move_kind(move) == RK_NORMAL &&
			    futile + gain <= node->alpha) {
				if (futile + gain > node->best)
					node->best = (int16_t)(futile + gain);
				continue;
			}
			if (node->in_check && rk_is_quiet(&engine->pos, move))
				node->picker.skip_quiets = true;
		}
		rk_line_make(engine, ply, move);
		score = -rk_search_captures(engine, -node->beta, -node->alpha,
					    ply + 1);
		rk_line_unmake(engine, ply);
		if (engine->course.stop ||
		    rk_node_weigh(engine, node, move, score))
			return;
	}
}

int rk_search_captures(struct rk_engine *engine, int alpha, int beta, int ply)
{
	struct rk_node node;

	engine->pv_count[ply] = 0;
	if (rk_must_stop(&engine->course))
		return 0;
	if (ply > engine->course.selective)
		engine->course.selective = ply;
	if (rk_line_is_draw(engine, ply))
		return rk_draw_score(engine);
	if (ply + 1 >= engine->max_ply || !rk_picker_has_room(engine))
		return rk_last_word(engine, ply);
	node = (struct rk_node){
		.alpha = (int16_t)alpha,
		.beta = (int16_t)beta,
		.ply = (uint8_t)ply,
		.pv = beta - alpha > 1,
		.in_check = engine->pos.checkers != 0,
		.best = -RK_INFINITE,
	};
	engine->plies[ply].excluded = RK_NO_MOVE;
	if (rk_node_is_known(engine, &node))
		return node.memory.score;
	rk_node_judge(engine, &node);
	engine->plies[ply + 1].killers[0] = RK_NO_MOVE;
	engine->plies[ply + 1].killers[1] = RK_NO_MOVE;
	if (!node.in_check) {
		node.best = node.eval;
		if (node.best >= beta) {
			if (!node.hit)
				rk_node_remember(engine, &node, -1, node.best,
						 RK_NO_MOVE, RK_BOUND_LOWER);
			return node.best;
		}
		if (node.best > alpha)
			node.alpha = node.best;
	}
	rk_picker_start(&node.picker, engine,
			node.in_check || node.known_takes ? node.memory.move
							  : RK_NO_MOVE,
			!node.in_check, 0);
	search_noisy(engine, &node);
	rk_picker_end(&node.picker, engine);
	if (engine->course.stop)
		return 0;
	if (node.picker.cut_short)
		return rk_last_word(engine, ply);
	if (node.in_check && !node.moves)
		return ply - RK_SCORE_MATE;
	rk_node_remember(engine, &node, 0, node.best, node.best_move,
			 node.best >= beta ? RK_BOUND_LOWER : RK_BOUND_UPPER);
	return node.best;
}
