/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The pieces as pictures. */
#ifndef RK_PROTO_SHAPES_H
#define RK_PROTO_SHAPES_H

/*
 * How many sixteenths of a point, counted from the top left, a piece covers
 * when it is drawn with so many columns and rows of points.
 */
int rk_shape_cover(int type, int x, int y, int columns, int rows);

#endif
