/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Sets of squares of the cross, for the evaluation: 256 bits, one for every
 * square of the board of 16 by 16, walls included. What runs over the edge
 * lands on a wall, so masks are needed at the end alone.
 */
#ifndef RK_ENGINE_FOUR_SETS_H
#define RK_ENGINE_FOUR_SETS_H

#include "core/four/board.h"

#ifdef __AVX2__

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
RK_INLINE rk4_set rk4_shift(rk4_set set, int by)
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
RK_INLINE rk4_set rk4_slide(rk4_set from, rk4_set free, int step)
{
	from = rk4_either(from, rk4_both(free, rk4_shift(from, step)));
	free = rk4_both(free, rk4_shift(free, step));
	from = rk4_either(from, rk4_both(free, rk4_shift(from, 2 * step)));
	free = rk4_both(free, rk4_shift(free, 2 * step));
	from = rk4_either(from, rk4_both(free, rk4_shift(from, 4 * step)));
	free = rk4_both(free, rk4_shift(free, 4 * step));
	from = rk4_either(from, rk4_both(free, rk4_shift(from, 8 * step)));
	return rk4_shift(from, step);
}

RK_INLINE rk4_set rk4_slide_lines(rk4_set from, rk4_set free)
{
	return rk4_either(rk4_either(rk4_slide(from, free, 1),
				     rk4_slide(from, free, -1)),
			  rk4_either(rk4_slide(from, free, 16),
				     rk4_slide(from, free, -16)));
}

RK_INLINE rk4_set rk4_slide_diagonals(rk4_set from, rk4_set free)
{
	return rk4_either(rk4_either(rk4_slide(from, free, 15),
				     rk4_slide(from, free, -15)),
			  rk4_either(rk4_slide(from, free, 17),
				     rk4_slide(from, free, -17)));
}

RK_INLINE rk4_set rk4_leap_attacks(rk4_set from)
{
	rk4_set near = rk4_either(rk4_shift(from, 2), rk4_shift(from, -2));
	rk4_set far = rk4_either(rk4_shift(from, 1), rk4_shift(from, -1));

	return rk4_either(rk4_either(rk4_shift(near, 16),
				     rk4_shift(near, -16)),
			  rk4_either(rk4_shift(far, 32), rk4_shift(far, -32)));
}

/* The squares next to these, in all eight directions. */
RK_INLINE rk4_set rk4_around(rk4_set from)
{
	rk4_set row = rk4_either(rk4_shift(from, 1), rk4_shift(from, -1));
	rk4_set rows = rk4_either(row, from);

	return rk4_either(row, rk4_either(rk4_shift(rows, 16),
					  rk4_shift(rows, -16)));
}

/* What pawns attack; each seat's go another way. */
RK_INLINE rk4_set rk4_pawn_attacks(rk4_set from, int seat)
{
	switch (seat) {
	case RK4_RED:
		return rk4_either(rk4_shift(from, 15), rk4_shift(from, 17));
	case RK4_BLUE:
		return rk4_either(rk4_shift(from, -15), rk4_shift(from, 17));
	case RK4_YELLOW:
		return rk4_either(rk4_shift(from, -15), rk4_shift(from, -17));
	default:
		return rk4_either(rk4_shift(from, 15), rk4_shift(from, -17));
	}
}

#endif
