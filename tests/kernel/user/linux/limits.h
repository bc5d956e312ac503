/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Stands in for the kernel's header of the same name. */
#define U8_MAX ((unsigned char)~0U)
#define U16_MAX ((unsigned short)~0U)
#define U32_MAX (~0U)
