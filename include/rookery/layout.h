/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The layout of a terminal: how large the board can be beside everything else
 * on the screen.
 */
#ifndef ROOKERY_LAYOUT_H
#define ROOKERY_LAYOUT_H

#include "rookery/console.h"

struct rk_layout {
	int rows; /* of the terminal */
	int columns;
	int other_rows; /* rows that a large board must leave free, and ... */
	int other_rows_small; /* ... one of zoom 1 */
	int other_columns;
};

/* Would the console's board fit at this zoom? */
bool rk_layout_fits(const struct rk_layout *layout,
		    const struct rk_console *console, int zoom);

/*
 * The largest zoom that fits and looks good: a piece of one column looks lost
 * on a square of more than two rows. 0: no board fits.
 */
int rk_layout_zoom(const struct rk_layout *layout,
		   const struct rk_console *console);

#endif
