/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The boards that the console draws: their size, squares under the mouse, what
 * is left without colours, and themes, whose contrasts are computed as WCAG says.
 */
#include <math.h>

#include "proto/draw.h"
#include "rookery/theme.h"
#include "tests/unit/console.h"

static int set_up(void **state)
{
	(void)state;
	new_console();
	return 0;
}

/* The board, as it is drawn. */
static const char *draw(void)
{
	unit_clear(&said);
	rk_console_draw(&console);
	return said.text;
}

/* Columns of a line; escape sequences and U+FE0E take none. */
static int columns(const char *line, const char *end)
{
	int count = 0;

	while (line < end) {
		if (*line == '\033') {
			while (*line != 'm')
				line++;
		} else if (!memcmp(line, "\xef\xb8\x8e", 3)) {
			line += 2;
		} else if ((*line & 0xc0) != 0x80) {
			count++;
		}
		line++;
	}
	return count;
}

static void check_size(const char *drawing)
{
	int width, height, rows = 0;

	rk_console_board_size(&console, console.look.zoom, &width, &height);
	while (*drawing) {
		const char *end = strchr(drawing, '\n');

		assert_non_null(end);
		assert_true(columns(drawing, end) <= width);
		if (!rows)
			assert_int_equal(columns(drawing, end), width);
		rows++;
		drawing = end + 1;
	}
	assert_int_equal(rows, height);
}

static void test_rich_board_has_its_size(void **state)
{
	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	type("game human human");
	type("e4");
	type("f5");
	type("Qh5");
	for (int choice = 0; choice < 2 * 2 * 4 * 8; choice++) {
		console.look.below = choice & 1;
		console.look.glyphs = choice & 2;
		console.look.colours = choice >> 2 & 3;
		console.look.zoom = (uint8_t)(1 + (choice >> 4));
		check_size(draw());
		assert_true(console.look.colours || !strchr(said.text, '\033'));
		assert_null(strstr(said.text, "\033[1;30"));
	}
}

/* Without colours signs show the last move and the check. */
static void test_rich_board_without_colours(void **state)
{
	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	type("game human human");
	type("e4");
	type("f5");
	type("Qh5");
	assert_string_equal(draw(), "8  r  n  b  q !k! b  n  r \n"
				    "7  p  p  p  p  p     p  p \n"
				    "6     .     .     .     . \n"
				    "5  .     .     .  p  . [Q]\n"
				    "4     .     .  P  .     . \n"
				    "3  .     .     .     .    \n"
				    "2  P  P  P  P     P  P  P \n"
				    "1  R  N  B [ ] K  B  N  R \n"
				    "   a  b  c  d  e  f  g  h\n");
}

static double light(uint32_t byte)
{
	double part = byte / 255.0;

	return part <= 0.04045 ? part / 12.92
			       : pow((part + 0.055) / 1.055, 2.4);
}

/* The relative luminance and the contrast of WCAG 2. */
static double luminance(uint32_t colour)
{
	return 0.2126 * light(colour >> 16) +
	       0.7152 * light(colour >> 8 & 255) + 0.0722 * light(colour & 255);
}

static double contrast(uint32_t a, uint32_t b)
{
	double high = luminance(a), low = luminance(b);

	if (high < low)
		return (low + 0.05) / (high + 0.05);
	return (high + 0.05) / (low + 0.05);
}

/* The colour that a terminal with 256 shows for a number from 16 on. */
static uint32_t cube(unsigned int number)
{
	static const uint32_t steps[] = {0, 95, 135, 175, 215, 255};

	if (number >= 232)
		return (8 + 10 * (number - 232)) * 0x10101;
	number -= 16;
	return steps[number / 36] << 16 | steps[number / 6 % 6] << 8 |
	       steps[number % 6];
}

/* Background and foreground as they are written. */
static void read_tints(int colours, struct rk_tint ink, struct rk_tint paper,
		       uint32_t *fore, uint32_t *back)
{
	const struct rk_out out = {unit_write, &said};
	unsigned int n[6];

	unit_clear(&said);
	rk_out_tints(&out, colours, ink, paper);
	if (colours == 2) {
		assert_int_equal(sscanf(said.text, "\033[48;5;%u;38;5;%um",
					&n[0], &n[1]),
				 2);
		*back = cube(n[0]);
		*fore = cube(n[1]);
		return;
	}
	assert_int_equal(sscanf(said.text, "\033[48;2;%u;%u;%u;38;2;%u;%u;%um",
				&n[0], &n[1], &n[2], &n[3], &n[4], &n[5]),
			 6);
	*back = n[0] << 16 | n[1] << 8 | n[2];
	*fore = n[3] << 16 | n[4] << 8 | n[5];
}

