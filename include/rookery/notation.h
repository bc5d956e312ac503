/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Moves as text. Readers take any bytes, need no NUL, and return 0 with the
 * move written, or one of the errors below with nothing written. The whole
 * text must be the move.
 */
#ifndef ROOKERY_NOTATION_H
#define ROOKERY_NOTATION_H

#include "rookery/position.h"

enum rk_notation_error {
	RK_NOTATION_OK,
	RK_NOTATION_SYNTAX,    /* not the text of a move */
	RK_NOTATION_NO_MOVE,   /* no piece can move like that */
	RK_NOTATION_AMBIGUOUS, /* more than one can, or no promotion piece */
	RK_NOTATION_CHECK,     /* it would leave the king in check */
};

/* What such an error means, in words. */
const char *rk_notation_error_text(enum rk_notation_error error);

enum rk_castling_style {
	RK_CASTLE_KING, /* e1g1: the king's two squares */
	RK_CASTLE_ROOK, /* e1h1: the king takes its rook, as in Chess960 */
};

#define RK_COORD_SIZE 6 /* "e7e8q" with its NUL */
#define RK_SAN_SIZE 8   /* "Qa1xb2#", "bxa8=N#" with a NUL */

/*
 * Coordinate notation: e2e4, e7e8q. RK_CASTLE_KING falls back to the rook's
 * square where king and rook do not stand as in usual chess. Returns the
 * length.
 */
size_t rk_coord_write(char text[RK_COORD_SIZE], rk_move move,
		      enum rk_castling_style style);

/* Reads it, both castling styles; the promotion piece in either case. */
enum rk_notation_error rk_coord_read(rk_move *move, const struct rk_pos *pos,
				     const char *text, size_t length);

/* Standard algebraic notation with check and mate signs, for a legal move. */
size_t rk_san_write(char text[RK_SAN_SIZE], const struct rk_pos *pos,
		    rk_move move);

/*
 * Reads it leniently: long forms (e2-e4, Ng1xf3), 0-0 and o-o, missing or
 * needless x + # =, ed for exd5, e8Q or e8(Q), "e.p.", trailing ! and ?,
 * more disambiguation than needed, small letters for pieces but b.
 */
enum rk_notation_error rk_san_read(rk_move *move, const struct rk_pos *pos,
				   const char *text, size_t length);

#endif
