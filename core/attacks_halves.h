/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Sliding attacks for 32-bit processors, which multiply fast but cannot reverse
 * a board cheaply. The blockers of a line are gathered in a byte, a table says
 * what a rook attacks on a rank with such blockers, and the result is spread
 * over the line again. Included by attacks.h.
 */
#ifndef RK_CORE_ATTACKS_HALVES_H
#define RK_CORE_ATTACKS_HALVES_H

/* Attacks of the pieces that do not slide. */
struct rk_steps {
	rk_bits knight;
	rk_bits king;
};

extern const struct rk_steps rk_steps_table[RK_SQUARES];

/* By rank minus file, from -7 on, and by rank plus file. */
extern const rk_bits rk_diagonals[15];
extern const rk_bits rk_antidiagonals[15];

/* By file, and the six inner blockers of the rank. */
extern const uint8_t rk_rank_table[8][64];

static inline rk_bits rk_knight_attacks(int square)
{
	return rk_steps_table[square].knight;
}

static inline rk_bits rk_king_attacks(int square)
{
	return rk_steps_table[square].king;
}

/* What a piece attacks on an empty board. The two lines share its square. */
static inline rk_bits rk_bishop_lines(int square)
{
	int rank = square >> 3, file = square & 7;

	return rk_diagonals[7 + rank - file] ^ rk_antidiagonals[rank + file];
}

static inline rk_bits rk_rook_lines(int square)
{
	uint32_t file = (uint32_t)0x01010101 << (square & 7);
	uint32_t rank = (uint32_t)0xff << (square & 24);

	return square & 32 ? rk_bits_join(file ^ rank, file)
			   : rk_bits_join(file, file ^ rank);
}

#ifdef RK_ONCE

static inline uint32_t rk_rank_seen(int place, uint32_t blockers)
{
	return rk_rank_table[place][blockers >> 1 & 63];
}

/*
 * Each file has at most one square of the line, so the multiplication carries
 * nothing. The slider itself is among the blockers, but the table ignores it.
 */
static inline rk_bits rk_line_attacks(int square, rk_bits occupied,
				      rk_bits line)
{
	rk_bits blockers = occupied & line;
	uint32_t row =
		(rk_bits_low(blockers) | rk_bits_high(blockers)) * 0x01010101;
	uint32_t seen = rk_rank_seen(square & 7, row >> 24) * 0x01010101;

	return rk_bits_join(seen & rk_bits_high(line),
			    seen & rk_bits_low(line));
}

static inline rk_bits rk_rank_attacks(int square, rk_bits occupied)
{
	int shift = square & 24;
	uint32_t half = square & 32 ? rk_bits_high(occupied)
				    : rk_bits_low(occupied);
	uint32_t seen = rk_rank_seen(square & 7, half >> shift & 0xff) << shift;

	return square & 32 ? rk_bits_join(seen, 0) : seen;
}

/* Packs the four squares of file a in a half into a number, and back. */
static inline uint32_t rk_half_gather(uint32_t half)
{
	return (half & 0x01010101) * 0x10204080 >> 28;
}

static inline uint32_t rk_half_scatter(uint32_t number)
{
	return (number & 15) * 0x00204081 & 0x01010101;
}

static inline rk_bits rk_file_attacks(int square, rk_bits occupied)
{
	int file = square & 7;
	uint32_t blockers = rk_half_gather(rk_bits_low(occupied) >> file) |
			    rk_half_gather(rk_bits_high(occupied) >> file) << 4;
	uint32_t seen = rk_rank_seen(square >> 3, blockers);

	return rk_bits_join(rk_half_scatter(seen >> 4) << file,
			    rk_half_scatter(seen) << file);
}

RK_ONCE rk_bits rk_bishop_attacks(int square, rk_bits occupied)
{
	int rank = square >> 3, file = square & 7;

	return rk_line_attacks(square, occupied,
			       rk_diagonals[7 + rank - file]) |
	       rk_line_attacks(square, occupied, rk_antidiagonals[rank + file]);
}

RK_ONCE rk_bits rk_rook_attacks(int square, rk_bits occupied)
{
	return rk_file_attacks(square, occupied) |
	       rk_rank_attacks(square, occupied);
}

/*
 * The squares strictly between two on one line; empty if there is no line.
 * `step` is the distance between neighbours on the line: 1, 7, 8 or 9.
 */
RK_ONCE rk_bits rk_between(int a, int b)
{
	int low = a < b ? a : b, high = a < b ? b : a;
	int files = (high & 7) - (low & 7), ranks = (high >> 3) - (low >> 3);
	rk_bits between = 0;
	int step;

	if (!ranks)
		step = 1;
	else if (!files)
		step = 8;
	else if (files == ranks)
		step = 9;
	else if (files == -ranks)
		step = 7;
	else
		return 0;
	for (low += step; low < high; low += step)
		between |= rk_square_bit(low);
	return between;
}

#endif

#endif
