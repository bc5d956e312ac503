/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The screen of a game: the board at the top with the panel beside it, the
 * last messages below, and at the bottom the input line with a status line
 * under it. Everything is laid out anew each time for the size of the window;
 * host_screen_show() writes only what has changed.
 */
#include <stdio.h>

#include "ports/host/play.h"
#include "ports/host/term.h"
#include "rookery/console.h"
#include "rookery/layout.h"
#include "rookery/panel.h"
#include "rookery/theme.h"

#define LEFT 2      /* columns before everything */
#define BOARD_ROW 1 /* from 0 */
#define GAP 3       /* between board and panel */
#define PANEL 24    /* columns that a panel needs */
#define PANEL_MOST 40
#define SAID 3       /* minimum rows for messages, with an empty one; */
#define SAID_SMALL 1 /* below the smallest board */
#define NARROW 48    /* columns below which the status line says less */
#define EDIT 2       /* rows for the input line and the status line */

int host_view_edit_row(const struct host_play *play)
{
	int rows = play->edit_rows > EDIT ? play->edit_rows : EDIT;

	return rows < play->screen.height ? play->screen.height - rows : 0;
}

int host_view_square(const struct host_play *play, int row, int column)
{
	if (!play->zoom)
		return -1;
	return rk_console_square_at(play->console, row - BOARD_ROW,
				    column - LEFT);
}

/*
 * What a board must leave free, with a panel or without, and with at least so
 * many rows below it.
 */
static struct rk_layout layout(const struct host_play *play, bool panel,
			       int below)
{
	return (struct rk_layout){
		.rows = play->screen.height,
		.columns = play->screen.width,
		.other_rows = 1 + (below > SAID ? below : SAID) + EDIT,
		.other_rows_small =
			1 + (below > SAID_SMALL ? below : SAID_SMALL) + EDIT,
		.other_columns = LEFT + (panel ? GAP + PANEL : 0),
	};
}

/* The zoom for this window; 0: no rich board fits. */
static int choose_zoom(const struct host_play *play, int below)
{
	const struct rk_layout beside = layout(play, true, below);
	const struct rk_layout alone = layout(play, false, below);
	int with = rk_layout_zoom(&beside, play->seen);
	int without = rk_layout_zoom(&alone, play->seen);

	if (play->zoom_asked &&
	    rk_layout_fits(&alone, play->seen, play->zoom_asked))
		return play->zoom_asked;
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
	play->seen->look.drawing = drawing;
	rk_console_draw(play->seen);
	play->seen->look.drawing = RK_DRAW_RICH;
	play->into = before;
}

/* What is below the board: messages, and the menu while no game runs. */
struct words {
	struct host_text said;
	struct host_text menu;
	int said_lines;
	int menu_lines;
};

static void find_words(struct words *words, struct host_play *play, int columns)
{
	const struct rk_out out = host_text_out(&words->menu);

	host_text_wrap(&words->said, play->said.bytes, play->said.length,
		       columns);
	words->said_lines = host_text_lines(&words->said);
	play->menu.can_review = host_review_is_possible(play);
	/* Who steps through the game has other keys in the status line. */
	if (rk_menu_is_open(&play->menu) && !play->is_back)
		rk_menu_write(&play->menu, &out, columns);
	words->menu_lines = host_text_lines(&words->menu);
}

/* An area of the screen, in cells. */
struct area {
	int row;
	int column;
	int rows;
	int columns;
};

/* Puts lines into an area, as many as fit, cut at its width. */
static void put_lines(struct host_screen *screen, const struct host_text *text,
		      struct area area)
{
	const char *from = text->bytes, *line;
	size_t left = text->length, length;

	while (area.rows-- > 0 &&
	       host_text_line(&from, &left, &line, &length)) {
		struct host_text *to = host_screen_row(screen, area.row++);

		host_text_pad(to, area.column - host_text_columns(to->bytes,
								  to->length));
		host_text_clip(to, line, length, area.columns);
		host_text_put(to, RK_TEXT_NORMAL);
	}
}

static void draw_panel(struct host_play *play, struct area area)
{
	struct host_text text = {NULL, 0, 0};
	const struct rk_out out = host_text_out(&text);

	if (area.columns > PANEL_MOST)
		area.columns = PANEL_MOST;
	rk_panel_write(&out, play->seen, area.columns, area.rows);
	put_lines(&play->screen, &text, area);
	host_text_free(&text);
}

