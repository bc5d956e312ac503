/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The inner loops of the network. One text for every width of vectors, by the
 * vector types of gcc and clang; RK_VECTOR_BYTES is 64, 32 or 16, or 0 for plain
 * C. All give the same integers. Only the two operations that the compilers do
 * not make of such types have a line for each machine: clipping, and the sum of
 * products of neighbours.
 *
 * Rows have a multiple of 32 elements and are aligned to 64 bytes. Sums of 16
 * bits are unsigned, as they may wrap around on the way; docs/network.md says why
 * the results fit.
 */
#ifndef RK_ENGINE_NETWORK_SIMD_H
#define RK_ENGINE_NETWORK_SIMD_H

#include "rookery/deps.h"

#ifndef RK_VECTOR_BYTES
#if defined(__AVX512BW__)
#define RK_VECTOR_BYTES 64
#elif defined(__AVX2__)
#define RK_VECTOR_BYTES 32
#elif defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
#define RK_VECTOR_BYTES 16
#else
#define RK_VECTOR_BYTES 0
#endif
#endif

#if RK_VECTOR_BYTES
#define RK_VECTOR(type) \
	type __attribute__((vector_size(RK_VECTOR_BYTES), may_alias))
typedef RK_VECTOR(uint16_t) rk_lanes; /* of an accumulator */
typedef RK_VECTOR(int16_t) rk_signed_lanes;
typedef RK_VECTOR(int32_t) rk_sums;
typedef RK_VECTOR(uint32_t) rk_unsigned_sums;
typedef int32_t rk_four_sums __attribute__((vector_size(16), may_alias));
#define RK_LANES (RK_VECTOR_BYTES / 2)
#else
typedef uint16_t rk_lanes;
typedef int16_t rk_signed_lanes;
typedef int32_t rk_sums;
#define RK_LANES 1
#endif

/* Clang does it without being told. */
#if defined(__GNUC__) && !defined(__clang__)
#define RK_UNROLL _Pragma("GCC unroll 4")
#else
#define RK_UNROLL
#endif

#define RK_QA 255 /* quantisation of accumulators */
#define RK_QB 64  /* and of output weights */

/* Every element between 0 and RK_QA. */
static inline rk_signed_lanes rk_lanes_clip(rk_signed_lanes lanes)
{
#if RK_VECTOR_BYTES == 0
	return lanes < 0 ? 0 : lanes > RK_QA ? RK_QA : lanes;
#else
	const rk_signed_lanes zero = {0};
	const rk_signed_lanes most = zero + RK_QA;
#if defined(__clang__)
	return __builtin_elementwise_min(__builtin_elementwise_max(lanes, zero),
					 most);
#elif RK_VECTOR_BYTES == 64 && defined(__AVX512BW__)
	return __builtin_ia32_pminsw512_mask(
		__builtin_ia32_pmaxsw512_mask(lanes, zero, zero, ~0u), most,
		zero, ~0u);
#elif RK_VECTOR_BYTES == 32 && defined(__AVX2__)
	return __builtin_ia32_pminsw256(__builtin_ia32_pmaxsw256(lanes, zero),
					most);
#elif RK_VECTOR_BYTES == 16 && defined(__SSE2__)
	return __builtin_ia32_pminsw128(__builtin_ia32_pmaxsw128(lanes, zero),
					most);
#else
	rk_signed_lanes low = lanes & (lanes > zero);
	rk_signed_lanes is_less = low < most;

	return (low & is_less) | (most & ~is_less);
#endif
#endif
}

/* Element by element a * b as 32 bits, each added to its neighbour. */
static inline rk_sums rk_lanes_multiply_add(rk_signed_lanes a,
					    rk_signed_lanes b)
{
#if RK_VECTOR_BYTES == 0
	return a * b;
#elif RK_VECTOR_BYTES == 64 && defined(__AVX512BW__) && defined(__clang__)
	return (rk_sums)__builtin_ia32_pmaddwd512(a, b);
#elif RK_VECTOR_BYTES == 64 && defined(__AVX512BW__)
	return (rk_sums)__builtin_ia32_pmaddwd512_mask(a, b, (rk_sums){0},
						       (uint16_t)~0);
#elif RK_VECTOR_BYTES == 32 && defined(__AVX2__)
	return (rk_sums)__builtin_ia32_pmaddwd256(a, b);
#elif RK_VECTOR_BYTES == 16 && defined(__SSE2__)
	return (rk_sums)__builtin_ia32_pmaddwd128(a, b);
#elif RK_VECTOR_BYTES == 16 && defined(__wasm_simd128__)
	return (rk_sums)__builtin_wasm_dot_s_i32x4_i16x8(a, b);
#else
	rk_sums even_a = (rk_sums)((rk_unsigned_sums)a << 16) >> 16;
	rk_sums even_b = (rk_sums)((rk_unsigned_sums)b << 16) >> 16;

	return even_a * even_b + ((rk_sums)a >> 16) * ((rk_sums)b >> 16);
#endif
}

