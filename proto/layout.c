/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The layout of a terminal; see layout.h. */
#include "rookery/layout.h"

#include "rookery/draw.h"

#define LARGEST_PLAIN 2 /* zoom at which pieces of one column look good */

bool rk_layout_fits(const struct rk_layout *layout,
		    const struct rk_console *console, int zoom)
{
	int columns, rows;

	rk_console_board_size(console, zoom, &columns, &rows);
	rows += zoom > 1 ? layout->other_rows : layout->other_rows_small;
	return columns + layout->other_columns <= layout->columns &&
	       rows <= layout->rows;
}

int rk_layout_zoom(const struct rk_layout *layout,
		   const struct rk_console *console)
{
	int zoom = RK_MAX_ZOOM;

	while (zoom && ((zoom > LARGEST_PLAIN &&
			 !rk_draw_has_bitmaps(&console->look, zoom)) ||
			!rk_layout_fits(layout, console, zoom)))
		zoom--;
	return zoom;
}
