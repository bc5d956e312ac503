/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A table of book entries for tools/book. */
#ifndef RK_TOOLS_BOOK_TABLE_H
#define RK_TOOLS_BOOK_TABLE_H

#include <stdio.h>

#include "rookery/book.h"

struct book_row {
	uint64_t key;
	uint16_t move; /* in the book's encoding; 0: the row is free */
	uint8_t side;  /* side to move, if known */
	uint32_t games;
	uint64_t points;
};

/* All zero is an empty table. */
struct book_table {
	struct book_row *rows;
	size_t cap; /* a power of two */
	size_t count;
};

/* The row of this move, added if needed; exits without memory. */
struct book_row *book_table_row(struct book_table *table, uint64_t key,
				uint16_t move);

/*
 * Sorts the rows by key, the most points first. No row may be added after that.
 */
void book_table_sort(struct book_table *table);

/*
 * Writes the sorted rows that have points, scaled if they exceed the format.
 * The file is replaced when all is written. Returns the number of entries;
 * exits on failure.
 */
size_t book_table_write(const struct book_table *table, const char *name);

/* Writes an error in one line and exits. */
_Noreturn void book_fail(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
