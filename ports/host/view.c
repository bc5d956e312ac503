/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The screen of a game: the board at the top with the panel beside it, below
 * them what was said last, and at the bottom the line being typed with a line
 * of hints under it. All is laid out anew each time from the size of the
 * window; host_frame_show() sees to it that only changes are written.
 */
#include <stdio.h>

#include "ports/host/play.h"
#include "ports/host/term.h"
#include "proto/console.h"
#include "proto/draw.h"

#define LEFT 2   /* columns before everything */
#define GAP 3    /* between board and panel */
#define PANEL 24 /* the least columns a panel is worth */
#define PANEL_MOST 40
#define SAID 3       /* the least rows for words, a free one with them; */
#define SAID_SMALL 1 /* below the smallest board */
#define EDIT 2       /* rows for the line and the hints */

int host_view_edit_row(const struct host_play *play)
{
	int rows = play->edit_rows > EDIT ? play->edit_rows : EDIT;

	return rows < play->frame.height ? play->frame.height - rows : 0;
}

/* Is there room for a board of that zoom and its surroundings? */
static bool fits(const struct host_play *play, int zoom, bool panel)
{
	const struct host_frame *frame = &play->frame;
	int said = zoom > 1 ? SAID : SAID_SMALL;
	int columns, rows;

	rk_console_board_size(play->console, zoom, &columns, &rows);
	return LEFT + columns + (panel ? GAP + PANEL : 0) <= frame->width &&
	       1 + rows + said + EDIT <= frame->height;
}

/* A piece of one column is lost on a square of more than two rows. */
static bool looks_good(const struct host_play *play, int zoom)
{
	return zoom <= 2 || rk_draw_has_shapes(&play->console->look, zoom);
}

static int largest(const struct host_play *play, bool panel)
{
	int zoom = RK_MAX_ZOOM;

	while (zoom && !(looks_good(play, zoom) && fits(play, zoom, panel)))
		zoom--;
	return zoom;
}

/* The zoom for this window; 0: no rich board fits. */
static int choose_zoom(const struct host_play *play)
{
	int with = largest(play, true), without = largest(play, false);

	if (play->zoom_wish && fits(play, play->zoom_wish, false))
		return play->zoom_wish;
	if (with > 1 || with == without)
		return with;
	return without > 2 ? 2 : without;
}

static void capture_board(struct host_play *play,
			  enum rk_console_drawing drawing)
{
	struct host_text *before = play->into;

	play->board.length = 0;
	play->into = &play->board;
	play->console->look.drawing = drawing;
	rk_console_draw(play->console);
	play->console->look.drawing = RK_DRAW_RICH;
	play->into = before;
}

/* An area of the screen, in cells. */
struct area {
	int row;
	int column;
	int rows;
	int columns;
};

/* Puts lines there, as many as fit and as much of them as fits. */
static void put_lines(struct host_frame *frame, const struct host_text *text,
		      struct area area)
{
	const char *from = text->bytes, *line;
	size_t left = text->length, length;

	while (area.rows-- > 0 &&
	       host_text_line(&from, &left, &line, &length)) {
		struct host_text *to = host_frame_row(frame, area.row++);

		host_text_pad(to, area.column - host_text_columns(to->bytes,
								  to->length));
		host_text_clip(to, line, length, area.columns);
		host_text_put(to, HOST_USUAL);
	}
}

static void draw_panel(struct host_play *play, struct area area)
{
	struct host_text text = {NULL, 0, 0};

	if (area.columns > PANEL_MOST)
		area.columns = PANEL_MOST;
	host_panel_write(play, &text, area.columns, area.rows);
	put_lines(&play->frame, &text, area);
	host_text_free(&text);
}

/* Returns the row below. */
static int draw_rich(struct host_play *play)
{
	struct host_frame *frame = &play->frame;
	struct area area = {1, LEFT, 0, 0};

	capture_board(play, RK_DRAW_RICH);
	rk_console_board_size(play->console, play->console->look.zoom,
			      &area.columns, &area.rows);
	put_lines(frame, &play->board, area);
	area.column += area.columns + GAP;
	area.columns = frame->width - area.column;
	if (area.columns >= PANEL) {
		draw_panel(play, area);
	} else {
		host_text_pad(host_frame_row(frame, 0), LEFT);
		host_panel_write_line(play, host_frame_row(frame, 0));
	}
	return area.row + area.rows;
}

