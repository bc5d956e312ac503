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
	return rk_pos_attackers_of(pos, square, occupied, RK_WHITE) |
	       rk_pos_attackers_of(pos, square, occupied, RK_BLACK);
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

	if (rk_square_file(king) == rk_square_file(square) ||
	    rk_square_rank(king) == rk_square_rank(square))
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

/* Could a piece on `from` attack `to` if nothing stood in between? */
static bool may_attack(int type, int from, int to)
{
	int files = rk_square_file(from) - rk_square_file(to);
	int ranks = rk_square_rank(from) - rk_square_rank(to);

	if (type == RK_KNIGHT)
		return files * files + ranks * ranks == 5;
	return !files || !ranks || files == ranks || files == -ranks;
}

/* A pawn, knight or king; in casual chess kings may meet. */
static bool checks_by_step(int type, int to, int king, int us)
{
	rk_bits hits;

	if (type == RK_PAWN)
		hits = rk_bits_pawn_attacks(rk_square_bit(to), us);
	else if (type == RK_KNIGHT)
		hits = rk_knight_attacks(to);
	else if (type == RK_KING)
		hits = rk_king_attacks(to);
	else
		return false;
	return hits & rk_square_bit(king);
}

/*
 * A move gives check by the piece that moved (castling: the rook), or by a
 * slider whose line it opened. Only a man that was in line with the king can
 * have opened one, unless the king may have been in check before.
 */
bool rk_move_gives_check(const struct rk_pos *pos, rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int us = pos->side, kind = rk_move_kind(move);
	int type = rk_piece_type(pos->board[from]);
	int king = rk_pos_king(pos, us ^ 1);
	rk_bits gone, placed, arrived, occupied, others;
	bool opens = kind != RK_NORMAL || pos->casual ||
		     rk_squares_in_line(from, king);

	/* Most moves end here. */
	if (!opens && !may_attack(type, to, king))
		return false;
	gone = rk_square_bit(from);
	placed = rk_square_bit(to);
	if (kind == RK_CASTLING) {
		struct rk_castling squares = rk_castling_squares(from, to);

		gone |= placed;
		to = squares.rook_to;
		type = RK_ROOK;
		placed = rk_square_bit(squares.king_to);
	} else if (kind == RK_EN_PASSANT) {
		gone |= rk_square_bit(rk_ep_victim(to));
	} else if (kind == RK_PROMOTION) {
		type = rk_move_promoted(move);
	}
	if (checks_by_step(type, to, king, us))
		return true;
	arrived = rk_square_bit(to);
	occupied = (rk_pos_occupied(pos) & ~gone) | placed | arrived;
	others = opens ? pos->colour[us] & ~gone : 0;
	return rk_rooks_at(
		       king, occupied,
		       (others & (pos->type[RK_ROOK] | pos->type[RK_QUEEN])) |
			       (type == RK_ROOK || type == RK_QUEEN ? arrived
								    : 0)) ||
	       rk_bishops_at(
		       king, occupied,
		       (others & (pos->type[RK_BISHOP] | pos->type[RK_QUEEN])) |
			       (type == RK_BISHOP || type == RK_QUEEN ? arrived
								      : 0));
}
