/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Attacks for machines with little memory. Knight and king attacks are shifts.
 * Sliding attacks use hyperbola quintessence: on one line through the square,
 * subtracting twice the slider from the blockers flips every bit up to the
 * first blocker above it; the same on the board turned upside down finds the
 * one below. Included by attacks.h.
 */
#ifndef RK_CORE_ATTACKS_SMALL_H
#define RK_CORE_ATTACKS_SMALL_H

RK_ONCE rk_bits rk_knight_attacks(int square)
{
	rk_bits knight = rk_square_bit(square);
	rk_bits near = rk_bits_east(knight) | rk_bits_west(knight);
	rk_bits far = rk_bits_east(rk_bits_east(knight)) |
		      rk_bits_west(rk_bits_west(knight));

	return near << 16 | near >> 16 | far << 8 | far >> 8;
}

RK_ONCE rk_bits rk_king_attacks(int square)
{
	rk_bits king = rk_square_bit(square);
	rk_bits row = king | rk_bits_east(king) | rk_bits_west(king);

	return (row | row << 8 | row >> 8) & ~king;
}

/* The lines through a square, without the square itself. */
struct rk_lines {
	rk_bits diagonal;
	rk_bits antidiagonal;
	rk_bits vertical;
};

extern const struct rk_lines rk_lines_table[RK_SQUARES];

/* Rank 1 becomes rank 8 and so on. */
static inline rk_bits rk_bits_flip(rk_bits set)
{
	return __builtin_bswap64(set);
}

/* Along a line that has at most one square on each rank. */
static inline rk_bits rk_line_attacks(int square, rk_bits occupied,
				      rk_bits line)
{
	rk_bits slider = rk_square_bit(square);
	rk_bits up = (occupied & line) - slider;
	rk_bits down = rk_bits_flip(occupied & line) - rk_bits_flip(slider);

	return (up ^ rk_bits_flip(down)) & line;
}

/* Along the rank: eastward by subtraction, westward by the highest blocker. */
static inline rk_bits rk_rank_attacks(int square, rk_bits occupied)
{
	unsigned int shift = (unsigned int)square & 56;
	unsigned int slider = 1u << (square & 7);
	unsigned int row = (unsigned int)(occupied >> shift) & 0xff;
	unsigned int above = row & ~(2 * slider - 1);
	unsigned int below = row & (slider - 1);
	unsigned int east = (above ^ (above - 2 * slider)) & 0xff;
	unsigned int west = slider - 1;

	if (below)
		west &= ~0u << (31 - __builtin_clz(below));
	return (rk_bits)(east | west) << shift;
}

RK_ONCE rk_bits rk_bishop_attacks(int square, rk_bits occupied)
{
	const struct rk_lines *lines = &rk_lines_table[square];

	return rk_line_attacks(square, occupied, lines->diagonal) |
	       rk_line_attacks(square, occupied, lines->antidiagonal);
}

RK_ONCE rk_bits rk_rook_attacks(int square, rk_bits occupied)
{
	return rk_line_attacks(square, occupied,
			       rk_lines_table[square].vertical) |
	       rk_rank_attacks(square, occupied);
}

/* The squares strictly between two on one line; empty if there is no line. */
RK_ONCE rk_bits rk_between(int a, int b)
{
	rk_bits set_a = rk_square_bit(a), set_b = rk_square_bit(b);

	if (rk_rook_attacks(a, 0) & set_b)
		return rk_rook_attacks(a, set_b) & rk_rook_attacks(b, set_a);
	if (rk_bishop_attacks(a, 0) & set_b)
		return rk_bishop_attacks(a, set_b) &
		       rk_bishop_attacks(b, set_a);
	return 0;
}

#endif
