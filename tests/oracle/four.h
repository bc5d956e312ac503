/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The second rule book for four players: a board of 14 by 14 structs, as plain
 * as can be, to hold core/four against. It shares nothing with the core, not
 * even a header, so that one mistake cannot be made in both.
 *
 * Squares: rank * 14 + file from 0, a1 = 0, n14 = 195; the corners are squares
 * that nothing stands on. Seats: 0 Red, 1 Blue, 2 Yellow, 3 Green.
 */
#ifndef ORACLE_FOUR_H
#define ORACLE_FOUR_H

#include <stdbool.h>

#define FOUR_SEATS 4
#define FOUR_SIZE 14
#define FOUR_SQUARES (FOUR_SIZE * FOUR_SIZE)

struct four_piece {
	char type; /* one of PNBRQK, or 0: the square is empty */
	char seat;
	char grey;  /* dead, whatever its seat does */
	char cheap; /* a queen that was a pawn */
};

enum four_rules {
	FOUR_FFA,
	FOUR_STILL, /* free-for-all without walking kings */
	FOUR_LAST,  /* the last player standing wins, there are no points */
	FOUR_TEAMS,
	FOUR_RULES,
};

enum four_end {
	FOUR_PLAYING,
	FOUR_MATE,
	FOUR_KING_TAKEN,
	FOUR_RESIGNED,
	FOUR_FLAGGED,
	FOUR_STALEMATE,
	FOUR_INSUFFICIENT,
	FOUR_REPETITION,
	FOUR_FIFTY,
	FOUR_AGREED,
	FOUR_CLAIMED,
	FOUR_ENDS,
};

struct four_pos {
	struct four_piece board[FOUR_SQUARES];
	int turn;
	int points[FOUR_SEATS];
	bool out[FOUR_SEATS];       /* has left the game */
	bool walking[FOUR_SEATS];   /* but the king walks on */
	bool castle[FOUR_SEATS][2]; /* toward the near and the far rook */
	int skipped[FOUR_SEATS];    /* by a pawn's double step, or -1 */
	int halfmove;
	enum four_rules rules;
	enum four_end end;
	bool winner[FOUR_SEATS];
};

/* Castling is where the king goes. */
struct four_move {
	int from;
	int to;
	char promotion; /* one of NBRQ, or 0 */
	bool capture;   /* of dead pieces too, and en passant */
	bool en_passant;
	bool castling;
};

struct four_list {
	int count;
	struct four_move move[1280];
};

/* ---- four.c: how the pieces go ---- */

/* The square, or -1 where the cross has none. */
int four_square(int file, int rank);

/* How many ranks a square is ahead of a seat's first one. */
int four_progress(int square, int seat);

/* The square beside another as the seat sees it, or -1. */
int four_step(int square, int seat, int right, int ahead);

bool four_partners(const struct four_pos *pos, int seat, int other);

/* Does a piece stand there that attacks and can be worth points? */
bool four_lives(const struct four_pos *pos, int square);

/* The square of a seat's king that is not grey, or -1. */
int four_king(const struct four_pos *pos, int seat);

/* Does the living piece on a square attack another one? */
bool four_attacks(const struct four_pos *pos, int from, int to);

/* Do living enemies of the seat attack a square? */
bool four_attacked(const struct four_pos *pos, int square, int seat);
bool four_in_check(const struct four_pos *pos, int seat);

/* The legal moves of a seat, were it its turn. */
void four_moves(const struct four_pos *pos, int seat, struct four_list *list);
bool four_has_move(const struct four_pos *pos, int seat);

/*
 * The position after a move, with the points of what it takes; who leaves the
 * game by it is up to four_settle().
 */
void four_make(struct four_pos *after, const struct four_pos *pos,
	       const struct four_move *move);

/* The seat that moves after another one. */
int four_next(const struct four_pos *pos, int seat);

unsigned long long four_perft(const struct four_pos *pos, int depth);

/* ---- four_game.c: who leaves, who gets points, who wins ---- */

/* How many are still in the game. */
int four_count(const struct four_pos *pos);

/* The move that led from one position to the other is over. */
void four_settle(struct four_pos *after, const struct four_pos *before);

void four_leave(struct four_pos *pos, int seat, enum four_end reason);
void four_draw(struct four_pos *pos, enum four_end reason);
bool four_can_claim(const struct four_pos *pos);
void four_claim(struct four_pos *pos);
bool four_insufficient(const struct four_pos *pos);

/* The same moves are possible, now and later. */
bool four_same(const struct four_pos *pos, const struct four_pos *other);

/* ---- four_fen.c: text ---- */

/* The starts modern, classic, by, byg and rg. */
#define FOUR_STARTS 5

#define FOUR_FEN_SIZE 1024

void four_clear(struct four_pos *pos, enum four_rules rules);
void four_start(struct four_pos *pos, int start, enum four_rules rules);
void four_put(struct four_pos *pos, int square, char type, int seat);
void four_fen_write(char text[FOUR_FEN_SIZE], const struct four_pos *pos);
bool four_fen_read(struct four_pos *pos, const char *text,
		   enum four_rules rules);

#endif
