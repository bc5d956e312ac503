/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Looking ahead: a principal variation search. Every function leaves the
 * position as it was, also when it is told to stop in the middle; then
 * engine->stop is set and the scores on the way up mean nothing.
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

/* At the root: not among the moves that are asked for, or shown already? */
RK_APART bool is_left_out(const struct rk_engine *engine, rk_move move)
{
	const struct rk_task *task = engine->task;
	bool wanted = task->only_count == 0;

	for (int i = 0; i < engine->line; i++)
		if (engine->lines[i].moves[0] == move)
			return true;
	for (int i = 0; i < task->only_count; i++)
		wanted |= task->only[i] == move;
	return !wanted;
}

/* A move at the root is done; the clock wants to know how much it took. */
RK_APART void note_root(struct rk_engine *engine, const struct rk_node *node,
			int score)
{
	if (node->moves == 1 || score > node->alpha) {
		engine->best_score = score;
		engine->best_nodes = engine->nodes - engine->root_nodes;
	}
}

/* A move at the root begins; when it takes long, that is told. */
RK_APART void begin_root(struct rk_engine *engine, const struct rk_node *node,
			 rk_move move)
{
	const struct rk_engine_port *port = engine->port;
	struct rk_info info = {
		.depth = engine->depth,
		.tried = move,
		.tried_number = node->moves + engine->line,
	};

	engine->root_nodes = engine->nodes;
	if (!port->info || rk_elapsed(engine) < RK_LONG)
		return;
	info.time = rk_elapsed(engine) / 1000;
	info.nodes = rk_all_nodes(engine);
	port->info(port->self, &info);
}

RK_PART void search_moves(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *now = &engine->plies[node->ply];
	bool root = node->ply == 0;
	rk_move move;

	while ((move = rk_picker_next(&node->picker, engine, node->ply)) != 0) {
		bool quiet = rk_is_quiet(&engine->pos, move);
		int extension = 0, history, score;

		if (move == now->excluded || (root && is_left_out(engine, move)))
			continue;
		node->moves++;
		if (!root && node->best > -RK_SCORE_MATE_SOON &&
		    rk_has_pieces(&engine->pos) &&
		    rk_move_is_hopeless(engine, node, move, quiet))
			continue;
		if (root)
			begin_root(engine, node, move);
		if (!root && rk_wants_singular(engine, node, move)) {
			extension = singular_extension(engine, node);
			if (extension == RK_INFINITE || engine->stop)
				return;
		} else if (node->in_check) {
			extension = node->ply < 2 * engine->depth;
		}
		now->doubled = (uint8_t)(now[-1].doubled + (extension > 1));
		history = quiet ? rk_quiet_history(engine, node->ply, move)
				: rk_capture_history(engine, move);
		rk_line_make(engine, node->ply, move);
		score = search_move(engine, node, move, quiet, history,
				    node->depth - 1 + extension);
		rk_line_unmake(engine, node->ply);
		if (engine->stop)
			return;
		if (root)
			note_root(engine, node, score);
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
	if (now->excluded || (node->ply == 0 && engine->line))
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

int rk_search(struct rk_engine *engine, int alpha, int beta, int depth,
	      int ply, bool cut)
{
	struct rk_ply *now = &engine->plies[ply];
	struct rk_node node;
	int score;

	if (depth <= 0)
		return rk_search_captures(engine, alpha, beta, ply);
	engine->pv_count[ply] = 0;
	if (rk_must_stop(engine))
		return 0;
	if (ply > engine->selective)
		engine->selective = ply;
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
		if (engine->stop)
			return 0;
		if (score != -RK_INFINITE)
			return score;
	}
	if ((node.pv || node.cut) && node.depth >= 4 && !node.memory.move &&
	    !now->excluded)
		node.depth--;
	rk_picker_start(&node.picker, engine, node.memory.move, false, 0);
	search_moves(engine, &node);
	score = engine->stop ? 0 : conclude(engine, &node);
	rk_picker_end(&node.picker, engine);
	return score;
}
