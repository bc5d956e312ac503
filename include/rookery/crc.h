/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Bitwise CRC-32 for small inputs; no table. */
#ifndef ROOKERY_CRC_H
#define ROOKERY_CRC_H

#include "rookery/deps.h"

/* Continues `crc` over these bytes; start with 0. */
static inline uint32_t rk_crc(uint32_t crc, const void *bytes, size_t length)
{
	const uint8_t *at = bytes;

	crc = ~crc;
	while (length--) {
		crc ^= *at++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

#endif
