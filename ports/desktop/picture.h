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

#define PICTURE_TITLE 160

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

/* The size of one board of this picture, in pixels. */
int picture_board_size(const struct picture_sheet *sheet,
		       const struct picture_task *task);

/* The board in a square of `size`, centred on the ground around it. */
void picture_draw_board(cairo_t *cr, const struct board_view *view, int size);

#endif
