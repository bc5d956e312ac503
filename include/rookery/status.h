/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What can be told from a position alone: check, mate, and the draws that need
 * no history. Repetitions are counted by the game (rookery/game.h).
 */
#ifndef ROOKERY_STATUS_H
#define ROOKERY_STATUS_H

#include "rookery/position.h"

enum rk_status {
	RK_PLAYING,
	RK_CHECKMATE, /* the side to move has lost */
	RK_STALEMATE,
	RK_INSUFFICIENT, /* neither side has the material to mate */
	RK_SEVENTY_FIVE, /* seventy-five moves each without progress */
};

static inline bool rk_pos_in_check(const struct rk_pos *pos)
{
	return pos->checkers != 0;
}

/* Does the side to move have a legal move? */
bool rk_pos_has_move(const struct rk_pos *pos);

/*
 * The first of these that holds: mate or stalemate, insufficient material,
 * seventy-five moves.
 */
enum rk_status rk_pos_status(const struct rk_pos *pos);

/*
 * Could this colour mate if the other one cooperated? If not, it cannot win on
 * time either.
 */
bool rk_pos_can_mate(const struct rk_pos *pos, int colour);

/* True if neither side could mate, or if `minors` makes it so. */
bool rk_pos_is_insufficient(const struct rk_pos *pos);

/* Seventy-five moves each without capture or pawn move: a draw. */
static inline bool rk_pos_is_seventy_five(const struct rk_pos *pos)
{
	return pos->halfmove >= 150;
}

/* Fifty moves each without capture or pawn move: a draw may be claimed. */
bool rk_pos_is_fifty(const struct rk_pos *pos);

#endif
