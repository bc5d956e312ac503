/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the readers of moves. */
#ifndef RK_CORE_NOTATION_H
#define RK_CORE_NOTATION_H

#include "core/position.h"
#include "rookery/notation.h"

/* The type of a promotion letter in either case, or RK_NONE. */
int rk_notation_promotion(char letter);

/*
 * Encodes the move of the piece on `from` to `to`, legal or not; never
 * castling. `promotion` may be RK_NONE.
 */
rk_move rk_notation_step(const struct rk_pos *pos, int from, int to,
			 int promotion);

/*
 * Castling of the king on `from` in either style, if these two squares may mean
 * that; otherwise RK_NO_MOVE.
 */
rk_move rk_notation_castling(const struct rk_pos *pos, int from, int to);

/*
 * RK_NOTATION_OK if the move is legal, otherwise the reason why not. A pawn's
 * move to the last rank without a promotion piece is RK_NOTATION_AMBIGUOUS.
 */
enum rk_notation_error rk_notation_validate(const struct rk_pos *pos,
					    rk_move move);

/*
 * Writes the text of a move with letters for figurines, which may have a
 * variation selector after them. Returns its length, or 0 if the text is longer
 * than any move.
 */
#define RK_FIGURINE_SIZE 32

size_t rk_figurine_read(char letters[RK_FIGURINE_SIZE], const char *text,
			size_t length);

#endif
