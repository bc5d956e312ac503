/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lays boards out on pages, with the moves that led to each below it and the
 * players' names above. A position is one board that fills its page.
 */
#include <cairo.h>
#include <math.h>
#include <string.h>

#include "ports/desktop/picture.h"
#include "ports/desktop/picture_text.h"

#define USUAL_BOARDS 24
#define MAX_LINES 5
#define MOVES_SIZE 512

/* A4 in points. */
#define PAPER_WIDTH 595
#define PAPER_HEIGHT 842
#define PAPER_MARGIN 36
#define PAPER_FINER 4

/* ---- The moves below a board ---- */

static void append(char *text, const char *more)
{
	size_t length = strlen(text);

	snprintf(text + length, MOVES_SIZE - length, "%s%s", length ? " " : "",
		 more);
}

/* The number before a move, where there is one: 12. or 12... */
static void append_number(char *text, const struct picture_frame *frame)
{
	char number[16];

	if (frame->turn && *text)
		return;
	snprintf(number, sizeof(number), "%d%s", frame->number,
		 frame->turn ? "..." : ".");
	append(text, number);
}

/* The moves that led from the board before to this one. */
static void write_moves(char text[MOVES_SIZE],
			const struct picture_sheet *sheet, size_t after,
			size_t last)
{
	*text = 0;
	for (size_t i = after + 1; i <= last; i++) {
		const struct picture_frame *frame = &sheet->frames[i];

		append_number(text, frame);
		if (strchr(frame->move, ' ') || !strcmp(frame->move, "resigns"))
			append(text, frame->view.rules->seats[frame->turn]);
		append(text, frame->move);
	}
}

/* The frame that the board `index` shows. */
static size_t frame_of(const struct picture_sheet *sheet,
		       const struct picture_layout *layout, size_t index)
{
	size_t frame = index * layout->every;

	return frame < sheet->count ? frame : sheet->count - 1;
}

static void moves_of(char text[MOVES_SIZE], const struct picture_sheet *sheet,
		     const struct picture_layout *layout, size_t index)
{
	if (index)
		write_moves(text, sheet, frame_of(sheet, layout, index - 1),
			    frame_of(sheet, layout, index));
	else
		snprintf(text, MOVES_SIZE, "%s",
			 layout->boards > 1 ? "Start" : "");
}

/* ---- Layout ---- */

static int line_height(const struct picture_layout *layout)
{
	return layout->font * 14 / 10;
}

static int cell_height(const struct picture_layout *layout)
{
	return layout->board + layout->font / 2 +
	       layout->lines * line_height(layout) + layout->gap * 3 / 4;
}

/* How many lines the longest list of moves takes. */
static int count_lines(const struct picture_sheet *sheet,
		       const struct picture_layout *layout)
{
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
	cairo_t *cr = cairo_create(surface);
	char text[MOVES_SIZE];
	int most = 1;

	picture_text_font(cr, layout->font, false);
	for (size_t i = 0; i < layout->boards; i++) {
		int lines;

		moves_of(text, sheet, layout, i);
		lines = picture_text_wrap(cr, text, 0, 0, layout->board, 0, 0);
		most = lines > most ? lines : most;
	}
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	return most < MAX_LINES ? most : MAX_LINES;
}

static int usual_size(const struct picture_sheet *sheet,
		      enum picture_medium medium)
{
	bool is_four = sheet->frames[0].view.rules->players > 2;

	if (!sheet->is_game || medium == PICTURE_ANIMATION)
		return is_four ? 14 * 56 : 8 * 80;
	if (medium == PICTURE_PAPER)
		return is_four ? 14 * 17 : 8 * 19;
	return is_four ? 14 * 26 : 8 * 32;
}

static void choose_boards(struct picture_layout *layout,
			  const struct picture_sheet *sheet,
			  const struct picture_task *task,
			  enum picture_medium medium)
{
	size_t moves = sheet->count - 1;
	size_t usual = medium == PICTURE_ANIMATION ? 1
						   : (moves + USUAL_BOARDS -
						      2) / (USUAL_BOARDS - 1);

	layout->every = task->every ? task->every : usual ? usual : 1;
	layout->boards = 1 + (moves + layout->every - 1) / layout->every;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

/* As much as fits; boards stand apart so that they fill the width. */
static void arrange_paper(struct picture_layout *layout)
{
	int room = PAPER_WIDTH - 2 * PAPER_MARGIN;
	int below = layout->gap * 3 / 4; /* unused under the last row */

	layout->margin = PAPER_MARGIN;
	layout->columns = larger((room + layout->gap) / layout->pitch, 1);
	if (layout->columns > 1)
		layout->pitch = (room - layout->board) / (layout->columns - 1);
	layout->rows = larger((PAPER_HEIGHT - 2 * PAPER_MARGIN - layout->head +
			       below) /
				      cell_height(layout),
			      1);
	layout->width = larger(PAPER_WIDTH, layout->board + 2 * PAPER_MARGIN);
	layout->height =
		larger(PAPER_HEIGHT,
		       layout->head + cell_height(layout) + 2 * PAPER_MARGIN);
}

/* So many columns that the page is a little wider than high. */
static void arrange_screen(struct picture_layout *layout)
{
	int boards = (int)layout->boards;

	layout->columns = (int)ceil(sqrt(boards * 1.4));
	layout->rows = (boards + layout->columns - 1) / layout->columns;
	layout->width = 2 * layout->margin + layout->columns * layout->pitch -
			layout->gap;
	layout->height = 2 * layout->margin + layout->head +
			 layout->rows * cell_height(layout) -
			 layout->gap * 3 / 4;
}

/* An animation shows a board with its move below it, again and again. */
static void arrange_frame(struct picture_layout *layout)
{
	layout->head = 0;
	layout->lines = 1;
	layout->columns = layout->rows = 1;
	layout->pages = (int)layout->boards;
	layout->margin = 0;
	layout->width = layout->board;
	layout->height = layout->board + 2 * layout->font;
}

void picture_lay_out(struct picture_layout *layout,
		     const struct picture_sheet *sheet,
		     const struct picture_task *task,
		     enum picture_medium medium)
{
	int size = task->size ? (int)task->size : usual_size(sheet, medium);

