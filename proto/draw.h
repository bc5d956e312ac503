/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Drawing a board of any kind of chess. */
#ifndef RK_PROTO_DRAW_H
#define RK_PROTO_DRAW_H

#include "rookery/console.h"

/* What is to be seen. */
struct rk_view {
	const struct rk_rules *rules;
	const struct rk_console_look *look;
	const void *board; /* a position or a set-up */
	int (*cell)(const void *board, int square);
	int from; /* of the last move, or -1 */
	int to;
	uint8_t checked; /* the seats that are in check */
	bool inset;      /* marks fill the middle of a square, not all of it */
};

/* Of the set-up, the game, or the next game. */
struct rk_view rk_console_view(const struct rk_console *console);

/*
 * Byte for byte as the specification says. Where capital and small letters
 * cannot tell the players apart, a square is two letters: the player's and
 * the piece's.
 */
void rk_draw_plain(const struct rk_out *out, const struct rk_view *view);

/*
 * Colours, pieces, coordinates; a line for each row of squares, or `zoom` of
 * them, and one for the letters below. The cursor ends below the board.
 */
void rk_draw_rich(const struct rk_out *out, const struct rk_view *view);

/* One line of it, with its newline; the last one has the letters. */
void rk_draw_line(const struct rk_out *out, const struct rk_view *view,
		  int line);

/*
 * The middle of a square: so many cells on both sides of its piece. With inset
 * marks and colours nothing else in the square ever changes, so it can be drawn
 * alone: rk_draw_place() says from where, in lines and columns of the board,
 * counted from 0. The colours stay as they are afterwards.
 */
#define RK_INSET 1

void rk_draw_place(const struct rk_view *view, int row, int column, int *line,
		   int *x);
void rk_draw_middle(const struct rk_out *out, const struct rk_view *view,
		    int row, int column);

/* A piece as the rich board has it, one column wide; the colour is set. */
void rk_draw_piece(const struct rk_out *out, const struct rk_rules *rules,
		   const struct rk_console_look *look, int cell);

/* The size of the rich board, were this its zoom. */
int rk_draw_columns(const struct rk_rules *rules, int zoom);
int rk_draw_rows(const struct rk_rules *rules,
		 const struct rk_console_look *look, int zoom);

/* Are pieces pictures at that zoom, or one column however large squares are? */
bool rk_draw_has_shapes(const struct rk_console_look *look, int zoom);

/*
 * The two letters of a cell, or one and a NUL; blanks if it is no piece. Dead
 * pieces have a d for their player, queens that count one point are a D.
 */
struct rk_short_text rk_cell_letters(const struct rk_rules *rules, int cell);

/* Does it take two? */
bool rk_rules_two_letters(const struct rk_rules *rules);

/* The square in a row and column of the picture, counted from its top left. */
int rk_view_square(const struct rk_view *view, int row, int column);
bool rk_square_is_dark(const struct rk_rules *rules, int square);

/* A row's name and a blank; only blanks if `shown` is false. */
void rk_draw_label(const struct rk_out *out, const struct rk_view *view,
		   int row, bool shown);
int rk_draw_label_width(const struct rk_rules *rules); /* its letters */

/* The line of the columns' names, with so many blanks before and after each. */
void rk_draw_columns_line(const struct rk_out *out, const struct rk_view *view,
			  int before, int after);

#endif
