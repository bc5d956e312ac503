/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The format of the opening tables, which tools/gen_openings.c writes and
 * engine/openings.c reads.
 *
 * There are two hash tables: positions with names, and moves of opening lines.
 * The upper 40 bits of a 64-bit hash are kept. The first 8 of them choose a
 * bucket, the other 32 are the tag. A table has the number of entries in each
 * bucket, and the tags of all buckets one after the other.
 *
 * Names are compressed by byte pair encoding: a name is a sequence of codes,
 * ended by code 0, and a code is a letter or a pair of codes. A frequent text
 * such as "Sicilian Defence: " is a pair of pairs. The pairs come first in the
 * list of codes, two codes each.
 *
 * Openings for four players are a third hash table, of moves, which
 * tools/gen_openings_four.c writes and engine/four/openings.c reads. The lowest
 * four bits of a tag are the weight of the move there.
 */
#ifndef RK_ENGINE_OPENINGS_TABLE_H
#define RK_ENGINE_OPENINGS_TABLE_H

#include "rookery/deps.h"

#define RK_OPENING_BUCKETS 256
#define RK_OPENING_BITS 40 /* of a hash that are kept */
#define RK_OPENING_WEIGHT 15
#define RK_OPENING_BITS_FOUR 36

#define RK_OPENING_CODE_BITS 10
#define RK_OPENING_CODES (1 << RK_OPENING_CODE_BITS)
#define RK_OPENING_FIRST_PAIR 128 /* codes below are letters */

static inline int rk_opening_bucket(uint64_t hash)
{
	return (int)(hash >> 56);
}

static inline uint32_t rk_opening_tag(uint64_t hash)
{
	return (uint32_t)(hash >> 24);
}

/* The hash of a move in a position; the factor spreads the low bits upwards. */
static inline uint64_t rk_opening_reply(uint64_t key, int from, int to)
{
	return (key ^ (uint64_t)(from | to << 6)) * 0x9e3779b97f4a7c15u;
}

/* The same for four players; a position has other moves in teams. */
static inline uint64_t rk_opening_reply_four(uint64_t key, bool teams,
					     uint32_t move)
{
	return (key ^ (uint64_t)teams << 32 ^ move) * 0x9e3779b97f4a7c15u;
}

#endif
