/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Endings where counting pieces misleads. */
#ifndef RK_ENGINE_ENDINGS_H
#define RK_ENGINE_ENDINGS_H

#include "core/position.h"

/* A scale of RK_SCALE_FULL leaves an end game's score as it is. */
#define RK_SCALE_FULL 64

/*
 * Is this ending known? A draw for want of material is worth 0. A lone king
 * that can be mated by force is worth a lot, growing as it is driven to where
 * it can be mated. *score is White's view.
 */
bool rk_ending_known(const struct rk_pos *pos, int *score);

/* How much of an edge of `strong` counts, as a share of RK_SCALE_FULL. */
int rk_ending_scale(const struct rk_pos *pos, rk_bits passed, int strong);

#endif
