/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The entries of a book being made: a hash table of (position, move) while
 * counting, a sorted list for writing.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/output.h"
#include "tools/book_table.h"

#define FIRST_CAP 4096
#define MAX_WEIGHT 65535

void book_fail(const char *format, ...)
{
	va_list args;

	fputs("book: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

/* The key of a position is already well distributed. */
static struct book_row *find(const struct book_table *table, uint64_t key,
			     uint16_t move)
{
	size_t at = (size_t)(key + move * 0x9e3779b97f4a7c15);

	for (;; at++) {
		struct book_row *row = &table->rows[at & (table->cap - 1)];

		if (!row->move || (row->key == key && row->move == move))
			return row;
	}
}

static void grow(struct book_table *table)
{
	struct book_table larger = {
		.cap = table->cap ? table->cap * 2 : FIRST_CAP,
		.count = table->count,
	};

	larger.rows = calloc(larger.cap, sizeof(*larger.rows));
	if (!larger.rows)
		book_fail("not enough memory");
	for (size_t i = 0; i < table->cap; i++)
		if (table->rows[i].move)
			*find(&larger, table->rows[i].key,
			      table->rows[i].move) = table->rows[i];
	free(table->rows);
	*table = larger;
}

struct book_row *book_table_row(struct book_table *table, uint64_t key,
				uint16_t move)
{
	struct book_row *row;

	if (table->count >= table->cap / 2)
		grow(table);
	row = find(table, key, move);
	if (!row->move) {
		*row = (struct book_row){.key = key, .move = move};
		table->count++;
	}
	return row;
}

static int compare(const void *one, const void *other)
{
	const struct book_row *a = one, *b = other;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	if (a->points != b->points)
		return a->points > b->points ? -1 : 1;
	return (int)a->move - (int)b->move;
}

void book_table_sort(struct book_table *table)
{
	size_t count = 0;

	for (size_t i = 0; i < table->cap; i++)
		if (table->rows[i].move)
			table->rows[count++] = table->rows[i];
	if (count)
		qsort(table->rows, count, sizeof(*table->rows), compare);
}

/* Finds the first row of the next position, and the most points of this one. */
static size_t find_end(const struct book_table *table, size_t at,
		       uint64_t *most)
{
	uint64_t key = table->rows[at].key;

	for (*most = 0; at < table->count && table->rows[at].key == key; at++)
		if (table->rows[at].points > *most)
			*most = table->rows[at].points;
	return at;
}

static size_t write_rows(const struct book_table *table, FILE *file)
{
	uint8_t bytes[RK_BOOK_ENTRY_SIZE];
	size_t written = 0, end = 0;
	uint64_t most = 0;

	for (size_t i = 0; i < table->count; i++) {
		const struct book_row *row = &table->rows[i];
		uint64_t weight = row->points;

		if (i == end)
			end = find_end(table, i, &most);
		/* Scaling must not reduce a weight to 0. */
		if (most > MAX_WEIGHT && weight)
			weight = (weight * (MAX_WEIGHT - 1)) / most + 1;
		if (!weight)
			continue;
		rk_book_write_entry(bytes,
				    &(struct rk_book_entry){row->key, row->move,
							    (uint16_t)weight});
		fwrite(bytes, 1, sizeof(bytes), file);
		written++;
	}
	return written;
}

size_t book_table_write(const struct book_table *table, const char *name)
{
	struct host_output output;
	size_t written = 0;
	bool good = host_output_open(&output, name);

	if (good) {
		written = write_rows(table, output.file);
		good = host_output_close(&output, true);
	}
	if (!good)
		book_fail("cannot write %s: %s", name, strerror(errno));
	return written;
}