	*layout = (struct picture_layout){
		.medium = medium,
		.width = size,
		.height = size,
		.pages = 1,
		.board = size,
		.columns = 1,
		.rows = 1,
		.every = 1,
		.boards = 1,
	};
	if (!sheet->is_game)
		return;
	choose_boards(layout, sheet, task, medium);
	layout->font = larger(size / 18, 9);
	if (medium == PICTURE_ANIMATION) {
		layout->font = larger(size / 28, 9);
		arrange_frame(layout);
		return;
	}
	layout->gap = layout->margin = size / 10;
	layout->lines = count_lines(sheet, layout);
	layout->head = layout->font * (*sheet->subtitle ? 5 : 3);
	layout->pitch = size + layout->gap;
	if (medium == PICTURE_PAPER)
		arrange_paper(layout);
	else
		arrange_screen(layout);
	layout->pages =
		((int)layout->boards - 1) / (layout->columns * layout->rows) +
		1;
}

/* ---- Drawing ---- */

/*
 * On paper a unit is a point, which is much coarser than what a printer draws:
 * boards are drawn larger there, and scaled down, for finer lines and letters.
 */
static void draw_board(cairo_t *cr, const struct board_view *view,
		       const struct picture_layout *layout)
{
	int finer = layout->medium == PICTURE_PAPER ? PAPER_FINER : 1;
	int size = layout->board * finer;
	double fit = board_fit(view, size);
	int margin = (size - (int)fit) / 2;

	cairo_save(cr);
	cairo_scale(cr, 1.0 / finer, 1.0 / finer);
	cairo_translate(cr, margin, margin);
	board_draw(cr, view, fit);
	cairo_restore(cr);
}

static void draw_head(cairo_t *cr, const struct picture_sheet *sheet,
		      const struct picture_layout *layout, bool is_dark)
{
	int width = layout->width - 2 * layout->margin;
	double font = layout->font * 1.5;

	board_set_colour(cr, board_ink(is_dark));
	picture_text_font(cr, font, true);
	picture_text_line(cr, sheet->title, layout->margin,
			  layout->margin + font, width);
	board_set_colour(cr, board_soft_ink(is_dark));
	picture_text_font(cr, layout->font, false);
	picture_text_line(cr, sheet->subtitle, layout->margin,
			  layout->margin + font + layout->font * 1.6, width);
}

static void draw_cell(cairo_t *cr, const struct picture_sheet *sheet,
		      const struct picture_layout *layout, size_t index)
{
	const struct board_view *view =
		&sheet->frames[frame_of(sheet, layout, index)].view;
	char text[MOVES_SIZE];

	draw_board(cr, view, layout);
	moves_of(text, sheet, layout, index);
	board_set_colour(cr, board_ink(view->dark));
	picture_text_font(cr, layout->font, false);
	picture_text_wrap(cr, text, 0, layout->board + layout->font * 1.5,
			  layout->board, layout->lines, line_height(layout));
}

static void draw_frame(cairo_t *cr, const struct picture_sheet *sheet,
		       const struct picture_layout *layout, size_t index)
{
	const struct board_view *view =
		&sheet->frames[frame_of(sheet, layout, index)].view;
	double pad = layout->font * 0.6;
	double base = layout->board + layout->font * 1.35;
	double width;
	char text[MOVES_SIZE];

	draw_board(cr, view, layout);
	moves_of(text, sheet, layout, index);
	if (!index)
		*text = 0;
	board_set_colour(cr, board_ink(view->dark));
	picture_text_font(cr, layout->font, true);
	width = picture_text_width(cr, text);
	picture_text_line(cr, text, pad, base, layout->board - 2 * pad);
	board_set_colour(cr, board_soft_ink(view->dark));
	picture_text_font(cr, layout->font, false);
	width = layout->board - 4 * pad - width;
	if (picture_text_width(cr, sheet->title) < width)
		picture_text_line(cr, sheet->title,
				  layout->board - pad -
					  picture_text_width(cr, sheet->title),
				  base, width);
}

void picture_draw_page(cairo_t *cr, const struct picture_sheet *sheet,
		       const struct picture_layout *layout, int page)
{
	bool is_dark = sheet->frames[0].view.dark;
	size_t first = (size_t)page * (size_t)(layout->columns * layout->rows);

	/* Paper is white already. */
	board_set_colour(cr, board_ground(is_dark));
	if (is_dark || layout->medium != PICTURE_PAPER)
		cairo_paint(cr);
	if (!sheet->is_game) {
		draw_board(cr, &sheet->frames[0].view, layout);
		return;
	}
	if (layout->medium == PICTURE_ANIMATION) {
		draw_frame(cr, sheet, layout, (size_t)page);
		return;
	}
	draw_head(cr, sheet, layout, is_dark);
	for (size_t i = first; i < layout->boards; i++) {
		int at = (int)(i - first);
		int row = at / layout->columns;

		if (row == layout->rows)
			break;
		cairo_save(cr);
		cairo_translate(cr,
				layout->margin +
					at % layout->columns * layout->pitch,
				layout->margin + layout->head +
					row * cell_height(layout));
		draw_cell(cr, sheet, layout, i);
		cairo_restore(cr);
	}
}
