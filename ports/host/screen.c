/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The screen without flicker: rows are made in memory and compared with what
 * is shown. Only the parts that differ are written, with the cursor hidden;
 * then the cursor is put back where it was.
 */
#include <string.h>

#include "ports/host/screen.h"
#include "ports/host/term.h"

#define RESET "\033[0m"

void host_screen_begin(struct host_screen *screen, int height, int width)
{
	if (height > HOST_SCREEN_ROWS)
		height = HOST_SCREEN_ROWS;
	if (height != screen->height || width != screen->width)
		screen->unknown = true;
	screen->height = height;
	screen->width = width;
	for (int i = 0; i < HOST_SCREEN_ROWS; i++)
		screen->rows[i].length = 0;
}

struct host_text *host_screen_row(struct host_screen *screen, int row)
{
	return &screen->rows[row < 0 || row >= HOST_SCREEN_ROWS
				     ? HOST_SCREEN_ROWS - 1
				     : row];
}

static bool same(const struct host_text *a, const struct host_text *b)
{
	return a->length == b->length &&
	       (!a->length || !memcmp(a->bytes, b->bytes, a->length));
}

/* The part of a row that can stay: up to where its colours were last reset. */
static size_t skip_same(const struct host_text *row,
			const struct host_text *shown)
{
	size_t length = sizeof(RESET) - 1, skip = 0;

	for (size_t i = 0; i < row->length && i < shown->length &&
			   row->bytes[i] == shown->bytes[i];
	     i++)
		if (i + 1 >= length &&
		    !memcmp(row->bytes + i + 1 - length, RESET, length))
			skip = i + 1;
	return skip;
}

static void write_row(struct host_text *out, int row,
		      const struct host_text *text, size_t skip, int width)
{
	int column = host_text_columns(text->bytes, skip);

	host_text_format(out, "\033[%d;%dH" RESET, row + 1, column + 1);
	width -= column;
	if (skip < text->length)
		width = host_text_clip(out, text->bytes + skip,
				       text->length - skip, width);
	host_text_put(out, RESET);
	/* After the last column is written, the cursor still stands on it. */
	if (width > 0)
		host_text_put(out, "\033[K");
}

void host_screen_show(struct host_screen *screen, int from, int to)
{
	struct host_text out = {NULL, 0, 0};

	host_text_put(&out, "\0337\033[?25l");
	if (screen->unknown)
		host_text_put(&out, RESET "\033[2J");
	for (int i = 0; i < screen->height; i++) {
		struct host_text *row = &screen->rows[i];
		struct host_text *shown = &screen->shown[i];

		if (i >= from && i < to) {
			row->length = 0;
			host_text_put(row, "?"); /* so it differs next time */
		} else if (screen->unknown || !same(row, shown)) {
			write_row(&out, i, row,
				  screen->unknown ? 0 : skip_same(row, shown),
				  screen->width);
		}
		shown->length = 0;
		host_text_add(shown, row->bytes, row->length);
	}
	screen->unknown = false;
	host_text_put(&out, "\033[?25h\0338");
	host_term_write(out.bytes, out.length);
	host_text_free(&out);
}

void host_screen_free(struct host_screen *screen)
{
	for (int i = 0; i < HOST_SCREEN_ROWS; i++) {
		host_text_free(&screen->rows[i]);
		host_text_free(&screen->shown[i]);
	}
}
