/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The pieces of art/, whose paths tools/gen_pieces.c turns into tables that
 * cairo takes as they are. The tables are in units of art/: a box of 64 by 64,
 * outlines 2 wide.
 */
#include <cairo.h>

#include "ports/desktop/board.h"

#define BOX 64

enum piece_paint {
	PAINT_INNER, /* lines inside */
	PAINT_BODY,
	PAINT_SHADE, /* along the right side, over the body */
};

/* A part of a piece: `count` entries of piece_data from `first` on. */
struct piece_shape {
	uint8_t paint;
	bool has_line; /* it has an outline */
	uint16_t first;
	uint16_t count;
};

#include "pieces.inc"

_Static_assert(sizeof(piece_ends) == RK_TYPES, "a drawing for each type");

void board_set_colour(cairo_t *cr, board_colour colour)
{
	cairo_set_source_rgba(cr, (colour >> 24) / 255.0,
			      (colour >> 16 & 255) / 255.0,
			      (colour >> 8 & 255) / 255.0,
			      (colour & 255) / 255.0);
}

static void draw_shape(cairo_t *cr, const struct piece_shape *shape,
		       const struct board_army *army)
{
	const board_colour paints[] = {army->inner, army->body, 0x00000021};
	/* cairo_append_path() only reads. */
	cairo_path_t path = {CAIRO_STATUS_SUCCESS,
			     (cairo_path_data_t *)piece_data + shape->first,
			     shape->count};

	cairo_new_path(cr);
	cairo_append_path(cr, &path);
	board_set_colour(cr, paints[shape->paint]);
	if (!shape->has_line) {
		cairo_fill(cr);
		return;
	}
	cairo_fill_preserve(cr);
	board_set_colour(cr, army->line);
	cairo_stroke(cr);
}

void board_draw_piece(cairo_t *cr, const struct board_view *view, int cell,
		      double side)
{
	struct board_army army = board_army(view->rules->players,
					    rk_cell_seat(cell),
					    (cell & RK_CELL_DEAD) != 0);
	int type = rk_cell_type(cell);

	if (!rk_cell_is_piece(cell))
		return;
	cairo_save(cr);
	cairo_scale(cr, side / BOX, side / BOX);
	cairo_set_line_width(cr, 2);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	for (int i = type ? piece_ends[type - 1] : 0; i < piece_ends[type]; i++)
		draw_shape(cr, &piece_shapes[i], &army);
	cairo_restore(cr);
}
