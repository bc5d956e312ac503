/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * After which moves to look less, or more, or not at all. Numbers without a
 * name are margins in hundredths of a pawn; docs/engine.md tells what each
 * technique is for.
 */
#include "engine/node.h"

/* In 1/1024 of a ply, whatever the depth and the number of the move. */
#define LESS 600

/* 32 times the natural logarithm. */
static const uint8_t logarithm[64] = {
	0,   0,   22,  35,  44,  52,  57,  62,  67,  70,  74,  77,  80,
	82,  84,  87,  89,  91,  92,  94,  96,  97,  99,  100, 102, 103,
	104, 105, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 116,
	117, 118, 119, 120, 120, 121, 122, 123, 123, 124, 125, 125, 126,
	126, 127, 128, 128, 129, 129, 130, 130, 131, 132, 132, 133,
};

int rk_reduction(int depth, int moves)
{
	int product = logarithm[depth < 63 ? depth : 63] *
		      logarithm[moves < 63 ? moves : 63];

	return product * 5 / 11;
}

bool rk_move_is_hopeless(struct rk_engine *engine, struct rk_node *node,
			 rk_move move, bool quiet)
{
	int depth = node->depth -
		    (LESS + rk_reduction(node->depth, node->moves)) / 1024;
	int history;

	if (engine->course.task->mate)
		return false;
	if (depth < 0)
		depth = 0;
	if (!quiet) {
		history = rk_capture_history(engine, move);
		if (!node->in_check && depth <= 6 &&
		    node->eval + 250 + 200 * depth + history / 32 +
				    rk_trade_value[rk_piece_type(
					    engine->pos.board[rk_move_to(move)])] <
			    node->alpha &&
		    rk_move_kind(move) == RK_NORMAL)
			return true;
		return !rk_trade_wins(&engine->pos, move,
				      -100 * node->depth - history / 64);
	}
	if (node->moves >=
	    (4 + node->depth * node->depth) / (2 - node->improving))
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

bool rk_wants_singular(const struct rk_engine *engine,
		       const struct rk_node *node, rk_move move)
{
	const struct rk_memory *memory = &node->memory;

	return node->depth >= 6 && node->hit && move == memory->move &&
	       !engine->plies[node->ply].excluded &&
	       engine->again < engine->max_again &&
	       memory->depth >= node->depth - 3 &&
	       (memory->bound & RK_BOUND_LOWER) &&
	       !rk_score_is_mate(memory->score) &&
	       node->ply < 2 * engine->course.depth;
}

int rk_late_reduction(const struct rk_engine *engine,
		      const struct rk_node *node, rk_move move, bool quiet,
		      int history)
{
	const struct rk_ply *now = &engine->plies[node->ply];
	int less = LESS + rk_reduction(node->depth, node->moves);

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
