/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A block of bytes from the caller that is handed out piece by piece. Without
 * memory it counts what the pieces take.
 */
#ifndef RK_ENGINE_BLOCK_H
#define RK_ENGINE_BLOCK_H

#include "core/deps.h"

struct rk_block {
	char *memory; /* aligned for a uint64_t, or NULL */
	size_t used;
};

/* The next piece, for so many things of that size. */
static inline void *rk_block_take(struct rk_block *block, int count,
				  size_t size)
{
	char *piece = block->memory ? block->memory + block->used : NULL;

	block->used += ((size_t)count * size + 7) & ~(size_t)7;
	return piece;
}

#endif