/* One row comes and one goes: a quiet move. */
static inline void rk_row_update(uint16_t *to, const uint16_t *from,
				 const int16_t *added, const int16_t *removed,
				 int width)
{
	const rk_lanes *in = (const rk_lanes *)from;
	const rk_lanes *plus = (const rk_lanes *)added;
	const rk_lanes *minus = (const rk_lanes *)removed;
	rk_lanes *out = (rk_lanes *)to;

	RK_UNROLL
	for (int i = 0; i < width / RK_LANES; i++)
		out[i] = (rk_lanes)(in[i] + plus[i] - minus[i]);
}

/* One comes and two go: a capture. */
static inline void rk_row_update_capture(uint16_t *to, const uint16_t *from,
					 const int16_t *added,
					 const int16_t *removed,
					 const int16_t *captured, int width)
{
	const rk_lanes *in = (const rk_lanes *)from;
	const rk_lanes *plus = (const rk_lanes *)added;
	const rk_lanes *minus = (const rk_lanes *)removed;
	const rk_lanes *less = (const rk_lanes *)captured;
	rk_lanes *out = (rk_lanes *)to;

	RK_UNROLL
	for (int i = 0; i < width / RK_LANES; i++)
		out[i] = (rk_lanes)(in[i] + plus[i] - minus[i] - less[i]);
}

/* Two come and two go: castling. */
static inline void rk_row_update_castling(uint16_t *to, const uint16_t *from,
					  const int16_t *king_to,
					  const int16_t *rook_to,
					  const int16_t *king,
					  const int16_t *rook, int width)
{
	rk_row_update(to, from, king_to, king, width);
	rk_row_update(to, to, rook_to, rook, width);
}

/* Elements that are in registers while many rows are added. */
#define RK_TILE 32
#define RK_TILE_VECTORS (RK_TILE / RK_LANES)

/*
 * Adds and subtracts lists of rows, given as numbers, to elements `first` to
 * `first + RK_TILE - 1`.
 */
static inline void rk_tile_change(uint16_t *tile, const int16_t *weights,
				  int width, int first, const uint16_t *added,
				  int added_count, const uint16_t *removed,
				  int removed_count)
{
	rk_lanes sum[RK_TILE_VECTORS];
	rk_lanes *out = (rk_lanes *)tile;

	for (int i = 0; i < RK_TILE_VECTORS; i++)
		sum[i] = out[i];
	for (int n = 0; n < added_count; n++) {
		const rk_lanes *row =
			(const rk_lanes *)(weights + first +
					   (size_t)added[n] * (size_t)width);

		for (int i = 0; i < RK_TILE_VECTORS; i++)
			sum[i] = (rk_lanes)(sum[i] + row[i]);
	}
	for (int n = 0; n < removed_count; n++) {
		const rk_lanes *row =
			(const rk_lanes *)(weights + first +
					   (size_t)removed[n] * (size_t)width);

		for (int i = 0; i < RK_TILE_VECTORS; i++)
			sum[i] = (rk_lanes)(sum[i] - row[i]);
	}
	for (int i = 0; i < RK_TILE_VECTORS; i++)
		out[i] = sum[i];
}

/* The sum of all elements, four at a time. No part of it leaves 32 bits. */
static inline int32_t rk_sums_total(rk_sums sums)
{
#if RK_VECTOR_BYTES
	const rk_four_sums *parts = (const rk_four_sums *)&sums;
	rk_four_sums sum = parts[0];

	for (int i = 1; i < RK_VECTOR_BYTES / 16; i++)
		sum += parts[i];
	return sum[0] + sum[1] + (sum[2] + sum[3]);
#else
	return sums;
#endif
}

/*
 * The squared clipped activation (SCReLU) times the output weights: the sum of
 * v * v * w with v = clip(accumulator). v * w fits into 16 bits, since no weight
 * is beyond +-127. Two sums, so that one addition need not wait for the other.
 */
static inline int32_t rk_row_output(const uint16_t *row, const int16_t *weights,
				    int width)
{
	const rk_signed_lanes *in = (const rk_signed_lanes *)row;
	const rk_signed_lanes *by = (const rk_signed_lanes *)weights;
	rk_sums sum = (rk_sums){0}, other = (rk_sums){0};

	RK_UNROLL
	for (int i = 0; i < width / RK_LANES; i += RK_LANES < 32 ? 2 : 1) {
		rk_signed_lanes v = rk_lanes_clip(in[i]);

		sum += rk_lanes_multiply_add((rk_signed_lanes)(v * by[i]), v);
#if RK_LANES < 32
		v = rk_lanes_clip(in[i + 1]);
		other += rk_lanes_multiply_add((rk_signed_lanes)(v * by[i + 1]),
					       v);
#endif
	}
	return rk_sums_total(sum + other);
}

#endif
