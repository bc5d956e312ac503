/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The tables behind attacks.h, and with -Os also its functions. The small
 * tables are constant expressions that the compiler evaluates, so nothing is
 * initialised at run time and nothing is writable. The large ones are printed
 * by tools/gen_sliders.c during the build.
 */
#define RK_ATTACKS_HERE
#include "core/attacks.h"

#ifdef __ARM_ARCH_6M__
const uint8_t rk_bits_places[32] = {
	0,  1, 2,  6,  3,  11, 7,  16, 4,  14, 12, 21, 8,  23, 17, 26,
	31, 5, 10, 15, 13, 20, 22, 25, 30, 9,  19, 24, 29, 18, 28, 27,
};
#endif

/* f(0), f(1) ... f(63) */
#define EACH_4(f, s) f(s), f(s + 1), f(s + 2), f(s + 3)
#define EACH_16(f, s) \
	EACH_4(f, s), EACH_4(f, s + 4), EACH_4(f, s + 8), EACH_4(f, s + 12)
#define EACH_SQUARE(f) \
	EACH_16(f, 0), EACH_16(f, 16), EACH_16(f, 32), EACH_16(f, 48)

/* Ranks and files between two squares, of a place in the table: -7 to 7. */
#define RANKS(i) (((i) >> 4) - 7)
#define STEPS_ASIDE(i) (((i)&15) - 7)
#define IS_BESIDE(i) (STEPS_ASIDE(i) == 1 || STEPS_ASIDE(i) == -1)
#define SQUARED(n) ((n) * (n))
#define RELATION(i) \
	((IS_BESIDE(i) && RANKS(i) == 1 ? RK_BY_PAWN : 0) | \
	 (IS_BESIDE(i) && RANKS(i) == -1 ? RK_BY_PAWN << 1 : 0) | \
	 (SQUARED(RANKS(i)) + SQUARED(STEPS_ASIDE(i)) == 5 ? RK_BY_KNIGHT \
							   : 0) | \
	 (SQUARED(RANKS(i)) == SQUARED(STEPS_ASIDE(i)) ? RK_BY_BISHOP : 0) | \
	 (!RANKS(i) || !STEPS_ASIDE(i) ? RK_BY_ROOK : 0) | \
	 (SQUARED(RANKS(i)) <= 1 && SQUARED(STEPS_ASIDE(i)) <= 1 ? RK_BY_KING \
								 : 0))

#define EACH_PLACE(f) \
	EACH_SQUARE(f), EACH_16(f, 64), EACH_16(f, 80), EACH_16(f, 96), \
		EACH_16(f, 112), EACH_16(f, 128), EACH_16(f, 144), \
		EACH_16(f, 160), EACH_16(f, 176), EACH_16(f, 192), \
		EACH_16(f, 208), EACH_16(f, 224)

const uint8_t rk_relations[15 * 16] = {EACH_PLACE(RELATION)};

#define SIZE(n) ((n) < 0 ? -(n) : (n))
#define DISTANCE(i) \
	((uint8_t)(SIZE(RANKS(i)) > SIZE(STEPS_ASIDE(i)) \
			   ? SIZE(RANKS(i)) \
			   : SIZE(STEPS_ASIDE(i))))

const uint8_t rk_distances[15 * 16] = {EACH_PLACE(DISTANCE)};

#define PIECES(pawn) \
	{ \
		pawn, RK_BY_KNIGHT, RK_BY_BISHOP, RK_BY_ROOK, RK_IN_LINE, \
			RK_BY_KING \
	}

const uint8_t rk_relations_of[2][8] = {PIECES(RK_BY_PAWN),
				       PIECES(RK_BY_PAWN << 1)};

#ifdef RK_SLIDERS_TABLE

#include "slider_tables.inc"

#else

/*
 * The long diagonals, shifted up or down the board to the one through the
 * square. Both shifts are 0 to 56; one of them is always 0.
 */
#define POSITIVE(n) ((n) > 0 ? (n) : 0)
#define MOVED(b, n) ((b) << 8 * POSITIVE(n) >> 8 * POSITIVE(-(n)))
#define SQUARE(s) ((rk_bits)1 << (s))
#define RANK_OF(s) ((s) >> 3)
#define FILE_OF(s) ((s)&7)
#define DIAGONAL(n) MOVED((rk_bits)0x8040201008040201, n)
#define ANTIDIAGONAL(n) MOVED((rk_bits)0x0102040810204080, n)
#ifdef RK_SLIDERS_HALVES
/* A set shifted by n files; squares that leave the board are cut off. */
#define FILES(b, n) \
	(((n) > 0 ? (b) << POSITIVE(n) : (b) >> POSITIVE(-(n))) & COLUMNS(n))
