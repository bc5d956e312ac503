/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Win, draw and loss as logistic curves of the score. */
#ifndef RK_ENGINE_WDL_H
#define RK_ENGINE_WDL_H

#include "core/position.h"

/*
 * From `even` hundredths of a pawn on, and `even_men` more for each man on the
 * board, a win is likelier than not; the larger `spread`, the flatter the curve.
 */
struct rk_wdl_curve {
	int16_t even;
	int16_t even_men;
	int16_t spread;
};

/* How many of 1000 games are won and lost. A mate is certain. */
void rk_wdl_of(const struct rk_wdl_curve *curve, const struct rk_pos *pos,
	       int score, uint16_t *win, uint16_t *loss);

#endif
