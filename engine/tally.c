/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The tally of a position: material and squares as one sum, and short keys of
 * what stands where. It follows a move at the cost of a few additions.
 */
#include "engine/pawns.h"
#include "engine/weights.h"

/* A board turned so that its owner sits at the bottom, and halved. */
static int fold(int square, int colour)
{
	int file = rk_square_file(square);
	int rank = rk_rank_for(square, colour);

	return 4 * rank + (file < 4 ? file : 7 - file);
}

static rk_pair worth(int type, int square, int colour)
{
	int place = 32 * type + fold(square, colour);
	rk_pair score = RK_TERM(colour, squares, place, 1);

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
 * Puts a piece there, or takes it away with sign -1. Sums are unsigned: a
 * board full of queens may overflow, which rk_eval() knows.
 */
static void count(struct rk_tally *tally, int piece, int square, int sign)
{
	int type = rk_piece_type(piece), colour = rk_piece_colour(piece);
	uint32_t key = short_key(piece, square);
	uint32_t score = (uint32_t)worth(type, square, colour);
	bool add = (colour == RK_WHITE) == (sign > 0);
	uint32_t sum = (uint32_t)tally->squares;

	tally->squares = (rk_pair)(add ? sum + score : sum - score);
	if (type == RK_PAWN || type == RK_KING)
		tally->pawns ^= key;
	if (type != RK_PAWN)
		tally->pieces[colour] ^= key;
}

void rk_tally_start(struct rk_tally *tally, const struct rk_pos *pos)
{
	rk_bits men = rk_pos_occupied(pos);

	memset(tally, 0, sizeof(*tally));
	while (men) {
		int square = rk_bits_pop(&men);

		count(tally, pos->board[square], square, 1);
	}
}

static void castle(struct rk_tally *tally, int king, int rook, int us)
{
	struct rk_castling to = rk_castling_squares(king, rook);

	count(tally, rk_piece(us, RK_KING), king, -1);
	count(tally, rk_piece(us, RK_ROOK), rook, -1);
	count(tally, rk_piece(us, RK_KING), to.king_to, 1);
	count(tally, rk_piece(us, RK_ROOK), to.rook_to, 1);
}

void rk_tally_move(struct rk_tally *next, const struct rk_tally *now,
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
		count(next, rk_piece(us ^ 1, RK_PAWN), rk_ep_victim(to), -1);
		break;
	default:
		if (pos->board[to] != RK_NONE)
			count(next, pos->board[to], to, -1);
	}
	count(next, piece, from, -1);
	if (rk_move_kind(move) == RK_PROMOTION)
		piece = rk_piece(us, rk_move_promoted(move));
	count(next, piece, to, 1);
}
