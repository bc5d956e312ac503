/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What depends on pawns and kings alone, and is kept for the next time. */
#ifndef RK_ENGINE_PAWNS_H
#define RK_ENGINE_PAWNS_H

#include "core/position.h"
#include "engine/eval.h"

/*
 * Known by the pawns and kings themselves, not by a key, so that remembering
 * never changes what comes out. Zeroed memory fits no position: the kings
 * would stand on one square.
 */
struct rk_pawn_entry {
	rk_bits pawns[2];
	rk_bits passed;
	rk_bits reach[2];  /* squares that pawns attack, now or further on */
	rk_pair score;     /* White's view */
	int16_t danger[2]; /* for the king of that colour */
	uint8_t king[2];
	uint8_t files[2]; /* with pawns of that colour, file a in bit 0 */
};

/* From memory, or computed: there or, without memory, in `own`. */
const struct rk_pawn_entry *rk_pawns_find(const struct rk_pos *pos,
					  const struct rk_tally *tally,
					  const struct rk_pawn_memory *memory,
					  struct rk_pawn_entry *own);

/* Every square at and ahead of a set, as `colour` sees it. */
RK_INLINE rk_bits rk_bits_fill(rk_bits set, int colour)
{
	if (colour == RK_WHITE) {
		set |= set << 8;
		set |= set << 16;
		return set | set << 32;
	}
	set |= set >> 8;
	set |= set >> 16;
	return set | set >> 32;
}

static inline rk_bits rk_bits_sides(rk_bits set)
{
	return rk_bits_east(set) | rk_bits_west(set);
}

static inline rk_bits rk_file_squares(int file)
{
	return RK_FILE_A << file;
}

RK_INLINE int rk_rank_for(int square, int colour)
{
	return rk_square_rank(square) ^ (colour == RK_WHITE ? 0 : 7);
}

/* Steps of a king. */
static inline int rk_steps(int a, int b)
{
	int files = rk_square_file(a) - rk_square_file(b);
	int ranks = rk_square_rank(a) - rk_square_rank(b);

	files = files < 0 ? -files : files;
	ranks = ranks < 0 ? -ranks : ranks;
	return files > ranks ? files : ranks;
}

#endif
