/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A table of book entries in the making, for tools/book. */
#ifndef RK_TOOLS_BOOK_TABLE_H
#define RK_TOOLS_BOOK_TABLE_H

#include <stdio.h>

#include "rookery/book.h"

struct book_row {
	uint64_t key;
	uint16_t move; /* in the book's notation; 0: this row is free */
	uint8_t side;  /* who moves, where that is known */
	uint32_t games;
	uint64_t points;
};

/* Zeroed, it is empty. */
struct book_table {
	struct book_row *rows;
	size_t room; /* a power of two */
	size_t count;
};

/* The row of this move, made if there is none; ends the program if full. */
struct book_row *book_table_row(struct book_table *table, uint64_t key,
				uint16_t move);

/* Sorts the rows: by key, the most points first. No row is added later. */
void book_table_sort(struct book_table *table);

/*
 * Writes sorted rows with points, scaled where a position has too many for
 * the format. The file of that name is replaced when all is written. Returns
 * how many entries; ends the program if that fails.
 */
size_t book_table_write(const struct book_table *table, const char *name);

/* Complains in one line and ends the program. */
_Noreturn void book_fail(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
