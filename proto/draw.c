/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The plain board, and what it has in common with the rich one. Both go
 * through the squares in the order in which they are seen, so that flipping
 * the board is done in one place, rk_view_square().
 */
#include "proto/draw.h"

#include "proto/words.h"

/* Capital letters and small ones: so many players they tell apart. */
#define LETTER_CASES 2

bool rk_rules_two_letters(const struct rk_rules *rules)
{
	return rules->players > LETTER_CASES;
}

struct rk_short_text rk_cell_letters(const struct rk_rules *rules, int cell)
{
	struct rk_short_text letters = {""};
	int seat = rk_cell_seat(cell);
	char type;

	if (!rk_cell_is_piece(cell)) {
		letters.text[0] = ' ';
		letters.text[1] = rk_rules_two_letters(rules) ? ' ' : 0;
		return letters;
	}
	type = rules->types[rk_cell_type(cell)];
	if (!rk_rules_two_letters(rules)) {
		letters.text[0] = seat ? (char)(type | 32) : type;
		return letters;
	}
	letters.text[0] = cell & RK_CELL_DEAD
				  ? 'd'
				  : (char)(rules->seats[seat][0] | 32);
	letters.text[1] = type;
	return letters;
}

int rk_view_square(const struct rk_view *view, int row, int column)
{
	const struct rk_rules *rules = view->rules;

	if (view->look->flipped)
		return row * rules->files + rules->files - 1 - column;
	return (rules->ranks - 1 - row) * rules->files + column;
}

bool rk_square_is_dark(const struct rk_rules *rules, int square)
{
	return (square / rules->files + square % rules->files) % 2 == 0;
}

static void write_many(const struct rk_out *out, char letter, int count)
{
	while (count-- > 0)
		rk_out_char(out, letter);
}

int rk_draw_label_width(const struct rk_rules *rules)
{
	return rules->ranks < 10 ? 1 : 2;
}

void rk_draw_label(const struct rk_out *out, const struct rk_view *view,
		   int row, bool shown)
{
	int rank = rk_view_square(view, row, 0) / view->rules->files + 1;
	int width = rk_draw_label_width(view->rules);
	int digits = shown ? rank < 10 ? 1 : 2 : 0;

	write_many(out, ' ', width - digits);
	if (shown)
		rk_out_number(out, (uint64_t)rank);
	rk_out_char(out, ' ');
}

void rk_draw_files(const struct rk_out *out, const struct rk_view *view,
		   int before, int after)
{
	const struct rk_rules *rules = view->rules;

	write_many(out, ' ', rk_draw_label_width(rules) + 1);
	for (int column = 0; column < rules->files; column++) {
		int square = rk_view_square(view, 0, column);

		write_many(out, ' ', before);
		rk_out_char(out, (char)('a' + square % rules->files));
		if (column + 1 < rules->files)
			write_many(out, ' ', after);
	}
	rk_out_char(out, '\n');
}

static void write_plain_cell(const struct rk_out *out,
			     const struct rk_view *view, int square)
{
	int cell = view->cell(view->board, square);
	bool dark = cell != RK_CELL_WALL &&
		    rk_square_is_dark(view->rules, square);

	if (rk_cell_is_piece(cell))
		rk_out_text(out, rk_cell_letters(view->rules, cell).text);
	else
		write_many(out, dark ? '_' : ' ',
			   rk_rules_two_letters(view->rules) ? 2 : 1);
}

void rk_draw_plain(const struct rk_out *out, const struct rk_view *view)
{
	const struct rk_rules *rules = view->rules;

	for (int row = 0; row < rules->ranks; row++) {
		rk_draw_label(out, view, row, true);
		for (int column = 0; column < rules->files; column++)
			write_plain_cell(out, view,
					 rk_view_square(view, row, column));
		rk_out_char(out, '\n');
	}
	rk_out_char(out, '\n');
	rk_draw_files(out, view, 0, rk_rules_two_letters(rules));
}
