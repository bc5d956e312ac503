/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Validates a single move, which may be any 16-bit value from a hash table, a
 * file or a fuzzer. It follows the rules directly, without the generator, so
 * that each can be tested against the other.
 */
#include "core/position.h"

#include "rookery/moves.h"
#include "rookery/status.h"

#ifdef RK_BY_SIZE
rk_bits rk_pos_attackers_of(const struct rk_pos *pos, int square,
			    rk_bits occupied, int colour)
{
	return rk_pos_attackers_inline(pos, square, occupied, colour);
}
#endif

/*
 * King and rook are taken off the board first: the rook may be the only blocker
 * between an attacker and the king.
 */
bool rk_castling_is_safe(const struct rk_pos *pos, int king, int rook, int us)
{
	int king_to = rk_castling_squares(king, rook).king_to;
	rk_bits steps = rk_between(king, king_to) | rk_square_bit(king_to);
	rk_bits occupied = rk_pos_occupied(pos) & ~rk_square_bit(king) &
			   ~rk_square_bit(rook);

	while (steps && !pos->casual)
		if (rk_pos_attackers_of(pos, rk_bits_pop(&steps), occupied,
					us ^ 1))
			return false;
	return true;
}

bool rk_ep_is_safe(const struct rk_pos *pos, int from, int us)
{
	rk_bits victim = rk_square_bit(rk_ep_victim(pos->ep));
	rk_bits occupied =
		(rk_pos_occupied(pos) & ~victim & ~rk_square_bit(from)) |
		rk_square_bit(pos->ep);

	return pos->casual || !(rk_pos_attackers_of(pos, rk_pos_king(pos, us),
						    occupied, us ^ 1) &
				~victim);
}

rk_bits rk_pos_attackers(const struct rk_pos *pos, int square, rk_bits occupied)
{
	const rk_bits *type = pos->type;
	rk_bits here = rk_square_bit(square);
	rk_bits lines = type[RK_ROOK] | type[RK_QUEEN];
	rk_bits diagonals = type[RK_BISHOP] | type[RK_QUEEN];
	rk_bits white = rk_bits_pawn_attacks(here, RK_BLACK) &
			pos->colour[RK_WHITE];
	rk_bits black = rk_bits_pawn_attacks(here, RK_WHITE) &
			pos->colour[RK_BLACK];

	return ((white | black) & type[RK_PAWN]) |
	       (rk_knight_attacks(square) & type[RK_KNIGHT]) |
	       (rk_king_attacks(square) & type[RK_KING]) |
	       rk_bishops_at(square, occupied, diagonals) |
	       rk_rooks_at(square, occupied, lines);
}

static bool pawn_can_go(const struct rk_pos *pos, int from, int to, int us)
{
	rk_bits start = rk_square_bit(from), target = rk_square_bit(to);
	rk_bits empty = ~rk_pos_occupied(pos);
	rk_bits once = rk_bits_forward(start, us) & empty;
	rk_bits twice = rk_bits_forward(once & rk_bits_rank(2, us), us) & empty;
	rk_bits captures = rk_bits_pawn_attacks(start, us) &
			   pos->colour[us ^ 1];

	return target & (once | twice | captures);
}

static bool castling_is_free(const struct rk_pos *pos, int king, int rook,
			     int us)
{
	return rk_square_bit(rook) & pos->castle & pos->colour[us] &&
	       !(rk_castling_way(king, rook) & rk_pos_occupied(pos));
}

bool rk_move_is_pseudo_legal(const struct rk_pos *pos, rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int kind = rk_move_kind(move);
	int us = pos->side;
	int type = rk_piece_type(pos->board[from]);
	bool last_rank = rk_square_bit(to) & rk_bits_rank(7, us);

	if (!(rk_square_bit(from) & pos->colour[us]))
		return false;
	if (kind != RK_PROMOTION && move & 3 << 12)
		return false;
	switch (kind) {
	case RK_CASTLING:
		return type == RK_KING && castling_is_free(pos, from, to, us);
	case RK_EN_PASSANT:
		return type == RK_PAWN && to == pos->ep &&
		       rk_bits_pawn_attacks(rk_square_bit(from), us) &
			       rk_square_bit(to);
	case RK_PROMOTION:
		return type == RK_PAWN && last_rank &&
		       pawn_can_go(pos, from, to, us);
	}
	if (type == RK_PAWN)
		return !last_rank && pawn_can_go(pos, from, to, us);
	return rk_piece_attacks(type, from, rk_pos_occupied(pos)) &
	       ~pos->colour[us] & rk_square_bit(to);
}

