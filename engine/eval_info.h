/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the parts of one evaluation share. The parts are headers of inline
 * functions, included by eval.c alone, so that the compiler makes one version
 * of each for each colour.
 *
 * `us` is always the colour that a function gives points to, `them` the other.
 * Attack sets are filled in order: pawns and kings first, then knights to
 * queens (eval_pieces.h); king safety, threats and passed pawns need them all.
 */
#ifndef RK_ENGINE_EVAL_INFO_H
#define RK_ENGINE_EVAL_INFO_H

#include "engine/frames.h"
#include "engine/pawns.h"
#include "engine/weights.h"

/* Arrays of two are by colour. */
struct rk_eval_info {
	const struct rk_pos *pos;
	const struct rk_pawn_entry *pawns;
	rk_bits occupied;
	rk_bits attacked[2];       /* by any piece or pawn */
	rk_bits attacked_twice[2]; /* by two or more */
	rk_bits mobility_area[2];  /* squares that count as mobility */
	rk_bits king_ring[2];      /* the king's square and those around it */
	rk_bits blocked_centre[2]; /* own pawns on files c to f */
	/* Ranks 4 to 6 where no enemy pawn attacks or ever will. */
	rk_bits outposts[2];
	rk_bits free_outposts[2]; /* those guarded by a pawn, without own men */
	rk_bits pinned[2];        /* own men pinned to their king */
	rk_bits pin_lines[2];     /* squares where those may go */
	uint8_t king[2];
	uint8_t bishops[2]; /* how many */
	uint8_t phase;      /* of the game: 0 with kings and pawns only */
	struct {
		/* Enemy pieces that attack the king ring, knight to queen. */
		uint8_t attackers[2][4];
		/* Their attacks on squares next to the king. */
		uint8_t attacks[2];
	} king_zone;
	/* Last, so that a Cortex-M0 reaches all above with short offsets. */
	rk_bits attacked_by[2][RK_TYPES];
};

/* Files c to f. */
#define RK_CENTRE_FILES ((rk_bits)0x3c3c3c3c3c3c3c3c)

RK_INLINE void rk_eval_add_attacks(struct rk_eval_info *info, rk_bits attacks,
				   int us)
{
	info->attacked_twice[us] |= info->attacked[us] & attacks;
	info->attacked[us] |= attacks;
}

#endif