/* With points for four there is space for the clock of who is to move alone. */
static void write_players(struct host_text *row,
			  const struct rk_console *console, unsigned int parts)
{
	const struct rk_game *game = &console->game;
	const struct rk_out out = host_text_out(row);
	int players = game->rules->players;

	row->length = 0;
	for (int seat = 0; seat < players; seat++) {
		if (players > 2)
			parts = seat == rk_game_turn(game) &&
						!*rk_panel_fate(game, seat)
					? RK_PANEL_CLOCK
					: 0;
		host_text_pad(row, seat ? GAP - 1 : LEFT);
		rk_panel_player(&out, console, seat, parts);
	}
}

/*
 * In a row above the board, where no panel fits beside it. Clocks come before
 * who it is.
 */
static void draw_players(struct host_play *play)
{
	const struct rk_console *console = play->seen;
	struct host_text *row = host_screen_row(&play->screen, 0);

	if (console->in_setup || rk_console_shows_next(console))
		return;
	write_players(row, console, RK_PANEL_WHO | RK_PANEL_CLOCK);
	if (console->game.clock.initial &&
	    host_text_columns(row->bytes, row->length) > play->screen.width)
		write_players(row, console, RK_PANEL_CLOCK);
}

/* Returns the row below. */
static int draw_rich(struct host_play *play)
{
	struct host_screen *screen = &play->screen;
	struct area area = {BOARD_ROW, LEFT, 0, 0};

	capture_board(play, RK_DRAW_RICH);
	rk_console_board_size(play->seen, play->seen->look.zoom, &area.columns,
			      &area.rows);
	put_lines(screen, &play->board, area);
	area.column += area.columns + GAP;
	area.columns = screen->width - area.column;
	if (area.columns >= PANEL) {
		draw_panel(play, area);
	} else {
		draw_players(play);
	}
	return area.row + area.rows;
}

/* The plain board, or none if that does not fit either. */
static int draw_compact(struct host_play *play)
{
	struct host_screen *screen = &play->screen;
	const char *from, *line;
	size_t left, length;
	int rows = 0;

	capture_board(play, RK_DRAW_PLAIN);
	from = play->board.bytes;
	left = play->board.length;
	while (host_text_line(&from, &left, &line, &length)) {
		if (!length)
			continue; /* without the one above the files */
		if ((int)length > screen->width)
			rows = screen->height;
		host_text_add(host_screen_row(screen, rows++), line, length);
	}
	if (rows + EDIT <= screen->height)
		return rows;
	host_screen_begin(screen, screen->height, screen->width);
	host_text_put(host_screen_row(screen, 0), "Window too small.");
	return 1;
}

/* The messages and, while no game runs, the menu, below the board. */
static void draw_messages(struct host_play *play, const struct words *words,
			  struct area area)
{
	struct host_text text = {NULL, 0, 0};
	int lines = words->said_lines + words->menu_lines;

	host_text_add(&text, words->said.bytes, words->said.length);
	if (words->said_lines && words->menu_lines && lines < area.rows) {
		host_text_put(&text, "\n");
		lines++;
	}
	host_text_add(&text, words->menu.bytes, words->menu.length);
	area.row += lines < area.rows;
	put_lines(&play->screen, &text, area);
	host_text_free(&text);
}

static void draw_page(struct host_play *play, const struct host_text *said,
		      int rows)
{
	const char *from = said->bytes, *line;
	size_t left = said->length, length;

	if (rows < 1)
		rows = 1;
	play->page = play->page < 0 ? 0 : play->page;
	play->pages = (host_text_lines(said) + rows - 1) / rows;
	if (play->page >= play->pages)
		play->page = play->pages - 1;
	for (int i = 0; host_text_line(&from, &left, &line, &length); i++) {
		struct host_text *to;

		if (i / rows != play->page)
			continue;
		to = host_screen_row(&play->screen, i % rows);
		host_text_pad(to, LEFT);
		host_text_add(to, line, length);
	}
}

static const char *page_status(struct host_play *play)
{
	bool is_last = play->page + 1 >= play->pages;

	snprintf(play->status, sizeof(play->status), "Enter: %s (%d of %d)%s%s",
		 is_last ? "back to the board" : "next page", play->page + 1,
		 play->pages, play->page ? "  PageUp: back" : "",
		 is_last ? "" : "  Escape: the board");
	return play->status;
}

static const char *status_line(struct host_play *play)
{
	const char *next = rk_panel_next(play->console);
	const char *step = host_step_status(play);
	bool is_thinking = rk_console_computer_to_move(play->console);

	if (play->question)
		return play->question;
	if (play->page >= 0)
		return page_status(play);
	if (step)
		return step;
	if (play->console->lit.has_cursor)
		return play->pointer.has_piece
			       ? "Enter: put it there  Escape: leave"
			       : "Enter: pick a piece  Escape: leave";
	if (play->is_stopped)
		return "The computers wait. Enter: they go on";
	if (is_thinking && *play->thought)
		return play->thought;
	if (is_thinking && host_play_is_alone(play->console))
		return "The computers play on.";
	if (!play->zoom)
		return "A small window.";
	if (play->zoom_asked && play->zoom_usual != play->zoom_asked)
		return "The window is too small for that zoom.";
	if (next)
		return next;
	if (host_review_is_known(play))
		return "PageUp, PageDown: step through the game";
	return play->screen.width < NARROW
		       ? "Tab, help, Ctrl-C leaves"
		       : "Tab completes, help explains, Ctrl-C leaves";
}

