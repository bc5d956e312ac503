/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A move as a person types it: read once, then played, refused or explained. */
#ifndef ROOKERY_TYPED_H
#define ROOKERY_TYPED_H

#include "rookery/words.h"

/* What a text that is no move was meant to be. */
enum rk_typed_shape {
	RK_TYPED_OTHER,     /* anything */
	RK_TYPED_MOVE,      /* a move: it begins like one */
	RK_TYPED_OFF_BOARD, /* a move, with a square that is not there */
};

struct rk_typed_move {
	char text[2 * RK_MOVE_TEXT_SIZE]; /* without blanks, with a NUL */
	size_t length;
	enum rk_notation_error error;
	enum rk_typed_shape shape; /* if the error is RK_NOTATION_SYNTAX */
	rk_any_move move;          /* if there is no error */
};

/*
 * Reads the words from `first` on as one move: "e2 e4" is "e2e4", and so are
 * "E2 E4" and "1. e2e4". Without a position, NULL, nothing is legal; the error
 * still says whether this is the text of a move.
 */
void rk_typed_read(struct rk_typed_move *typed, const struct rk_line *line,
		   int first, const struct rk_rules *rules,
		   const union rk_any_pos *pos);

/*
 * Writes a sentence that says how to type what could not be read as a move,
 * without a newline.
 */
void rk_typed_explain(const struct rk_out *out,
		      const struct rk_typed_move *typed,
		      const struct rk_rules *rules);

#endif
