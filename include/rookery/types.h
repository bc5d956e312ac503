/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The basic types of the two-player board: squares, colours, pieces, moves, and
 * the error that every parser returns. All are plain integers or small structs
 * passed by value.
 */
#ifndef ROOKERY_TYPES_H
#define ROOKERY_TYPES_H

#include "rookery/deps.h"

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
 * A 32-bit processor keeps a set in two registers. There, most operations are
 * faster on the two halves than on 64 bits at once; RK_HALVES selects that
 * code.
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
 * (2). Castling is stored as the king moving to the square of its own rook,
 * which is unambiguous in Chess960 too. The promotion bits are 0 in every other
 * kind of move, so each move has exactly one encoding.
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

/* The promotion piece; meaningful only if the kind is RK_PROMOTION. */
static inline int rk_move_promoted(rk_move move)
{
	return (move >> 12 & 3) + RK_KNIGHT;
}

/*
 * What is wrong with a text, and where. The column counts bytes from 1; it is 0
 * if the syntax is fine but the content is impossible. The reason is a constant
 * string without a full stop.
 */
struct rk_error {
	size_t column;
	const char *reason;
};

#endif
