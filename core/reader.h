/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the readers and writers of FEN and FEN4: a cursor in a text that
 * may hold any bytes and needs no NUL, and numbers. A reader walks once from
 * left to right and stops at the first wrong byte.
 */
#ifndef RK_CORE_READER_H
#define RK_CORE_READER_H

#include "rookery/position.h"

struct reader {
	const char *text;
	size_t length;
	size_t at;
	const char *expected; /* NULL if no error */
};

/* Records what was expected at the current byte; always false. */
static inline bool fail(struct reader *reader, const char *expected)
{
	reader->expected = expected;
	return false;
}

/*
 * The next byte, or 0 at the end; no field accepts a NUL, so the two need not
 * be told apart.
 */
static inline char peek(const struct reader *reader)
{
	return reader->at < reader->length ? reader->text[reader->at] : 0;
}

static inline bool read_number(struct reader *reader, uint16_t *number,
			       const char *expected)
{
	uint32_t value = 0;
	size_t start = reader->at;
	char digit;

	while ((digit = peek(reader)) >= '0' && digit <= '9') {
		value = 10 * value + (uint32_t)(digit - '0');
		if (value > RK_COUNTER_MAX)
			return fail(reader, "a number up to 50000");
		reader->at++;
	}
	if (reader->at == start)
		return fail(reader, expected);
	*number = (uint16_t)value;
	return true;
}

/* Returns the end of the written text. */
static inline char *write_number(char *text, unsigned int number)
{
	char digits[10];
	int n = 0;

	do
		digits[n++] = (char)('0' + number % 10);
	while (number /= 10);
	while (n)
		*text++ = digits[--n];
	return text;
}

#endif
