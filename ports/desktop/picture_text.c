/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Text in pictures; see picture_text.h. */
#define _POSIX_C_SOURCE 200809L

#include "ports/desktop/picture_text.h"

#include <cairo.h>
#include <stdio.h>
#include <string.h>

#define LINE_SIZE 512
#define DOTS "\xe2\x80\xa6"

/* The bytes of the character at `text`, and its code; 0 if it is not UTF-8. */
static size_t decode(const unsigned char *text, size_t left, uint32_t *code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t length = text[0] < 0x80   ? 1
			: text[0] < 0xc0 ? 0
			: text[0] < 0xe0 ? 2
			: text[0] < 0xf0 ? 3
			: text[0] < 0xf8 ? 4
					 : 0;

	if (!length || length > left)
		return 0;
	*code = length > 1 ? text[0] & (0x7fU >> length) : text[0];
	for (size_t i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (text[i] & 0x3f);
	}
	return *code < least[length] || *code > 0x10ffff ||
			       (*code >= 0xd800 && *code < 0xe000)
		       ? 0
		       : length;
}

void picture_text_clean(char *to, size_t size, const char *text, size_t length)
{
	const unsigned char *from = (const unsigned char *)text;
	size_t at = 0;

	for (size_t i = 0; i < length && at + 4 < size;) {
		uint32_t code = 0;
		size_t bytes = decode(from + i, length - i, &code);

		if (!bytes)
			code = from[i];
		if (code < ' ' || (code >= 0x7f && code < 0xa0)) {
			to[at++] = ' ';
		} else if (bytes) {
			memcpy(to + at, text + i, bytes);
			at += bytes;
		} else {
			to[at++] = (char)(0xc0 | code >> 6);
			to[at++] = (char)(0x80 | (code & 0x3f));
		}
		i += bytes ? bytes : 1;
	}
	to[at] = 0;
}

void picture_text_font(cairo_t *cr, double size, bool is_bold)
{
	cairo_select_font_face(cr, "Sans", CAIRO_FONT_SLANT_NORMAL,
			       is_bold ? CAIRO_FONT_WEIGHT_BOLD
				       : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, size);
}

double picture_text_width(cairo_t *cr, const char *text)
{
	cairo_text_extents_t box;

	cairo_text_extents(cr, text, &box);
	return box.x_advance;
}

void picture_text_line(cairo_t *cr, const char *text, double x, double y,
		       double width)
{
	char line[LINE_SIZE];
	size_t length = strnlen(text, LINE_SIZE - sizeof(DOTS));

	memcpy(line, text, length);
	line[length] = 0;
	while (length && (picture_text_width(cr, line) > width ||
			  (text[length] & 0xc0) == 0x80)) {
		/* Back by a character. */
		do
			length--;
		while (length && (text[length] & 0xc0) == 0x80);
		snprintf(line + length, sizeof(line) - length, DOTS);
	}
	cairo_move_to(cr, x, y);
	cairo_show_text(cr, line);
}

/* How many bytes of the text, in whole words, fit; at least one word. */
static size_t fitting(cairo_t *cr, const char *text, double width)
{
	size_t fits = strcspn(text, " ");
	size_t end = fits;

	while (end < LINE_SIZE - 1) {
		char line[LINE_SIZE];

		memcpy(line, text, end);
		line[end] = 0;
		if (picture_text_width(cr, line) > width)
			break;
		fits = end;
		if (!text[end])
			break;
		end += 1 + strcspn(text + end + 1, " ");
	}
	return fits;
}

int picture_text_wrap(cairo_t *cr, const char *text, double x, double y,
		      double width, int lines, double height)
{
	int count = 0;

	while (*text) {
		size_t length = fitting(cr, text, width);
		char line[LINE_SIZE];

		if (length > LINE_SIZE - 1)
			length = LINE_SIZE - 1;
		memcpy(line, text, length);
		line[length] = 0;
		/* The last line has all the rest, cut off with dots. */
		if (height > 0 && count < lines)
			picture_text_line(cr, count + 1 < lines ? line : text,
					  x, y + count * height, width);
		count++;
		text += length;
		text += strspn(text, " ");
	}
	return count;
}
