/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the readers of coordinate and standard notation share. */
#ifndef RK_CORE_NOTATION_H
#define RK_CORE_NOTATION_H

#include "core/position.h"
#include "rookery/notation.h"

/* The type a promotion letter of either case names, or RK_NONE. */
int rk_notation_promotion(char letter);

/*
 * The number of the move of the piece on `from` to `to`, legal or not, but
 * not of castling. `promotion` may be RK_NONE.
 */
rk_move rk_notation_step(const struct rk_pos *pos, int from, int to,
			 int promotion);

/*
 * Legal, or why not. A pawn's step to the last rank that does not say what
 * becomes of it is RK_NOTATION_AMBIGUOUS.
 */
enum rk_notation_error rk_notation_judge(const struct rk_pos *pos,
					 rk_move move);

#endif
