/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The rich board. With colours it is a picture of points, two in each cell of
 * the terminal, one above the other, drawn as a half block (U+2580). This has
 * two uses: squares of two rows are shifted by half a row, so that their piece
 * is in the middle; and on larger squares, with all colours, a piece is a
 * picture with soft edges. Without half blocks a cell has one colour.
 */
#include "proto/draw.h"

#include "proto/bitmaps.h"
#include "rookery/theme.h"

#define UPPER_HALF "\xe2\x96\x80"
#define LOWER_HALF "\xe2\x96\x84"
#define ALL_COLOURS 3
#define BITMAP_ZOOM 4 /* from this zoom on pieces are pictures */

struct picture {
	const struct rk_out *out;
	const struct rk_view *view;
	int width;  /* of a square, in cells */
	int height; /* of a square, in points */
	int shift;  /* points above the board in the first line */
	bool bitmaps;
	struct rk_tint ink; /* the terminal's current colours */
	struct rk_tint paper;
};

/* Cells are about twice as high as wide, so this makes squares look square. */
static int square_width(int zoom)
{
	return 2 * zoom + 1;
}

static bool has_halves(const struct rk_console_look *look)
{
	return look->glyphs && look->colours;
}

bool rk_draw_has_bitmaps(const struct rk_console_look *look, int zoom)
{
	return look->glyphs && look->colours == ALL_COLOURS &&
	       zoom >= BITMAP_ZOOM;
}

/* An even number of rows has no middle row. */
static bool is_shifted(const struct rk_console_look *look, int zoom)
{
	return has_halves(look) && zoom % 2 == 0 &&
	       !rk_draw_has_bitmaps(look, zoom);
}

int rk_draw_columns(const struct rk_rules *rules, int zoom)
{
	return rk_draw_label_width(rules) + 1 +
	       rules->files * square_width(zoom);
}

static int board_rows(const struct rk_rules *rules,
		      const struct rk_console_look *look, int zoom)
{
	return rules->ranks * zoom + is_shifted(look, zoom);
}

int rk_draw_rows(const struct rk_rules *rules,
		 const struct rk_console_look *look, int zoom)
{
	return board_rows(rules, look, zoom) + 1;
}

static bool is_checked(const struct rk_view *view, int cell)
{
	return rk_cell_type(cell) == RK_KING && !(cell & RK_CELL_DEAD) &&
	       view->checked >> rk_cell_seat(cell) & 1;
}

static bool is_marked(const struct rk_view *view, int square)
{
	return square == view->from || square == view->to;
}

static bool is_lit(const struct rk_view *view, int square)
{
#ifndef RK_NO_FILES
	return view->lit && rk_lit_has(view->lit, square);
#else
	(void)view;
	(void)square;
	return false;
#endif
}

static bool is_cursor(const struct rk_view *view, int square)
{
#ifndef RK_NO_FILES
	return view->lit && view->lit->has_cursor &&
	       view->lit->cursor == square;
#else
	(void)view;
	(void)square;
	return false;
#endif
}

/* The colour of a square, with or without marks of the last move and check. */
static struct rk_tint square_tint(const struct rk_view *view, int square,
				  int cell, bool marks)
{
	enum rk_paint paint = rk_square_is_dark(view->rules, square)
				      ? RK_PAINT_DARK
				      : RK_PAINT_LIGHT;

	if (cell == RK_CELL_WALL)
		return (struct rk_tint){0, 0};
	if (marks && is_marked(view, square))
		paint += RK_PAINT_LIGHT_MARK;
	if (marks && is_checked(view, cell))
		paint = RK_PAINT_CHECK;
	if (is_cursor(view, square))
		return rk_tint_lit(view->rules->players, RK_LIT_CURSOR);
	if (is_lit(view, square) && paint != RK_PAINT_CHECK)
		return rk_tint_lit(view->rules->players,
				   rk_square_is_dark(view->rules, square)
					   ? RK_LIT_DARK
					   : RK_LIT_LIGHT);
	return rk_tint_square(view->look->theme, view->rules->players, paint);
}

