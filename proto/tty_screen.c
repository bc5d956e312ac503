/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The screen of a terminal: the board at the top, messages that scroll in the
 * rows below it, the input line in the last row. What is shown on each square is
 * kept, so that only squares that have changed are sent. The terminal saves the
 * cursor while something is drawn elsewhere.
 */
#include "proto/draw.h"
#include "proto/tty_inside.h"
#include "rookery/layout.h"

#define BELOW 5 /* rows at least below a large board, with the input line; */
#define BELOW_SMALL 2 /* and below a small one */

#define MARKED 0x80           /* squares of the last move */
#define CHECKED RK_CELL_CHEAP /* a king is never cheap */

/* ---- The cursor ---- */

static void write_place(const struct rk_tty *tty, int row, int column)
{
	rk_out_parts(&tty->out,
		     (const char *const[]){
			     "\x1b[", rk_number((uint32_t)row + 1).text, ";",
			     rk_number((uint32_t)column + 1).text, "H", NULL});
}

void rk_tty_go(struct rk_tty *tty, int row, int column)
{
	if (!tty->away)
		rk_tty_put(tty, "\x1b"
				"7");
	tty->away = true;
	write_place(tty, row, column);
}

static void erase_row(struct rk_tty *tty, int row)
{
	write_place(tty, row, 0);
	rk_tty_put(tty, "\x1b[K");
}

void rk_tty_come_back(struct rk_tty *tty)
{
	if (tty->away)
		rk_tty_put(tty, "\x1b[0m\x1b"
				"8");
	tty->away = false;
}

void rk_tty_scroll_from(const struct rk_tty *tty, unsigned int row)
{
	rk_out_parts(&tty->out,
		     (const char *const[]){"\x1b[", rk_number(row + 1).text,
					   ";", rk_number(tty->rows).text, "r",
					   NULL});
}

/* ---- Layout ---- */

static struct rk_view view_of(const struct rk_tty *tty)
{
	struct rk_view view = rk_console_view(tty->console);

	view.inset = true;
	return view;
}

static struct rk_layout layout(const struct rk_tty *tty)
{
	return (struct rk_layout){
		.rows = tty->rows,
		.columns = tty->columns,
		.other_rows = BELOW,
		.other_rows_small = BELOW_SMALL,
	};
}

/*
 * Chooses a zoom that fits, or the given one if it is not 0. If no board fits,
 * it is written among the messages.
 */
static void lay_out(struct rk_tty *tty, int zoom)
{
	struct rk_console_look *look = &tty->console->look;
	const struct rk_layout here = layout(tty);
	int top = tty->top, columns, rows = 0;

	if (!zoom || !rk_layout_fits(&here, tty->console, zoom))
		zoom = rk_layout_zoom(&here, tty->console);
	tty->zoom = (uint8_t)zoom;
	look->drawing = zoom ? RK_DRAW_RICH : RK_DRAW_PLAIN;
	if (zoom) {
		look->zoom = (uint8_t)zoom;
		rk_console_board_size(tty->console, zoom, &columns, &rows);
	}
	tty->top = (uint8_t)rows;
	while (top-- > tty->top)
		erase_row(tty, top);
}

/* ---- The board ---- */

/* Everything that the middle of a square depends on, except the theme. */
static uint8_t shown_as(const struct rk_view *view, int square)
{
	int cell = view->cell(view->board, square);

	if (cell == rk_cell(rk_cell_seat(cell), RK_KING) &&
	    view->checked >> rk_cell_seat(cell) & 1)
		cell |= CHECKED;
	if (square == view->from || square == view->to)
		cell |= MARKED;
	return (uint8_t)cell;
}

static void draw_changes(struct rk_tty *tty, const struct rk_view *view)
{
	const struct rk_rules *rules = view->rules;

	for (int at = 0; at < rk_board_squares(rules); at++) {
		int row = at / rules->files, column = at % rules->files;
		int square = rk_view_square(view, row, column);
		uint8_t look = shown_as(view, square);
		int line, x;

		if (tty->shown[square] == look)
			continue;
		tty->shown[square] = look;
		rk_draw_place(view, row, column, &line, &x);
		rk_tty_go(tty, line, x);
		rk_draw_middle(&tty->out, view, row, column);
	}
}

/* Board lines end where the panel starts, which is empty now. */
static void write_board_line(void *self, const char *text, size_t length)
{
	const struct rk_tty *tty = self;

	if (length == 1 && *text == '\n')
		rk_tty_put(tty, "\x1b[K\r\n");
	else
		rk_out_bytes(&tty->out, text, length);
}

static void draw_board(struct rk_tty *tty, const struct rk_view *view)
{
	const struct rk_out out = {write_board_line, tty};

	for (int line = 0; line < tty->top; line++)
		rk_draw_line(&out, view, line);
	for (int square = 0; square < rk_board_squares(view->rules); square++)
		tty->shown[square] = shown_as(view, square);
}

/* The cursor ends in the last row, which is empty. */
void rk_tty_draw(struct rk_tty *tty, bool clear)
{
	struct rk_view view = view_of(tty);

	rk_tty_put(tty, "\x1b[?25l\x1b[0m");
	rk_tty_scroll_from(tty, 0);
	if (view.rules != tty->rules)
		lay_out(tty, 0);
	rk_tty_put(tty, clear ? "\x1b[H\x1b[J" : "\x1b[H");
	tty->covered = false;
	tty->prompted = false;
	tty->rules = view.rules;
	tty->theme = view.look->theme;
	tty->below = view.look->below;
	memset(tty->sums, 0, sizeof(tty->sums));
	if (tty->zoom) {
		draw_board(tty, &view);
		rk_tty_scroll_from(tty, tty->top);
		rk_tty_draw_panel(tty);
		rk_tty_come_back(tty);
	}
	erase_row(tty, tty->rows - 1);
	rk_tty_put(tty, "\x1b[?25h");
	tty->said = tty->said_column = 0;
}

/* ---- Updates ---- */

/* Was a different zoom asked for, and does it fit? */
static bool zoom_changes(struct rk_tty *tty)
{
	uint8_t *asked = &tty->console->look.zoom;
	const struct rk_layout here = layout(tty);

	if (!tty->zoom || *asked == tty->zoom)
		return false;
	if (rk_layout_fits(&here, tty->console, *asked)) {
		lay_out(tty, *asked);
		return true;
	}
	*asked = tty->zoom;
	rk_tty_say(tty, "The screen is too small for that.");
	return false;
}

static bool is_as_drawn(struct rk_tty *tty)
{
	struct rk_view view = view_of(tty);

	return view.rules == tty->rules && !zoom_changes(tty) &&
	       view.look->theme == tty->theme && view.look->below == tty->below;
}

void rk_tty_refresh(struct rk_tty *tty)
{
	struct rk_view view;

	if (!tty->rich)
		return;
	if (!tty->covered && !is_as_drawn(tty))
		rk_tty_draw(tty, false);
	if (!tty->covered && tty->zoom) {
		view = view_of(tty);
		draw_changes(tty, &view);
		rk_tty_draw_panel(tty);
		rk_tty_come_back(tty);
	}
	rk_tty_draw_line(tty);
}
