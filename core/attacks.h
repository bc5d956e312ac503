/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a piece on a square attacks. Each sliding piece has one function; the
 * build chooses how it is implemented:
 *
 *   RK_SLIDERS_PEXT   one load, for processors with the BMI2 instructions
 *   RK_SLIDERS_MAGIC  a multiplication and a load, for other hosts
 *   neither           arithmetic on a few KB of tables, for small machines;
 *                     32-bit processors have their own version
 *
 * All give the same answers; tests/unit/test_sliders.c tests each.
 */
#ifndef RK_CORE_ATTACKS_H
#define RK_CORE_ATTACKS_H

#include "core/bits.h"

#if defined(RK_SLIDERS_PEXT) || defined(RK_SLIDERS_MAGIC)
#define RK_SLIDERS_TABLE
#elif defined(RK_HALVES)
#define RK_SLIDERS_HALVES
#endif

/*
 * The relation of two squares: which pieces on the first would attack the second
 * if nothing stood in between. The table is indexed by the difference of the
 * squares on a board that is 16 files wide, where each difference has one
 * meaning.
 */
enum rk_relation {
	RK_BY_PAWN = 1 << 0, /* a white one; RK_BY_PAWN << 1 is a black one */
	RK_BY_KNIGHT = 1 << 2,
	RK_BY_BISHOP = 1 << 3, /* on one diagonal */
	RK_BY_ROOK = 1 << 4,   /* on one file or rank */
	RK_BY_KING = 1 << 5,
};

#define RK_BY_STEP (RK_BY_PAWN * 3 | RK_BY_KNIGHT | RK_BY_KING)
#define RK_IN_LINE (RK_BY_BISHOP | RK_BY_ROOK)

extern const uint8_t rk_relations[15 * 16];
/* What of a relation makes an attack of a piece, by colour and type. */
extern const uint8_t rk_relations_of[2][8];

/* Moves of a king from one square to another, on an empty board. */
extern const uint8_t rk_distances[15 * 16];

static inline int rk_place_of_two(int from, int to)
{
	return to + (to & 56) - from - (from & 56) + 7 * 16 + 7;
}

static inline unsigned int rk_relation(int from, int to)
{
	return rk_relations[rk_place_of_two(from, to)];
}

static inline int rk_king_distance(int a, int b)
{
	return rk_distances[rk_place_of_two(a, b)];
}

#ifdef RK_BY_SIZE
#ifndef RK_SLIDERS_HALVES
rk_bits rk_knight_attacks(int square);
rk_bits rk_king_attacks(int square);
#endif
rk_bits rk_bishop_attacks(int square, rk_bits occupied);
rk_bits rk_rook_attacks(int square, rk_bits occupied);
/* The squares strictly between two on one line; empty if there is no line. */
rk_bits rk_between(int a, int b);
/* Any piece but a pawn. */
rk_bits rk_piece_attacks(int type, int square, rk_bits occupied);
/* Those of a set of bishops or rooks, queens included, that attack a square. */
rk_bits rk_bishops_at(int square, rk_bits occupied, rk_bits bishops);
rk_bits rk_rooks_at(int square, rk_bits occupied, rk_bits rooks);
#endif

#ifdef RK_SLIDERS_HALVES
#include "core/attacks_halves.h"
#endif

/*
 * On a line with none of them nobody looks at the blockers, if lines are cheaper
 * than attacks: see attacks_halves.h.
 */
#ifndef RK_SLIDERS_HALVES
#define rk_bishop_lines(square) rk_bishop_attacks(square, 0)
#define rk_rook_lines(square) rk_rook_attacks(square, 0)
#define RK_IS_ON(lines, set) true
#else
#define RK_IS_ON(lines, set) (((lines) & (set)) != 0)
#endif

#ifdef RK_ONCE

#if defined(RK_SLIDERS_TABLE)
#include "core/attacks_table.h"
#elif !defined(RK_SLIDERS_HALVES)
#include "core/attacks_small.h"
#endif

RK_ONCE rk_bits rk_piece_attacks(int type, int square, rk_bits occupied)
{
	switch (type) {
	case RK_KNIGHT:
		return rk_knight_attacks(square);
	case RK_BISHOP:
		return rk_bishop_attacks(square, occupied);
	case RK_ROOK:
		return rk_rook_attacks(square, occupied);
	case RK_QUEEN:
		return rk_bishop_attacks(square, occupied) |
		       rk_rook_attacks(square, occupied);
	default:
		return rk_king_attacks(square);
	}
}

RK_ONCE rk_bits rk_bishops_at(int square, rk_bits occupied, rk_bits bishops)
{
	return RK_IS_ON(rk_bishop_lines(square), bishops)
		       ? rk_bishop_attacks(square, occupied) & bishops
		       : 0;
}

RK_ONCE rk_bits rk_rooks_at(int square, rk_bits occupied, rk_bits rooks)
{
	return RK_IS_ON(rk_rook_lines(square), rooks)
		       ? rk_rook_attacks(square, occupied) & rooks
		       : 0;
}

#endif

#endif
