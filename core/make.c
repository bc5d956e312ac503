/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Makes and unmakes moves. Every field of the position is updated from what the
 * move changes, and unmake restores every byte. The caller guarantees that the
 * move is legal (rk_move_is_legal()).
 */
#include "core/position.h"

#include "rookery/moves.h"

/* Adds or removes a piece in the sets only. */
RK_INLINE void toggle(struct rk_pos *pos, int piece, rk_bits squares)
{
	pos->colour[rk_piece_colour(piece)] ^= squares;
	pos->type[rk_piece_type(piece)] ^= squares;
}

RK_INLINE void put(struct rk_pos *pos, int piece, int square)
{
	toggle(pos, piece, rk_square_bit(square));
	pos->board[square] = (uint8_t)piece;
}

RK_INLINE void lift(struct rk_pos *pos, int piece, int square)
{
	toggle(pos, piece, rk_square_bit(square));
	pos->board[square] = RK_NONE;
}

RK_INLINE void shift(struct rk_pos *pos, int piece, int from, int to)
{
	toggle(pos, piece, rk_square_bit(from) | rk_square_bit(to));
	pos->board[from] = RK_NONE;
	pos->board[to] = (uint8_t)piece;
}

/* A pawn that promotes, or that did. */
static void replace(struct rk_pos *pos, int piece, int square)
{
	lift(pos, pos->board[square], square);
	put(pos, piece, square);
}

/* King and rook may cross, so both are lifted before either is put down. */
static void move_castling(struct rk_pos *pos, int us, const int from[2],
			  const int to[2])
{
	lift(pos, rk_piece(us, RK_KING), from[0]);
	lift(pos, rk_piece(us, RK_ROOK), from[1]);
	put(pos, rk_piece(us, RK_KING), to[0]);
	put(pos, rk_piece(us, RK_ROOK), to[1]);
}

static uint64_t make_castling(struct rk_pos *pos, int king, int rook, int us)
{
	struct rk_castling to = rk_castling_squares(king, rook);
	int king_piece = rk_piece(us, RK_KING);
	int rook_piece = rk_piece(us, RK_ROOK);

	move_castling(pos, us, (int[]){king, rook},
		      (int[]){to.king_to, to.rook_to});
	return rk_key_piece(king_piece, king) ^
	       rk_key_piece(king_piece, to.king_to) ^
	       rk_key_piece(rook_piece, rook) ^
	       rk_key_piece(rook_piece, to.rook_to);
}

/* Removes castling rights; the king must still be on its old square. */
static uint64_t drop_rights(struct rk_pos *pos, rk_bits lost)
{
	lost &= pos->castle;
	pos->castle ^= lost;
	return rk_key_castle(pos, lost);
}

/* Finishes a move after the pieces were moved: turn and counters. */
RK_INLINE void pass_turn(struct rk_pos *pos, uint64_t key, int us)
{
	pos->key = key ^ rk_keys[RK_KEY_WHITE];
	pos->side = (uint8_t)(us ^ 1);
	if (us == RK_BLACK && pos->fullmove < RK_COUNTER_MAX)
		pos->fullmove++;
}

/* The men of `us` that give check, whatever the move was. */
RK_INLINE void find_checkers(struct rk_pos *pos, int us)
{
	if (!pos->casual)
		pos->checkers = rk_pos_attackers_of(pos,
						    rk_pos_king(pos, us ^ 1),
						    rk_pos_occupied(pos), us);
}

/*
 * The same after a move of one man, which took at most what stood on `to`. The
 * enemy king was not in check before, so only the man that moved can give check,
 * or a slider on the line that it left. Most moves are seen to do neither without
 * a look at the lines.
 */
RK_INLINE void update_checkers(struct rk_pos *pos, int from, int to, int type,
			       int us)
{
	rk_bits queens = pos->type[RK_QUEEN], checkers = 0;
	unsigned int direct, lines;
	int king;

	if (pos->casual)
		return;
	king = rk_pos_king(pos, us ^ 1);
	direct = rk_relation(to, king) & rk_relations_of[us][type];
	lines = direct | rk_relation(from, king);
	if (direct & RK_BY_STEP)
		checkers = rk_square_bit(to);
	if (lines & RK_BY_ROOK)
		checkers |= rk_rooks_at(king, rk_pos_occupied(pos),
					pos->colour[us] &
						(pos->type[RK_ROOK] | queens));
	if (lines & RK_BY_BISHOP)
		checkers |=
			rk_bishops_at(king, rk_pos_occupied(pos),
				      pos->colour[us] &
					      (pos->type[RK_BISHOP] | queens));
	pos->checkers = checkers;
}