static void check_theme(const struct rk_theme *theme, int colours)
{
	uint32_t back[RK_PAINTS], fore;

	for (int paint = 0; paint < RK_PAINTS; paint++) {
		for (int seat = 0; seat < 2; seat++) {
			read_tints(colours, rk_tint_piece(2, seat),
				   theme->paints[paint], &fore, &back[paint]);
			assert_true(contrast(fore, back[paint]) >= 3);
		}
		for (int other = 0; other < paint; other++)
			assert_int_not_equal(back[paint], back[other]);
	}
	assert_true(contrast(back[RK_PAINT_LIGHT], back[RK_PAINT_DARK]) > 1.5);
}

/* Four colours and grey on darker squares; a mark may be a bit nearer. */
static void check_theme_for_four(int theme, int colours)
{
	uint32_t back[RK_PAINTS], fore[RK4_SEATS + 1];

	for (int paint = 0; paint < RK_PAINTS; paint++) {
		for (int seat = 0; seat <= RK4_SEATS; seat++) {
			read_tints(colours,
				   seat < RK4_SEATS ? rk_tint_piece(4, seat)
						    : rk_tint_dead,
				   rk_tint_square(theme, 4,
						  (enum rk_paint)paint),
				   &fore[seat], &back[paint]);
			assert_true(contrast(fore[seat], back[paint]) >=
				    (paint > RK_PAINT_DARK ? 2.5 : 3));
			for (int other = 0; other < seat; other++)
				assert_int_not_equal(fore[seat], fore[other]);
		}
		if (paint > RK_PAINT_DARK) {
			assert_int_not_equal(back[paint], back[RK_PAINT_LIGHT]);
			assert_int_not_equal(back[paint], back[RK_PAINT_DARK]);
		}
	}
	assert_true(contrast(back[RK_PAINT_LIGHT], back[RK_PAINT_DARK]) > 1.3);
}

/* Lit squares are neither like others nor like the pieces on them. */
static void check_lit(int theme, int players, int colours)
{
	uint32_t back, fore, other;

	for (int paint = 0; paint < RK_LIT_PAINTS; paint++) {
		struct rk_tint lit =
			rk_tint_lit(players, (enum rk_lit_paint)paint);

		for (int seat = 0; seat < players; seat++) {
			read_tints(colours, rk_tint_piece(players, seat), lit,
				   &fore, &back);
			assert_true(contrast(fore, back) >=
				    (players == 2 ? 3 : 2.5));
		}
		for (int i = 0; i < RK_PAINTS; i++) {
			read_tints(colours, rk_tint_piece(players, 0),
				   rk_tint_square(theme, players,
						  (enum rk_paint)i),
				   &fore, &other);
			assert_int_not_equal(back, other);
		}
	}
}

/* What is asked for is lit until the next command. */
static void test_lit_squares(void **state)
{
	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	type("game human human");
	type("moves g1");
	assert_non_null(strstr(draw(), "3  .     .     . ( ) . ( )\n"
				       "2  P  P  P  P  P  P  P  P \n"
				       "1  R  N  B  Q  K  B (N) R \n"));
	type("hint");
	assert_non_null(strstr(draw(), "("));
	type("e4");
	assert_null(strstr(draw(), "("));
	assert_int_equal(rk_console_light_moves(&console, 0), 0);
	assert_int_equal(rk_console_light_moves(&console, 62), 2);
	console.lit.has_cursor = true;
	console.lit.cursor = 45;
	assert_non_null(strstr(draw(), "8  r  n  b  q  k  b (n) r \n"
				       "7  p  p  p  p  p  p  p  p \n"
				       "6     .     .    >.<   (.)\n"));
}

/* Squares from places of the picture, and beside each other. */
static void test_squares_of_the_picture(void **state)
{
	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	for (int zoom = 1; zoom <= RK_MAX_ZOOM; zoom++) {
		console.look.zoom = (uint8_t)zoom;
		console.look.colours = console.look.glyphs = zoom & 1;
		assert_int_equal(rk_console_square_at(&console, 0, 1), -1);
		assert_int_equal(rk_console_square_at(&console, 0, 2), 56);
		assert_int_equal(rk_console_square_at(&console, 8 * zoom - 1,
						      8 * (2 * zoom + 1) + 1),
				 7);
		assert_int_equal(
			rk_console_square_at(&console, 8 * zoom + 1, 2), -1);
	}
	assert_int_equal(rk_console_square_beside(&console, 0, -1, 0), 0);
	assert_int_equal(rk_console_square_beside(&console, 0, 1, 0), 1);
	assert_int_equal(rk_console_square_beside(&console, 0, 0, -1), 8);
	type("flip black");
	assert_int_equal(rk_console_square_beside(&console, 0, -1, 0), 1);
	assert_int_equal(rk_console_square_beside(&console, 8, 0, -1), 0);
	type("flip white");
	type("players 4");
	assert_int_equal(rk_console_square_beside(&console, 3, -1, 0), 3);
	assert_int_equal(rk_console_square_beside(&console, 3, 1, 0), 4);
}

