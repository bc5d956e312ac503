/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The book that a protocol plays from: one at a time, or none. */
#ifndef RK_HOST_SHELF_H
#define RK_HOST_SHELF_H

#include "ports/host/book.h"

/* Zeroed, it is empty. */
struct host_shelf {
	struct host_book books[2]; /* one, and one that is being opened */
	int at_hand;               /* which of them is the book */
	bool has_book;
	char reason[512];
};

/*
 * Opens a book instead of the one at hand; an empty name is for none. NULL,
 * or what is wrong, until the next call; then the one at hand stays.
 */
const char *host_shelf_open(struct host_shelf *shelf, const char *name,
			    size_t length);
void host_shelf_close(struct host_shelf *shelf);

/* NULL: none is open. */
const struct rk_book *host_shelf_book(const struct host_shelf *shelf);

/* A move of the book by chance, or RK_NO_MOVE. */
rk_move host_shelf_pick(const struct host_shelf *shelf,
			const struct rk_pos *pos, uint64_t seed);

#endif
