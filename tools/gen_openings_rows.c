/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Rows of a text, and hash tables made of them; see gen_openings_rows.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/openings_table.h"
#include "tools/gen_openings_rows.h"

static const char *file_name;
static int line_number;

_Noreturn void refuse(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: ", file_name, line_number);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
	exit(1);
}

void read_rows(const char *name, void (*read_row)(char *row))
{
	char row[1024];
	FILE *file = fopen(name, "r");

	file_name = name;
	if (!file) {
		perror(file_name);
		exit(1);
	}
	while (fgets(row, sizeof(row), file)) {
		size_t length = strlen(row);

		line_number++;
		if (!length || row[length - 1] != '\n')
			refuse("too long, or no end of the line");
		row[length - 1] = 0;
		read_row(row);
	}
	if (ferror(file))
		refuse("cannot be read");
	fclose(file);
}

char *cut(char **rest, char mark)
{
	char *field = *rest;
	char *end = field ? strchr(field, mark) : NULL;

	*rest = end ? end + 1 : NULL;
	if (end)
		*end = 0;
	return field;
}

void cut_fields(char *row, char **field, int count)
{
	int found = 0;

	while (row && found <= count)
		field[found++] = cut(&row, '\t');
	if (found != count)
		refuse("%s than %d fields", found < count ? "fewer" : "more",
		       count);
}

void add(struct table *table, uint64_t number, int value)
{
	if (table->count == ENTRIES)
		refuse("more than %d entries", ENTRIES);
	table->entries[table->count++] =
		(struct entry){number, value, line_number};
}

static int compare(const void *a, const void *b)
{
	const struct entry *one = a, *other = b;

	if (one->number != other->number)
		return one->number < other->number ? -1 : 1;
	return one->line - other->line;
}

void sort(struct table *table)
{
	qsort(table->entries, table->count, sizeof(table->entries[0]), compare);
}

void refuse_doubles(const struct table *table, const char *verb)
{
	for (size_t i = 1; i < table->count; i++) {
		const struct entry *one = &table->entries[i - 1];

		line_number = table->entries[i].line;
		if (one->number == table->entries[i].number)
			refuse("line %d %s this position too", one->line, verb);
	}
}

void refuse_clashes(const struct table *table, int bits)
{
	const struct entry *first = table->entries;

	for (size_t i = UINT8_MAX; i < table->count; i++)
		if (rk_opening_bucket(first[i - UINT8_MAX].number) ==
		    rk_opening_bucket(first[i].number))
			refuse("more than %d entries in a group", UINT8_MAX);
	for (size_t i = 1; i < table->count; i++) {
		const struct entry *one = &table->entries[i - 1];
		const struct entry *other = &table->entries[i];

		line_number = one->line > other->line ? one->line : other->line;
		if (one->number >> (64 - bits) == other->number >> (64 - bits))
			refuse("cannot be told from line %d by %d bits",
			       one->line + other->line - line_number, bits);
	}
}

void print_counts(const struct table *table)
{
	size_t at = 0;

	printf("static const uint8_t %s[RK_OPENING_BUCKETS] = {",
	       table->counts);
	for (int bucket = 0; bucket < RK_OPENING_BUCKETS; bucket++) {
		size_t from = at;

		while (at < table->count &&
		       rk_opening_bucket(table->entries[at].number) == bucket)
			at++;
		printf("%s%zu,", bucket % 16 ? " " : "\n\t", at - from);
	}
	printf("\n};\n\n");
}
