/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Division by a constant. A Cortex-M0 neither divides nor multiplies to 64 bits, so
 * for x / 220 its compiler calls a function of some 80 cycles. Here a product of
 * 32 bits finds the quotient, or a little less than it.
 */
#ifndef RK_ENGINE_DIVIDE_H
#define RK_ENGINE_DIVIDE_H

#include "rookery/deps.h"

/*
 * x / d, rounded towards 0 as C does. |x| is less than 2^bits, bits are 16 to 22; d
 * is from 16 to 255. Both are constants.
 *
 * With 2^log <= d < 2^(log + 1) the reciprocal, in units of 2^-(16 + log), is 2^16
 * at most, and what is left of x has 16 bits. Both are rounded down, so the first
 * quotient is never too large, and too small by 2^(bits - 15 - log) at most.
 */
static inline int rk_divide_by_product(int x, int d, int bits)
{
	uint32_t size = x < 0 ? 0u - (uint32_t)x : (uint32_t)x;
	uint32_t divisor = (uint32_t)d;
	int log = d < 32 ? 4 : d < 64 ? 5 : d < 128 ? 6 : 7, cut = bits - 16;
	uint32_t reciprocal = (65536u << log) / divisor;
	uint32_t quotient = ((size >> cut) * reciprocal) >> (16 + log - cut);

	size -= quotient * divisor;
	while (size >= divisor) {
		size -= divisor;
		quotient++;
	}
	return x < 0 ? -(int)quotient : (int)quotient;
}

#ifdef __ARM_ARCH_6M__
#define rk_divide(x, d, bits) rk_divide_by_product(x, d, bits)
#else
#define rk_divide(x, d, bits) ((x) / (d))
#endif

#endif
