/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Text that grows, and how much room text takes on a terminal. */
#ifndef RK_HOST_TEXT_H
#define RK_HOST_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/out.h"

/* Zeroed, it is empty. Where memory ends, what is added last is missing. */
struct host_text {
	char *bytes; /* not ended by a NUL */
	size_t length;
	size_t room;
};

void host_text_add(struct host_text *text, const char *bytes, size_t length);
void host_text_put(struct host_text *text, const char *string);
void host_text_pad(struct host_text *text, int columns); /* blanks */
void host_text_format(struct host_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void host_text_free(struct host_text *text);

/* Words of others may hold anything; what a terminal would obey becomes ?. */
void host_text_tame(char *string);

/* What is written there is added to the text. */
struct rk_out host_text_out(struct host_text *text);

/*
 * Columns of the terminal; escape sequences for colours take none. The second
 * function tells how many of the bytes fit.
 */
int host_text_columns(const char *bytes, size_t length);
size_t host_text_fit(const char *bytes, size_t length, int columns);

/* Adds no more than fits; the columns that are left. */
int host_text_clip(struct host_text *text, const char *bytes, size_t length,
		   int columns);

/*
 * Adds text in lines of so many columns, broken between words. Others may have
 * written it: nothing passes that a terminal would obey.
 */
void host_text_wrap(struct host_text *text, const char *bytes, size_t length,
		    int columns);

int host_text_lines(const struct host_text *text);

/* Takes the next line off a text, without its newline; false at the end. */
bool host_text_line(const char **text, size_t *left, const char **line,
		    size_t *length);

#endif
