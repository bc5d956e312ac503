/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Opening books in the format of Polyglot: entries of 16 bytes, sorted by the
 * key of the position, which is pos->key. A book may be of any size and need
 * not be in memory; a few entries are read for a question. What stands in it
 * is not trusted: a move that is not legal is as if it were not there, and a
 * file that is no book at all costs nothing but its answer. docs/book.md.
 */
#ifndef ROOKERY_BOOK_H
#define ROOKERY_BOOK_H

#include "rookery/moves.h"

#define RK_BOOK_ENTRY_SIZE 16

struct rk_book {
	void *self;
	/* Reads `size` bytes; false if they cannot be had. */
	bool (*read)(void *self, uint64_t offset, void *to, size_t size);
	uint64_t entries; /* how many there are */
};

/* What 16 bytes say. The last four of them are for learning; not kept. */
struct rk_book_entry {
	uint64_t key;
	uint16_t move; /* in the book's own notation */
	uint16_t weight;
};

struct rk_book_move {
	rk_move move;
	uint32_t weight; /* 0: known, but not to be played */
};

/*
 * Makes a book of `size` bytes that `read` gives. Returns NULL, or why there
 * can be no book in them: a constant without a full stop.
 */
const char *rk_book_init(struct rk_book *book, uint64_t size, void *self,
			 bool (*read)(void *self, uint64_t offset, void *to,
				      size_t size));

/*
 * The legal moves that the book knows for this position, each once, the
 * heaviest first and otherwise as in the book; at most `room` of them.
 * Returns how many.
 */
#define RK_BOOK_MOVES 64
int rk_book_moves(const struct rk_book *book, const struct rk_pos *pos,
		  struct rk_book_move *list, int room);

/*
 * One of the moves by chance, each as likely as its weight says, or
 * RK_NO_MOVE. The same seed gives the same move.
 */
rk_move rk_book_pick(const struct rk_book *book, const struct rk_pos *pos,
		     uint64_t seed);

/* What an entry's move means here: a legal move, or RK_NO_MOVE. */
rk_move rk_book_read_move(const struct rk_pos *pos, uint16_t move);

/* A legal move as an entry holds it. */
uint16_t rk_book_write_move(rk_move move);

void rk_book_read_entry(struct rk_book_entry *entry,
			const uint8_t bytes[RK_BOOK_ENTRY_SIZE]);
void rk_book_write_entry(uint8_t bytes[RK_BOOK_ENTRY_SIZE],
			 const struct rk_book_entry *entry);

#endif
