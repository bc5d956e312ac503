/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Why a move is not legal, in words that a beginner understands. */
#ifndef RK_PROTO_WHY_H
#define RK_PROTO_WHY_H

#include "proto/words.h"

/*
 * Writes the reason against a move that read_move() of these rules refused,
 * for whatever but its syntax: the rest of a sentence, "the rook on a1 would
 * have to jump over the pawn on a2".
 */
void rk_why_text(const struct rk_out *out, const struct rk_rules *rules,
		 const void *pos, struct rk_word move);

/* Writes, as a line, why there is no move from this square. */
void rk_why_no_moves(const struct rk_out *out, const struct rk_rules *rules,
		     const void *pos, int square);

const char *rk_type_name(int type); /* "rook" */

/* A move on the two-player board, and where the reason against it goes. */
struct rk_matter {
	const struct rk_out *out;
	const struct rk_rules *rules;
	const struct rk_pos *pos;
	int from;
	int to;
	int promotion; /* or RK_NONE */
};

/* why_two.c: that reason; and the one against castling to this side. */
void rk_why_move(const struct rk_matter *matter);
void rk_why_castling(const struct rk_matter *matter, bool kingside);

#endif
