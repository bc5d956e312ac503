/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the tools that print opening tables: rows of a text, complaints
 * about them, and hash tables as engine/openings_table.h describes them.
 */
#ifndef RK_TOOLS_GEN_OPENINGS_ROWS_H
#define RK_TOOLS_GEN_OPENINGS_ROWS_H

#include <stddef.h>
#include <stdint.h>

#define ENTRIES 8192

/* The hash of a position, or of a move in one, and where the text has it. */
struct entry {
	uint64_t number;
	int value;
	int line;
};

struct table {
	const char *name, *counts; /* what the arrays are called */
	struct entry entries[ENTRIES];
	size_t count;
};

/* Ends the program with the file, the current line and the reason. */
_Noreturn void refuse(const char *format, ...);

/* Calls `row` for each line of the file, without its end. */
void read_rows(const char *name, void (*row)(char *row));

/* Cuts the next field, ended by `mark` or the end, off the text. */
char *cut(char **rest, char mark);

/* Cuts a row into that many fields; there is room for one more. */
void cut_fields(char *row, char **field, int count);

/* Adds an entry that stands in the current line. */
void add(struct table *table, uint64_t number, int value);

/* Sorts by number; equal ones by line. */
void sort(struct table *table);

/*
 * Refuses two entries of one position; the verb says what their lines do with
 * it. The table is sorted.
 */
void refuse_doubles(const struct table *table, const char *verb);

/*
 * Refuses two different entries that differ in none of the `bits` highest bits,
 * and more in one bucket than a byte can count. The table is sorted.
 */
void refuse_clashes(const struct table *table, int bits);

/* Prints the number of entries in each bucket. */
void print_counts(const struct table *table);

#endif
