/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A board in a window: one widget a square, so that a screen reader has
 * something to read and only squares that change are drawn. It knows which
 * moves a person may make and tells its owner which one was chosen, by click,
 * drag or keyboard; it knows no rules.
 */
#ifndef RK_DESKTOP_BOARD_WIDGET_H
#define RK_DESKTOP_BOARD_WIDGET_H

#include <gtk/gtk.h>

#include "ports/desktop/board.h"

G_DECLARE_FINAL_TYPE(DeskBoard, desk_board, DESK, BOARD, GtkWidget)

/* The squares of a move that may be made. */
struct desk_pair {
	uint8_t from;
	uint8_t to;
};

/* Who is told. All are called in the main thread; any may be NULL. */
struct desk_board_owner {
	void *self;
	/* A move between two squares of a pair was chosen. */
	void (*moved)(void *self, int from, int to);
	/* While editing: a square was clicked, with button 1 or 3. */
	void (*clicked)(void *self, int square, int button);
	/* While editing: a piece was dragged; off the board `to` is -1. */
	void (*dragged)(void *self, int from, int to);
};

DeskBoard *desk_board_new(const struct desk_board_owner *owner);

/*
 * Shows a view, of which a copy is made. Squares that look the same are not
 * drawn again. Marks for the selected piece, its moves and the cursor are the
 * board's own.
 */
void desk_board_show(DeskBoard *board, const struct board_view *view);

/*
 * The same after a move: the piece that now stands on `to` is seen on its way
 * there, unless it was dragged or animation is switched off.
 */
void desk_board_show_move(DeskBoard *board, const struct board_view *view,
			  int from, int to);

void desk_board_set_animation(DeskBoard *board, bool is_on);

/* The moves that may be chosen; and whether squares are being edited. */
void desk_board_allow(DeskBoard *board, const struct desk_pair *pairs,
		      int count, bool edits);

/* Drops a selection, or a dragged piece that waits for its move. */
void desk_board_deselect(DeskBoard *board);

/* The largest board up to a size that has whole pixels as squares. */
int desk_board_fit(DeskBoard *board, int size);

/* The place of a square within the board's widget. */
void desk_board_find(DeskBoard *board, int square, GdkRectangle *place);

/* Gives the keyboard to the board's cursor. */
void desk_board_focus(DeskBoard *board);

#endif
