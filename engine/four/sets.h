/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Sets of squares of the cross, for the evaluation: 256 bits, one for every
 * square of the board of 16 by 16, walls included. What runs over the edge
 * lands on a wall, so masks are needed at the end alone.
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

/* Not aligned: the memory it lies in is for a uint64_t. */
typedef uint64_t rk4_set __attribute__((vector_size(32), aligned(8)));

RK_INLINE rk4_set rk4_set_of(const uint64_t *word)
{
	return (rk4_set){word[0], word[1], word[2], word[3]};
}

RK_INLINE uint64_t rk4_set_word(rk4_set set, int i)
{
	return set[i];
}

RK_INLINE rk4_set rk4_both(rk4_set a, rk4_set b)
{
	return a & b;
}

RK_INLINE rk4_set rk4_either(rk4_set a, rk4_set b)
{
	return a | b;
}

RK_INLINE rk4_set rk4_without(rk4_set a, rk4_set b)
{
	return a & ~b;
}

/* Up by whole words: the lowest ones become empty; and down. */
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

/* Without vectors a set takes the stack, and each of these a frame of it. */
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

RK_INLINE rk4_set rk4_both(rk4_set a, rk4_set b)
{
	for (int i = 0; i < 4; i++)
		a.word[i] &= b.word[i];
	return a;
}

RK_INLINE rk4_set rk4_either(rk4_set a, rk4_set b)
{
	for (int i = 0; i < 4; i++)
		a.word[i] |= b.word[i];
	return a;
}

RK_INLINE rk4_set rk4_without(rk4_set a, rk4_set b)
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

RK_INLINE int rk4_count(rk4_set set)
{
	return rk_bits_count(rk4_set_word(set, 0)) +
	       rk_bits_count(rk4_set_word(set, 1)) +
	       rk_bits_count(rk4_set_word(set, 2)) +
	       rk_bits_count(rk4_set_word(set, 3));
}

/* All squares so many indexes further on, or back; a constant but 0. */
RK4_LARGE rk4_set rk4_shift(rk4_set set, int by)
{
	int words = (by < 0 ? -by : by) / 64, bits = (by < 0 ? -by : by) % 64;

	if (by > 0) {
		if (!bits)
			return rk4_words_up(set, words);
		return rk4_either(rk4_bits_up(rk4_words_up(set, words), bits),
				  rk4_bits_down(rk4_words_up(set, words + 1),
						64 - bits));
	}
	if (!bits)
		return rk4_words_down(set, words);
	return rk4_either(rk4_bits_down(rk4_words_down(set, words), bits),
			  rk4_bits_up(rk4_words_down(set, words + 1),
				      64 - bits));
}

/*
 * The squares that sliders attack in one direction: they go through free
 * squares, 1, 2, 4 and 8 at a time, and one further.
 */
RK4_LARGE rk4_set rk4_slide(rk4_set from, rk4_set free, int step)
{
	RK4_UNROLL
	for (int i = 0; i < 4; i++) {
		from = rk4_either(from, rk4_both(free, rk4_shift(from, step)));
		free = rk4_both(free, rk4_shift(free, step));
		step *= 2;
	}
	return rk4_shift(from, step / 16);
}

RK4_LARGE rk4_set rk4_slide_all(rk4_set from, rk4_set free, int one, int two)
{
	rk4_set all = rk4_slide(from, free, one);

	all = rk4_either(all, rk4_slide(from, free, -one));
	all = rk4_either(all, rk4_slide(from, free, two));
	return rk4_either(all, rk4_slide(from, free, -two));
}

RK_INLINE rk4_set rk4_slide_lines(rk4_set from, rk4_set free)
{
	return rk4_slide_all(from, free, 1, 16);
}

RK_INLINE rk4_set rk4_slide_diagonals(rk4_set from, rk4_set free)
{
	return rk4_slide_all(from, free, 15, 17);
}

RK4_LARGE rk4_set rk4_leap_attacks(rk4_set from)
{
	rk4_set all = rk4_shift(from, rk4_leaps[0]);

	RK4_UNROLL
	for (int i = 1; i < RK4_DIRECTIONS; i++)
		all = rk4_either(all, rk4_shift(from, rk4_leaps[i]));
	return all;
}

/* The squares next to these, in all eight directions. */
RK4_LARGE rk4_set rk4_around(rk4_set from)
{
	rk4_set all = rk4_shift(from, rk4_steps[0]);

	RK4_UNROLL
	for (int i = 1; i < RK4_DIRECTIONS; i++)
		all = rk4_either(all, rk4_shift(from, rk4_steps[i]));
	return all;
}

/* What pawns attack: half left and half right of straight ahead. */
RK4_LARGE rk4_set rk4_pawn_attacks(rk4_set from, int seat)
{
	return rk4_either(rk4_shift(from, rk4_steps[(2 * seat + 1) & 7]),
			  rk4_shift(from, rk4_steps[(2 * seat + 7) & 7]));
}

#endif
