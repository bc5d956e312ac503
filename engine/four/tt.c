/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Entries of the transposition table for four players. The table itself is that
 * of engine/tt.c, which leaves 48 bits of an entry to the kind of game:
 *
 *	bits  0 to 18   origin, target and promotion of the move
 *	bits 19 to 34   score
 *	bits 35 to 47   static evaluation, a fourth of it
 *	bits 48 to 63   depth, age, PV and bound (rk_tt_pack_meta())
 *
 * The kind of a move (castling, en passant) has no bits of its own; it follows
 * from the position.
 */
#include "engine/four/search.h"

#define MOVE_BITS 19
#define MOVE_MASK (((uint64_t)1 << MOVE_BITS) - 1)
#define EVAL_NONE (-4096)

/* A king that moves two squares castles; a pawn may capture en passant. */
static rk4_move restore_kind(const struct rk4_pos *pos, rk4_move move)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int cell = pos->board[from];
	int distance = from > to ? from - to : to - from;

	if (rk4_type(cell) == RK_KING && (distance == 2 || distance == 32))
		return move | RK4_CASTLING << MOVE_BITS;
	if (rk4_type(cell) == RK_PAWN && (distance == 15 || distance == 17)) {
		int owner = rk4_ep_owner(pos->ep, to);

		if (owner >= 0 && owner != pos->turn &&
		    !rk4_is_partner(pos, pos->turn, owner))
			return move | RK4_EN_PASSANT << MOVE_BITS;
	}
	return move;
}

/*
 * A score of a free-for-all game is that of one seat against all, and depends on
 * whether the free reply of the round has been made. Both are part of the key.
 */
static uint64_t key_of(const struct rk4_engine *engine, int ply)
{
	return engine->pos.key ^ engine->root_key ^
	       (engine->plies[ply].replied ? 0x5bf0363546296d1b : 0);
}

bool rk4_tt_probe(const struct rk4_engine *engine, int ply,
		  struct rk4_tt_entry *entry)
{
	uint64_t data = rk_tt_probe_data(engine->table, key_of(engine, ply));
	int eval;

	entry->move = 0;
	if (!data)
		return false;
	/* Sign-extend the 13 bits. */
	eval = (int)(data >> 35 & 8191);
	eval -= eval > 4095 ? 8192 : 0;
	if (data & MOVE_MASK) {
		entry->move = restore_kind(&engine->pos,
					   (rk4_move)(data & MOVE_MASK));
		/* An illegal move: the entry is that of another position. */
		if (!rk4_move_is_legal(&engine->pos, entry->move)) {
			entry->move = 0;
			return false;
		}
	}
	entry->score =
		(int16_t)rk_score_from_tt((int16_t)(data >> MOVE_BITS), ply);
	entry->eval = (int16_t)(eval == EVAL_NONE ? RK_SCORE_NONE : eval * 4);
	entry->depth = (int16_t)((int)(data >> 48 & 255) - 1);
	entry->was_pv = data >> 61 & 1;
	entry->bound = (uint8_t)(data >> 62);
	return true;
}

void rk4_tt_store(const struct rk4_engine *engine, int ply,
		  const struct rk4_tt_entry *entry)
{
	int score = rk_score_to_tt(entry->score, ply);
	int eval = entry->eval == RK_SCORE_NONE ? EVAL_NONE : entry->eval / 4;

	rk_tt_store_data(engine->table, key_of(engine, ply),
			 (entry->move & MOVE_MASK) |
				 (uint64_t)(uint16_t)score << MOVE_BITS |
				 (uint64_t)(eval & 8191) << 35 |
				 rk_tt_pack_meta(entry->depth, entry->was_pv,
						 entry->bound),
			 MOVE_MASK);
}