/* The smallest board, or else none: the window is what it is. */
static int draw_compact(struct host_play *play)
{
	struct host_frame *frame = &play->frame;
	const char *from, *line;
	size_t left, length;
	int rows = 0;

	capture_board(play, RK_DRAW_PLAIN);
	from = play->board.bytes;
	left = play->board.length;
	while (host_text_line(&from, &left, &line, &length)) {
		if (!length)
			continue; /* the one above the files can be spared */
		if ((int)length > frame->width)
			rows = frame->height;
		host_text_add(host_frame_row(frame, rows++), line, length);
	}
	if (rows + EDIT <= frame->height)
		return rows;
	host_frame_begin(frame, frame->height, frame->width);
	host_text_put(host_frame_row(frame, 0), "Window too small.");
	return 1;
}

/*
 * What was said and, while no game runs, what can be done: below the board if
 * it fits there. Words that do not fit have the screen for themselves, page by
 * page; choices that do not fit are left out.
 */
static void draw_words(struct host_play *play, const struct host_text *said,
		       struct area area)
{
	struct host_text words = {NULL, 0, 0};
	int lines;

	host_text_add(&words, said->bytes, said->length);
	host_menu_write(play, &words, area.columns);
	lines = host_text_lines(&words);
	area.row += lines < area.rows;
	put_lines(&play->frame, &words, area);
	host_text_free(&words);
}

static void draw_page(struct host_play *play, const struct host_text *said,
		      int rows)
{
	const char *from = said->bytes, *line;
	size_t left = said->length, length;

	if (rows < 1)
		rows = 1;
	play->pages = (host_text_lines(said) + rows - 1) / rows;
	if (play->page >= play->pages)
		play->page = play->pages - 1;
	for (int i = 0; host_text_line(&from, &left, &line, &length); i++) {
		struct host_text *to;

		if (i / rows != play->page)
			continue;
		to = host_frame_row(&play->frame, i % rows);
		host_text_pad(to, LEFT);
		host_text_add(to, line, length);
	}
}

static const char *hint(const struct host_play *play)
{
	const struct rk_console *console = play->console;

	if (play->question)
		return play->question;
	if (play->page >= 0 && play->page + 1 < play->pages)
		return "Enter: next page";
	if (play->page >= 0)
		return "Enter: back to the board";
	if (!play->zoom)
		return "A small window.";
	if (play->zoom_wish && play->zoom != play->zoom_wish)
		return "The window is too small for that zoom.";
	if (rk_console_computer_to_move(console))
		return console->game.rules->walks(&console->game.pos)
			       ? "A king walks."
			       : "The computer is thinking.";
	if (rk_console_moves_by_itself(console))
		return "Enter: the computer moves";
	return "Tab completes, help explains, Ctrl-C leaves";
}

static void draw_hint(struct host_play *play)
{
	struct host_text *row;

	if (play->edit_rows > 1)
		return;
	row = host_frame_row(&play->frame, play->frame.height - 1);
	host_text_pad(row, LEFT);
	host_text_put(row, play->question ? HOST_BOLD : HOST_DIM);
	host_text_put(row, hint(play));
}

static void set_prompt(struct host_play *play)
{
	const struct rk_console *console = play->console;
	const char *name = "";

	if (console->in_setup)
		name = "Set-up";
	else if (rk_console_state(console) == RK_CONSOLE_GAME)
		name = console->game.rules->seats[rk_game_turn(&console->game)];
	snprintf(play->prompt, sizeof(play->prompt),
		 "%*s\1" HOST_BOLD "\1%s%s%s\1" HOST_USUAL "\1 ", LEFT, "",
		 name, *name ? " " : "",
		 console->look.glyphs ? "\xe2\x80\xba" : ">");
}

void host_view_draw(struct host_play *play)
{
	struct host_frame *frame = &play->frame;
	struct host_text said = {NULL, 0, 0};
	struct area area = {.column = LEFT};
	int rows, columns, edit_row;

	host_term_size(&rows, &columns);
	if (rows != frame->height || columns != frame->width)
		play->zoom_wish = 0;
	host_frame_begin(frame, rows, columns);
	edit_row = host_view_edit_row(play);
	play->zoom = choose_zoom(play);
	if (play->zoom)
		play->console->look.zoom = (uint8_t)play->zoom;
	area.row = play->zoom ? draw_rich(play) : draw_compact(play);
	area.rows = edit_row - area.row;
	play->said_rows = area.rows;
	area.columns = frame->width - LEFT - 1;
	host_text_wrap(&said, play->said.bytes, play->said.length,
		       area.columns);
	if (host_text_lines(&said) <= area.rows) {
		play->page = -1;
		draw_words(play, &said, area);
	} else {
		play->page = play->page < 0 ? 0 : play->page;
		host_frame_begin(frame, rows, columns);
		draw_page(play, &said, edit_row);
	}
	draw_hint(play);
	set_prompt(play);
	host_frame_show(frame, edit_row, edit_row + play->edit_rows);
	host_text_free(&said);
}
