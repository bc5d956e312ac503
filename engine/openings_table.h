/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How the tables of openings are laid out: for tools/gen_openings.c, which
 * writes them, and engine/openings.c, which reads them.
 *
 * Two tables say what is known: positions with names, and moves that are
 * answers. Of a 64-bit number that stands for one of these the upper 40 bits
 * are kept. The first 8 of them choose a group; a table has the number of
 * entries of every group, and after one another the other 32 bits of each.
 *
 * Names are rows of codes, ended by code 0. A code is a letter, or a pair of
 * codes; what stands often in names, such as "Sicilian Defence: ", has become
 * a pair of pairs. The pairs themselves are the first rows, of two codes each.
 */
#ifndef RK_ENGINE_OPENINGS_TABLE_H
#define RK_ENGINE_OPENINGS_TABLE_H

#include "core/deps.h"

#define RK_OPENING_GROUPS 256

#define RK_OPENING_CODE_BITS 10
#define RK_OPENING_CODES (1 << RK_OPENING_CODE_BITS)
#define RK_OPENING_FIRST_PAIR 128 /* codes below are letters */

static inline int rk_opening_group(uint64_t number)
{
	return (int)(number >> 56);
}

static inline uint32_t rk_opening_rest(uint64_t number)
{
	return (uint32_t)(number >> 24);
}

/* The number of a move in a position; the factor brings its bits up. */
static inline uint64_t rk_opening_reply(uint64_t key, int from, int to)
{
	return (key ^ (uint64_t)(from | to << 6)) * 0x9e3779b97f4a7c15u;
}

#endif
