/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Drawing a board of any kind of chess. */
#ifndef RK_PROTO_DRAW_H
#define RK_PROTO_DRAW_H

#include "rookery/draw.h"

/* The content of a board to draw. */
struct rk_view {
	const struct rk_rules *rules;
	const struct rk_console_look *look;
	const union rk_any_pos *board; /* a position or a set-up */
	int (*cell)(const union rk_any_pos *board, int square);
	int from; /* squares of the last move, or -1 */
	int to;
	uint8_t checked; /* the seats that are in check */
	bool inset;      /* marks fill only the middle of a square */
#ifndef RK_NO_FILES
	const struct rk_lit *lit; /* squares to light, or NULL */
#endif
};

/* The view of the set-up, the game, or the next game. */
struct rk_view rk_console_view(const struct rk_console *console);

/*
 * Draws the plain board, byte for byte as documented. If upper and lower case
 * cannot tell the players apart, a square has two letters: the player's and the
 * piece's.
 */
void rk_draw_plain(const struct rk_out *out, const struct rk_view *view);

/*
 * Draws the rich board with colours, pieces and coordinates: `zoom` lines for
 * each row of squares, and one for the letters below. The cursor ends below the
 * board.
 */
void rk_draw_rich(const struct rk_out *out, const struct rk_view *view);

/* Draws one line of it with its newline; the last one has the letters. */
void rk_draw_line(const struct rk_out *out, const struct rk_view *view,
		  int line);

/*
 * The middle of a square: RK_INSET cells on both sides of its piece. With inset
 * marks and colours nothing else in the square ever changes, so it can be drawn
 * alone; rk_draw_place() returns its line and column on the board, from 0.
 * Colours are not reset afterwards.
 */
#define RK_INSET 1

void rk_draw_place(const struct rk_view *view, int row, int column, int *line,
		   int *x);
void rk_draw_middle(const struct rk_out *out, const struct rk_view *view,
		    int row, int column);

/*
 * The row and column of the picture at a line and a column of the drawing; false
 * if there is no square.
 */
bool rk_draw_find(const struct rk_view *view, int line, int x, int *row,
		  int *column);

/* The size of the rich board at this zoom. */
int rk_draw_columns(const struct rk_rules *rules, int zoom);
int rk_draw_rows(const struct rk_rules *rules,
		 const struct rk_console_look *look, int zoom);

/* The square at a row and column of the picture, from its top left. */
int rk_view_square(const struct rk_view *view, int row, int column);
bool rk_square_is_dark(const struct rk_rules *rules, int square);

/* Writes a row's label and a blank; only blanks if `shown` is false. */
void rk_draw_label(const struct rk_out *out, const struct rk_view *view,
		   int row, bool shown);
int rk_draw_label_width(
	const struct rk_rules *rules); /* width of the label in letters */

/*
 * Writes the line of column labels, with that many blanks before and after
 * each.
 */
void rk_draw_columns_line(const struct rk_out *out, const struct rk_view *view,
			  int before, int after);

#endif
