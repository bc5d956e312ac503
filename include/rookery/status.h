/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a position by itself says about the game: check, mate, and the draws
 * that need no history. Repetition belongs to the game.
 */
#ifndef ROOKERY_STATUS_H
#define ROOKERY_STATUS_H

#include "rookery/position.h"

enum rk_status {
	RK_PLAYING,
	RK_CHECKMATE, /* the side to move has lost */
	RK_STALEMATE,
	RK_INSUFFICIENT, /* nobody has the material to mate */
	RK_SEVENTY_FIVE, /* seventy-five moves each without progress */
};

static inline bool rk_pos_in_check(const struct rk_pos *pos)
{
	return pos->checkers != 0;
}

/* Has the side to move any legal move? */
bool rk_pos_has_move(const struct rk_pos *pos);

/*
 * The state of the game. Mate and stalemate come before insufficient
 * material, and that before the seventy-five moves.
 */
enum rk_status rk_pos_status(const struct rk_pos *pos);

/*
 * Could this colour still mate if the other one helped? If not, it cannot
 * win on time either.
 */
bool rk_pos_can_mate(const struct rk_pos *pos, int colour);

/* Neither side can. */
bool rk_pos_is_insufficient(const struct rk_pos *pos);

/* Seventy-five moves each without capture or pawn move: a draw. */
static inline bool rk_pos_is_seventy_five(const struct rk_pos *pos)
{
	return pos->halfmove >= 150;
}

/* Fifty moves each without capture or pawn move: a draw may be claimed. */
bool rk_pos_is_fifty(const struct rk_pos *pos);

#endif
