/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The screen without flicker: a frame is made in memory, compared with what
 * is there, and the parts of rows that differ are written in one go, the cursor
 * hidden meanwhile and put back where it was.
 */
#include <string.h>

#include "ports/host/frame.h"
#include "ports/host/term.h"

#define RESET "\033[0m"

void host_frame_begin(struct host_frame *frame, int height, int width)
{
	if (height > HOST_FRAME_ROWS)
		height = HOST_FRAME_ROWS;
	if (height != frame->height || width != frame->width)
		frame->unknown = true;
	frame->height = height;
	frame->width = width;
	for (int i = 0; i < HOST_FRAME_ROWS; i++)
		frame->rows[i].length = 0;
}

struct host_text *host_frame_row(struct host_frame *frame, int row)
{
	return &frame->rows[row < 0 || row >= HOST_FRAME_ROWS
				    ? HOST_FRAME_ROWS - 1
				    : row];
}

static bool same(const struct host_text *a, const struct host_text *b)
{
	return a->length == b->length &&
	       (!a->length || !memcmp(a->bytes, b->bytes, a->length));
}

/* How much of a row can stay: up to where its colours were last reset. */
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
	/* Behind the last column the cursor still stands on it. */
	if (width > 0)
		host_text_put(out, "\033[K");
}

void host_frame_show(struct host_frame *frame, int from, int to)
{
	struct host_text out = {NULL, 0, 0};

	host_text_put(&out, "\0337\033[?25l");
	if (frame->unknown)
		host_text_put(&out, RESET "\033[2J");
	for (int i = 0; i < frame->height; i++) {
		struct host_text *row = &frame->rows[i];
		struct host_text *shown = &frame->shown[i];

		if (i >= from && i < to) {
			row->length = 0;
			host_text_put(row, "?"); /* so it differs next time */
		} else if (frame->unknown || !same(row, shown)) {
			write_row(&out, i, row,
				  frame->unknown ? 0 : skip_same(row, shown),
				  frame->width);
		}
		shown->length = 0;
		host_text_add(shown, row->bytes, row->length);
	}
	frame->unknown = false;
	host_text_put(&out, "\033[?25h\0338");
	host_term_write(out.bytes, out.length);
	host_text_free(&out);
}

void host_frame_free(struct host_frame *frame)
{
	for (int i = 0; i < HOST_FRAME_ROWS; i++) {
		host_text_free(&frame->rows[i]);
		host_text_free(&frame->shown[i]);
	}
}
