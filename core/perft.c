/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Perft: counts the leaves of the tree of legal moves. The last ply is counted
 * without making its moves. With count.h, which needs only the sets of squares,
 * the ply before it updates only those.
 */
#include "core/count.h"

#include "rookery/moves.h"

#ifdef RK_LANES

static void castle_sets(struct rk_pos *next, int king, int rook, int us)
{
	struct rk_castling to = rk_castling_squares(king, rook);
	rk_bits king_to = rk_square_bit(to.king_to);
	rk_bits rook_to = rk_square_bit(to.rook_to);

	next->type[RK_KING] |= king_to;
	next->type[RK_ROOK] |= rook_to;
	next->colour[us] |= king_to | rook_to;
}

/* Computes the sets, castling rights and en passant square after a move. */
RK_INLINE void make_sets(struct rk_pos *next, const struct rk_pos *pos,
			 rk_move move, int us)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int kind = rk_move_kind(move);
	int type = rk_piece_type(pos->board[from]);
	rk_bits target = rk_square_bit(to);
	rk_bits gone = rk_square_bit(from) | target;
	int behind = (from + to) / 2;
	rk_bits takers = rk_bits_pawn_attacks(rk_square_bit(behind), us) &
			 rk_pos_pieces(pos, us ^ 1, RK_PAWN);
	bool ep = type == RK_PAWN && (from ^ to) == 16 && takers;

	next->ep = (uint8_t)(ep ? behind : RK_NO_SQUARE);
	next->castle = pos->castle & ~gone;
	if (type == RK_KING)
		next->castle &= ~rk_bits_rank(0, us);
	if (kind == RK_EN_PASSANT)
		gone |= rk_square_bit(rk_ep_victim(to));
	for (int colour = RK_WHITE; colour <= RK_BLACK; colour++)
		next->colour[colour] = pos->colour[colour] & ~gone;
	for (int i = 0; i < RK_TYPES; i++)
		next->type[i] = pos->type[i] & ~gone;
	if (kind == RK_CASTLING) {
		castle_sets(next, from, to, us);
		return;
	}
	if (kind == RK_PROMOTION)
		type = rk_move_promoted(move);
	next->colour[us] |= target;
	next->type[type] |= target;
}

RK_INLINE uint64_t perft_2(const struct rk_pos *pos, const rk_move *list, int n,
			   int us)
{
	struct rk_pos next = {.casual = false};
	uint64_t nodes = 0;

	for (int i = 0; i < n; i++) {
		make_sets(&next, pos, list[i], us);
		nodes += (uint64_t)rk_count_moves(&next, us ^ 1);
	}
	return nodes;
}

#endif

uint64_t rk_perft(struct rk_pos *pos, int depth, rk_move *buf)
{
	struct rk_undo undo;
	uint64_t nodes = 0;
	int n;

	if (depth < 1)
		return 1;
	if (depth == 1)
		return (uint64_t)rk_gen_count(pos);
	n = rk_gen_legal(pos, buf);
#ifdef RK_LANES
	if (depth == 2 && !pos->casual)
		return RK_FOR_SIDE(pos, perft_2, pos, buf, n);
#endif
	for (int i = 0; i < n; i++) {
		rk_pos_make(pos, buf[i], &undo);
		nodes += rk_perft(pos, depth - 1, buf + n);
		rk_pos_unmake(pos, buf[i], &undo);
	}
	return nodes;
}
