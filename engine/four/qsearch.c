/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The quiescence search: captures and promotions until the position is quiet,
 * and all moves of a side that is in check. The side to move may always stop
 * capturing; then the static evaluation is its score (stand pat).
 *
 * In a free-for-all game every opponent may capture from the root seat before
 * that seat moves again. So each opponent captures or passes the turn on, and
 * a piece that only the last opponent attacks is not overlooked. Captures among
 * opponents are ignored.
 */
#include "engine/four/params.h"
#include "engine/four/search.h"

/* After this many plies a check no longer brings in the quiet moves. */
#define MAX_ROUNDS 12

/* An opponent's capture matters if it takes from the root seat. */
static bool is_relevant(const struct rk4_engine *engine, rk4_move move)
{
	const struct rk4_pos *pos = &engine->pos;

	return engine->teams || pos->turn == engine->root_seat ||
	       rk4_move_promoted(move) ||
	       rk4_move_kind(move) == RK4_EN_PASSANT ||
	       rk4_seat(pos->board[rk4_move_to(move)]) == engine->root_seat;
}

/* The score for the side that has moved, whichever side moves next. */
static int search_next(struct rk4_engine *engine, int side, int alpha, int beta,
		       int ply, int rounds)
{
	if (rk4_side(engine, engine->pos.turn) == side)
		return rk4_qsearch(engine, alpha, beta, ply, rounds);
	return -rk4_qsearch(engine, -beta, -alpha, ply, rounds);
}

/*
 * In a free-for-all game a capture takes material from an opponent and earns
 * points as well, so it counts twice.
 */
RK_PART int capture_gain(const struct rk4_engine *engine, rk4_move move)
{
	int victim = engine->pos.board[rk4_move_to(move)];

	if (!rk4_cell_is_living(&engine->pos, victim))
		return 0;
	return rk4_see_value[rk4_type(victim)] * (engine->teams ? 1 : 2);
}

/*
 * Delta pruning: the victim is too small for alpha. The quiet moves give check.
 * In teams all of them are tried: a piece is well lost for a mate. In a
 * free-for-all game those are left out that lose the piece.
 */
RK_PART bool is_pruned(struct rk4_engine *engine, struct rk4_node *node,
		       rk4_move move, int futility)
{
	int bound;

	if (rk4_is_quiet(&engine->pos, move))
		return !engine->teams && !rk4_see_ge(engine, move, 0);
	if (!is_relevant(engine, move))
		return true;
	bound = futility + capture_gain(engine, move);
	if (rk4_move_kind(move) != RK4_NORMAL || rk4_move_promoted(move) ||
	    node->picker.gives_check || bound > node->alpha)
		return false;
	if (bound > node->best)
		node->best = (int16_t)bound;
	return true;
}

/* True: a beta cutoff, or a stop. */
RK_PART bool search_captures(struct rk4_engine *engine, struct rk4_node *node,
			     int side, int rounds)
{
	struct rk4_picker *picker = &node->picker;
	int futility = node->best + PARAM4(delta_margin);
	rk4_move move;

	while ((move = rk4_picker_next(picker, engine, node->ply)) != 0) {
		int score;

		if (node->best > -RK_SCORE_MATE_SOON && !node->in_check &&
		    is_pruned(engine, node, move, futility))
			continue;
		node->moves++;
		/* A few quiet evasions show whether it is a mate. */
		if (node->in_check && node->moves > 3 &&
		    node->best > -RK_SCORE_MATE_SOON)
			picker->skip_quiets = true;
		rk4_line_make(engine, node->ply, move);
		score = search_next(engine, side, node->alpha, node->beta,
				    node->ply + 1, rounds + 1);
		rk4_line_unmake(engine, node->ply);
		if (engine->control.stop ||
		    rk4_update_best(engine, node, move, score))
			return true;
	}
	return false;
}

