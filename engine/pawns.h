/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Pawn structure: the part of the evaluation that depends on pawns and kings
 * alone, cached in a pawn hash table; and bit sets of files, ranks and fills.
 */
#ifndef RK_ENGINE_PAWNS_H
#define RK_ENGINE_PAWNS_H

#include "core/position.h"
#include "engine/eval.h"

/*
 * An entry of the pawn hash table. It holds the pawns and kings themselves and
 * is compared with them, not with a key: a hit is always right, and the table
 * never changes the evaluation. If the pawns are equal and a king is not,
 * only the part of that king is computed anew. Zeroed memory matches no
 * position, since both kings would stand on one square. It has 64 bytes, a line
 * of the cache.
 */
struct rk_pawn_entry {
	rk_bits pawns[2];
	rk_bits passed;
	rk_bits reach[2];      /* attack span: what pawns attack now or later */
	rk_pair score;         /* White's view, what does not depend on kings */
	rk_pair king_score[2]; /* of that colour's king and its own view */
	int16_t danger[2];     /* for the king of that colour */
	uint8_t king[2];
	uint8_t files[2]; /* with pawns of that colour, file a in bit 0 */
	uint8_t on_colour[2][2]; /* pawns on light and on dark squares */
};

static inline rk_pair rk_pawns_score(const struct rk_pawn_entry *entry)
{
	return entry->score + entry->king_score[RK_WHITE] -
	       entry->king_score[RK_BLACK];
}

static inline int rk_pawns_count(const struct rk_pawn_entry *entry, int colour)
{
	return entry->on_colour[colour][0] + entry->on_colour[colour][1];
}

/* The entry of a position, computed if necessary. */
const struct rk_pawn_entry *rk_pawns_probe(const struct rk_pos *pos,
					   const struct rk_psqt *psqt,
					   const struct rk_pawn_table *table);

/* A set and all squares ahead of it, for `colour`. */
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

/* The squares to the left and right. */
static inline rk_bits rk_bits_sides(rk_bits set)
{
	return rk_bits_east(set) | rk_bits_west(set);
}

static inline rk_bits rk_file_squares(int file)
{
#ifdef RK_HALVES
	uint32_t half = (uint32_t)0x01010101 << file;

	return rk_bits_join(half, half);
#else
	return RK_FILE_A << file;
#endif
}

/* The rank from 0 to 7 as `colour` sees it. */
RK_INLINE int rk_rank_for(int square, int colour)
{
	return rk_square_rank(square) ^ (colour == RK_WHITE ? 0 : 7);
}

#endif
