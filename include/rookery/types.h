/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The words of the two-player board: squares, colours, pieces, moves, and the
 * error that every parser returns. Plain integers, so that they cost nothing
 * and fit anywhere.
 */
#ifndef ROOKERY_TYPES_H
#define ROOKERY_TYPES_H

#include "core/deps.h"

/* A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8. */
typedef uint64_t rk_bits;

/* Squares are numbers: a1 = 0, b1 = 1, ... h8 = 63. */
#define RK_SQUARES 64
#define RK_NO_SQUARE 64

static inline int rk_square_at(int file, int rank)
{
	return rank * 8 + file;
}

static inline int rk_square_file(int square)
{
	return square & 7;
}

static inline int rk_square_rank(int square)
{
	return square >> 3;
}

/*
 * Processors of 32 bits keep a set in two registers; there most things are
 * done faster with the halves than with 64 bits, each in its place.
 */
#if __SIZEOF_POINTER__ < 8 && !defined(__wasm__)
#define RK_HALVES
#endif

static inline rk_bits rk_square_bit(int square)
{
#ifdef RK_HALVES
	uint32_t bit = (uint32_t)1 << (square & 31);
	uint32_t high = bit & -(uint32_t)(square >> 5);

	return (rk_bits)high << 32 | (bit ^ high);
#else
	return (rk_bits)1 << square;
#endif
}

enum rk_colour {
	RK_WHITE,
	RK_BLACK,
};

enum rk_type {
	RK_PAWN,
	RK_KNIGHT,
	RK_BISHOP,
	RK_ROOK,
	RK_QUEEN,
	RK_KING,
	RK_TYPES,
	RK_NONE = 7,
};

/* A piece is its type plus 8 if it is black; RK_NONE is an empty square. */
static inline int rk_piece(int colour, int type)
{
	return colour << 3 | type;
}

static inline int rk_piece_type(int piece)
{
	return piece & 7;
}

static inline int rk_piece_colour(int piece)
{
	return piece >> 3;
}

/*
 * A move in 16 bits: from (6), to (6), promotion piece (2, knight = 0), kind
 * (2). Castling is written as the king going to the square of its own rook,
 * which says all there is to say in Chess960 too. The promotion bits are 0
 * in every other kind of move, so that a move has exactly one number.
 */
typedef uint16_t rk_move;

#define RK_NO_MOVE ((rk_move)0)

enum rk_move_kind {
	RK_NORMAL,
	RK_PROMOTION,
	RK_EN_PASSANT,
	RK_CASTLING,
};

static inline rk_move rk_move_new(int from, int to, int kind)
{
	return (rk_move)(from | to << 6 | kind << 14);
}

static inline rk_move rk_move_promotion(int from, int to, int type)
{
	return (rk_move)(from | to << 6 | (type - RK_KNIGHT) << 12 |
			 RK_PROMOTION << 14);
}

static inline int rk_move_from(rk_move move)
{
	return move & 63;
}

static inline int rk_move_to(rk_move move)
{
	return move >> 6 & 63;
}

static inline int rk_move_kind(rk_move move)
{
	return move >> 14;
}

/* The piece a pawn turns into; meaningful in a promotion only. */
static inline int rk_move_promoted(rk_move move)
{
	return (move >> 12 & 3) + RK_KNIGHT;
}

/*
 * What is wrong with a text, and where: the column counts bytes from 1; it
 * is 0 where the text reads well but what it says cannot be. The reason is a
 * constant string without a full stop.
 */
struct rk_error {
	size_t column;
	const char *reason;
};

#endif
