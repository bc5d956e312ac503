/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Opening and closing the book that a protocol plays from; see shelf.h. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "ports/host/shelf.h"

void host_shelf_close(struct host_shelf *shelf)
{
	if (shelf->has_book)
		host_book_close(&shelf->books[shelf->at_hand]);
	shelf->has_book = false;
}

const char *host_shelf_open(struct host_shelf *shelf, const char *name,
			    size_t length)
{
	int other = !shelf->at_hand;
	bool is_open;
	char *copy;

	if (!length) {
		host_shelf_close(shelf);
		return NULL;
	}
	copy = strndup(name, length);
	if (!copy)
		return "not enough memory for a book";
	is_open = host_book_open(&shelf->books[other], copy, shelf->reason,
				 sizeof(shelf->reason));
	free(copy);
	if (!is_open)
		return shelf->reason;
	host_shelf_close(shelf);
	shelf->at_hand = other;
	shelf->has_book = true;
	return NULL;
}

const struct rk_book *host_shelf_book(const struct host_shelf *shelf)
{
	return shelf->has_book ? &shelf->books[shelf->at_hand].book : NULL;
}

rk_move host_shelf_pick(const struct host_shelf *shelf,
			const struct rk_pos *pos, uint64_t seed)
{
	const struct rk_book *book = host_shelf_book(shelf);

	return book ? rk_book_pick(book, pos, seed) : RK_NO_MOVE;
}
