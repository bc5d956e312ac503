/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Looking ahead: a principal variation search. Every function leaves the
 * position as it was, also when it is told to stop in the middle; then
 * engine->course.stop is set and the scores on the way up mean nothing.
 */
#include "engine/shortcuts.h"

static bool is_improving(const struct rk_engine *engine, int ply)
{
	const struct rk_ply *now = &engine->plies[ply];

	if (now->eval == RK_SCORE_NONE)
		return false;
	if (ply >= 2 && now[-2].eval != RK_SCORE_NONE)
		return now->eval > now[-2].eval;
	if (ply >= 4 && now[-4].eval != RK_SCORE_NONE)
		return now->eval > now[-4].eval;
	return true;
}

/* The move is made; what is it worth? */
RK_PART int search_move(struct rk_engine *engine, struct rk_node *node,
			rk_move move, bool quiet, int history, int depth)
{
	int alpha = node->alpha, ply = node->ply + 1;
	int score = -RK_INFINITE, less;

	if (node->depth >= 2 && node->moves > 1 + (node->ply == 0)) {
		int shallow;

		less = rk_late_reduction(engine, node, move, quiet, history);
		shallow = depth - less;
		if (shallow > depth + node->pv)
			shallow = depth + node->pv;
		if (shallow < 1)
			shallow = 1;
		score = -rk_search(engine, -alpha - 1, -alpha, shallow, ply,
				   true);
		if (score > alpha && shallow < depth) {
			depth += score > node->best + 60;
			depth -= score < node->best + 10;
			if (shallow < depth)
				score = -rk_search(engine, -alpha - 1, -alpha,
						   depth, ply, !node->cut);
			if (quiet && (score <= alpha || score >= node->beta))
				rk_history_reply(engine, node->ply,
						 engine->plies[node->ply].piece,
						 move,
						 score <= alpha ? -80 * depth
								: 80 * depth);
		}
	} else if (!node->pv || node->moves > 1) {
		score = -rk_search(engine, -alpha - 1, -alpha, depth, ply,
				   !node->cut);
	}
	if (node->pv && (node->moves == 1 || score > alpha))
		score = -rk_search(engine, -node->beta, -alpha, depth, ply,
				   false);
	return score;
}

RK_PART void search_moves(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *now = &engine->plies[node->ply];
	bool root = node->ply == 0;
	rk_move move;

	while ((move = rk_picker_next(&node->picker, engine, node->ply)) != 0) {
		bool quiet = rk_is_quiet(&engine->pos, move);
		int extension = 0, history, score;

		if (move == now->excluded ||
		    (root && rk_is_left_out(&engine->course, move)))
			continue;
		node->moves++;
		if (!root && node->best > -RK_SCORE_MATE_SOON &&
		    rk_has_pieces(&engine->pos) &&
		    rk_move_is_hopeless(engine, node, move, quiet))
			continue;
		if (root)
			rk_root_begin(&engine->course, move, node->moves);
		if (!root && rk_wants_singular(engine, node, move)) {
			extension = singular_extension(engine, node);
			if (extension == RK_INFINITE || engine->course.stop)
				return;
		} else if (node->in_check) {
			extension = node->ply < 2 * engine->course.depth;
		}
		now->doubled = (uint8_t)(now[-1].doubled + (extension > 1));
		history = quiet ? rk_quiet_history(engine, node->ply, move)
				: rk_capture_history(engine, move);
		rk_line_make(engine, node->ply, move);
		score = search_move(engine, node, move, quiet, history,
				    node->depth - 1 + extension);
		rk_line_unmake(engine, node->ply);
		if (engine->course.stop)
			return;
		if (root)
			rk_root_end(&engine->course, score,
				    node->moves == 1 || score > node->alpha);
		if (rk_node_weigh(engine, node, move, score))
			return;
		rk_picker_mark(&node->picker, engine);
	}
}

