/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Endings in which material alone misleads. */
#ifndef RK_ENGINE_ENDINGS_H
#define RK_ENGINE_ENDINGS_H

#include "engine/kpk.h"

/* A scale factor of RK_SCALE_FULL leaves the end game score as it is. */
#define RK_SCALE_FULL 64

/*
 * Does this ending have a known result? Then *score is White's view of it: 0
 * if there is too little material to mate, beyond RK_EVAL_WON against a lone
 * king that can be mated by force. The score of such a win grows as the king
 * is driven to where it can be mated, so that the search makes progress.
 */
bool rk_ending_known(const struct rk_pos *pos, int *score);

/*
 * A quick test that most positions pass: both sides have more than a king, and one
 * of them has what can mate or become a queen. Then nothing is known.
 */
static inline bool rk_ending_is_far(const struct rk_pos *pos)
{
	rk_bits kings = pos->type[RK_KING];

	return pos->colour[RK_WHITE] & ~kings &&
	       pos->colour[RK_BLACK] & ~kings &&
	       pos->type[RK_PAWN] | pos->type[RK_ROOK] | pos->type[RK_QUEEN];
}

/*
 * The same of king and pawn against king. The score of a win grows as the pawn
 * advances, and is always less than after its promotion.
 */
bool rk_ending_kpk(const struct rk_pos *pos, const struct rk_kpk *kpk,
		   int *score);

/*
 * The scale factor, of RK_SCALE_FULL, for an end game score in favour of
 * `strong`. `passed` are all passed pawns.
 */
int rk_ending_scale(const struct rk_pos *pos, rk_bits passed, int strong);

static inline int rk_scale_by_pawns(int pawns)
{
	return 36 + 7 * pawns;
}

/* So many pawns, and no bishops of opposite colours: RK_SCALE_FULL. */
static inline bool rk_ending_is_plain(int pawns, int white_bishops,
				      int black_bishops)
{
	return rk_scale_by_pawns(pawns) >= RK_SCALE_FULL &&
	       (white_bishops != 1 || black_bishops != 1);
}

/* The same for a network: only for endings that are drawn or nearly so. */
int rk_ending_scale_drawish(const struct rk_pos *pos, int strong);

#endif