#define COLUMNS(n) \
	((n) > 0 ? RK_FILE_A * (uint8_t)(0xff << POSITIVE(n)) \
		 : RK_FILE_A * (0xff >> POSITIVE(-(n))))
#define ROW(s) (SQUARE(s) | FILES(SQUARE(s), 1) | FILES(SQUARE(s), -1))
#define KING(s) ((ROW(s) | ROW(s) << 8 | ROW(s) >> 8) & ~SQUARE(s))
#define SIDES(s, n) (FILES(SQUARE(s), n) | FILES(SQUARE(s), -(n)))
#define KNIGHT(s) \
	(SIDES(s, 1) << 16 | SIDES(s, 1) >> 16 | SIDES(s, 2) << 8 | \
	 SIDES(s, 2) >> 8)
/* clang-format off */
#define STEPS(s) {KNIGHT(s), KING(s)}
/* clang-format on */
#else
#define VERTICAL(s) (RK_FILE_A << FILE_OF(s))
/* clang-format off */
#define LINES(s) \
	{DIAGONAL(RANK_OF(s) - FILE_OF(s)) & ~SQUARE(s), \
	 ANTIDIAGONAL(RANK_OF(s) + FILE_OF(s) - 7) & ~SQUARE(s), \
	 VERTICAL(s) & ~SQUARE(s)}
/* clang-format on */
#endif

#ifdef RK_SLIDERS_HALVES

const struct rk_steps rk_steps_table[RK_SQUARES] = {EACH_SQUARE(STEPS)};

/* f(-7), f(-6) ... f(7) */
#define EACH_LINE(f) \
	EACH_4(f, -7), EACH_4(f, -3), EACH_4(f, 1), f(5), f(6), f(7)

const rk_bits rk_diagonals[15] = {EACH_LINE(DIAGONAL)};
const rk_bits rk_antidiagonals[15] = {EACH_LINE(ANTIDIAGONAL)};

/*
 * The squares of a rank that a rook on file `p` attacks with the blockers 2 *
 * `b`: upwards, the bits that change when twice the slider is subtracted;
 * downwards, the bits that are not below a blocker.
 */
#define ABOVE(p, b) (2 * (b) & ~((2 << (p)) - 1))
#define UP(p, b) ((ABOVE(p, b) ^ (ABOVE(p, b) - (2 << (p)))) & 0xff)
#define BELOW(p, b) (2 * (b) & ((1 << (p)) - 1))
#define FILLED_2(x) ((x) | (x) >> 1)
#define FILLED_4(x) (FILLED_2(x) | FILLED_2(x) >> 2)
#define FILLED_8(x) (FILLED_4(x) | FILLED_4(x) >> 4)
#define DOWN(p, b) (((1 << (p)) - 1) & ~(FILLED_8(BELOW(p, b)) >> 1))
#define SEEN(p, b) (uint8_t)(UP(p, b) | DOWN(p, b))
#define SEEN_0(b) SEEN(0, b)
#define SEEN_1(b) SEEN(1, b)
#define SEEN_2(b) SEEN(2, b)
#define SEEN_3(b) SEEN(3, b)
#define SEEN_4(b) SEEN(4, b)
#define SEEN_5(b) SEEN(5, b)
#define SEEN_6(b) SEEN(6, b)
#define SEEN_7(b) SEEN(7, b)

const uint8_t rk_rank_table[8][64] = {
	{EACH_SQUARE(SEEN_0)}, {EACH_SQUARE(SEEN_1)}, {EACH_SQUARE(SEEN_2)},
	{EACH_SQUARE(SEEN_3)}, {EACH_SQUARE(SEEN_4)}, {EACH_SQUARE(SEEN_5)},
	{EACH_SQUARE(SEEN_6)}, {EACH_SQUARE(SEEN_7)},
};

#else

const struct rk_lines rk_lines_table[RK_SQUARES] = {EACH_SQUARE(LINES)};

#endif

#endif
