/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Pieces as text, for ports that draw more than the console's board, which
 * rk_console_draw() draws.
 */
#ifndef ROOKERY_DRAW_H
#define ROOKERY_DRAW_H

#include "rookery/console.h"

/* Writes a piece of the rich board, one column wide, in the current colour. */
void rk_draw_piece(const struct rk_out *out, const struct rk_rules *rules,
		   const struct rk_console_look *look, int cell);

/* Are pieces drawn as bitmaps at this zoom? Otherwise they take one column. */
bool rk_draw_has_bitmaps(const struct rk_console_look *look, int zoom);

/*
 * The one or two letters of a cell; blanks if it has no piece. Dead pieces
 * have a d for their player, queens that count one point are a D.
 */
struct rk_short_text rk_cell_letters(const struct rk_rules *rules, int cell);

/* Do these rules need two letters for a cell? */
bool rk_rules_two_letters(const struct rk_rules *rules);

#endif
