/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Inline helpers on positions for core/ and engine/, beyond the public headers.
 */
#ifndef RK_CORE_POSITION_H
#define RK_CORE_POSITION_H

#include "core/attacks.h"
#include "core/keys.h"
#include "rookery/position.h"

/*
 * Calls an inline function with the side to move as a constant, so that the
 * compiler makes one version for each colour. With -Os there is one version for
 * both.
 */
#ifdef RK_BY_SIZE
#define RK_FOR_SIDE(pos, call, ...) call(__VA_ARGS__, (pos)->side)
#else
#define RK_FOR_SIDE(pos, call, ...) \
	((pos)->side == RK_WHITE ? call(__VA_ARGS__, RK_WHITE) \
				 : call(__VA_ARGS__, RK_BLACK))
#endif

static inline rk_bits rk_pos_occupied(const struct rk_pos *pos)
{
	return pos->colour[RK_WHITE] | pos->colour[RK_BLACK];
}

static inline rk_bits rk_pos_pieces(const struct rk_pos *pos, int colour,
				    int type)
{
	return pos->colour[colour] & pos->type[type];
}

/* The king must exist. */
static inline int rk_pos_king(const struct rk_pos *pos, int colour)
{
	return rk_bits_first(rk_pos_pieces(pos, colour, RK_KING));
}

/*
 * The pieces of `colour` that attack a square, with `occupied` as the blockers.
 * Inlined for speed with a constant colour; with -Os it exists once.
 */
RK_INLINE rk_bits rk_pos_attackers_inline(const struct rk_pos *pos, int square,
					  rk_bits occupied, int colour)
{
	const rk_bits *type = pos->type;
	rk_bits lines = type[RK_ROOK] | type[RK_QUEEN];
	rk_bits diagonals = type[RK_BISHOP] | type[RK_QUEEN];
	rk_bits pawns = rk_bits_pawn_attacks(rk_square_bit(square), colour ^ 1);

	return (((pawns & type[RK_PAWN]) |
		 (rk_knight_attacks(square) & type[RK_KNIGHT]) |
		 (rk_king_attacks(square) & type[RK_KING])) &
		pos->colour[colour]) |
	       rk_bishops_at(square, occupied,
			     diagonals & pos->colour[colour]) |
	       rk_rooks_at(square, occupied, lines & pos->colour[colour]);
}

#ifdef RK_BY_SIZE
rk_bits rk_pos_attackers_of(const struct rk_pos *pos, int square,
			    rk_bits occupied, int colour);
#else
#define rk_pos_attackers_of rk_pos_attackers_inline
#endif

/* Where king and rook go when the king castles with the rook on `rook`. */
struct rk_castling {
	int king_to;
	int rook_to;
};

static inline struct rk_castling rk_castling_squares(int king, int rook)
{
	int rank = king & 56;

	if (rook > king)
		return (struct rk_castling){rank | 6, rank | 5};
	return (struct rk_castling){rank | 2, rank | 3};
}

/*
 * The squares that must be empty: those that king and rook pass or reach,
 * except their own.
 */
static inline rk_bits rk_castling_way(int king, int rook)
{
	struct rk_castling to = rk_castling_squares(king, rook);
	rk_bits way = rk_between(king, to.king_to) | rk_square_bit(to.king_to) |
		      rk_between(rook, to.rook_to) | rk_square_bit(to.rook_to);

	return way & ~(rk_square_bit(king) | rk_square_bit(rook));
}

/* Is no square on the king's way attacked? The king must not be in check. */
bool rk_castling_is_safe(const struct rk_pos *pos, int king, int rook, int us);

/*
 * Are two squares on one rank, file or diagonal? If not, a piece on `a` cannot
 * be pinned to a king on `b`.
 */
static inline bool rk_squares_in_line(int a, int b)
{
	return rk_relation(a, b) & RK_IN_LINE;
}

/* The square of the pawn that an en passant capture to `ep` removes. */
static inline int rk_ep_victim(int ep)
{
	return ep ^ 8;
}

/* Is the own king safe after the pawn on `from` has taken en passant? */
bool rk_ep_is_safe(const struct rk_pos *pos, int from, int us);

/* rk_gen_legal() into a list of rk_any_move. */
int rk_gen_legal_wide(const struct rk_pos *pos, uint32_t *list);

/* The part of the key for these castling rights. */
uint64_t rk_key_castle(const struct rk_pos *pos, rk_bits castle);

#endif
