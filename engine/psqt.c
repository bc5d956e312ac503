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

static rk_pair piece_value(int type, int square, int colour)
{
	int index = 32 * type + fold(square, colour);
	rk_pair score = RK_TERM(colour, psqt, index, 1);

	if (type != RK_KING)
		score += RK_TERM(colour, material, type, 1);
	return score;
}

static uint32_t short_key(int piece, int square)
{
	uint64_t key = rk_key_piece(piece, square);

	return (uint32_t)(key ^ key >> 32);
}

/*
 * Adds a piece, or removes it with sign -1. Sums are unsigned, as a board full
 * of queens may overflow; rk_eval() does not use the sum then.
 */
RK_INLINE void add_piece(struct rk_psqt *psqt, int piece, int square, int sign)
{
	int type = rk_piece_type(piece), colour = rk_piece_colour(piece);
	uint32_t key = short_key(piece, square);
	uint32_t score = (uint32_t)piece_value(type, square, colour);
	bool add = (colour == RK_WHITE) == (sign > 0);
	uint32_t sum = (uint32_t)psqt->score;

	psqt->score = (rk_pair)(add ? sum + score : sum - score);
	if (type == RK_PAWN || type == RK_KING)
		psqt->pawn_key ^= key;
	if (type != RK_PAWN)
		psqt->piece_keys[colour] ^= key;
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

	add_piece(psqt, rk_piece(us, RK_KING), king, -1);
	add_piece(psqt, rk_piece(us, RK_ROOK), rook, -1);
	add_piece(psqt, rk_piece(us, RK_KING), to.king_to, 1);
	add_piece(psqt, rk_piece(us, RK_ROOK), to.rook_to, 1);
}

void rk_psqt_move(struct rk_psqt *next, const struct rk_psqt *now,
		  const struct rk_pos *pos, rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int piece = pos->board[from], us = rk_piece_colour(piece);

	*next = *now;
	switch (rk_move_kind(move)) {
	case RK_CASTLING:
		castle(next, from, to, us);
		return;
	case RK_EN_PASSANT:
		add_piece(next, rk_piece(us ^ 1, RK_PAWN), rk_ep_victim(to),
			  -1);
		break;
	default:
		if (pos->board[to] != RK_NONE)
			add_piece(next, pos->board[to], to, -1);
	}
	add_piece(next, piece, from, -1);
	if (rk_move_kind(move) == RK_PROMOTION)
		piece = rk_piece(us, rk_move_promoted(move));
	add_piece(next, piece, to, 1);
}
