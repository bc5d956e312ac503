/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Draws squares: background, marks, piece, coordinates, in this order, as
 * ports/web/page/board.css has them. A square is drawn the same way alone and
 * as part of the board, so that redrawing two squares after a move leaves the
 * picture that redrawing all of them would make. Backgrounds are filled without
 * smoothing: neighbours meet without a seam where sides are no whole numbers.
 */
#include <cairo.h>
#include <math.h>

#include "ports/desktop/board.h"

#define PI 3.14159265358979323846

/* The marks; alpha as on the page. */
#define LAST_LINE 0x4a3200a6
#define HINT_TINT 0x6d9bdcb3
#define HINT_LINE 0x12305cff
#define TARGET 0x123a1bff
#define FOCUS 0x0a3a86ff
#define GAP 0xffffffff
#define ARROW 0x1f5fbfff

static const board_colour last_tints[] = {0xef7d7a99, 0x6f9fea99, 0xe2b93ba6,
					  0x6fc47799};

static void fill_square(cairo_t *cr, board_colour colour, double side)
{
	cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
	cairo_rectangle(cr, 0, 0, side, side);
	board_set_colour(cr, colour);
	cairo_fill(cr);
	cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* A frame along the inner edge, from `inset` on. */
static void frame_square(cairo_t *cr, board_colour colour, double side,
			 double inset, double width)
{
	cairo_rectangle(cr, inset + width / 2, inset + width / 2,
			side - 2 * inset - width, side - 2 * inset - width);
	cairo_set_line_width(cr, width);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
	board_set_colour(cr, colour);
	cairo_stroke(cr);
}

/* Lines are whole units wide, so that they are sharp. */
static double width_of(double least, double part, double side)
{
	double width = round(part * side);

	return width > least ? width : least;
}

static void draw_check(cairo_t *cr, double side)
{
	double centre = side / 2, radius = side * sqrt(0.5);
	cairo_pattern_t *glow = cairo_pattern_create_radial(centre, centre, 0,
							    centre, centre,
							    radius);

	cairo_pattern_add_color_stop_rgba(glow, 0, 1, 0.231, 0.188, 1);
	cairo_pattern_add_color_stop_rgba(glow, 0.38, 0.827, 0.125, 0.102, 1);
	cairo_pattern_add_color_stop_rgba(glow, 0.72, 0.827, 0.125, 0.102, 0);
	cairo_rectangle(cr, 0, 0, side, side);
	cairo_set_source(cr, glow);
	cairo_fill(cr);
	cairo_pattern_destroy(glow);
}

/* A dot; where somebody stands, the corners around him. */
static void draw_target(cairo_t *cr, bool is_taken, double side)
{
	double centre = side / 2;

	board_set_colour(cr, TARGET);
	cairo_new_path(cr);
	cairo_arc(cr, centre, centre, side * (is_taken ? 0.477 : 0.125), 0,
		  2 * PI);
	if (is_taken) {
		cairo_rectangle(cr, 0, 0, side, side);
		cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
	}
	cairo_fill(cr);
	cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING);
}

static void draw_tints(cairo_t *cr, const struct board_view *view, int square,
		       double side)
{
	const struct board_theme *theme =
		&board_themes[view->theme % BOARD_THEMES];
	int marks = view->marks[square];
	int by = view->rules->players > 2 ? view->by[square] & 3 : 2;

	if (marks & BOARD_SELECTED) {
		fill_square(cr, theme->selected, side);
		frame_square(cr, TARGET, side, 0, width_of(2, 0.05, side));
	} else if (marks & BOARD_HINT) {
		fill_square(cr, HINT_TINT, side);
		frame_square(cr, HINT_LINE, side, 0, width_of(1, 0.045, side));
	} else if (marks & BOARD_LAST) {
		fill_square(cr, last_tints[by], side);
		frame_square(cr, LAST_LINE, side, 0, width_of(1, 0.035, side));
	}
	if (marks & BOARD_CHECK)
		draw_check(cr, side);
	if (marks & BOARD_TARGET)
		draw_target(cr, rk_cell_is_piece(view->cells[square]), side);
}

/* Is there no square further in this direction, beyond walls either? */
static bool is_edge(const struct board_view *view, int square, int right,
		    int down)
{
	int files = view->rules->files, ranks = view->rules->ranks;
	int size = files > ranks ? files : ranks;
	double column, row;

	board_square_place(view, square, &column, &row);
	for (int i = 1; i < size; i++)
		if (board_square_at(view, size, column + i * right + 0.5,
				    row + i * down + 0.5) >= 0)
			return false;
	return true;
}

/* With a glow of the square's colour: a piece may be under it. */
static void draw_label(cairo_t *cr, const char *text, board_colour ink,
		       board_colour ground)
{
	cairo_text_path(cr, text);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	board_set_colour(cr, (ground & 0xffffff00) | 0xb0);
	cairo_stroke_preserve(cr);
	board_set_colour(cr, ink);
	cairo_fill(cr);
}

