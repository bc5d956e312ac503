/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Moves as text. Readers accept any bytes and need no NUL; the whole text must
 * be the move. They return 0 with *move written, or an error with *move
 * unchanged.
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

/* Describes an error; a constant string. */
const char *rk_notation_error_text(enum rk_notation_error error);

enum rk_castling_style {
	RK_CASTLE_KING, /* e1g1: the king's two squares */
	RK_CASTLE_ROOK, /* e1h1: the king takes its rook, as in Chess960 */
};

#define RK_COORD_SIZE 6 /* "e7e8q" with its NUL */
#define RK_SAN_SIZE 8   /* "Qa1xb2#", "bxa8=N#" with a NUL */

/*
 * Writes coordinate notation: e2e4, e7e8q. RK_CASTLE_KING falls back to
 * RK_CASTLE_ROOK where king and rook are not on their usual squares. Returns
 * the length without the NUL.
 */
size_t rk_coord_write(char text[RK_COORD_SIZE], rk_move move,
		      enum rk_castling_style style);

/*
 * Writes a legal move in standard algebraic notation with its check or mate
 * sign. Returns the length without the NUL.
 */
size_t rk_san_write(char text[RK_SAN_SIZE], const struct rk_pos *pos,
		    rk_move move);

/*
 * What the text of a move says, legal or not; RK_UNSAID where it does not. The
 * origin may be missing or half there, the target's rank too (exd).
 */
#define RK_UNSAID (-1)

struct rk_move_hint {
	int type;
	int from_file;
	int from_rank;
	int to_file;
	int to_rank;
	int promotion; /* a type, or RK_NONE */
	int castling;  /* how many O's: 0, 2 or 3; then nothing else is said */
};

/*
 * The one reader of moves as people and programs write them. Coordinates: e2e4,
 * e7e8q, both castling styles. Standard notation, leniently: long forms (e2-e4,
 * Ng1xf3), 0-0 and o-o, missing or needless x + # =, ed for exd5, e8Q or e8(Q),
 * "e.p.", trailing ! and ?, more disambiguation than needed, small letters for
 * pieces but b, and figurines of either colour, U+2654 to U+265F, with or
 * without a variation selector.
 *
 * rk_move_parse() needs no position: it says what the text says, and false if it
 * is not the text of a move. rk_move_read() finds the legal move it means.
 */
bool rk_move_parse(struct rk_move_hint *hint, const char *text, size_t length);
enum rk_notation_error rk_move_read(rk_move *move, const struct rk_pos *pos,
				    const char *text, size_t length);

#endif