static void test_themes_are_readable(void **state)
{
	(void)state;
	for (int i = 0; i < RK_THEMES; i++) {
		check_theme(&rk_themes[i], 2);
		check_theme(&rk_themes[i], 3);
		check_theme_for_four(i, 2);
		check_theme_for_four(i, 3);
		for (int players = 2; players <= 4; players += 2) {
			check_lit(i, players, 2);
			check_lit(i, players, 3);
		}
	}
}

/* 45 columns and 15 rows, whoever sits below. */
static void test_rich_board_for_four(void **state)
{
	int width, height;

	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	type("players 4");
	type("game human human human human");
	type("h2 h3");
	rk_console_board_size(&console, 1, &width, &height);
	assert_int_equal(width, 45);
	assert_int_equal(height, 15);
	for (int choice = 0; choice < 4 * 2 * 4 * 4; choice++) {
		console.look.below = choice & 3;
		console.look.glyphs = choice & 4;
		console.look.colours = choice >> 3 & 3;
		console.look.zoom = (uint8_t)(1 + (choice >> 5));
		check_size(draw());
	}
}

/* Two letters a piece; where it came from, and where it went. */
static void test_rich_board_for_four_without_colours(void **state)
{
	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	type("players 4");
	type("game human human human human");
	type("h2 h3");
	type("flip yellow");
	assert_non_null(strstr(
		draw(), " 1          rR rN rB rK rQ rB rN rR          \n"
			" 2          rP rP rP [.]rP rP rP rP          \n"
			" 3           .     . rP] .     .             \n"
			" 4 gR gP  .     .     .     .     .    bP bR \n"));
	assert_non_null(strstr(
		said.text, "    n  m  l  k  j  i  h  g  f  e  d  c  b  a\n"));
}

/* A board with walls and four players, of which only the cells are there. */
static int cell(const union rk_any_pos *board, int square)
{
	int file = square % 14, rank = square / 14;

	(void)board;
	if ((file < 3 || file > 10) && (rank < 3 || rank > 10))
		return RK_CELL_WALL;
	switch (square) {
	case 7:
		return rk_cell(0, RK_KING);
	case 14 * 7:
		return rk_cell(1, RK_QUEEN);
	case 14 * 13 + 6:
		return rk_cell(2, RK_PAWN) | RK_CELL_DEAD;
	case 14 * 7 + 13:
		return rk_cell(3, RK_KNIGHT);
	}
	return RK_CELL_EMPTY;
}

static void test_plain_board_for_four(void **state)
{
	static const char *const seats[] = {"Red", "Blue", "Yellow", "Green"};
	static const struct rk_rules four = {
		.seats = seats,
		.types = "PNBRQK",
		.players = 4,
		.files = 14,
		.ranks = 14,
	};
	const struct rk_console_look look = {.zoom = 1};
	const struct rk_view view = {.rules = &four,
				     .look = &look,
				     .cell = cell,
				     .from = -1,
				     .to = -1};

	(void)state;
	unit_clear(&said);
	rk_draw_plain(&console.out, &view);
	assert_string_equal(said.text, "14       __  __dP__  __        \n"
				       "13         __  __  __  __      \n"
				       "12       __  __  __  __        \n"
				       "11 __  __  __  __  __  __  __  \n"
				       "10   __  __  __  __  __  __  __\n"
				       " 9 __  __  __  __  __  __  __  \n"
				       " 8 bQ__  __  __  __  __  __  gN\n"
				       " 7 __  __  __  __  __  __  __  \n"
				       " 6   __  __  __  __  __  __  __\n"
				       " 5 __  __  __  __  __  __  __  \n"
				       " 4   __  __  __  __  __  __  __\n"
				       " 3         __  __  __  __      \n"
				       " 2       __  __  __  __        \n"
				       " 1         __  __rK__  __      \n"
				       "\n"
				       "   a b c d e f g h i j k l m n\n");
}

static void test_letters_of_no_piece(void **state)
{
	static const struct rk_rules four = {.players = 4};

	(void)state;
	assert_string_equal(
		rk_cell_letters(&rk_rules_standard, RK_CELL_EMPTY).text, " ");
	assert_string_equal(rk_cell_letters(&four, RK_CELL_EMPTY).text, "  ");
	assert_string_equal(rk_cell_letters(&four, RK_CELL_WALL).text, "  ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_rich_board_has_its_size, set_up),
		cmocka_unit_test_setup(test_rich_board_without_colours, set_up),
		cmocka_unit_test_setup(test_themes_are_readable, set_up),
		cmocka_unit_test_setup(test_lit_squares, set_up),
		cmocka_unit_test_setup(test_squares_of_the_picture, set_up),
		cmocka_unit_test_setup(test_rich_board_for_four, set_up),
		cmocka_unit_test_setup(test_rich_board_for_four_without_colours,
				       set_up),
		cmocka_unit_test_setup(test_plain_board_for_four, set_up),
		cmocka_unit_test_setup(test_letters_of_no_piece, set_up),
	};

	return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
