/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The pieces as bitmaps. */
#ifndef RK_PROTO_BITMAPS_H
#define RK_PROTO_BITMAPS_H

/*
 * How many sixteenths of a point, at (x, y) from the top left, a piece covers
 * when it is drawn with `columns` by `rows` points.
 */
int rk_bitmap_cover(int type, int x, int y, int columns, int rows);

#endif
