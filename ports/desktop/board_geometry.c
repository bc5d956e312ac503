/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Where the squares of a board are, and what stands on them. Nothing here needs
 * cairo. Players sit around the board clockwise, so a board with another seat
 * below is turned by quarters; with two players that is half a turn.
 */
#include "ports/desktop/board.h"

void board_from_pos(struct board_view *view, const struct rk_rules *rules,
		    const union rk_any_pos *pos)
{
	int squares = rk_board_squares(rules);

	view->rules = rules;
	for (int square = 0; square < BOARD_SQUARES; square++) {
		view->cells[square] =
			(uint8_t)(square < squares ? rules->cell(pos, square)
						   : RK_CELL_WALL);
		view->marks[square] = 0;
		view->by[square] = 0;
	}
	for (int seat = 0; seat < rules->players; seat++) {
		int king = rk_find_king(rules, pos, seat);

		if (king >= 0 && rules->in_check(pos, seat))
			view->marks[king] |= BOARD_CHECK;
	}
}

void board_mark_move(struct board_view *view, const union rk_any_pos *pos,
		     rk_any_move move)
{
	const struct rk_rules *rules = view->rules;
	int ends[] = {rules->from(pos, move), rules->to(pos, move)};

	for (int i = 0; i < 2; i++) {
		view->marks[ends[i]] |= BOARD_LAST;
		view->by[ends[i]] = (uint8_t)rules->turn(pos);
	}
}

int board_quarters(const struct board_view *view)
{
	int players = view->rules->players;

	return view->below % players * 4 / players;
}

/* Every board so far is as wide as it is high. */
static int longer_side(const struct board_view *view)
{
	int files = view->rules->files, ranks = view->rules->ranks;

	return files > ranks ? files : ranks;
}

double board_square_size(const struct board_view *view, double size)
{
	return size / longer_side(view);
}

double board_fit(const struct board_view *view, double size)
{
	int count = longer_side(view);
	int side = (int)(size / count);

	return side ? side * count : size;
}

void board_square_place(const struct board_view *view, int square,
			double *column, double *row)
{
	int files = view->rules->files, ranks = view->rules->ranks;
	int file = square % files, rank = square / files;
	int places[4][2] = {
		{file, ranks - 1 - rank},
		{ranks - 1 - rank, files - 1 - file},
		{files - 1 - file, rank},
		{rank, file},
	};
	const int *place = places[board_quarters(view)];

	*column = place[0];
	*row = place[1];
}

int board_square_at(const struct board_view *view, double size, double x,
		    double y)
{
	int files = view->rules->files, ranks = view->rules->ranks;
	int quarters = board_quarters(view);
	double side = board_square_size(view, size);
	int column, row, file, rank;

	/* Written so that NaN is outside too. */
	if (!(size > 0 && x >= 0 && y >= 0 && x < size && y < size))
		return -1;
	column = (int)(x / side);
	row = (int)(y / side);
	if (column >= (quarters % 2 ? ranks : files) ||
	    row >= (quarters % 2 ? files : ranks))
		return -1;
	switch (quarters) {
	case 1:
		file = files - 1 - row;
		rank = ranks - 1 - column;
		break;
	case 2:
		file = files - 1 - column;
		rank = row;
		break;
	case 3:
		file = row;
		rank = column;
		break;
	default:
		file = column;
		rank = ranks - 1 - row;
	}
	return view->cells[rank * files + file] == RK_CELL_WALL
		       ? -1
		       : rank * files + file;
}
