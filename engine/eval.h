/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a position is worth without looking ahead. The part that changes
 * little from move to move, the tally, is carried along the line that is
 * searched; the rest is computed afresh.
 */
#ifndef RK_ENGINE_EVAL_H
#define RK_ENGINE_EVAL_H

#include "rookery/moves.h"

/* Two scores in one number: middle game low, end game high. */
typedef int32_t rk_pair;

/* Holds always: rk_tally_start() of the same position gives the same. */
struct rk_tally {
	rk_pair squares;    /* material and where it stands, White's view */
	uint32_t pawns;     /* a key of where the pawns and kings stand */
	uint32_t pieces[2]; /* and of each colour's other men, king included */
};

void rk_tally_start(struct rk_tally *tally, const struct rk_pos *pos);

/* The tally after a move that is about to be made; `next` may be `now`. */
void rk_tally_move(struct rk_tally *next, const struct rk_tally *now,
		   const struct rk_pos *pos, rk_move move);

/*
 * What was found about pawns, kept for the next position with the same ones.
 * The caller's memory, zeroed; a power of two entries, or none at all.
 */
struct rk_pawn_memory {
	struct rk_pawn_entry *entries;
	uint32_t mask;
};

size_t rk_pawn_entry_size(void);

/*
 * As the side to move sees it, within +-RK_EVAL_MAX; beyond RK_EVAL_WON a lone
 * king is being mated. Not to be called in check. `memory` may have no entries.
 */
#define RK_EVAL_MAX 20000
#define RK_EVAL_WON 10000
int rk_eval(const struct rk_pos *pos, const struct rk_tally *tally,
	    const struct rk_pawn_memory *memory);

#endif
