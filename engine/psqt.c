/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Piece-square tables: material and squares as one sum, updated move by move
 * at the cost of a few additions, together with short keys for the pawn table
 * and the correction history.
 */
#include "engine/frames.h"
#include "engine/pawns.h"
#include "engine/weights.h"

/* The tables are for White and symmetric: ranks from the owner, files a to d. */
static int fold(int square, int colour)
{
	int file = rk_square_file(square);
	int rank = rk_rank_for(square, colour);

	return 4 * rank + (file < 4 ? file : 7 - file);
}

static rk_pair square_value(int type, int square, int colour)
{
	return RK_TERM(colour, psqt, 32 * type + fold(square, colour), 1);
}

static rk_pair piece_value(int type, int square, int colour)
{
	rk_pair score = square_value(type, square, colour);

	if (type != RK_KING)
		score += RK_TERM(colour, material, type, 1);
	return score;
}

/*
 * Adds squares of a piece to the keys, or removes them. Without branches, as nobody
 * foresees which piece moves.
 */
RK_INLINE void change_keys(struct rk_psqt *psqt, int piece, uint64_t squares)
{
	int type = rk_piece_type(piece);
	uint32_t key = (uint32_t)(squares ^ squares >> 32);

	psqt->pawn_key ^= type == RK_PAWN || type == RK_KING ? key : 0;
	psqt->piece_keys[rk_piece_colour(piece)] ^= type == RK_PAWN ? 0 : key;
}

/*
 * Sums are unsigned, as a board full of queens may overflow; rk_eval() does not use
 * the sum then.
 */
RK_INLINE void change_score(struct rk_psqt *psqt, int colour, uint32_t gain)
{
	uint32_t sum = (uint32_t)psqt->score;

	psqt->score = (rk_pair)(colour == RK_WHITE ? sum + gain : sum - gain);
}

/* Adds a piece, or removes it with sign -1. */
RK_INLINE void add_piece(struct rk_psqt *psqt, int piece, int square, int sign)
{
	int type = rk_piece_type(piece), colour = rk_piece_colour(piece);
	uint32_t value = (uint32_t)piece_value(type, square, colour);

	change_score(psqt, colour, sign > 0 ? value : -value);
	change_keys(psqt, piece, rk_key_piece(piece, square));
}

RK_INLINE void move_piece(struct rk_psqt *psqt, int piece, int from, int to)
{
	int type = rk_piece_type(piece), colour = rk_piece_colour(piece);

	change_score(psqt, colour,
		     (uint32_t)square_value(type, to, colour) -
			     (uint32_t)square_value(type, from, colour));
	change_keys(psqt, piece,
		    rk_key_piece(piece, from) ^ rk_key_piece(piece, to));
}

void rk_psqt_start(struct rk_psqt *psqt, const struct rk_pos *pos)
{
	rk_bits men = rk_pos_occupied(pos);

	memset(psqt, 0, sizeof(*psqt));
	while (men) {
		int square = rk_bits_pop(&men);

		add_piece(psqt, pos->board[square], square, 1);
	}
}

RK_RARE void castle(struct rk_psqt *psqt, int king, int rook, int us)
{
	struct rk_castling to = rk_castling_squares(king, rook);

	move_piece(psqt, rk_piece(us, RK_KING), king, to.king_to);
	move_piece(psqt, rk_piece(us, RK_ROOK), rook, to.rook_to);
}

void rk_psqt_move(struct rk_psqt *next, const struct rk_psqt *now, int piece,
		  int captured, rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int kind = rk_move_kind(move), us = rk_piece_colour(piece);

	*next = *now;
	if (kind == RK_CASTLING) {
		castle(next, from, to, us);
		return;
	}
	if (captured != RK_NONE)
		add_piece(next, captured,
			  kind == RK_EN_PASSANT ? rk_ep_victim(to) : to, -1);
	if (kind == RK_PROMOTION) {
		add_piece(next, piece, from, -1);
		add_piece(next, rk_piece(us, rk_move_promoted(move)), to, 1);
	} else {
		move_piece(next, piece, from, to);
	}
}
