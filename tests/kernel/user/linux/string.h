/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Stands in for the kernel's header: what include/rookery/deps.h asks of it. */
#ifndef LINUX_STRING_H
#define LINUX_STRING_H

#include <linux/types.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memmove(void *to, const void *from, size_t size);

#endif
