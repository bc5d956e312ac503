/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Four players' entries in the table of positions: the squares of the move
 * and what the pawn becomes (19 bits), the score (16), and the evaluation in
 * fourths (13). Whether it castles or takes en passant follows from the
 * position.
 */
#include "engine/four/search.h"

#define MOVE_BITS 19
#define MOVE_MASK (((uint64_t)1 << MOVE_BITS) - 1)
#define EVAL_NONE (-4096)

static rk4_move complete(const struct rk4_pos *pos, rk4_move move)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int cell = pos->board[from];
	int far = from > to ? from - to : to - from;

	if (rk4_type(cell) == RK_KING && (far == 2 || far == 32))
		return move | RK4_CASTLING << MOVE_BITS;
	if (rk4_type(cell) == RK_PAWN && (far == 15 || far == 17)) {
		int owner = rk4_ep_owner(pos->ep, to);

		if (owner >= 0 && owner != pos->turn &&
		    !rk4_is_partner(pos, pos->turn, owner))
			return move | RK4_EN_PASSANT << MOVE_BITS;
	}
	return move;
}

/* Who sees the position, and who may still choose, is part of the key. */
static uint64_t key_of(const struct rk4_mind *mind, int ply)
{
	return mind->pos.key ^ mind->view_key ^
	       (mind->plies[ply].spent ? 0x5bf0363546296d1b : 0);
}

bool rk4_memory_probe(const struct rk4_mind *mind, int ply,
		      struct rk4_memory *memory)
{
	uint64_t data = rk_table_find(mind->table, key_of(mind, ply));
	int eval;

	memory->move = 0;
	if (!data)
		return false;
	eval = (int)(data >> 35 & 8191);
	eval -= eval > 4095 ? 8192 : 0;
	if (data & MOVE_MASK) {
		memory->move =
			complete(&mind->pos, (rk4_move)(data & MOVE_MASK));
		if (!rk4_move_is_legal(&mind->pos, memory->move)) {
			memory->move = 0;
			return false;
		}
	}
	memory->score =
		(int16_t)rk_score_from_table((int16_t)(data >> MOVE_BITS), ply);
	memory->eval = (int16_t)(eval == EVAL_NONE ? RK_SCORE_NONE : eval * 4);
	memory->depth = (int16_t)((int)(data >> 48 & 255) - 1);
	memory->was_pv = data >> 61 & 1;
	memory->bound = (uint8_t)(data >> 62);
	return true;
}

void rk4_memory_store(const struct rk4_mind *mind, int ply,
		      const struct rk4_memory *memory)
{
	int score = rk_score_to_table(memory->score, ply);
	int eval = memory->eval == RK_SCORE_NONE ? EVAL_NONE : memory->eval / 4;

	rk_table_put(mind->table, key_of(mind, ply),
		     (memory->move & MOVE_MASK) |
			     (uint64_t)(uint16_t)score << MOVE_BITS |
			     (uint64_t)(eval & 8191) << 35 |
			     rk_table_kind(memory->depth, memory->was_pv,
					   memory->bound),
		     MOVE_MASK);
}
