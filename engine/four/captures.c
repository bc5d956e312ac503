/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * At the end of a line: captures alone, until the position is quiet. Against
 * several opponents each of them may take what is ours, in the order of play,
 * before we move again; what they do to each other is left out.
 */
#include "engine/four/search.h"

/* After this many rounds only what is taken back counts. */
#define DEEP 12

static bool is_of_interest(const struct rk4_mind *mind, rk4_move move)
{
	const struct rk4_pos *pos = &mind->pos;

	return mind->teams || pos->turn == mind->hero ||
	       rk4_move_promoted(move) ||
	       rk4_move_kind(move) == RK4_EN_PASSANT ||
	       rk4_seat(pos->board[rk4_move_to(move)]) == mind->hero;
}

/* From the view of who is to move, whoever comes next. */
static int go_on(struct rk4_mind *mind, int side, int alpha, int beta, int ply,
		 int deep)
{
	if (rk4_side(mind, mind->pos.turn) == side)
		return rk4_search_captures(mind, alpha, beta, ply, deep);
	return -rk4_search_captures(mind, -beta, -alpha, ply, deep);
}

RK_PART bool search_noisy(struct rk4_mind *mind, struct rk4_node *node,
			  int side, int deep)
{
	const struct rk4_pos *pos = &mind->pos;
	int futile = node->best + 200;
	rk4_move move;

	while ((move = rk4_picker_next(&node->picker, mind, node->ply)) != 0) {
		int cell = pos->board[rk4_move_to(move)], score, gain;

		if (node->best > -RK_SCORE_MATE_SOON && !node->in_check) {
			if (!is_of_interest(mind, move))
				continue;
			gain = rk4_cell_is_living(pos, cell)
				       ? rk4_trade_value[rk4_type(cell)]
				       : 0;
			/* With points, what is won is won twice. */
			if (!mind->teams)
				gain *= 2;
			if (rk4_move_kind(move) == RK4_NORMAL &&
			    !rk4_move_promoted(move) &&
			    futile + gain <= node->alpha) {
				if (futile + gain > node->best)
					node->best = (int16_t)(futile + gain);
				continue;
			}
		}
		node->moves++;
		if (node->in_check && node->moves > 3 &&
		    node->best > -RK_SCORE_MATE_SOON)
			node->picker.skip_quiets = true;
		rk4_line_make(mind, node->ply, move);
		score = go_on(mind, side, node->alpha, node->beta,
			      node->ply + 1, deep + 1);
		rk4_line_unmake(mind, node->ply);
		if (mind->course.stop || rk4_weigh(mind, node, move, score))
			return true;
	}
	return false;
}

/* An opponent takes nothing, and the next one may. */
static bool try_next(struct rk4_mind *mind, struct rk4_node *node, int side,
		     int deep)
{
	int next = rk4_next_turn(&mind->pos, mind->pos.turn), score;

	if (mind->teams || !side || next == mind->hero || node->in_check)
		return false;
	rk4_line_pass(mind, node->ply);
	mind->plies[node->ply + 1].eval = mind->plies[node->ply].eval;
	score = go_on(mind, side, node->alpha, node->beta, node->ply + 1, deep);
	rk4_line_unpass(mind, node->ply);
	return mind->course.stop || rk4_weigh(mind, node, 0, score);
}

int rk4_search_captures(struct rk4_mind *mind, int alpha, int beta, int ply,
			int deep)
{
	struct rk4_ply *now = &mind->plies[ply];
	int seat = mind->pos.turn, side = rk4_side(mind, seat);
	struct rk4_node node;

	mind->pv_count[ply] = 0;
	if (rk_must_stop(&mind->course))
		return 0;
	if (ply > mind->course.selective)
		mind->course.selective = ply;
	if (now->over)
		return rk4_line_result(mind, ply);
	if (ply + 1 >= mind->max_ply || !rk4_picker_has_room(mind))
		return rk4_eval(mind, ply);
	node = (struct rk4_node){
		.alpha = (int16_t)alpha,
		.beta = (int16_t)beta,
		.ply = (uint8_t)ply,
		.seat = (uint8_t)seat,
		.pv = beta - alpha > 1,
		.in_check = now->checks >> seat & 1 && deep < DEEP,
		.best = -RK_INFINITE,
	};
	node.hit = rk4_memory_probe(mind, ply, &node.memory);
	if (node.hit && !node.pv &&
	    ((node.memory.bound & RK_BOUND_LOWER && node.memory.score >= beta) ||
	     (node.memory.bound & RK_BOUND_UPPER && node.memory.score <= alpha)))
		return node.memory.score;
	now[1].killers[0] = now[1].killers[1] = 0;
	node.raw = RK_SCORE_NONE;
	if (!node.in_check) {
		node.raw =
			(int16_t)(node.hit && node.memory.eval != RK_SCORE_NONE
					  ? node.memory.eval
					  : rk4_eval(mind, ply));
		node.best = node.raw;
		if (node.best >= beta)
			return node.best;
		if (node.best > alpha)
			node.alpha = node.best;
	}
	if (node.memory.move && !node.in_check &&
	    (rk4_is_quiet(&mind->pos, node.memory.move) || !node.hit))
		node.memory.move = 0;
	rk4_picker_start(&node.picker, mind, node.memory.move, !node.in_check);
	node.picker.skip_bad = !node.in_check;
	if (!search_noisy(mind, &node, side, deep))
		try_next(mind, &node, side, deep);
	rk4_picker_end(&node.picker, mind);
	if (mind->course.stop)
		return 0;
	if (node.picker.cut_short)
		return rk4_eval(mind, ply);
	if (node.in_check && !node.moves)
		return mind->teams ? ply - RK_SCORE_MATE : rk4_eval(mind, ply);
	node.memory = (struct rk4_memory){
		.move = node.best_move,
		.score = node.best,
		.eval = node.raw,
		.depth = 0,
		.bound = node.best >= beta ? RK_BOUND_LOWER : RK_BOUND_UPPER,
	};
	rk4_memory_store(mind, ply, &node.memory);
	return node.best;
}
