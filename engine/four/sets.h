/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Bitboards for the four-player evaluation: sets of squares with 256 bits, one
 * for every square of the 16 by 16 board. The border squares are walls that no
 * piece stands on. A shift beyond the edge ends on a wall, so it is enough to
 * mask the final result.
 *
 * Where the compiler has vectors of 256 bits, a set is one register.
 */
#ifndef RK_ENGINE_FOUR_SETS_H
#define RK_ENGINE_FOUR_SETS_H

#include "core/four/board.h"

#if defined(__AVX2__) || defined(__wasm_simd128__)

#define RK4_LARGE RK_INLINE
#ifdef __clang__
#define RK4_UNROLL _Pragma("clang loop unroll(full)")
#else
#define RK4_UNROLL _Pragma("GCC unroll 8")
#endif

/* Memory of the engine is aligned for a uint64_t, not for a vector. */
typedef uint64_t rk4_set __attribute__((vector_size(32), aligned(8)));

RK_INLINE rk4_set rk4_set_of(const uint64_t *word)
{
	return (rk4_set){word[0], word[1], word[2], word[3]};
}

RK_INLINE uint64_t rk4_set_word(rk4_set set, int i)
{
	return set[i];
}

RK_INLINE rk4_set rk4_and(rk4_set a, rk4_set b)
{
	return a & b;
}

RK_INLINE rk4_set rk4_or(rk4_set a, rk4_set b)
{
	return a | b;
}

RK_INLINE rk4_set rk4_and_not(rk4_set a, rk4_set b)
{
	return a & ~b;
}

/* Shifts by whole words; the words that come in are zero. */
RK_INLINE rk4_set rk4_words_up(rk4_set set, int words)
{
	const rk4_set none = {0};

	switch (words) {
	case 1:
		return __builtin_shufflevector(set, none, 4, 0, 1, 2);
	case 2:
		return __builtin_shufflevector(set, none, 4, 4, 0, 1);
	case 3:
		return __builtin_shufflevector(set, none, 4, 4, 4, 0);
	default:
		return set;
	}
}

RK_INLINE rk4_set rk4_words_down(rk4_set set, int words)
{
	const rk4_set none = {0};

	switch (words) {
	case 1:
		return __builtin_shufflevector(set, none, 1, 2, 3, 4);
	case 2:
		return __builtin_shufflevector(set, none, 2, 3, 4, 4);
	case 3:
		return __builtin_shufflevector(set, none, 3, 4, 4, 4);
	default:
		return set;
	}
}

RK_INLINE rk4_set rk4_bits_up(rk4_set set, int bits)
{
	return set << bits;
}

RK_INLINE rk4_set rk4_bits_down(rk4_set set, int bits)
{
	return set >> bits;
}

#else

/* Four words on the stack: larger functions are not inlined, to save it. */
#define RK4_LARGE static __attribute__((__noinline__, __unused__))
#define RK4_UNROLL

typedef struct rk4_words {
	uint64_t word[4];
} rk4_set;

RK_INLINE rk4_set rk4_set_of(const uint64_t *word)
{
	return (rk4_set){{word[0], word[1], word[2], word[3]}};
}

RK_INLINE uint64_t rk4_set_word(rk4_set set, int i)
{
	return set.word[i];
}

RK_INLINE rk4_set rk4_and(rk4_set a, rk4_set b)
{
	for (int i = 0; i < 4; i++)
		a.word[i] &= b.word[i];
	return a;
}

RK_INLINE rk4_set rk4_or(rk4_set a, rk4_set b)
{
	for (int i = 0; i < 4; i++)
		a.word[i] |= b.word[i];
	return a;
}

RK_INLINE rk4_set rk4_and_not(rk4_set a, rk4_set b)
{
	for (int i = 0; i < 4; i++)
		a.word[i] &= ~b.word[i];
	return a;
}

RK_INLINE rk4_set rk4_words_up(rk4_set set, int words)
{
	rk4_set result = {{0}};

	for (int i = words; i < 4; i++)
		result.word[i] = set.word[i - words];
	return result;
}

