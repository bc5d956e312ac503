/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Text for the terminal: growing, measuring, cutting. Widths are those of the
 * locale's characters; a piece with its variation selector (U+FE0E) is one
 * column, an invalid byte one, a control character none.
 */
#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "ports/host/text.h"

void host_text_add(struct host_text *text, const char *bytes, size_t length)
{
	if (text->capacity - text->length < length) {
		size_t capacity = (text->length + length) * 2;
		char *larger = realloc(text->bytes, capacity);

		if (!larger)
			return;
		text->bytes = larger;
		text->capacity = capacity;
	}
	if (length)
		memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

void host_text_put(struct host_text *text, const char *string)
{
	host_text_add(text, string, strlen(string));
}

void host_text_pad(struct host_text *text, int columns)
{
	while (columns-- > 0)
		host_text_add(text, " ", 1);
}

void host_text_format(struct host_text *text, const char *format, ...)
{
	char line[512], *bytes = line;
	va_list args, again;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(line, sizeof(line), format, args);
	if (length >= (int)sizeof(line)) {
		bytes = malloc((size_t)length + 1);
		if (bytes)
			vsnprintf(bytes, (size_t)length + 1, format, again);
	}
	va_end(again);
	va_end(args);
	if (bytes && length > 0)
		host_text_add(text, bytes, (size_t)length);
	if (bytes != line)
		free(bytes);
}

void host_text_tame(char *string)
{
	for (; *string; string++)
		if (*string < ' ' || *string > '~')
			*string = '?';
}

void host_text_free(struct host_text *text)
{
	free(text->bytes);
	*text = (struct host_text){NULL, 0, 0};
}

static void add(void *self, const char *bytes, size_t length)
{
	host_text_add(self, bytes, length);
}

struct rk_out host_text_out(struct host_text *text)
{
	return (struct rk_out){add, text};
}

/*
 * The length of an escape sequence from ESC [ to its final letter; 0 if it is
 * none.
 */
static size_t escape_length(const char *bytes, size_t length)
{
	size_t i = 2;

	if (length < 3 || bytes[0] != '\033' || bytes[1] != '[')
		return 0;
	while (i < length && (bytes[i] < '@' || bytes[i] > '~'))
		i++;
	return i < length ? i + 1 : 0;
}

/* The bytes and the columns of the first character or escape sequence. */
static size_t measure(const char *bytes, size_t length, int *columns)
{
	mbstate_t state = {0};
	size_t size = escape_length(bytes, length);
	wchar_t wide;

	*columns = 0;
	if (size)
		return size;
	size = mbrtowc(&wide, bytes, length, &state);
	if (size == 0 || size > length) {
		*columns = 1;
		return 1;
	}
	if (wide != 0xfe0e && wcwidth(wide) > 0)
		*columns = wcwidth(wide);
	return size;
}

size_t host_text_fit(const char *bytes, size_t length, int columns)
{
	size_t at = 0, size;
	int wide;

	while (at < length) {
		size = measure(bytes + at, length - at, &wide);
		if (wide > columns)
			break;
		columns -= wide;
		at += size;
	}
	return at;
}

int host_text_columns(const char *bytes, size_t length)
{
	int columns = 0, wide;

	for (size_t at = 0; at < length; columns += wide)
		at += measure(bytes + at, length - at, &wide);
	return columns;
}

int host_text_clip(struct host_text *text, const char *bytes, size_t length,
		   int columns)
{
	length = host_text_fit(bytes, length, columns);
	host_text_add(text, bytes, length);
	return columns - host_text_columns(bytes, length);
}

bool host_text_line(const char **text, size_t *left, const char **line,
		    size_t *length)
{
	const char *end = *left ? memchr(*text, '\n', *left) : NULL;
	size_t taken;

	if (!*left)
		return false;
	*line = *text;
	*length = end ? (size_t)(end - *text) : *left;
	taken = *length + (end != NULL);
	*text += taken;
	*left -= taken;
	return true;
}

int host_text_lines(const struct host_text *text)
{
	const char *from = text->bytes, *line;
	size_t left = text->length, length;
	int lines = 0;

	while (host_text_line(&from, &left, &line, &length))
		lines++;
	return lines;
}

/* The number of bytes of a long line that go on this row. */
static size_t cut_words(const char *line, size_t length, int columns)
{
	size_t fit = host_text_fit(line, length, columns), cut = fit;

	if (fit == length)
		return fit;
	while (cut && line[cut] != ' ')
		cut--;
	if (cut)
		return cut;
	return fit ? fit : 1;
}

static void add_harmless(struct host_text *text, const char *bytes,
			 size_t length)
{
	mbstate_t state = {0};
	wchar_t wide;

	while (length) {
		size_t size = mbrtowc(&wide, bytes, length, &state);
		bool good = size && size <= length && iswprint((wint_t)wide);

		if (!size || size > length) {
			memset(&state, 0, sizeof(state));
			size = 1;
		}
		host_text_add(text, good ? bytes : "?", good ? size : 1);
		bytes += size;
		length -= size;
	}
}

void host_text_wrap(struct host_text *text, const char *bytes, size_t length,
		    int columns)
{
	const char *line;
	size_t left, taken;

	while (host_text_line(&bytes, &length, &line, &left)) {
		do {
			taken = cut_words(line, left, columns);
			add_harmless(text, line, taken);
			host_text_put(text, "\n");
			line += taken;
			left -= taken;
			for (; left && *line == ' '; left--)
				line++;
		} while (left);
	}
}
