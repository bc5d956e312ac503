/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the files of game/ share beyond rookery/game.h. */
#ifndef RK_GAME_GAME_H
#define RK_GAME_GAME_H

#include "rookery/game.h"

/* Makes the game what it was after the first `events` events of its log. */
void rk_game_rewind(struct rk_game *game, uint32_t events);

#endif