/* Enemy sliders that attack the king along the line through `square`. */
static rk_bits sliders_at(const struct rk_pos *pos, int king, rk_bits occupied,
			  int square)
{
	rk_bits enemy = pos->colour[pos->side ^ 1];

	if (rk_relation(king, square) & RK_BY_ROOK)
		return rk_rooks_at(king, occupied,
				   enemy & (pos->type[RK_ROOK] |
					    pos->type[RK_QUEEN]));
	return rk_bishops_at(king, occupied,
			     enemy & (pos->type[RK_BISHOP] |
				      pos->type[RK_QUEEN]));
}

/* Is the own king safe after this pseudo-legal move? */
static bool is_safe(const struct rk_pos *pos, rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int us = pos->side;
	int king = rk_pos_king(pos, us);
	rk_bits target = rk_square_bit(to);
	rk_bits occupied = (rk_pos_occupied(pos) & ~rk_square_bit(from)) |
			   target;

	switch (rk_move_kind(move)) {
	case RK_CASTLING:
		return !pos->checkers && rk_castling_is_safe(pos, from, to, us);
	case RK_EN_PASSANT:
		return rk_ep_is_safe(pos, from, us);
	}
	if (from != king && !pos->checkers)
		return !rk_squares_in_line(from, king) ||
		       !(sliders_at(pos, king, occupied, from) & ~target);
	if (from == king)
		king = to;
	return !(rk_pos_attackers_of(pos, king, occupied, us ^ 1) & ~target);
}

bool rk_move_is_legal(const struct rk_pos *pos, rk_move move)
{
	if (!rk_move_is_pseudo_legal(pos, move))
		return false;
	if (pos->casual)
		return rk_pos_pieces(pos, pos->side, RK_KING) != 0;
	return is_safe(pos, move);
}

bool rk_move_is_capture(const struct rk_pos *pos, rk_move move)
{
	return rk_move_kind(move) == RK_EN_PASSANT ||
	       (rk_move_kind(move) != RK_CASTLING &&
		pos->board[rk_move_to(move)] != RK_NONE);
}

/*
 * A move gives check by the piece that moved (castling: the rook), or by a
 * slider whose line it opened. Only a man that was in line with the king can
 * have opened one, and only that line, unless a second man went (castling, en
 * passant) or the king may have been in check before.
 */
bool rk_move_gives_check(const struct rk_pos *pos, rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int us = pos->side, kind = rk_move_kind(move);
	int type = rk_piece_type(pos->board[from]);
	int king = rk_pos_king(pos, us ^ 1);
	unsigned int opened = kind != RK_NORMAL || pos->casual
				      ? RK_IN_LINE
				      : rk_relation(from, king) & RK_IN_LINE;
	unsigned int direct;
	rk_bits gone, placed = 0, arrived, occupied, others, rooks, bishops;

	gone = rk_square_bit(from);
	if (kind == RK_CASTLING) {
		struct rk_castling squares = rk_castling_squares(from, to);

		gone |= rk_square_bit(to);
		to = squares.rook_to;
		type = RK_ROOK;
		placed = rk_square_bit(squares.king_to);
	} else if (kind == RK_EN_PASSANT) {
		gone |= rk_square_bit(rk_ep_victim(to));
	} else if (kind == RK_PROMOTION) {
		type = rk_move_promoted(move);
	}
	direct = rk_relation(to, king) & rk_relations_of[us][type];
	/* Most moves end here. */
	if (!(direct | opened))
		return false;
	if (direct & RK_BY_STEP)
		return true;
	arrived = rk_square_bit(to);
	occupied = (rk_pos_occupied(pos) & ~gone) | placed | arrived;
	others = pos->colour[us] & ~gone;
	rooks = opened & RK_BY_ROOK
			? others & (pos->type[RK_ROOK] | pos->type[RK_QUEEN])
			: 0;
	bishops = opened & RK_BY_BISHOP ? others & (pos->type[RK_BISHOP] |
						    pos->type[RK_QUEEN])
					: 0;
	rooks |= direct & RK_BY_ROOK ? arrived : 0;
	bishops |= direct & RK_BY_BISHOP ? arrived : 0;
	return (rooks && rk_rooks_at(king, occupied, rooks)) ||
	       (bishops && rk_bishops_at(king, occupied, bishops));
}
