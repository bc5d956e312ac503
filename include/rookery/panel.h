/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The panel beside a board: players, state of the game, what happens next. It
 * is the same on every terminal; small ones show less of it.
 */
#ifndef ROOKERY_PANEL_H
#define ROOKERY_PANEL_H

#include "rookery/console.h"

/* "you", "human", "level 3". */
struct rk_short_text rk_panel_who(const struct rk_console *console, int seat);

/*
 * Writes the name of a human that has one, as much as fits, or the text above;
 * returns the columns.
 */
int rk_panel_write_who(const struct rk_out *out,
		       const struct rk_console *console, int seat, int columns);

/* 1:02:03, 5:00, and with tenths when they count: 0:09.4; or nothing. */
struct rk_short_text rk_panel_clock(const struct rk_console *console, int seat);

/* "out", "walks" or nothing: the state of a player. */
const char *rk_panel_fate(const struct rk_game *game, int seat);

/* A triangle or > before the player to move, otherwise a blank. */
const char *rk_panel_mark(const struct rk_console *console, int seat);

/*
 * A player in one row: "> White you 4:59 +3", with points if the rules count
 * them; `parts` selects the rest. The state of a player replaces who it is.
 */
enum {
	RK_PANEL_WHO = 1,   /* as from rk_panel_who(), or ... */
	RK_PANEL_LEVEL = 2, /* ... "lv 3", only for computers */
	RK_PANEL_CLOCK = 4,
};

void rk_panel_player(const struct rk_out *out, const struct rk_console *console,
		     int seat, unsigned int parts);

/* Writes the last move, "12... Nf6"; false if there is none. */
bool rk_panel_last_move(const struct rk_out *out,
			const struct rk_console *console);

/*
 * What happens next if it is not a human's move: "The computer is thinking.",
 * or NULL.
 */
const char *rk_panel_next(const struct rk_console *console);

/* The prompt: the player to move, "Set-up" or "". */
const char *rk_panel_prompt(const struct rk_console *console);

/*
 * panel_full.c: writes the panel of a large terminal as lines. During a game it
 * fills `rows` rows; lines may exceed `columns`, and the caller cuts them.
 */
void rk_panel_write(const struct rk_out *out, const struct rk_console *console,
		    int columns, int rows);

#endif