static void name_file(char text[4], int file)
{
	text[0] = (char)('a' + file);
	text[1] = 0;
}

static void name_rank(char text[4], int rank)
{
	int at = 0;

	rank++;
	if (rank > 9)
		text[at++] = (char)('0' + rank / 10);
	text[at++] = (char)('0' + rank % 10);
	text[at] = 0;
}

/* Files at the lower edge and ranks at the left one, or what is there. */
static void draw_coordinates(cairo_t *cr, const struct board_view *view,
			     int square, double side)
{
	const struct board_theme *theme =
		&board_themes[view->theme % BOARD_THEMES];
	board_colour ground = board_square_colour(view, square);
	bool is_turned = board_quarters(view) % 2;
	char file[4], rank[4];
	double font = side * 0.165 > 7 ? side * 0.165 : 7;
	cairo_text_extents_t box;

	name_file(file, square % view->rules->files);
	name_rank(rank, square / view->rules->files);
	cairo_select_font_face(cr, "Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_BOLD);
	cairo_set_font_size(cr, font);
	cairo_set_line_width(cr, font / 5);
	if (is_edge(view, square, 0, 1)) {
		const char *text = is_turned ? rank : file;

		cairo_text_extents(cr, text, &box);
		cairo_move_to(cr, side * 0.95 - box.x_advance,
			      side * 0.955 - font * 0.06);
		draw_label(cr, text, theme->coordinate, ground);
	}
	if (is_edge(view, square, -1, 0)) {
		cairo_move_to(cr, side * 0.05, side * 0.05 + font * 0.74);
		draw_label(cr, is_turned ? file : rank, theme->coordinate,
			   ground);
	}
}

static void draw_cursor(cairo_t *cr, double side)
{
	double gap = width_of(1, 0.03, side);

	frame_square(cr, GAP, side, 0, gap);
	frame_square(cr, FOCUS, side, gap, width_of(2, 0.06, side));
}

static void draw_all(cairo_t *cr, const struct board_view *view, int square,
		     int cell, double side)
{
	if (view->cells[square] == RK_CELL_WALL)
		return;
	cairo_save(cr);
	cairo_new_path(cr);
	fill_square(cr, board_square_colour(view, square), side);
	if (view->marks[square])
		draw_tints(cr, view, square, side);
	board_draw_piece(cr, view, cell, side);
	if (view->coordinates)
		draw_coordinates(cr, view, square, side);
	if (view->marks[square] & BOARD_CURSOR)
		draw_cursor(cr, side);
	cairo_restore(cr);
}

void board_draw_square(cairo_t *cr, const struct board_view *view, int square,
		       double side)
{
	draw_all(cr, view, square, view->cells[square], side);
}

void board_draw_bare(cairo_t *cr, const struct board_view *view, int square,
		     double side)
{
	draw_all(cr, view, square, RK_CELL_EMPTY, side);
}

void board_draw(cairo_t *cr, const struct board_view *view, double size)
{
	double side = board_square_size(view, size);

	for (int i = 0; i < rk_board_squares(view->rules); i++) {
		double column, row;

		board_square_place(view, i, &column, &row);
		cairo_save(cr);
		cairo_translate(cr, column * side, row * side);
		board_draw_square(cr, view, i, side);
		cairo_restore(cr);
	}
}

/* The outline, as along and across the way in squares; `neck` from its end. */
static void arrow_path(cairo_t *cr, double length)
{
	double neck = length - 0.38;
	const double points[][2] = {
		{0.3, -0.07}, {neck, -0.09},       {neck - 0.06, -0.25},
		{length, 0},  {neck - 0.06, 0.25}, {neck, 0.09},
		{0.3, 0.07},
	};

	cairo_new_path(cr);
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
		cairo_line_to(cr, points[i][0], points[i][1]);
	cairo_close_path(cr);
}

void board_draw_arrow(cairo_t *cr, const struct board_view *view, int from,
		      int to, double size)
{
	double side = board_square_size(view, size);
	double x, y, to_x, to_y;

	if (from == to)
		return;
	board_square_place(view, from, &x, &y);
	board_square_place(view, to, &to_x, &to_y);
	cairo_save(cr);
	cairo_scale(cr, side, side);
	cairo_translate(cr, x + 0.5, y + 0.5);
	cairo_rotate(cr, atan2(to_y - y, to_x - x));
	arrow_path(cr, hypot(to_x - x, to_y - y));
	board_set_colour(cr, (ARROW & 0xffffff00) | 0xd1);
	cairo_fill_preserve(cr);
	board_set_colour(cr, 0xffffffd1);
	cairo_set_line_width(cr, 0.018);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	cairo_stroke(cr);
	cairo_restore(cr);
}
