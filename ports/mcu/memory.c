/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The four functions of rookery/deps.h, which bare-metal compilers do not provide.
 * They move words if both ends are aligned, which is nearly always so, and
 * bytes otherwise: a Cortex-M0 cannot read an unaligned word.
 */
#include "rookery/deps.h"

#define WORD sizeof(uint32_t)

/* May alias any type. */
typedef uint32_t __attribute__((may_alias)) word;

static bool aligned(const void *a, const void *b)
{
	return !(((uintptr_t)a | (uintptr_t)b) % WORD);
}

/* Copies upwards; safe for overlapping memory if `to` is below `from`. */
static void copy_up(uint8_t *to, const uint8_t *from, size_t size)
{
	if (aligned(to, from)) {
		for (; size >= 4 * WORD; size -= 4 * WORD) {
			const word *source = (const word *)from;
			word *target = (word *)to;
			word a = source[0], b = source[1];
			word c = source[2], d = source[3];

			target[0] = a;
			target[1] = b;
			target[2] = c;
			target[3] = d;
			from += 4 * WORD;
			to += 4 * WORD;
		}
		for (; size >= WORD; size -= WORD) {
			*(word *)to = *(const word *)from;
			from += WORD;
			to += WORD;
		}
	}
	while (size--)
		*to++ = *from++;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
	copy_up(to, from, size);
	return to;
}

void *memmove(void *to, const void *from, size_t size)
{
	uint8_t *target = to;
	const uint8_t *source = from;

	if (target <= source || target >= source + size)
		copy_up(target, source, size);
	else
		while (size--)
			target[size] = source[size];
	return to;
}

void *memset(void *to, int byte, size_t size)
{
	uint8_t *t = to;
	uint32_t fill = (uint8_t)byte * 0x01010101u;

	for (; size && (uintptr_t)t % WORD; size--)
		*t++ = (uint8_t)byte;
	for (; size >= 4 * WORD; size -= 4 * WORD) {
		((word *)t)[0] = fill;
		((word *)t)[1] = fill;
		((word *)t)[2] = fill;
		((word *)t)[3] = fill;
		t += 4 * WORD;
	}
	for (; size >= WORD; size -= WORD) {
		*(word *)t = fill;
		t += WORD;
	}
	while (size--)
		*t++ = (uint8_t)byte;
	return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
	const uint8_t *x = a, *y = b;

	if (aligned(x, y)) {
		while (size >= WORD && *(const word *)x == *(const word *)y) {
			x += WORD;
			y += WORD;
			size -= WORD;
		}
	}
	for (; size; size--, x++, y++) {
		if (*x != *y)
			return *x - *y;
	}
	return 0;
}
