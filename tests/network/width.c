/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The inner loops of the network for one width of vectors, RK_VECTOR_BYTES,
 * whatever this machine has: the Makefile compiles this file for each width.
 */
#include "engine/network_simd.h"
#include "tests/network/network.h"

static void quiet(uint16_t *to, const uint16_t *from,
		  const int16_t *const rows[4], int width)
{
	rk_row_update(to, from, rows[0], rows[2], width);
}

static void capture(uint16_t *to, const uint16_t *from,
		    const int16_t *const rows[4], int width)
{
	rk_row_update_capture(to, from, rows[0], rows[2], rows[3], width);
}

static void castling(uint16_t *to, const uint16_t *from,
		     const int16_t *const rows[4], int width)
{
	rk_row_update_castling(to, from, rows[0], rows[1], rows[2], rows[3],
			       width);
}

static void change(uint16_t *values, const int16_t *weights, int width,
		   const uint16_t *added, int added_count,
		   const uint16_t *removed, int removed_count)
{
	for (int i = 0; i < width; i += RK_TILE)
		rk_tile_change(values + i, weights, width, i, added,
			       added_count, removed, removed_count);
}

static int32_t output(const uint16_t *row, const int16_t *weights, int width)
{
	return rk_row_output(row, weights, width);
}

#define JOIN(a, b) a##b
#define NAME(bytes) JOIN(network_width_, bytes)

const struct network_width NAME(RK_VECTOR_BYTES) = {
	.bytes = RK_VECTOR_BYTES,
	.quiet = quiet,
	.capture = capture,
	.castling = castling,
	.change = change,
	.output = output,
};
