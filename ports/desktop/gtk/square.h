/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One square of a board: draws itself from the board's view, and has a name
 * for people who do not see it. Used by board_widget.c only.
 */
#ifndef RK_DESKTOP_SQUARE_H
#define RK_DESKTOP_SQUARE_H

#include <gtk/gtk.h>

#include "ports/desktop/board.h"

G_DECLARE_FINAL_TYPE(DeskSquare, desk_square, DESK, SQUARE, GtkWidget)

/* What the squares of a board share; it outlives them. */
struct desk_square_owner {
	void *self;
	const struct board_view *view;
	int bare; /* a square whose piece is elsewhere, or -1 */
	/* Its action was called; and it has got or lost the cursor. */
	void (*activated)(void *self, int square);
	void (*focused)(void *self, int square, bool is_focused);
};

DeskSquare *desk_square_new(const struct desk_square_owner *owner, int number);
int desk_square_number(DeskSquare *square);

/* The view has changed here: draws and names it anew. */
void desk_square_update(DeskSquare *square);

#endif