RK_INLINE void save(const struct rk_pos *pos, struct rk_undo *undo,
		    int captured)
{
	undo->castle = pos->castle;
	undo->checkers = pos->checkers;
	undo->key = pos->key;
	undo->halfmove = pos->halfmove;
	undo->fullmove = pos->fullmove;
	undo->ep = pos->ep;
	undo->captured = (uint8_t)captured;
	undo->reserved[0] = undo->reserved[1] = 0;
}

RK_INLINE void count_quiet(struct rk_pos *pos)
{
	if (pos->halfmove < RK_COUNTER_MAX)
		pos->halfmove++;
}

RK_INLINE uint64_t forget_ep(struct rk_pos *pos)
{
	int ep = pos->ep;

	pos->ep = RK_NO_SQUARE;
	return ep == RK_NO_SQUARE ? 0 : rk_key_ep(ep);
}

/*
 * After a pawn's move: sets the en passant square if an enemy pawn stands
 * ready.
 */
RK_INLINE uint64_t offer_ep(struct rk_pos *pos, int from, int to, int us)
{
	int behind = (from + to) / 2;

	if ((from ^ to) != 16 ||
	    !(rk_bits_pawn_attacks(rk_square_bit(behind), us) &
	      rk_pos_pieces(pos, us ^ 1, RK_PAWN)))
		return 0;
	pos->ep = (uint8_t)behind;
	return rk_key_ep(behind);
}

RK_INLINE void make(struct rk_pos *pos, rk_move move, struct rk_undo *undo,
		    int us)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int kind = rk_move_kind(move);
	int piece = pos->board[from];
	int victim_square = kind == RK_EN_PASSANT ? rk_ep_victim(to) : to;
	int victim = kind == RK_CASTLING ? RK_NONE : pos->board[victim_square];
	rk_bits lost = rk_square_bit(from) | rk_square_bit(to);
	uint64_t key = pos->key;

	save(pos, undo, victim);
	key ^= forget_ep(pos);
	count_quiet(pos);
	if (rk_piece_type(piece) == RK_KING)
		lost |= rk_bits_rank(0, us);
	if (rk_piece_type(victim) == RK_KING)
		lost |= rk_bits_rank(7, us);
	if (lost & pos->castle)
		key ^= drop_rights(pos, lost);

	if (kind == RK_CASTLING) {
		key ^= make_castling(pos, from, to, us);
		pass_turn(pos, key, us);
		find_checkers(pos, us);
		return;
	}
	if (victim != RK_NONE) {
		lift(pos, victim, victim_square);
		key ^= rk_key_piece(victim, victim_square);
		pos->halfmove = 0;
	}
	key ^= rk_key_piece(piece, from);
	if (rk_piece_type(piece) == RK_PAWN) {
		pos->halfmove = 0;
		key ^= offer_ep(pos, from, to, us);
	}
	shift(pos, piece, from, to);
	if (kind == RK_PROMOTION) {
		piece = rk_piece(us, rk_move_promoted(move));
		replace(pos, piece, to);
	}
	key ^= rk_key_piece(piece, to);
	pass_turn(pos, key, us);
	if (kind == RK_EN_PASSANT)
		find_checkers(pos, us);
	else
		update_checkers(pos, from, to, rk_piece_type(piece), us);
}

void rk_pos_make(struct rk_pos *pos, rk_move move, struct rk_undo *undo)
{
	RK_FOR_SIDE(pos, make, pos, move, undo);
}

static void restore(struct rk_pos *pos, const struct rk_undo *undo)
{
	pos->side ^= 1;
	pos->fullmove = undo->fullmove;
	pos->castle = undo->castle;
	pos->checkers = undo->checkers;
	pos->key = undo->key;
	pos->halfmove = undo->halfmove;
	pos->ep = undo->ep;
}

void rk_pos_unmake(struct rk_pos *pos, rk_move move, const struct rk_undo *undo)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int kind = rk_move_kind(move);
	int us, piece;

	restore(pos, undo);
	us = pos->side;
	if (kind == RK_CASTLING) {
		struct rk_castling now = rk_castling_squares(from, to);

		move_castling(pos, us, (int[]){now.king_to, now.rook_to},
			      (int[]){from, to});
		return;
	}
	piece = pos->board[to];
	shift(pos, piece, to, from);
	if (kind == RK_PROMOTION)
		replace(pos, rk_piece(us, RK_PAWN), from);
	if (undo->captured != RK_NONE)
		put(pos, undo->captured,
		    kind == RK_EN_PASSANT ? rk_ep_victim(to) : to);
}

void rk_pos_make_null(struct rk_pos *pos, struct rk_undo *undo)
{
	save(pos, undo, RK_NONE);
	count_quiet(pos);
	pass_turn(pos, pos->key ^ forget_ep(pos), pos->side);
	pos->checkers = 0;
}

void rk_pos_unmake_null(struct rk_pos *pos, const struct rk_undo *undo)
{
	restore(pos, undo);
}