/* The opponent captures nothing and leaves it to the next opponent. */
static bool try_passing(struct rk4_engine *engine, struct rk4_node *node,
			int side, int rounds)
{
	int next = rk4_next_turn(&engine->pos, engine->pos.turn), score;

	if (engine->teams || !side || next == engine->root_seat ||
	    node->in_check)
		return false;
	rk4_line_make_null(engine, node->ply);
	engine->plies[node->ply + 1].eval = engine->plies[node->ply].eval;
	score = search_next(engine, side, node->alpha, node->beta,
			    node->ply + 1, rounds);
	rk4_line_unmake_null(engine, node->ply);
	return engine->control.stop || rk4_update_best(engine, node, 0, score);
}

int rk4_qsearch(struct rk4_engine *engine, int alpha, int beta, int ply,
		int rounds)
{
	struct rk4_ply *now = &engine->plies[ply];
	int seat = engine->pos.turn, side = rk4_side(engine, seat);
	struct rk4_node node;

	engine->pv_count[ply] = 0;
	if (rk_must_stop(&engine->control))
		return 0;
	if (ply > engine->control.seldepth)
		engine->control.seldepth = ply;
	if (now->over)
		return rk4_line_result(engine, ply);
	if (ply + 1 >= engine->max_ply || !rk4_picker_has_space(engine))
		return rk4_eval(engine, ply);
	node = (struct rk4_node){
		.alpha = (int16_t)alpha,
		.beta = (int16_t)beta,
		.ply = (uint8_t)ply,
		.seat = (uint8_t)seat,
		.pv = beta - alpha > 1,
		.in_check = now->urgent && rounds < MAX_ROUNDS,
		.best = -RK_INFINITE,
	};
	node.tt_hit = rk4_tt_probe(engine, ply, &node.tt);
	if (node.tt_hit && !node.pv &&
	    ((node.tt.bound & RK_BOUND_LOWER && node.tt.score >= beta) ||
	     (node.tt.bound & RK_BOUND_UPPER && node.tt.score <= alpha)))
		return node.tt.score;
	now[1].killers[0] = now[1].killers[1] = 0;
	/* Stand pat; not in check, where the evaluation means little. */
	node.raw_eval = RK_SCORE_NONE;
	if (!node.in_check) {
		node.raw_eval =
			(int16_t)(node.tt_hit && node.tt.eval != RK_SCORE_NONE
					  ? node.tt.eval
					  : rk4_eval(engine, ply));
		node.best = (int16_t)rk4_correction_apply(engine, ply,
							  node.raw_eval);
		if (node.best >= beta)
			return node.best;
		if (node.best > alpha)
			node.alpha = node.best;
	}
	/* A quiet move from the table is of no use here. */
	if (node.tt.move && !node.in_check &&
	    (rk4_is_quiet(&engine->pos, node.tt.move) || !node.tt_hit))
		node.tt.move = 0;
	rk4_picker_start(&node.picker, engine, node.tt.move, !node.in_check);
	node.picker.skip_bad = !node.in_check;
	node.picker.with_checks = !rounds && !node.in_check;
	if (!search_captures(engine, &node, side, rounds))
		try_passing(engine, &node, side, rounds);
	rk4_picker_end(&node.picker, engine);
	if (engine->control.stop)
		return 0;
	if (node.picker.overflow)
		return rk4_eval(engine, ply);
	/* Mate. In a free-for-all game line.c has settled mates already. */
	if (node.in_check && !node.moves)
		return engine->teams && now->checks >> seat & 1
			       ? ply - RK_SCORE_MATE
			       : rk4_eval(engine, ply);
	node.tt = (struct rk4_tt_entry){
		.move = node.best_move,
		.score = node.best,
		.eval = node.raw_eval,
		.depth = 0,
		.bound = node.best >= beta ? RK_BOUND_LOWER : RK_BOUND_UPPER,
	};
	rk4_tt_store(engine, ply, &node.tt);
	return node.best;
}
