/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Positions. A set-up is what somebody put on a board: anything at all. A
 * position is a set-up that was examined and found legal; only positions can
 * be moved on. There is no history in a position: who wants to take a move
 * back keeps a struct rk_undo for it.
 */
#ifndef ROOKERY_POSITION_H
#define ROOKERY_POSITION_H

#include "rookery/types.h"

/*
 * Open for reading to everybody, written by core/ alone. Holds always:
 * board and sets of squares agree; `key` is rk_pos_key_compute() of the rest;
 * `checkers` are the pieces that attack the king of the side to move; `ep` is
 * the square behind a pawn that has just made its double step if a pawn of
 * the side to move stands ready to take it there (which may still be illegal
 * because of a pin), otherwise RK_NO_SQUARE.
 *
 * In casual chess there is no check rule: `checkers` is empty, every move
 * that a piece can make is legal, and a king may be missing, taken.
 */
struct rk_pos {
	rk_bits colour[2];
	rk_bits type[RK_TYPES];
	rk_bits castle; /* the rooks that may still castle */
	rk_bits checkers;
	uint64_t key; /* equal to the key of a Polyglot book */
	uint8_t board[RK_SQUARES];
	uint16_t halfmove; /* plies since the last capture or pawn move */
	uint16_t fullmove; /* both stop at RK_COUNTER_MAX */
	uint8_t side;      /* the colour to move */
	uint8_t ep;
	uint8_t casual;   /* 1: kings may be left in danger, and taken */
	uint8_t reserved; /* 0, so that positions compare with memcmp */
};

#define RK_COUNTER_MAX 50000

/* What a move cannot restore by itself. The caller keeps it for unmake. */
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
	RK_DEFECT_EN_PASSANT = 1 << 6, /* no pawn can have passed there */
	RK_DEFECT_VALUE = 1 << 7,      /* no such piece, side or number */
};

#define RK_DEFECTS 8

/* An empty board, White to move, move 1. */
void rk_setup_clear(struct rk_setup *setup);

/* The set-up a position came from or might have come from. */
void rk_setup_from_pos(struct rk_setup *setup, const struct rk_pos *pos);

/* The set of defects; 0 means that a position can be made of it. */
unsigned int rk_setup_examine(const struct rk_setup *setup);

/* What the lowest defect of a set that is not empty means, in words. */
const char *rk_defect_text(unsigned int defects);

/*
 * Makes a position, of casual chess if asked, where checks of any kind are
 * no defects. Returns the defects that stand in the way; `pos` is written
 * only if that is 0.
 */
unsigned int rk_pos_from_setup(struct rk_pos *pos, const struct rk_setup *setup,
			       bool casual);

/* The starting position. */
void rk_pos_start(struct rk_pos *pos);

/* The starting position of Chess960, 0 to 959; 518 is the usual one. */
void rk_pos_start960(struct rk_pos *pos, int number);

/* The key from scratch; equals pos->key. */
uint64_t rk_pos_key_compute(const struct rk_pos *pos);

/*
 * The key for counting repetitions: like pos->key, but the right to take en
 * passant counts only where such a move is legal.
 */
uint64_t rk_pos_key_repetition(const struct rk_pos *pos);

/*
 * FEN. Reading takes FEN, X-FEN and Shredder-FEN, the two counters may be
 * missing, blanks around and between fields are free. The text may hold any
 * bytes and needs no NUL. Returns true, or false with *error filled in;
 * then the set-up or position is untouched.
 */
bool rk_fen_read_setup(struct rk_setup *setup, const char *text, size_t length,
		       struct rk_error *error);

/* The same, and the set-up must be free of defects. */
bool rk_fen_read(struct rk_pos *pos, const char *text, size_t length,
		 struct rk_error *error);

enum rk_fen_style {
	RK_FEN_STANDARD, /* KQkq, or a file's letter for an inner rook: X-FEN */
	RK_FEN_SHREDDER, /* always the rook's file: HAha */
};

#define RK_FEN_SIZE 104 /* enough for every FEN with its NUL */

/* Writes a FEN and a NUL; returns the length without the NUL. */
size_t rk_fen_write(char text[RK_FEN_SIZE], const struct rk_pos *pos,
		    enum rk_fen_style style);

/* The same for a set-up, which need not be legal; ? is no piece at all. */
size_t rk_fen_write_setup(char text[RK_FEN_SIZE], const struct rk_setup *setup,
			  enum rk_fen_style style);

#endif
