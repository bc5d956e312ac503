/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What is known of a position before and after its moves are looked at. */
#include "engine/node.h"

static bool bound_allows(int bound, int score, int alpha, int beta)
{
	return ((bound & RK_BOUND_LOWER) && score >= beta) ||
	       ((bound & RK_BOUND_UPPER) && score <= alpha);
}

/*
 * A mate that is further off than the fifty moves allow may never come; what
 * is left of it is that one side is winning. So distances do not add up
 * either when one search after the other relies on the table.
 */
static void doubt_mate(struct rk_memory *memory, int waited, int ply)
{
	int size = memory->score < 0 ? -memory->score : memory->score;
	int bound = memory->score > 0 ? RK_BOUND_LOWER : RK_BOUND_UPPER;

	if (size <= RK_SCORE_MATE_SOON ||
	    RK_SCORE_MATE - size - ply <= 100 - waited)
		return;
	memory->score = memory->score > 0 ? RK_EVAL_MAX : -RK_EVAL_MAX;
	memory->bound &= (uint8_t)bound;
}

bool rk_node_is_known(struct rk_engine *engine, struct rk_node *node)
{
	const struct rk_memory *memory = &node->memory;
	struct rk_ply *now = &engine->plies[node->ply];

	if (engine->history)
		rk_context(engine, node->ply)->attacked = 0;
	if (now->excluded) {
		node->hit = false;
		node->memory.move = RK_NO_MOVE;
		return false;
	}
	node->hit = rk_table_probe(engine->table, engine->pos.key, node->ply,
				   &node->memory);
	if (!node->hit) {
		node->memory.move = RK_NO_MOVE;
		return false;
	}
	if (node->memory.move &&
	    !rk_move_is_legal(&engine->pos, node->memory.move)) {
		node->hit = false;
		node->memory.move = RK_NO_MOVE;
		return false;
	}
	doubt_mate(&node->memory, engine->pos.halfmove, node->ply);
	node->known_takes = memory->move &&
			    !rk_is_quiet(&engine->pos, memory->move);
	if (node->pv || memory->depth < node->depth ||
	    engine->pos.halfmove >= 90 ||
	    !bound_allows(memory->bound, memory->score, node->alpha,
			  node->beta))
		return false;
	if (memory->score >= node->beta && memory->move && !node->known_takes)
		rk_history_reward(engine, node->ply, memory->move,
				  node->depth > 10 ? 1200 : 120 * node->depth);
	return true;
}

void rk_node_judge(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *now = &engine->plies[node->ply];
	const struct rk_memory *memory = &node->memory;

	if (now->excluded) {
		node->eval = node->raw = now->eval;
		return;
	}
	if (node->in_check) {
		now->eval = RK_SCORE_NONE;
		node->eval = node->raw = RK_SCORE_NONE;
		return;
	}
	node->raw = node->hit && memory->eval != RK_SCORE_NONE
			    ? memory->eval
			    : (int16_t)rk_raw_eval(engine, node->ply);
	node->eval = (int16_t)rk_correct(engine, node->ply, node->raw);
	now->eval = node->eval;
	if (node->hit && !rk_score_is_mate(memory->score) &&
	    (memory->bound &
	     (memory->score > node->eval ? RK_BOUND_LOWER : RK_BOUND_UPPER)))
		node->eval = memory->score;
}

bool rk_has_pieces(const struct rk_pos *pos)
{
	return (pos->colour[pos->side] &
		~(pos->type[RK_PAWN] | pos->type[RK_KING])) != 0;
}

void rk_node_remember(struct rk_engine *engine, const struct rk_node *node,
		      int depth, int score, rk_move move, int bound)
{
	struct rk_memory memory = {
		.move = move,
		.score = (int16_t)score,
		.eval = node->raw,
		.depth = (int16_t)depth,
		.bound = (uint8_t)bound,
		.was_pv = node->pv || (node->hit && node->memory.was_pv),
	};

	rk_table_store(engine->table, engine->pos.key, node->ply, &memory);
}

bool rk_node_weigh(struct rk_engine *engine, struct rk_node *node, rk_move move,
		   int score)
{
	if (score <= node->best)
		return false;
	node->best = (int16_t)score;
	if (score <= node->alpha)
		return false;
	node->best_move = move;
	if (node->pv)
		rk_line_extend_pv(engine, node->ply, move);
	if (score >= node->beta)
		return true;
	node->alpha = (int16_t)score;
	return false;
}
