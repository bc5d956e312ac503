/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* CRC-32, a bit at a time: for who sums up little, and wants no table. */
#ifndef RK_CORE_CRC_H
#define RK_CORE_CRC_H

#include "core/deps.h"

/* The sum of what `sum` is the sum of and of these bytes; of nothing it is 0. */
static inline uint32_t rk_crc(uint32_t sum, const void *bytes, size_t length)
{
	const uint8_t *at = bytes;

	sum = ~sum;
	while (length--) {
		sum ^= *at++;
		for (int bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
	}
	return ~sum;
}

#endif
