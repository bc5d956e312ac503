/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Choosing squares of the rich board with a cursor or a mouse: from places of
 * the picture to squares, and the squares where a piece may go. What is lit is
 * in the console, and the next line that it gets darkens it again.
 */
#include "proto/console.h"
#include "proto/draw.h"

/* Corners of the cross are no squares. */
static bool is_wall(const struct rk_view *view, int square)
{
	return view->cell(view->board, square) == RK_CELL_WALL;
}

int rk_console_square_at(const struct rk_console *console, int line, int column)
{
	const struct rk_view view = rk_console_view(console);
	int row, at, square;

	if (!rk_draw_find(&view, line, column, &row, &at))
		return -1;
	square = rk_view_square(&view, row, at);
	return is_wall(&view, square) ? -1 : square;
}

/* Where a square is in the picture: its row times the files, and its column. */
static int find_place(const struct rk_view *view, int square)
{
	int files = view->rules->files;
	int place = rk_board_squares(view->rules) - 1;

	while (place &&
	       rk_view_square(view, place / files, place % files) != square)
		place--;
	return place;
}

int rk_console_square_beside(const struct rk_console *console, int square,
			     int right, int down)
{
	const struct rk_view view = rk_console_view(console);
	int place = find_place(&view, square);
	int row = place / view.rules->files + down;
	int column = place % view.rules->files + right;
	int beside;

	if (row < 0 || row >= view.rules->ranks || column < 0 ||
	    column >= view.rules->files)
		return square;
	beside = rk_view_square(&view, row, column);
	return is_wall(&view, beside) ? square : beside;
}

int rk_console_light_moves(struct rk_console *console, int square)
{
	const struct rk_game *game = &console->game;
	rk_any_move *list = rk_console_scratch(console)->moves;
	int all = game->rules->moves(&game->pos, list);
	int count = 0;

	memset(console->lit.squares, 0, sizeof(console->lit.squares));
	for (int i = 0; i < all; i++) {
		if (game->rules->from(&game->pos, list[i]) != square)
			continue;
		rk_console_light_move(console, list[i]);
		count++;
	}
	return count;
}
