/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the parts of an evaluation tell each other. The parts are files of
 * inline functions, included by eval.c alone, so that the compiler makes one
 * piece for each colour of them.
 *
 * `us` is always the colour that a function gives points to.
 */
#ifndef RK_ENGINE_EVAL_WORK_H
#define RK_ENGINE_EVAL_WORK_H

#include "engine/frames.h"
#include "engine/pawns.h"
#include "engine/weights.h"

/* Arrays of two are by colour. */
struct rk_work {
	const struct rk_pos *pos;
	const struct rk_pawn_entry *pawns;
	rk_bits occupied;
	rk_bits by[2][RK_TYPES]; /* what is attacked by pieces of a type */
	rk_bits all[2];          /* by any piece */
	rk_bits twice[2];        /* by two or more */
	rk_bits area[2];         /* squares that count as mobility */
	rk_bits ring[2];         /* around its king */
	rk_bits pinned[2];       /* men that shield their king */
	rk_bits pin_lines[2];    /* the squares where they may go */
	uint8_t king[2];
	struct {
		uint8_t men[2][4]; /* attackers of its king, knight to queen */
		uint8_t hits[2];   /* squares beside it that they attack */
	} near;
};

#define RK_CENTRE_FILES ((rk_bits)0x3c3c3c3c3c3c3c3c)

RK_INLINE void rk_work_attack(struct rk_work *work, int type, rk_bits attacks,
			      int us)
{
	work->twice[us] |= work->all[us] & attacks;
	work->all[us] |= attacks;
	work->by[us][type] |= attacks;
}

#endif
