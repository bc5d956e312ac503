/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Why a move is not legal, in words that a beginner understands. */
#ifndef ROOKERY_WHY_H
#define ROOKERY_WHY_H

#include "rookery/words.h"

/*
 * Explains why read_move() refused a text with this error, any but syntax.
 * Writes the rest of a sentence: "the rook on a1 would have to jump over the
 * pawn on a2".
 */
void rk_why_text(const struct rk_out *out, const struct rk_rules *rules,
		 const union rk_any_pos *pos, struct rk_word move,
		 enum rk_notation_error error);

/* Writes a line that says why there is no move from this square. */
void rk_why_no_moves(const struct rk_out *out, const struct rk_rules *rules,
		     const union rk_any_pos *pos, int square);

const char *rk_type_name(int type); /* "rook" */

#endif