static struct rk_tint piece_tint(const struct rk_view *view, int cell)
{
	if (cell & RK_CELL_DEAD)
		return rk_tint_dead;
	return rk_tint_piece(view->rules->players, rk_cell_seat(cell));
}

/*
 * Both sides use solid shapes in different colours; without colours, letters.
 * The king is the first shape, the pawn the last, and U+FE0E asks for text
 * instead of a picture. A queen of one point is hollow.
 */
void rk_draw_piece(const struct rk_out *out, const struct rk_rules *rules,
		   const struct rk_console_look *look, int cell)
{
	static const char solid[] = "\xe2\x99\x9f\xef\xb8\x8e";
	char shape[sizeof(solid)];

	if (!look->glyphs || !look->colours) {
		rk_out_char(out, rk_cell_letters(rules, cell)
					 .text[rk_rules_two_letters(rules)]);
		return;
	}
	memcpy(shape, solid, sizeof(solid));
	shape[2] = cell & RK_CELL_CHEAP ? '\x95'
					: (char)(0x9f - rk_cell_type(cell));
	rk_out_text(out, shape);
}

/* The colour of a point: `y` from the top of the board, `x` in the square. */
static struct rk_tint point(const struct picture *picture, int y, int column,
			    int x)
{
	const struct rk_view *view = picture->view;
	int row = y / picture->height;
	struct rk_tint tint;
	int square, cell;

	if (y < 0 || row >= view->rules->ranks)
		return (struct rk_tint){0, 0};
	square = rk_view_square(view, row, column);
	cell = view->cell(view->board, square);
	tint = square_tint(view, square, cell, !view->inset);
	if (!picture->bitmaps || !rk_cell_is_piece(cell))
		return tint;
	return rk_tint_mix(tint, piece_tint(view, cell),
			   rk_bitmap_cover(rk_cell_type(cell), x,
					   y % picture->height, picture->width,
					   picture->height));
}

static void set_tints(struct picture *picture, struct rk_tint ink,
		      struct rk_tint paper)
{
	if (rk_tint_is_same(ink, picture->ink) &&
	    rk_tint_is_same(paper, picture->paper))
		return;
	picture->ink = ink;
	picture->paper = paper;
	rk_out_tints(picture->out, picture->view->look->colours, ink, paper);
}

/* Writes a cell of two points. */
static void write_points(struct picture *picture, struct rk_tint upper,
			 struct rk_tint lower)
{
	const struct rk_out *out = picture->out;

	if (rk_tint_is_same(upper, lower)) {
		set_tints(picture, picture->ink, lower);
		rk_out_text(out, " ");
	} else if (!upper.sixteen) {
		set_tints(picture, lower, upper);
		rk_out_text(out, LOWER_HALF);
	} else {
		set_tints(picture, upper, lower);
		rk_out_text(out, UPPER_HALF);
	}
}

/*
 * Writes the cell `x` cells from the centre of a square, the only part that can
 * change with inset marks. False if there is nothing to draw.
 */
static bool write_middle(struct picture *picture, int row, int column, int x)
{
	const struct rk_view *view = picture->view;
	int square = rk_view_square(view, row, column);
	int cell = view->cell(view->board, square);
	bool has_piece = rk_cell_is_piece(cell);

	if (!view->inset && (x || !has_piece))
		return false;
	set_tints(picture, has_piece ? piece_tint(view, cell) : picture->ink,
		  square_tint(view, square, cell, true));
	if (x == 0 && has_piece)
		rk_draw_piece(picture->out, view->rules, view->look, cell);
	else
		rk_out_char(picture->out, ' ');
	return true;
}

/* Writes one line of text; `y` is its upper point. */
static void write_coloured(struct picture *picture, int y, bool middle)
{
	int row = y / picture->height;

	for (int column = 0; column < picture->view->rules->files; column++) {
		for (int x = 0; x < picture->width; x++) {
			int from_middle = x - picture->width / 2;

			if (middle && !picture->bitmaps &&
			    from_middle >= -RK_INSET &&
			    from_middle <= RK_INSET &&
			    write_middle(picture, row, column, from_middle))
				continue;
			write_points(picture, point(picture, y, column, x),
				     point(picture, y + 1, column, x));
		}
	}
	rk_out_tints_end(picture->out);
}

