/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The picture of a board, drawn with cairo: for two and for four players, from
 * the pieces in art/, in the colours of the page. A struct board_view holds
 * everything that is seen; the functions keep no state, need no display and
 * change nothing but what they are given. Colours and geometry need no cairo.
 *
 * A square is rank * files + file, as in rookery/rules.h. A board fills a
 * square area of `size` units; it is sharpest where the side of a square,
 * board_square_size(), is a whole number of pixels (board_fit()).
 */
#ifndef RK_DESKTOP_BOARD_H
#define RK_DESKTOP_BOARD_H

#include "rookery/rules.h"

typedef struct _cairo cairo_t; /* as in cairo.h, which geometry does without */

#define BOARD_SQUARES 196

enum board_mark {
	BOARD_LAST = 1,     /* of the last move; `by` says whose */
	BOARD_CHECK = 2,    /* the king here is in check */
	BOARD_SELECTED = 4, /* the piece here was picked up */
	BOARD_TARGET = 8,   /* a move may end here: a dot, a ring if taken */
	BOARD_HINT = 16,    /* of a move that was suggested */
	BOARD_CURSOR = 32,  /* the keyboard is here */
};

struct board_view {
	const struct rk_rules *rules; /* files, ranks, players */
	uint8_t cells[BOARD_SQUARES]; /* as rules->cell(); walls outside */
	uint8_t marks[BOARD_SQUARES]; /* a set of enum board_mark */
	uint8_t by[BOARD_SQUARES];    /* the seat that BOARD_LAST belongs to */
	uint8_t below;                /* the seat at the lower edge */
	uint8_t theme;                /* an index of board_themes */
	bool coordinates;
	bool dark; /* a dimmer board, for dark surroundings */
};

/* ---- Colours ---- */

/* 0xrrggbbaa */
typedef uint32_t board_colour;

/* The colours of a theme, for light and for dark surroundings. */
struct board_theme {
	const char *name;
	board_colour light[2];
	board_colour dark[2];
	board_colour coordinate;
	board_colour selected;
};

#define BOARD_THEMES 4
extern const struct board_theme board_themes[BOARD_THEMES];

/* The index of the theme with this name; -1 if there is none. */
int board_theme_find(const char *name);

/* The colour of a square without marks. */
board_colour board_square_colour(const struct board_view *view, int square);

/* Of the surface around the board, and of text on it. */
board_colour board_ground(bool dark);
board_colour board_ink(bool dark);
board_colour board_soft_ink(bool dark);

/* The three colours of a piece; see art/README.md. */
struct board_army {
	board_colour body;
	board_colour line;
	board_colour inner;
};

/* Of a seat in a game of `players`; of dead pieces where `dead`. */
struct board_army board_army(int players, int seat, bool dead);

/* Makes this the colour that cairo draws with. */
void board_set_colour(cairo_t *cr, board_colour colour);

/* ---- Contents ---- */

/*
 * Fills in rules, cells and marks: the kings of players in check are marked,
 * nothing else. The other members stay as they are.
 */
void board_from_pos(struct board_view *view, const struct rk_rules *rules,
		    const union rk_any_pos *pos);

/*
 * Marks from and to of a move as the last one of the player to move in `pos`,
 * the position before it.
 */
void board_mark_move(struct board_view *view, const union rk_any_pos *pos,
		     rk_any_move move);

/* ---- Geometry ---- */

/* The quarter turns of the board, counter-clockwise; 0: seat 0 is below. */
int board_quarters(const struct board_view *view);

/* The largest size up to `size` whose squares have whole numbers as sides. */
double board_fit(const struct board_view *view, double size);

/* The side of a square on a board of `size`. */
double board_square_size(const struct board_view *view, double size);

/* The square at a point of the board; -1 outside and on walls. */
int board_square_at(const struct board_view *view, double size, double x,
		    double y);

/* The place of a square, in squares from the upper left. */
void board_square_place(const struct board_view *view, int square,
			double *column, double *row);

/* ---- Drawing ---- */

/* One square with everything in it, from 0, 0 to side, side. */
void board_draw_square(cairo_t *cr, const struct board_view *view, int square,
		       double side);

/* The same without the piece, where that is being dragged or moved. */
void board_draw_bare(cairo_t *cr, const struct board_view *view, int square,
		     double side);

/* A piece alone, for drags and animation; draws nothing for other cells. */
void board_draw_piece(cairo_t *cr, const struct board_view *view, int cell,
		      double side);

/* An arrow between the centres of two squares, over a board of `size`. */
void board_draw_arrow(cairo_t *cr, const struct board_view *view, int from,
		      int to, double size);

/* All squares of the board; walls are left as they are. */
void board_draw(cairo_t *cr, const struct board_view *view, double size);

#endif
