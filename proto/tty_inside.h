/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the files of the terminal session share; see tty.h. */
#ifndef RK_PROTO_TTY_INSIDE_H
#define RK_PROTO_TTY_INSIDE_H

#include "proto/console.h"
#include "proto/tty.h"

/* Bytes to the terminal, as they are. */
static inline void rk_tty_put(const struct rk_tty *tty, const char *text)
{
	rk_out_text(&tty->port->line, text);
}

/* Columns that bytes take: those that go on a letter of UTF-8 take none. */
static inline int rk_tty_columns(const char *text, size_t length)
{
	int columns = 0;

	while (length--)
		columns += (*text++ & 0xc0) != 0x80;
	return columns;
}

/* ---- tty_screen.c: where things are, and the board ---- */

/*
 * Everything but words and line, on an empty screen or over what is there. If
 * tty->rules are not those of the game, or NULL, all is laid out anew.
 */
void rk_tty_draw(struct rk_tty *tty, bool clear);

/* The cursor goes somewhere to draw, rows and columns from 0, and back. */
void rk_tty_go(struct rk_tty *tty, int row, int column);
void rk_tty_come_back(struct rk_tty *tty);

/* ---- tty_panel.c: beside the board ---- */

/*
 * What has changed there, or in the rows of the players alone. Then the cursor
 * is to come back.
 */
void rk_tty_draw_panel(struct rk_tty *tty);
void rk_tty_draw_players(struct rk_tty *tty);

/* ---- tty_edit.c: the line ---- */

/* One key, or a byte of one. True: the line is complete. */
bool rk_tty_key(struct rk_tty *tty, uint8_t byte);

/* The line as it stands, with the prompt before it, in the last row. */
void rk_tty_draw_line(struct rk_tty *tty);

/* Keeps the line for those who want it again. */
void rk_tty_remember(struct rk_tty *tty);

/* ---- tty_ask.c: who is there ---- */

void rk_tty_ask(struct rk_tty *tty);

/* An answer: where the cursor is, from 1. Ignored if nobody was asked. */
void rk_tty_answer(struct rk_tty *tty, unsigned int row, unsigned int column);

/* Nobody has answered, or somebody sends lines meanwhile: plain. */
void rk_tty_settle(struct rk_tty *tty);

#endif
