/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A Polyglot book in a file: one open book at a time, or none. */
#ifndef RK_HOST_BOOK_H
#define RK_HOST_BOOK_H

#include "rookery/book.h"

/* Zeroed, no book is open. It stays in one place while a book is. */
struct host_book {
	struct rk_book book;
	int file;
	bool is_open;
	char reason[512];
};

/*
 * Opens a book in place of the open one; an empty name only closes that. NULL,
 * or the reason in words that can stand alone, valid until the next call: "cannot
 * open book x.bin: it is empty". Then the open book stays open.
 */
const char *host_book_open(struct host_book *book, const char *name,
			   size_t length);
void host_book_close(struct host_book *book);

/* For rk_book_moves() and so on. NULL: none is open. */
const struct rk_book *host_book_get(const struct host_book *book);

/* A random move of the open book by its weights, or RK_NO_MOVE. */
rk_move host_book_pick(const struct host_book *book, const struct rk_pos *pos,
		       uint64_t seed);

#endif
