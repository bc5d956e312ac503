/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The layout of rk_keys: which number stands for what in a Zobrist key. */
#ifndef RK_CORE_KEYS_H
#define RK_CORE_KEYS_H

#include "rookery/types.h"

#define RK_KEYS 781
#define RK_KEY_CASTLE 768
#define RK_KEY_EP 772
#define RK_KEY_WHITE 780

extern const uint64_t rk_keys[RK_KEYS];

static inline uint64_t rk_key_piece(int piece, int square)
{
	int kind = 2 * rk_piece_type(piece) + (rk_piece_colour(piece) ^ 1);

	return rk_keys[64 * kind + square];
}

static inline uint64_t rk_key_ep(int square)
{
	return rk_keys[RK_KEY_EP + rk_square_file(square)];
}

#endif
