/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Opening books in the Polyglot format: entries of 16 bytes, sorted by the key
 * of the position, which is pos->key. A book may be of any size and need not be
 * in memory; a lookup reads only a few entries. The content is not trusted:
 * illegal moves are ignored, and a file that is no book yields no moves. See
 * docs/book.md.
 */
#ifndef ROOKERY_BOOK_H
#define ROOKERY_BOOK_H

#include "rookery/moves.h"
#include "rookery/platform.h"

#define RK_BOOK_ENTRY_SIZE 16

struct rk_book {
	void *self;
	/* Reads `size` bytes at `offset`; false on failure. */
	bool (*read)(void *self, uint64_t offset, void *to, size_t size);
	uint64_t entries; /* number of entries */
};

/* A decoded entry. Its last four bytes, for learning, are dropped. */
struct rk_book_entry {
	uint64_t key;
	uint16_t move; /* in the book's own encoding */
	uint16_t weight;
};

/*
 * Opens a book of `size` bytes that `read` delivers. Returns NULL, or the
 * reason why it cannot be a book: a constant string without a full stop.
 */
const char *rk_book_init(struct rk_book *book, uint64_t size, void *self,
			 bool (*read)(void *self, uint64_t offset, void *to,
				      size_t size));

/*
 * Lists the legal moves that the book has for this position, each once, the
 * highest weight first, ties in book order; at most `cap`. Returns the number.
 */
#define RK_BOOK_MOVES 64
int rk_book_moves(const struct rk_book *book, const struct rk_pos *pos,
		  struct rk_book_move *list, int cap);

/*
 * A random book move, weighted, or RK_NO_MOVE. The same seed gives the same
 * move.
 */
rk_move rk_book_pick(const struct rk_book *book, const struct rk_pos *pos,
		     uint64_t seed);

/* Decodes an entry's move: a legal move, or RK_NO_MOVE. */
rk_move rk_book_read_move(const struct rk_pos *pos, uint16_t move);

/* Encodes a legal move as an entry holds it. */
uint16_t rk_book_write_move(rk_move move);

/* Decode and encode the bytes of an entry. */
void rk_book_read_entry(struct rk_book_entry *entry,
			const uint8_t bytes[RK_BOOK_ENTRY_SIZE]);
void rk_book_write_entry(uint8_t bytes[RK_BOOK_ENTRY_SIZE],
			 const struct rk_book_entry *entry);

#endif
