/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The plain board, and code shared with the rich one. Both visit the squares in
 * the order of the picture, so only rk_view_square() knows how the board is
 * turned.
 */
#include "proto/draw.h"

#include "rookery/words.h"

/* Upper and lower case tell two players apart. */
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
	letters.text[0] =
		cell & RK_CELL_DEAD ? 'd' : (char)(rules->seats[seat][0] | 32);
	letters.text[1] = cell & RK_CELL_CHEAP ? 'D' : type;
	return letters;
}

/* The number of quarter turns that bring the seat to the bottom. */
static int quarter_turns(const struct rk_view *view)
{
	int players = view->rules->players;

	return view->look->below % players * 4 / players;
}

int rk_view_square(const struct rk_view *view, int row, int column)
{
	const struct rk_rules *rules = view->rules;
	int file = column, rank = rules->ranks - 1 - row;

	for (int turns = quarter_turns(view); turns; turns--) {
		int left = rules->files - 1 - file;

		file = rank;
		rank = left;
	}
	return rank * rules->files + file;
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

/* The file letter or rank number of a square. */
static struct rk_short_text coordinate(const struct rk_view *view, int square,
				       bool file)
{
	int files = view->rules->files;

	if (!file)
		return rk_number((uint32_t)(square / files + 1));
	return (struct rk_short_text){{(char)('a' + square % files)}};
}

void rk_draw_label(const struct rk_out *out, const struct rk_view *view,
		   int row, bool shown)
{
	bool turned = quarter_turns(view) & 1;
	struct rk_short_text name =
		coordinate(view, rk_view_square(view, row, 0), turned);
	int width = rk_draw_label_width(view->rules);
	int length = shown ? name.text[1] ? 2 : 1 : 0;

	write_many(out, ' ', width - length);
	if (shown)
		rk_out_text(out, name.text);
	rk_out_char(out, ' ');
}

/*
 * Two-digit numbers begin one column earlier, or, without blanks, all others
 * one later.
 */
void rk_draw_columns_line(const struct rk_out *out, const struct rk_view *view,
			  int before, int after)
{
	const struct rk_rules *rules = view->rules;
	bool turned = quarter_turns(view) & 1;

	if (turned && !before && after) {
		before++;
		after--;
	}
	write_many(out, ' ', rk_draw_label_width(rules) + 1);
	for (int column = 0; column < rules->files; column++) {
		int square = rk_view_square(view, 0, column);
		struct rk_short_text name = coordinate(view, square, !turned);

		write_many(out, ' ', before - (name.text[1] != 0));
		rk_out_text(out, name.text);
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

#ifndef RK_SMALL

/* Capital letters for files; numbers where the board is turned. */
static void write_classic_columns(const struct rk_out *out,
				  const struct rk_view *view)
{
	const struct rk_rules *rules = view->rules;
	bool turned = quarter_turns(view) & 1;
	int width = rk_rules_two_letters(rules) ? 2 : 1;

	write_many(out, ' ', rk_draw_label_width(rules) + 2);
	for (int column = 0; column < rules->files; column++) {
		struct rk_short_text name =
			coordinate(view, rk_view_square(view, 0, column),
				   !turned);

		if (!turned)
			name.text[0] ^= 32;
		rk_out_text(out, name.text);
		if (column + 1 < rules->files)
			write_many(out, ' ',
				   width + 1 - (int)rk_text_length(name.text));
	}
	rk_out_char(out, '\n');
}

/* Four players: the colour in capitals, then the piece, as in Gk. */
static void write_classic_cell(const struct rk_out *out,
			       const struct rk_view *view, int square)
{
	struct rk_short_text letters =
		rk_cell_letters(view->rules, view->cell(view->board, square));

	for (char *at = letters.text; letters.text[1] && *at; at++)
		if (*at != ' ')
			*at ^= 32;
	rk_out_parts(out, (const char *const[]){letters.text, "|", NULL});
}

static void draw_classic(const struct rk_out *out, const struct rk_view *view)
{
	static const char title[] = "---- Chess Game ----";
	const struct rk_rules *rules = view->rules;
	int width = rk_draw_label_width(rules) + 2 +
		    rules->files * (rk_rules_two_letters(rules) ? 3 : 2);

	rk_out_line(out, title);
	write_classic_columns(out, view);
	for (int row = 0; row < rules->ranks; row++) {
		rk_draw_label(out, view, row, true);
		rk_out_char(out, '|');
		for (int column = 0; column < rules->files; column++)
			write_classic_cell(out, view,
					   rk_view_square(view, row, column));
		rk_out_char(out, '\n');
	}
	write_many(out, '-', width);
	rk_out_char(out, '\n');
}

#endif

void rk_draw_plain(const struct rk_out *out, const struct rk_view *view)
{
	const struct rk_rules *rules = view->rules;

#ifndef RK_SMALL
	if (view->look->classic) {
		draw_classic(out, view);
		return;
	}
#endif
	for (int row = 0; row < rules->ranks; row++) {
		rk_draw_label(out, view, row, true);
		for (int column = 0; column < rules->files; column++)
			write_plain_cell(out, view,
					 rk_view_square(view, row, column));
		rk_out_char(out, '\n');
	}
	rk_out_char(out, '\n');
	rk_draw_columns_line(out, view, 0, rk_rules_two_letters(rules));
}
