/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Looking at a node in a smaller way first: is its own search needed at all,
 * and how deep? Parts of rk_search(), included by search.c alone, so that a ply
 * takes one frame of the stack whichever way it goes on. Numbers without a name
 * are margins in hundredths of a pawn.
 */
#ifndef RK_ENGINE_SHORTCUTS_H
#define RK_ENGINE_SHORTCUTS_H

#include "engine/node.h"

/*
 * Is the position so good that even passing keeps it so? Deep in the tree
 * the answer is checked, against positions where every move is bad.
 */
RK_PART int try_passing(struct rk_engine *engine, const struct rk_node *node)
{
	int ply = node->ply, beta = node->beta, score;
	int more = (node->eval - beta) / 180;
	int depth = node->depth - 4 - node->depth / 4 - (more > 3 ? 3 : more);

	rk_line_pass(engine, ply);
	score = -rk_search(engine, -beta, -beta + 1, depth, ply + 1,
			   !node->cut);
	rk_line_unpass(engine, ply);
	if (engine->course.stop || score < beta)
		return -RK_INFINITE;
	if (score > RK_SCORE_MATE_SOON)
		score = beta;
	if (node->depth < 14 || engine->null_from)
		return score;
	engine->null_from = ply + 3 * depth / 4;
	if (rk_search(engine, beta - 1, beta, depth, ply, false) < beta)
		score = -RK_INFINITE;
	engine->null_from = 0;
	return score;
}

/* Is there a capture so good that a shallow search is proof enough? */
RK_PART int try_captures(struct rk_engine *engine, struct rk_node *node)
{
	int ply = node->ply, depth = node->depth - 4;
	int beta = node->beta + 180 - 50 * node->improving;
	int least = beta - node->eval; /* what a capture has to win */
	int score = -RK_INFINITE;
	rk_move move = RK_NO_MOVE;

	if (least > RK_INFINITE)
		least = RK_INFINITE;
	if (least < -RK_INFINITE)
		least = -RK_INFINITE;
	if (!rk_picker_has_room(engine) ||
	    (node->hit && node->memory.depth >= depth &&
	     node->memory.score < beta))
		return score;
	rk_picker_start(&node->picker, engine,
			node->known_takes ? node->memory.move : RK_NO_MOVE,
			true, least);
	while (!engine->course.stop &&
	       (move = rk_picker_next(&node->picker, engine, ply)) != 0) {
		rk_line_make(engine, ply, move);
		score = -rk_search_captures(engine, -beta, -beta + 1, ply + 1);
		if (score >= beta && depth > 0)
			score = -rk_search(engine, -beta, -beta + 1, depth,
					   ply + 1, !node->cut);
		rk_line_unmake(engine, ply);
		if (score >= beta)
			break;
		score = -RK_INFINITE;
	}
	rk_picker_end(&node->picker, engine);
	if (engine->course.stop || score == -RK_INFINITE)
		return -RK_INFINITE;
	rk_node_remember(engine, node, depth + 1, score, move, RK_BOUND_LOWER);
	return score;
}

/* The score of a node that needs no look at its moves, or -RK_INFINITE. */
RK_PART int try_shortcuts(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *now = &engine->plies[node->ply];
	int beta = node->beta, depth = node->depth, eval = node->eval;
	int score;

	/* Who asks for a mate wants to know, not to guess. */
	if (engine->course.task->mate)
		return -RK_INFINITE;
	if (depth <= 4 && eval + 280 * depth < node->alpha) {
		score = rk_search_captures(engine, node->alpha, beta,
					   node->ply);
		if (score <= node->alpha)
			return score;
	}
	if (depth <= 9 && eval - 75 * (depth - node->improving) >= beta &&
	    eval < RK_EVAL_MAX)
		return beta > -RK_SCORE_MATE_SOON ? (eval + beta) / 2 : eval;
	if (depth >= 2 && eval >= beta &&
	    now->eval >= beta + 160 - 20 * depth && now[-1].move &&
	    node->ply >= engine->null_from && rk_has_pieces(&engine->pos) &&
	    beta > -RK_SCORE_MATE_SOON) {
		score = try_passing(engine, node);
		if (score >= beta)
			return score;
	}
	if (depth >= 5 && !engine->course.stop && !rk_score_is_mate(beta))
		return try_captures(engine, node);
	return -RK_INFINITE;
}

/*
 * How much deeper to look after the table's move: is it much better than
 * all others? RK_INFINITE: others are good too, the node is done.
 */
RK_PART int singular_extension(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *now = &engine->plies[node->ply];
	const struct rk_memory *memory = &node->memory;
	int target = memory->score - 3 * node->depth / 2;
	int score;

	now->excluded = memory->move;
	engine->again++;
	score = rk_search(engine, target - 1, target, (node->depth - 1) / 2,
			  node->ply, node->cut);
	engine->again--;
	now->excluded = RK_NO_MOVE;
	if (engine->course.stop)
		return 0;
	if (score < target) {
		if (!node->pv && score < target - 18 && now->doubled < 8)
			return 2 + (score < target - 100 &&
				    rk_is_quiet(&engine->pos, memory->move));
		return 1;
	}
	if (target >= node->beta) {
		node->best = (int16_t)target;
		return RK_INFINITE;
	}
	if (memory->score >= node->beta)
		return -2 + node->pv;
	return node->cut ? -1 : 0;
}

#endif
