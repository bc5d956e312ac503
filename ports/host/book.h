/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Polyglot books in files. */
#ifndef RK_HOST_BOOK_H
#define RK_HOST_BOOK_H

#include "rookery/book.h"

/* In one place as long as it is open; `book` is for rk_book_pick() and so on. */
struct host_book {
	struct rk_book book;
	int file;
};

/*
 * Opens the book of that name. If it cannot be opened, false and the reason in
 * words that can stand alone: "cannot open book x.bin: it is empty".
 */
bool host_book_open(struct host_book *book, const char *name, char *reason,
		    size_t size);

void host_book_close(struct host_book *book);

#endif