/*
 * Without colours, signs replace them: [N] has moved, !K! is in check, (N) is
 * lit, >N< has the cursor. If the case of letters cannot tell the players apart,
 * the player's letter comes first.
 */
static void write_square(const struct picture *picture, int square, bool middle)
{
	const struct rk_view *view = picture->view;
	const struct rk_out *out = picture->out;
	int cell = view->cell(view->board, square);
	char left = ' ', right = ' ';

	if (middle && is_cursor(view, square)) {
		left = '>';
		right = '<';
	} else if (middle && is_checked(view, cell)) {
		left = right = '!';
	} else if (middle && is_lit(view, square)) {
		left = '(';
		right = ')';
	} else if (middle && is_marked(view, square)) {
		left = '[';
		right = ']';
	}
	if (middle && rk_rules_two_letters(view->rules) &&
	    rk_cell_is_piece(cell))
		left = rk_cell_letters(view->rules, cell).text[0];
	for (int x = 0; x < picture->width; x++) {
		int from_middle = x - picture->width / 2;

		if (from_middle == 0 && middle && rk_cell_is_piece(cell))
			rk_draw_piece(out, view->rules, view->look, cell);
		else if (from_middle == 0 && middle && cell == RK_CELL_EMPTY &&
			 rk_square_is_dark(view->rules, square))
			rk_out_char(out, '.');
		else
			rk_out_char(out, from_middle == -1  ? left
					 : from_middle == 1 ? right
							    : ' ');
	}
}

static void write_uncoloured(const struct picture *picture, int row,
			     bool middle)
{
	const struct rk_view *view = picture->view;

	for (int column = 0; column < view->rules->files; column++)
		write_square(picture, rk_view_square(view, row, column),
			     middle);
}

static struct picture new_picture(const struct rk_out *out,
				  const struct rk_view *view)
{
	const struct rk_console_look *look = view->look;

	return (struct picture){
		.out = out,
		.view = view,
		.width = square_width(look->zoom),
		.height = 2 * look->zoom,
		.shift = is_shifted(look, look->zoom),
		.bitmaps = rk_draw_has_bitmaps(look, look->zoom),
	};
}

void rk_draw_line(const struct rk_out *out, const struct rk_view *view,
		  int line)
{
	struct picture picture = new_picture(out, view);
	int zoom = view->look->zoom, row = line / zoom;
	bool middle = line % zoom == zoom / 2;

	if (line == board_rows(view->rules, view->look, zoom)) {
		rk_draw_columns_line(out, view, picture.width / 2,
				     picture.width / 2);
		return;
	}
	rk_draw_label(out, view, row, middle);
	if (view->look->colours)
		write_coloured(&picture, 2 * line - picture.shift, middle);
	else
		write_uncoloured(&picture, row, middle);
	rk_out_char(out, '\n');
}

void rk_draw_rich(const struct rk_out *out, const struct rk_view *view)
{
	int rows = rk_draw_rows(view->rules, view->look, view->look->zoom);

	for (int line = 0; line < rows; line++)
		rk_draw_line(out, view, line);
}

void rk_draw_place(const struct rk_view *view, int row, int column, int *line,
		   int *x)
{
	int zoom = view->look->zoom;

	*line = row * zoom + zoom / 2;
	*x = rk_draw_label_width(view->rules) + 1 +
	     column * square_width(zoom) + square_width(zoom) / 2 - RK_INSET;
}

bool rk_draw_find(const struct rk_view *view, int line, int x, int *row,
		  int *column)
{
	struct picture picture = new_picture(NULL, view);
	int point = 2 * line - picture.shift + 1;

	x -= rk_draw_label_width(view->rules) + 1;
	if (point < 0 || x < 0)
		return false;
	*row = point / picture.height;
	*column = x / picture.width;
	return *row < view->rules->ranks && *column < view->rules->files;
}

void rk_draw_middle(const struct rk_out *out, const struct rk_view *view,
		    int row, int column)
{
	struct picture picture = new_picture(out, view);

	for (int x = -RK_INSET; x <= RK_INSET; x++)
		write_middle(&picture, row, column, x);
}
