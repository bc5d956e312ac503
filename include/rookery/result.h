/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* How a game ended, in a sentence. */
#ifndef ROOKERY_RESULT_H
#define ROOKERY_RESULT_H

#include "rookery/game.h"
#include "rookery/out.h"

/*
 * Writes "Checkmate! White wins!", "Draw! (agreement)" and the like, without a
 * newline. The game is over. With `says_why` every result has its reason:
 * "White wins! (resignation)" instead of "White wins!".
 */
void rk_result_write(const struct rk_out *out, const struct rk_game *game,
		     bool says_why);

#endif
