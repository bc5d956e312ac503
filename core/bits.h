/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Sets of squares: counting, finding, shifting. */
#ifndef RK_CORE_BITS_H
#define RK_CORE_BITS_H

#include "rookery/types.h"

/*
 * RK_BY_SIZE: this file is compiled for size first. -Os means that; -DRK_BY_SIZE
 * with -O2 gives fast code, but one copy of it.
 *
 * RK_INLINE is for functions whose arguments must become constants; only a
 * compiler that optimises for speed does that. RK_ONCE is for larger ones:
 * inlined for speed, but by size they exist once, in attacks.c, and are
 * called.
 */
#if defined(__OPTIMIZE_SIZE__) && !defined(RK_BY_SIZE)
#define RK_BY_SIZE
#endif

#if defined(__OPTIMIZE__) && !defined(RK_BY_SIZE)
#define RK_INLINE static inline __attribute__((__always_inline__))
#else
#define RK_INLINE static inline
#endif

#ifndef RK_BY_SIZE
#define RK_ONCE static inline
#elif defined(RK_ATTACKS_HERE)
#define RK_ONCE
#endif

#define RK_ALL (~(rk_bits)0)
#define RK_FILE_A ((rk_bits)0x0101010101010101)
#define RK_FILE_H ((rk_bits)0x8080808080808080)
#define RK_RANK_1 ((rk_bits)0xff)
#define RK_DARK ((rk_bits)0xaa55aa55aa55aa55)

static inline uint32_t rk_bits_low(rk_bits set)
{
	return (uint32_t)set;
}

static inline uint32_t rk_bits_high(rk_bits set)
{
	return (uint32_t)(set >> 32);
}

static inline rk_bits rk_bits_join(uint32_t high, uint32_t low)
{
	return (rk_bits)high << 32 | low;
}

/*
 * The lowest bit of a word that is not 0. The Cortex-M0 has no instruction for
 * it; there, the upper five bits of this product differ for each bit (a de
 * Bruijn multiplication).
 */
#if defined(__ARM_ARCH_6M__)
extern const uint8_t rk_bits_places[32];

static inline int rk_word_first(uint32_t word)
{
	return rk_bits_places[(word & -word) * 0x04653adfu >> 27];
}
#else
static inline int rk_word_first(uint32_t word)
{
	return __builtin_ctz(word);
}
#endif

/* The lowest square of a set that is not empty. */
static inline int rk_bits_first(rk_bits set)
{
#ifdef RK_HALVES
	return rk_bits_low(set) ? rk_word_first(rk_bits_low(set))
				: 32 + rk_word_first(rk_bits_high(set));
#else
	return __builtin_ctzll(set);
#endif
}

static inline bool rk_bits_has(rk_bits set, int square)
{
#ifdef RK_HALVES
	uint32_t half = square & 32 ? rk_bits_high(set) : rk_bits_low(set);

	return half >> (square & 31) & 1;
#else
	return set >> square & 1;
#endif
}

static inline bool rk_bits_several(rk_bits set)
{
	return (set & (set - 1)) != 0;
}

static inline rk_bits rk_bits_east(rk_bits set)
{
	return set << 1 & ~RK_FILE_A;
}

static inline rk_bits rk_bits_west(rk_bits set)
{
	return set >> 1 & ~RK_FILE_H;
}

/* One rank forward, as `colour` sees it. */
RK_INLINE rk_bits rk_bits_forward(rk_bits set, int colour)
{
	return colour == RK_WHITE ? set << 8 : set >> 8;
}

/* Rank 0 is the back rank of `colour`, 7 the rank where its pawns promote. */
RK_INLINE rk_bits rk_bits_rank(int rank, int colour)
{
	return RK_RANK_1 << 8 * (colour == RK_WHITE ? rank : 7 - rank);
}

/* So small that only -Os has it once. */
#if defined(__OPTIMIZE_SIZE__) || defined(RK_ATTACKS_HERE)
#define RK_POP RK_ONCE
#else
#define RK_POP static inline
#endif

#ifdef RK_BY_SIZE
int rk_bits_count(rk_bits set);
#if defined(__OPTIMIZE_SIZE__) || defined(RK_ATTACKS_HERE)
int rk_bits_pop(rk_bits *set);
#endif
rk_bits rk_bits_pawn_attacks(rk_bits set, int colour);
#endif

#if defined(RK_ONCE) || !defined(__OPTIMIZE_SIZE__)

/* Takes the lowest square out of a set that is not empty. */
RK_POP int rk_bits_pop(rk_bits *set)
{
#ifdef RK_HALVES
	uint32_t low = rk_bits_low(*set), high = rk_bits_high(*set);

	if (low) {
		*set = rk_bits_join(high, low & (low - 1));
		return rk_word_first(low);
	}
	*set = rk_bits_join(high & (high - 1), 0);
	return 32 + rk_word_first(high);
#else
	int square = rk_bits_first(*set);

	*set &= *set - 1;
	return square;
#endif
}

#endif

#ifdef RK_ONCE

/*
 * Every second group of `step` bits of a word, shifted down. Thumb-2 shifts while it
 * adds or subtracts if the mask comes first; compilers would put it last, which takes
 * an instruction more, if they knew what they shift.
 */
RK_INLINE uint32_t rk_word_upper(uint32_t word, int step, uint32_t mask)
{
#if defined(__thumb2__)
	word &= mask << step;
	__asm__("" : "+r"(word));
	return word >> step;
#else
	return word >> step & mask;
#endif
}

RK_ONCE int rk_bits_count(rk_bits set)
{
#if defined(__POPCNT__) || defined(__wasm__)
	return __builtin_popcountll(set);
#elif defined(RK_HALVES)
	uint32_t low = rk_bits_low(set), high = rk_bits_high(set);

	if (!(low | high))
		return 0;
	low -= rk_word_upper(low, 1, 0x55555555);
	high -= rk_word_upper(high, 1, 0x55555555);
	low = (low & 0x33333333) + rk_word_upper(low, 2, 0x33333333) +
	      (high & 0x33333333) + rk_word_upper(high, 2, 0x33333333);
	low = (low & 0x0f0f0f0f) + rk_word_upper(low, 4, 0x0f0f0f0f);
	return (int)(low * 0x01010101 >> 24);
#else
	/* The builtin would call a library function, which may not exist. */
	set -= set >> 1 & 0x5555555555555555;
	set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
	set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
	return (int)(set * 0x0101010101010101 >> 56);
#endif
}

/* The squares that pawns of `colour` on `set` attack. */
RK_ONCE rk_bits rk_bits_pawn_attacks(rk_bits set, int colour)
{
	rk_bits ahead = rk_bits_forward(set, colour);

	return rk_bits_east(ahead) | rk_bits_west(ahead);
}

#endif

#endif
