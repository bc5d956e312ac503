/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of the command `picture`: what was asked for, the boards
 * that come of it, and how they are laid out and written.
 */
#ifndef RK_DESKTOP_PICTURE_H
#define RK_DESKTOP_PICTURE_H

#include <stdio.h>

#include "ports/desktop/board.h"
#include "ports/host/host.h"

/* What was asked for; texts belong to the command line. */
struct picture_task {
	const struct rk_rules *rules; /* NULL: the text says */
	const char *what;             /* FEN, FEN4, "start" or a file */
	const char *output;
	const char *below; /* name of a seat, or NULL */
	const char *last;  /* a move, or NULL */
	bool flips;
	bool is_dark;
	bool has_coordinates;
	uint8_t theme;
	uint32_t size;  /* of a board; 0: the usual one */
	uint32_t game;  /* of the file, from 1 */
	uint32_t every; /* plies; 0: the usual number */
	uint32_t delay; /* milliseconds */
};

/* A board, and the move that led to it. */
struct picture_frame {
	struct board_view view;
	int number;                   /* of the move; 0: there is none */
	int turn;                     /* the seat that moved */
	char move[RK_MOVE_TEXT_SIZE]; /* in standard notation */
};

/* Names of four players, up to PICTURE_NAME bytes each, with dashes between. */
#define PICTURE_NAME 64
#define PICTURE_TITLE 320

struct picture_sheet {
	struct picture_frame *frames; /* on the heap */
	size_t count;
	size_t capacity;
	bool is_game;
	char title[PICTURE_TITLE]; /* UTF-8, for a game */
	char subtitle[PICTURE_TITLE];
};

/* Appends a frame; NULL, and nothing changes, without memory. */
struct picture_frame *picture_add(struct picture_sheet *sheet,
				  const struct picture_task *task,
				  const struct rk_rules *rules,
				  const union rk_any_pos *pos);

/* Reads the game that was asked for; errors are reported in one line. */
enum host_exit picture_read_game(struct picture_sheet *sheet,
				 const struct picture_task *task);

/* Writes the file; errors are reported in one line, and leave none behind. */
enum host_exit picture_write(const struct picture_sheet *sheet,
			     const struct picture_task *task);

/* Is this the name of a file that can be written? */
bool picture_can_write(const char *name);

/* ---- Layout ---- */

enum picture_medium {
	PICTURE_SCREEN,    /* one page, as large as is needed */
	PICTURE_PAPER,     /* A4 for games */
	PICTURE_ANIMATION, /* one board, many times */
};

/* Where things are on a page; all in pixels, on paper in points. */
struct picture_layout {
	enum picture_medium medium;
	int width, height;
	int pages;
	int board; /* the side of a board */
	int gap;   /* between boards */
	int pitch; /* from a board to the next in a row */
	int margin;
	int head;    /* the height of the titles; 0: there are none */
	int font;    /* of the moves */
	int lines;   /* of moves below a board */
	int columns; /* of boards */
	int rows;    /* on a page */
	size_t boards;
	size_t every; /* frames from one board to the next */
};

/* Always possible; judge the size before drawing. */
void picture_lay_out(struct picture_layout *layout,
		     const struct picture_sheet *sheet,
		     const struct picture_task *task,
		     enum picture_medium medium);

/* A page, or a frame of an animation, from 0. */
void picture_draw_page(cairo_t *cr, const struct picture_sheet *sheet,
		       const struct picture_layout *layout, int page);

/* ---- Animations ---- */

/*
 * Writes a GIF. False with errno, or with errno 0 where memory was short.
 */
bool picture_write_gif(const struct picture_sheet *sheet,
		       const struct picture_task *task,
		       const struct picture_layout *layout, FILE *file);

#endif