RK_INLINE rk4_set rk4_words_down(rk4_set set, int words)
{
	rk4_set result = {{0}};

	for (int i = words; i < 4; i++)
		result.word[i - words] = set.word[i];
	return result;
}

RK_INLINE rk4_set rk4_bits_up(rk4_set set, int bits)
{
	for (int i = 0; i < 4; i++)
		set.word[i] <<= bits;
	return set;
}

RK_INLINE rk4_set rk4_bits_down(rk4_set set, int bits)
{
	for (int i = 0; i < 4; i++)
		set.word[i] >>= bits;
	return set;
}

#endif

RK_INLINE int rk4_popcount(rk4_set set)
{
	return rk_bits_count(rk4_set_word(set, 0)) +
	       rk_bits_count(rk4_set_word(set, 1)) +
	       rk_bits_count(rk4_set_word(set, 2)) +
	       rk_bits_count(rk4_set_word(set, 3));
}

/* Adds `by` to the index of every square; a constant other than 0. */
RK4_LARGE rk4_set rk4_shift(rk4_set set, int by)
{
	int words = (by < 0 ? -by : by) / 64, bits = (by < 0 ? -by : by) % 64;

	if (by > 0) {
		if (!bits)
			return rk4_words_up(set, words);
		return rk4_or(rk4_bits_up(rk4_words_up(set, words), bits),
			      rk4_bits_down(rk4_words_up(set, words + 1),
					    64 - bits));
	}
	if (!bits)
		return rk4_words_down(set, words);
	return rk4_or(rk4_bits_down(rk4_words_down(set, words), bits),
		      rk4_bits_up(rk4_words_down(set, words + 1), 64 - bits));
}

/*
 * The squares that sliders attack in one direction, by a Kogge-Stone fill: the
 * sliders spread through free squares by 1, 2, 4 and 8 steps, and the result
 * goes one step further, onto the first piece.
 */
RK4_LARGE rk4_set rk4_fill(rk4_set from, rk4_set free, int step)
{
	RK4_UNROLL
	for (int i = 0; i < 4; i++) {
		from = rk4_or(from, rk4_and(free, rk4_shift(from, step)));
		free = rk4_and(free, rk4_shift(free, step));
		step *= 2;
	}
	return rk4_shift(from, step / 16);
}

RK4_LARGE rk4_set rk4_fill_all(rk4_set from, rk4_set free, int one, int two)
{
	rk4_set all = rk4_fill(from, free, one);

	all = rk4_or(all, rk4_fill(from, free, -one));
	all = rk4_or(all, rk4_fill(from, free, two));
	return rk4_or(all, rk4_fill(from, free, -two));
}

RK_INLINE rk4_set rk4_rook_attacks(rk4_set from, rk4_set free)
{
	return rk4_fill_all(from, free, 1, 16);
}

RK_INLINE rk4_set rk4_bishop_attacks(rk4_set from, rk4_set free)
{
	return rk4_fill_all(from, free, 15, 17);
}

RK4_LARGE rk4_set rk4_knight_attacks(rk4_set from)
{
	rk4_set all = rk4_shift(from, rk4_leaps[0]);

	RK4_UNROLL
	for (int i = 1; i < RK4_DIRECTIONS; i++)
		all = rk4_or(all, rk4_shift(from, rk4_leaps[i]));
	return all;
}

/* One step in all eight directions. */
RK4_LARGE rk4_set rk4_king_attacks(rk4_set from)
{
	rk4_set all = rk4_shift(from, rk4_steps[0]);

	RK4_UNROLL
	for (int i = 1; i < RK4_DIRECTIONS; i++)
		all = rk4_or(all, rk4_shift(from, rk4_steps[i]));
	return all;
}

/* Steps 0, 2, 4, 6 are straight; a seat's pawns capture beside theirs. */
RK4_LARGE rk4_set rk4_pawn_attacks(rk4_set from, int seat)
{
	return rk4_or(rk4_shift(from, rk4_steps[(2 * seat + 1) & 7]),
		      rk4_shift(from, rk4_steps[(2 * seat + 7) & 7]));
}

#endif
