/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Where to look less, where more, and where not at all. Numbers without a
 * name are margins in hundredths of a pawn; docs/engine.md tells what each
 * technique is for.
 */
#include "engine/node.h"

/* 32 times the natural logarithm. */
static const uint8_t logarithm[64] = {
	0,   0,   22,  35,  44,  52,  57,  62,  67,  70,  74,  77,  80,
	82,  84,  87,  89,  91,  92,  94,  96,  97,  99,  100, 102, 103,
	104, 105, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 116,
	117, 118, 119, 120, 120, 121, 122, 123, 123, 124, 125, 125, 126,
	126, 127, 128, 128, 129, 129, 130, 130, 131, 132, 132, 133,
};

/*
 * Is the position so good that even passing keeps it so? Deep in the tree
 * the answer is checked, against positions where every move is bad.
 */
static int try_passing(struct rk_engine *engine, const struct rk_node *node)
{
	int ply = node->ply, beta = node->beta, score;
	int more = (node->eval - beta) / 180;
	int depth = node->depth - 4 - node->depth / 4 - (more > 3 ? 3 : more);

	rk_line_pass(engine, ply);
	score = -rk_search(engine, -beta, -beta + 1, depth, ply + 1,
			   !node->cut);
	rk_line_unpass(engine, ply);
	if (engine->stop || score < beta)
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
static int try_captures(struct rk_engine *engine, struct rk_node *node)
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
	while (!engine->stop &&
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
	if (engine->stop || score == -RK_INFINITE)
		return -RK_INFINITE;
	rk_node_remember(engine, node, depth + 1, score, move, RK_BOUND_LOWER);
	return score;
}

int rk_try_shortcuts(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *now = &engine->plies[node->ply];
	int beta = node->beta, depth = node->depth, eval = node->eval;
	int score;

	/* Who asks for a mate wants to know, not to guess. */
	if (engine->task->mate)
		return -RK_INFINITE;
	if (depth <= 4 && eval + 280 * depth < node->alpha) {
		score = rk_search_captures(engine, node->alpha, beta, node->ply);
		if (score <= node->alpha)
			return score;
	}
	if (depth <= 9 && eval - 75 * (depth - node->improving) >= beta &&
	    eval < RK_EVAL_MAX)
		return beta > -RK_SCORE_MATE_SOON ? (eval + beta) / 2 : eval;
	if (depth >= 2 && eval >= beta && now->eval >= beta + 160 - 20 * depth &&
	    now[-1].move && node->ply >= engine->null_from &&
	    rk_has_pieces(&engine->pos) && beta > -RK_SCORE_MATE_SOON) {
		score = try_passing(engine, node);
		if (score >= beta)
			return score;
	}
	if (depth >= 5 && !engine->stop && !rk_score_is_mate(beta))
		return try_captures(engine, node);
	return -RK_INFINITE;
}

/* In 1/1024 of a ply. */
static int reduction(int depth, int moves)
{
	int product = logarithm[depth < 63 ? depth : 63] *
		      logarithm[moves < 63 ? moves : 63];

	return 600 + product * 5 / 11;
}

bool rk_move_is_hopeless(struct rk_engine *engine, struct rk_node *node,
			 rk_move move, bool quiet)
{
	int depth = node->depth - reduction(node->depth, node->moves) / 1024;
	int history;

	if (engine->task->mate)
		return false;
	if (depth < 0)
		depth = 0;
	if (!quiet) {
		history = rk_capture_history(engine, move);
		if (!node->in_check && depth <= 6 &&
		    node->eval + 250 + 200 * depth + history / 32 +
		    rk_trade_value[rk_piece_type(
			    engine->pos.board[rk_move_to(move)])] < node->alpha &&
		    rk_move_kind(move) == RK_NORMAL)
			return true;
		return !rk_trade_wins(&engine->pos, move,
				      -100 * node->depth - history / 64);
	}
	if (node->moves >= (4 + node->depth * node->depth) /
				   (2 - node->improving))
		node->picker.skip_quiets = true;
	history = rk_quiet_history(engine, node->ply, move);
	if (depth <= 5 && history < -3500 * node->depth)
		return true;
	depth += history / 8192;
	if (depth < 0)
		depth = 0;
	if (!node->in_check && depth <= 10 &&
	    node->eval + 100 + 110 * depth <= node->alpha) {
		node->picker.skip_quiets = true;
		return true;
	}
	return !rk_trade_wins(&engine->pos, move, -24 * depth * depth);
}

int rk_singular_extension(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *now = &engine->plies[node->ply];
	const struct rk_memory *memory = &node->memory;
	int target = memory->score - 3 * node->depth / 2;
	int score;

	now->excluded = memory->move;
	score = rk_search(engine, target - 1, target, (node->depth - 1) / 2,
			  node->ply, node->cut);
	now->excluded = RK_NO_MOVE;
	if (engine->stop)
		return 0;
	if (score < target) {
		if (!node->pv && score < target - 18 && now->doubled < 8)
			return 2 + (score < target - 100 &&
				    rk_is_quiet(&engine->pos, memory->move));
		return 1;
	}
	if (target >= node->beta) {
		node->best = target;
		return RK_INFINITE;
	}
	if (memory->score >= node->beta)
		return -2 + node->pv;
	return node->cut ? -1 : 0;
}

bool rk_wants_singular(const struct rk_engine *engine,
		       const struct rk_node *node, rk_move move)
{
	const struct rk_memory *memory = &node->memory;

	return node->depth >= 6 && node->hit && move == memory->move &&
	       !engine->plies[node->ply].excluded &&
	       memory->depth >= node->depth - 3 &&
	       (memory->bound & RK_BOUND_LOWER) &&
	       !rk_score_is_mate(memory->score) &&
	       node->ply < 2 * engine->depth;
}

int rk_late_reduction(const struct rk_engine *engine,
		      const struct rk_node *node, rk_move move, bool quiet,
		      int history)
{
	const struct rk_ply *now = &engine->plies[node->ply];
	int less = reduction(node->depth, node->moves);

	less += node->cut ? 1600 : 0;
	less += node->improving ? 0 : 700;
	less -= node->pv ? 1000 : 0;
	less -= node->hit && node->memory.was_pv ? 800 : 0;
	less -= engine->pos.checkers ? 900 : 0;
	less += node->known_takes && quiet ? 800 : 0;
	if (now[1].cutoffs > 3)
		less += 900;
	if (quiet) {
		if (move == now->killers[0] || move == now->killers[1])
			less -= 1000;
		less -= history / 8;
	} else {
		less -= 700 + history / 10;
	}
	return less / 1024;
}