static void draw_status_line(struct host_play *play)
{
	struct host_text *row;

	if (play->edit_rows > 1)
		return;
	row = host_screen_row(&play->screen, play->screen.height - 1);
	host_text_pad(row, LEFT);
	if (!play->question && play->notice.length) {
		host_text_add(row, play->notice.bytes, play->notice.length);
		return;
	}
	host_text_put(row, play->question ? RK_TEXT_BOLD : RK_TEXT_DIM);
	if (!play->question && !play->is_stopped && play->page < 0 &&
	    rk_console_computer_to_move(play->console) &&
	    host_play_is_alone(play->console))
		host_text_put(row, "Any key stops them.  ");
	host_text_put(row, status_line(play));
}

static void set_prompt(struct host_play *play)
{
	const struct rk_console *console = play->console;
	const char *name = rk_panel_prompt(console);

	snprintf(play->prompt, sizeof(play->prompt),
		 "%*s\1" RK_TEXT_BOLD "\1%s%s%s\1" RK_TEXT_NORMAL "\1 ", LEFT,
		 "", name, *name ? " " : "",
		 console->look.glyphs ? "\xe2\x80\xba" : ">");
}

/* The rows between a board of that zoom and the input line. */
static int rows_below(const struct host_play *play, int zoom)
{
	int columns, rows = 0;

	if (zoom)
		rk_console_board_size(play->seen, zoom, &columns, &rows);
	return host_view_edit_row(play) - 1 - rows;
}

/*
 * The menu has its rows, whatever else is there. Messages for which there are
 * none left get a smaller board; a single line takes the status line instead.
 */
static void choose_board(struct host_play *play, struct words *words)
{
	int all = words->said_lines + words->menu_lines;
	int zoom;

	play->zoom = play->zoom_usual = choose_zoom(play, words->menu_lines);
	play->said_rows =
		rows_below(play, play->zoom_usual) - words->menu_lines;
	play->notice.length = 0;
	if (!play->zoom || all <= rows_below(play, play->zoom))
		return;
	if (words->said_lines == 1 && words->menu_lines) {
		host_text_add(&play->notice, words->said.bytes,
			      words->said.length - 1);
		words->said.length = 0;
		words->said_lines = 0;
		return;
	}
	zoom = choose_zoom(play, all);
	if (zoom)
		play->zoom = zoom;
}

/* Where a menu has no place below a board, it takes the place of the board. */
static void draw_below(struct host_play *play, struct words *words,
		       struct area area)
{
	struct host_screen *screen = &play->screen;
	int rows = screen->height, columns = screen->width;

	if (words->said_lines + words->menu_lines > area.rows &&
	    (words->said_lines > area.rows || words->menu_lines <= area.rows)) {
		host_screen_begin(screen, rows, columns);
		draw_page(play, &words->said, host_view_edit_row(play));
		return;
	}
	play->page = -1;
	if (words->menu_lines > area.rows) {
		host_screen_begin(screen, rows, columns);
		area.row = 0;
		area.rows = host_view_edit_row(play);
	}
	draw_messages(play, words, area);
}

void host_view_draw(struct host_play *play)
{
	struct host_screen *screen = &play->screen;
	struct words words = {{NULL, 0, 0}, {NULL, 0, 0}, 0, 0};
	struct area area = {.column = LEFT};
	int rows, columns, edit_row;

	host_beside_show(&play->beside, play->console);
	host_term_size(&rows, &columns);
	if (screen->height &&
	    (rows != screen->height || columns != screen->width))
		play->zoom_asked = 0;
	host_screen_begin(screen, rows, columns);
	play->seen = host_step_seen(play);
	edit_row = host_view_edit_row(play);
	area.columns = screen->width - LEFT - 1;
	find_words(&words, play, area.columns);
	choose_board(play, &words);
	if (play->zoom)
		play->console->look.zoom = play->seen->look.zoom =
			(uint8_t)play->zoom;
	host_point_show(play);
	area.row = play->zoom ? draw_rich(play) : draw_compact(play);
	area.rows = edit_row - area.row;
	draw_below(play, &words, area);
	draw_status_line(play);
	set_prompt(play);
	host_screen_show(screen, edit_row, edit_row + play->edit_rows);
	host_text_free(&words.said);
	host_text_free(&words.menu);
}