/* All moves were tried, or one was good enough. */
RK_APART int conclude(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *now = &engine->plies[node->ply];
	int bound = node->best >= node->beta   ? RK_BOUND_LOWER
		    : node->best > node->floor ? RK_BOUND_EXACT
					       : RK_BOUND_UPPER;

	if (node->picker.cut_short)
		return rk_last_word(engine, node->ply);
	/* Several moves are good enough, as a shallow search has found. */
	if (node->best >= node->beta && !node->best_move)
		return node->best;
	if (!node->moves) {
		if (now->excluded)
			return node->floor;
		if (node->picker.missed)
			return node->eval;
		return node->in_check ? node->ply - RK_SCORE_MATE : 0;
	}
	if (node->best >= node->beta && node->best_move) {
		now->cutoffs++;
		rk_history_learn(engine, node->ply, node->depth,
				 node->best_move, &node->picker);
	}
	if (now->excluded || (node->ply == 0 && engine->course.line))
		return node->best;
	/* Nothing helped against the move before: it is a good one. */
	if (bound == RK_BOUND_UPPER && now[-1].move &&
	    now[-1].undo.captured == RK_NONE)
		rk_history_reply(engine, node->ply - 1, now[-1].piece,
				 now[-1].move, 90 * node->depth);
	rk_node_remember(engine, node, node->depth, node->best, node->best_move,
			 bound);
	if (!node->in_check && !rk_score_is_mate(node->best) &&
	    (!node->best_move || rk_is_quiet(&engine->pos, node->best_move)) &&
	    !(bound == RK_BOUND_LOWER && node->best <= now->eval) &&
	    !(bound == RK_BOUND_UPPER && node->best >= now->eval))
		rk_correct_learn(engine, node->ply, node->depth,
				 node->best - now->eval);
	return node->best;
}

int rk_search(struct rk_engine *engine, int alpha, int beta, int depth, int ply,
	      bool cut)
{
	struct rk_ply *now = &engine->plies[ply];
	struct rk_node node;
	int score;

	if (depth <= 0)
		return rk_search_captures(engine, alpha, beta, ply);
	engine->pv_count[ply] = 0;
	if (rk_must_stop(&engine->course))
		return 0;
	if (ply > engine->course.selective)
		engine->course.selective = ply;
	if (ply > 0) {
		if (rk_line_is_draw(engine, ply))
			return rk_draw_score(engine);
		if (ply + 1 >= engine->max_ply || !rk_picker_has_room(engine))
			return rk_last_word(engine, ply);
		/* No mate from here is shorter than what is known. */
		if (alpha < ply - RK_SCORE_MATE)
			alpha = ply - RK_SCORE_MATE;
		if (beta > RK_SCORE_MATE - ply - 1)
			beta = RK_SCORE_MATE - ply - 1;
		if (alpha >= beta)
			return alpha;
	}
	node = (struct rk_node){
		.alpha = (int16_t)alpha,
		.floor = (int16_t)alpha,
		.beta = (int16_t)beta,
		.depth = (int16_t)depth,
		.ply = (uint8_t)ply,
		.pv = beta - alpha > 1,
		.cut = cut,
		.in_check = engine->pos.checkers != 0,
		.best = -RK_INFINITE,
	};
	if (rk_node_is_known(engine, &node))
		return node.memory.score;
	rk_node_judge(engine, &node);
	node.improving = is_improving(engine, ply);
	now[1].killers[0] = now[1].killers[1] = RK_NO_MOVE;
	now[2].cutoffs = 0;
	if (!node.pv && !node.in_check && !now->excluded) {
		score = try_shortcuts(engine, &node);
		if (engine->course.stop)
			return 0;
		if (score != -RK_INFINITE)
			return score;
	}
	if ((node.pv || node.cut) && node.depth >= 4 && !node.memory.move &&
	    !now->excluded)
		node.depth--;
	rk_picker_start(&node.picker, engine, node.memory.move, false, 0);
	search_moves(engine, &node);
	score = engine->course.stop ? 0 : conclude(engine, &node);
	rk_picker_end(&node.picker, engine);
	return score;
}
