/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Opening and closing the book that a protocol plays from; see shelf.h. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "ports/host/shelf.h"

void host_shelf_close(struct host_shelf *shelf)
{
	if (shelf->has_book)
		host_book_close(&shelf->book);
	shelf->has_book = false;
}

const char *host_shelf_open(struct host_shelf *shelf, const char *name,
			    size_t length)
{
	char *copy;

	host_shelf_close(shelf);
	if (!length)
		return NULL;
	copy = strndup(name, length);
	if (!copy)
		return "not enough memory for a book";
	shelf->has_book = host_book_open(&shelf->book, copy, shelf->reason,
					 sizeof(shelf->reason));
	free(copy);
	return shelf->has_book ? NULL : shelf->reason;
}

const struct rk_book *host_shelf_book(const struct host_shelf *shelf)
{
	return shelf->has_book ? &shelf->book.book : NULL;
}

rk_move host_shelf_pick(const struct host_shelf *shelf,
			const struct rk_pos *pos, uint64_t seed)
{
	const struct rk_book *book = host_shelf_book(shelf);

	return book ? rk_book_pick(book, pos, seed) : RK_NO_MOVE;
}
