/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Stands in for the kernel's header: the same names for the same types. */
#ifndef LINUX_TYPES_H
#define LINUX_TYPES_H

typedef _Bool bool;
enum { false, true };

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;

#define NULL ((void *)0)

#endif
