/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The only header through which core/, game/, engine/ and proto/ use the C
 * library, or what replaces it on a machine without one.
 *
 * Need:
 *   uint8_t .. uint64_t, int8_t .. int64_t, UINT8_MAX, UINT16_MAX, UINT32_MAX,
 *   size_t, bool, true, false, NULL
 *   memcpy, memset, memcmp, memmove
 *
 * Compilers for bare metal have headers with the types and constants, and may
 * emit calls of the four functions by themselves. So the functions are declared
 * here rather than taken from a <string.h> that need not exist.
 */
#ifndef ROOKERY_DEPS_H
#define ROOKERY_DEPS_H

#ifdef __KERNEL__

#include <linux/limits.h>
#include <linux/string.h>
#include <linux/types.h>

#define UINT8_MAX U8_MAX
#define UINT16_MAX U16_MAX
#define UINT32_MAX U32_MAX

#else

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memmove(void *to, const void *from, size_t size);

#endif

#endif
