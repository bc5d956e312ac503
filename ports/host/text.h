/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Text that grows, and the columns that text takes on a terminal. */
#ifndef RK_HOST_TEXT_H
#define RK_HOST_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/out.h"

/* All zero is an empty text. Without memory, added text is dropped. */
struct host_text {
	char *bytes; /* not terminated by a NUL */
	size_t length;
	size_t capacity;
};

void host_text_add(struct host_text *text, const char *bytes, size_t length);
void host_text_put(struct host_text *text, const char *string);
void host_text_pad(struct host_text *text, int columns); /* blanks */
void host_text_format(struct host_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void host_text_free(struct host_text *text);

/* Replaces control characters in external text by ?. */
void host_text_tame(char *string);

/* An output that appends to the text. */
struct rk_out host_text_out(struct host_text *text);

/*
 * The columns of a text; colour sequences take none. The second function
 * returns how many bytes fit.
 */
int host_text_columns(const char *bytes, size_t length);
size_t host_text_fit(const char *bytes, size_t length, int columns);

/* Appends as much as fits; returns the remaining columns. */
int host_text_clip(struct host_text *text, const char *bytes, size_t length,
		   int columns);

/*
 * Appends text in lines of `columns` columns, broken between words. Control
 * characters are filtered.
 */
void host_text_wrap(struct host_text *text, const char *bytes, size_t length,
		    int columns);

int host_text_lines(const struct host_text *text);

/* Removes the next line from a text, without its newline; false at the end. */
bool host_text_line(const char **text, size_t *left, const char **line,
		    size_t *length);

#endif
