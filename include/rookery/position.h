/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Positions. A set-up is whatever somebody put on a board and may be illegal. A
 * position is a set-up that was examined and found legal; moves can only be
 * made in a position. A position holds no history: a caller that wants to take
 * a move back keeps the struct rk_undo that rk_pos_make() filled in.
 */
#ifndef ROOKERY_POSITION_H
#define ROOKERY_POSITION_H

#include "rookery/types.h"

/*
 * Anybody may read the members; only core/ writes them. Invariants: `board` and
 * the sets of squares agree; `key` equals rk_pos_key_compute(); `checkers` are
 * the pieces that attack the king of the side to move; `ep` is the square
 * behind a pawn that has just made its double step if a pawn of the side to
 * move stands ready to take it there (a pin may still forbid that), otherwise
 * RK_NO_SQUARE.
 *
 * Casual chess has no check rule: `checkers` is empty, every pseudo-legal move
 * is legal, and a king may be missing because it was taken.
 *
 * `casual` and `minors` belong to the rules, not to the board: who makes the
 * position sets them, and no move changes them. rk_pos_has_minors_rule()
 * reads the latter.
 */
struct rk_pos {
	rk_bits colour[2];
	rk_bits type[RK_TYPES];
	rk_bits castle; /* the rooks that still have castling rights */
	rk_bits checkers;
	uint64_t key; /* the key of the Polyglot book format */
	uint8_t board[RK_SQUARES];
	uint16_t halfmove; /* plies since the last capture or pawn move */
	uint16_t fullmove; /* both stop at RK_COUNTER_MAX */
	uint8_t side;      /* the colour to move */
	uint8_t ep;
	uint8_t casual; /* 1: kings may be left in check, and taken */
	uint8_t minors; /* 1: a minor piece each is insufficient material */
};

#define RK_COUNTER_MAX 50000

/*
 * Is a minor piece each a draw? A program with little memory (RK_SMALL) has no
 * such rules, so the code that asks is left out.
 */
static inline bool rk_pos_has_minors_rule(const struct rk_pos *pos)
{
#ifdef RK_SMALL
	(void)pos;
	return false;
#else
	return pos->minors;
#endif
}

/*
 * What cannot be restored from the move alone. Filled in by rk_pos_make(), kept
 * by the caller, read by rk_pos_unmake().
 */
struct rk_undo {
	rk_bits castle;
	rk_bits checkers;
	uint64_t key;
	uint16_t halfmove;
	uint16_t fullmove;
	uint8_t ep;
	uint8_t captured; /* a piece, or RK_NONE */
	uint8_t reserved[2];
};

struct rk_setup {
	uint8_t board[RK_SQUARES];
	rk_bits castle;
	uint16_t halfmove;
	uint16_t fullmove;
	uint8_t side;
	uint8_t ep;
};

/* What can be wrong with a set-up; several bits may be set at once. */
enum rk_defect {
	RK_DEFECT_WHITE_KING = 1 << 0, /* not exactly one white king */
	RK_DEFECT_BLACK_KING = 1 << 1,
	RK_DEFECT_PAWN_RANK = 1 << 2, /* a pawn on the first or last rank */
	RK_DEFECT_OPPOSITE_CHECK = 1 << 3, /* side not to move is in check */
	RK_DEFECT_MANY_CHECKS = 1 << 4,    /* three or more pieces give check */
	RK_DEFECT_CASTLING = 1 << 5,   /* a right without its king and rook */
	RK_DEFECT_EN_PASSANT = 1 << 6, /* no pawn can have just passed there */
	RK_DEFECT_VALUE = 1 << 7,      /* no such piece, side or number */
};

#define RK_DEFECTS 8

/* An empty board, White to move, move 1. */
void rk_setup_clear(struct rk_setup *setup);

/* A set-up that rk_pos_from_setup() turns into this position. */
void rk_setup_from_pos(struct rk_setup *setup, const struct rk_pos *pos);

/* The set of defects, enum rk_defect; 0 means that the set-up is legal. */
unsigned int rk_setup_examine(const struct rk_setup *setup);

/* Describes the lowest defect of a set, which must not be empty. */
const char *rk_defect_text(unsigned int defects);

/*
 * Makes a position, with `minors` 0. In casual chess, checks are no defects.
 * Returns the defects; `pos` is written only if that is 0.
 */
unsigned int rk_pos_from_setup(struct rk_pos *pos, const struct rk_setup *setup,
			       bool casual);

/* The usual starting position. */
void rk_pos_start(struct rk_pos *pos);

/* A starting position of Chess960, 0 to 959; 518 is the usual one. */
void rk_pos_start960(struct rk_pos *pos, int number);

/* Computes the key from scratch; equals pos->key. */
uint64_t rk_pos_key_compute(const struct rk_pos *pos);

/*
 * The key for counting repetitions. It differs from pos->key where no pawn can
 * legally take en passant: the en passant square is then left out.
 */
uint64_t rk_pos_key_repetition(const struct rk_pos *pos);

/*
 * Reads FEN, X-FEN and Shredder-FEN. The two counters may be missing; blanks
 * around and between fields are free. The text may hold any bytes and needs no
 * NUL. Returns true, or false with *error filled in and *setup unchanged.
 */
bool rk_fen_read_setup(struct rk_setup *setup, const char *text, size_t length,
		       struct rk_error *error);

/* The same, but fails if the set-up has defects. */
bool rk_fen_read(struct rk_pos *pos, const char *text, size_t length,
		 struct rk_error *error);

enum rk_fen_style {
	RK_FEN_STANDARD, /* KQkq, or the file of an inner rook (X-FEN) */
	RK_FEN_SHREDDER, /* always the rook's file: HAha */
};

#define RK_FEN_SIZE 104 /* enough for every FEN with its NUL */

/* Writes a FEN and a NUL. Returns the length without the NUL. */
size_t rk_fen_write(char text[RK_FEN_SIZE], const struct rk_pos *pos,
		    enum rk_fen_style style);

/*
 * The same for a set-up, which need not be legal; '?' stands for a value that
 * is no piece.
 */
size_t rk_fen_write_setup(char text[RK_FEN_SIZE], const struct rk_setup *setup,
			  enum rk_fen_style style);

#endif
