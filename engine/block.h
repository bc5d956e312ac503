/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Carves a block of bytes from the caller into pieces, each aligned to 8
 * bytes. Without memory it only counts, so that one function both computes
 * the size of a layout and makes it.
 */
#ifndef RK_ENGINE_BLOCK_H
#define RK_ENGINE_BLOCK_H

#include "rookery/deps.h"

struct rk_block {
	char *memory; /* aligned for a uint64_t, or NULL */
	size_t used;
};

/* Memory for `count` objects of `size` bytes; NULL if it only counts. */
static inline void *rk_block_take(struct rk_block *block, int count,
				  size_t size)
{
	char *piece = block->memory ? block->memory + block->used : NULL;

	block->used += ((size_t)count * size + 7) & ~(size_t)7;
	return piece;
}

/*
 * Lets the next piece begin with a line of the cache, if the block does.
 * Machines with little memory have no such lines.
 */
static inline void rk_block_align(struct rk_block *block)
{
#ifdef RK_SMALL
	(void)block;
#else
	block->used = (block->used + 63) & ~(size_t)63;
#endif
}

#endif
