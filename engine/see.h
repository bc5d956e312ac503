/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Static exchange evaluation (SEE) for two players. */
#ifndef RK_ENGINE_SEE_H
#define RK_ENGINE_SEE_H

#include "core/position.h"

/* Hundredths of a pawn by piece type; no piece and the king are 0. */
extern const int16_t rk_see_value[8];

/*
 * Does this legal move win at least `threshold`, if both sides go on
 * capturing on its target square as long as that pays?
 */
bool rk_see_ge(const struct rk_pos *pos, rk_move move, int threshold);

#endif
