/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The second rule book: chess and Chess960 on a 10x12 mailbox, as plain as
 * can be, to hold the core against. It shares nothing with the core, not even
 * a header, so that one mistake cannot be made in both.
 *
 * Squares: a1 = 21, b1 = 22, h1 = 28, a2 = 31, h8 = 98; the rest is edge.
 * Sides: 0 is White, 1 is Black. Pieces: the letters of FEN.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>

#define ORACLE_SQUARES 120
#define ORACLE_EMPTY '.'
#define ORACLE_EDGE '#'

enum oracle_wing {
	ORACLE_KING_SIDE,
	ORACLE_QUEEN_SIDE,
};

struct oracle_pos {
	char board[ORACLE_SQUARES];
	int side;
	int rook[2][2]; /* of side and wing, if it may castle; or 0 */
	int ep;         /* where a pawn stands ready to take en passant; or 0 */
	int halfmove;
	int fullmove;
	bool minors; /* a knight or bishop each is a draw too */
};

/* Castling goes from the king's square to the rook's. */
struct oracle_move {
	int from;
	int to;
	char promotion; /* one of NBRQ, or 0 */
	bool capture;   /* en passant too */
	bool en_passant;
	bool castling;
};

struct oracle_list {
	int count;
	struct oracle_move move[256];
};

enum oracle_status {
	ORACLE_PLAYING,
	ORACLE_CHECKMATE,
	ORACLE_STALEMATE,
	ORACLE_INSUFFICIENT,
	ORACLE_SEVENTY_FIVE,
};

/* From file and rank, 0 to 7, and back. */
int oracle_square(int file, int rank);
int oracle_file(int square);
int oracle_rank(int square);

/* No pieces at all, White to move. */
void oracle_clear(struct oracle_pos *pos);

/* Chess960: the numbers of the two arrays, 0 to 959, need not be equal. */
void oracle_start960(struct oracle_pos *pos, int white, int black);

/* All six fields are needed. False if the text is none of FEN. */
bool oracle_fen_read(struct oracle_pos *pos, const char *text);

#define ORACLE_FEN_SIZE 128
void oracle_fen_write(char text[ORACLE_FEN_SIZE], const struct oracle_pos *pos,
		      bool shredder);

/* 0 or 1, or -1 for no piece. */
int oracle_owner(const struct oracle_pos *pos, int square);

/* The square of a side's king. */
int oracle_king(const struct oracle_pos *pos, int side);

/* Does the piece on a square attack another square? */
bool oracle_attacks(const struct oracle_pos *pos, int from, int to);

/* How many pieces of a side attack a square? */
int oracle_attackers(const struct oracle_pos *pos, int square, int side);

bool oracle_in_check(const struct oracle_pos *pos);

/*
 * Moves as the pieces go, the king's safety left aside; castling if the right
 * is there and the way free of pieces.
 */
void oracle_pseudo_moves(const struct oracle_pos *pos,
			 struct oracle_list *list);

void oracle_legal_moves(const struct oracle_pos *pos, struct oracle_list *list);

/* Writes the position after a move. */
void oracle_make(struct oracle_pos *after, const struct oracle_pos *pos,
		 const struct oracle_move *move);

/*
 * Neither side can mate, by the pieces alone; or what else counts as that.
 */
bool oracle_insufficient(const struct oracle_pos *pos);

enum oracle_status oracle_status(const struct oracle_pos *pos);

#endif
