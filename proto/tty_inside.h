/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of the terminal session; see rookery/tty.h. */
#ifndef RK_PROTO_TTY_INSIDE_H
#define RK_PROTO_TTY_INSIDE_H

#include "proto/console.h"
#include "rookery/tty.h"

/* Sends raw bytes to the terminal. */
static inline void rk_tty_put(const struct rk_tty *tty, const char *text)
{
	rk_out_text(&tty->out, text);
}

/* ---- tty_screen.c: layout and board ---- */

/*
 * Draws all but messages and input line, on a cleared screen or over it. If
 * tty->rules are not those of the game, or NULL, all is laid out anew.
 */
void rk_tty_draw(struct rk_tty *tty, bool clear);

/* Moves the cursor away for drawing (rows and columns from 0), and back. */
void rk_tty_go(struct rk_tty *tty, int row, int column);
void rk_tty_come_back(struct rk_tty *tty);

/*
 * From now on the rows scroll from this one (from 0) to the last that the
 * terminal said it had. There may be more, which are somebody else's. The cursor
 * goes anywhere.
 */
void rk_tty_scroll_from(const struct rk_tty *tty, unsigned int row);

/* ---- tty_panel.c: beside the board ---- */

/*
 * Redraws changes in the panel, or only in the rows of the players. The caller
 * moves the cursor back.
 */
void rk_tty_draw_panel(struct rk_tty *tty);
void rk_tty_draw_players(struct rk_tty *tty);

/* ---- tty_edit.c: the line ---- */

/* Handles a key, or a byte of one. Returns true if the line is complete. */
bool rk_tty_key(struct rk_tty *tty, uint8_t byte);

/* Draws the prompt and the line in the last row. */
void rk_tty_draw_line(struct rk_tty *tty);

/* Adds the line to the history. */
void rk_tty_remember(struct rk_tty *tty);

/* ---- tty_ask.c: is there a terminal? ---- */

void rk_tty_ask(struct rk_tty *tty);

/* An answer: the cursor, from 1. Ignored if no question was sent. */
void rk_tty_answer(struct rk_tty *tty, unsigned int row, unsigned int column);

/* No answer, or a line came before it: plain mode. */
void rk_tty_settle(struct rk_tty *tty);

#endif
