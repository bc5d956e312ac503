/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A fence around memory that is given to somebody: who has written outside of
 * it is found when it is taken back.
 */
#ifndef RK_TESTS_UNIT_FENCE_H
#define RK_TESTS_UNIT_FENCE_H

#include "tests/unit/unit.h"

#define FENCE 64
#define FENCE_BYTE 0x5a

/* What must be allocated for so many bytes inside. */
#define FENCED(size) ((size) + 2 * FENCE)

struct unit_fence {
	char *inside;
	size_t size;
};

/* Block has FENCED(size) bytes, and is freed with the fence. */
static inline void unit_fence_open(struct unit_fence *fence, char *block,
				   size_t size)
{
	assert_non_null(block);
	memset(block, FENCE_BYTE, FENCED(size));
	fence->inside = block + FENCE;
	fence->size = size;
}

static inline void unit_fence_close(struct unit_fence *fence)
{
	char *block = fence->inside - FENCE;

	for (size_t i = 0; i < FENCE; i++) {
		assert_int_equal(block[i], FENCE_BYTE);
		assert_int_equal(fence->inside[fence->size + i], FENCE_BYTE);
	}
	free(block);
}

#endif
