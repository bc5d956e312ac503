/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The words for who plays and how it stands, beside a board. */
#ifndef RK_PROTO_PANEL_H
#define RK_PROTO_PANEL_H

#include "rookery/console.h"

/* "you", "human", "level 3". */
struct rk_short_text rk_panel_who(const struct rk_console *console, int seat);

/* 1:02:03, 5:00, and with tenths when they count: 0:09.4; or nothing. */
struct rk_short_text rk_panel_clock(const struct rk_console *console, int seat);

/* "out", "walks" or nothing: what has become of a player. */
const char *rk_panel_fate(const struct rk_game *game, int seat);

/* A triangle or > before who is to move, else a blank. */
const char *rk_panel_mark(const struct rk_console *console, int seat);

#endif
