/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The line editor without libedit: typing, erasing, completion. The line stays
 * on its row; if it is too long, its end is shown.
 */
#define _XOPEN_SOURCE 700

#include <stdlib.h>
#include <string.h>

#include "ports/host/complete.h"
#include "ports/host/edit.h"
#include "ports/host/term.h"
#include "ports/host/text.h"

#define CTRL(letter) ((letter)&31)
#define ERASE 127
#define ESCAPE 27

struct host_edit {
	const struct host_edit_owner *owner;
	const char *prompt;
	struct host_text line;
};

struct host_edit *host_edit_new(const struct host_edit_owner *owner,
				const char *history)
{
	struct host_edit *edit = calloc(1, sizeof(*edit));

	(void)history;
	if (edit)
		edit->owner = owner;
	return edit;
}

void host_edit_free(struct host_edit *edit)
{
	host_text_free(&edit->line);
	free(edit);
}

void host_edit_redraw(struct host_edit *edit)
{
	struct host_text out = {NULL, 0, 0};
	const char *line = edit->line.bytes;
	size_t length = edit->line.length;
	int rows, columns;

	host_text_put(&out, "\r");
	for (const char *c = edit->prompt; *c; c++)
		if (*c != HOST_EDIT_INVISIBLE)
			host_text_add(&out, c, 1);
	host_term_size(&rows, &columns);
	columns -= 1 + host_text_columns(out.bytes, out.length);
	while (length && host_text_columns(line, length) > columns) {
		line++;
		length--;
	}
	host_text_add(&out, line, length);
	host_text_put(&out, "\033[K");
	host_term_write(out.bytes, out.length);
	host_text_free(&out);
}

static void complete(struct host_edit *edit)
{
	char more[HOST_COMPLETE_SIZE];
	size_t length =
		edit->owner->complete(edit->owner->self, edit->line.bytes,
				      edit->line.length, more, sizeof(more));

	host_text_add(&edit->line, more, length);
}

/* Erases a character with all its bytes. */
static void erase(struct host_edit *edit)
{
	struct host_text *line = &edit->line;

	while (line->length && (line->bytes[line->length - 1] & 0xc0) == 0x80)
		line->length--;
	if (line->length)
		line->length--;
}

static void erase_word(struct host_edit *edit)
{
	struct host_text *line = &edit->line;

	while (line->length && line->bytes[line->length - 1] == ' ')
		line->length--;
	while (line->length && line->bytes[line->length - 1] != ' ')
		line->length--;
}

/* Skips the sequences of arrow keys and the like. */
static bool skip_sequence(struct host_edit *edit)
{
	int key = edit->owner->key(edit->owner->self, 1);

	if (key != '[' && key != 'O')
		return key >= 0;
	do
		key = edit->owner->key(edit->owner->self, 1);
	while (key >= ' ' && key < '@');
	return key >= 0;
}

/* Returns false if the line is abandoned. */
static bool press(struct host_edit *edit, int key)
{
	char letter = (char)key;

	switch (key) {
	case '\t':
		complete(edit);
		break;
	case ERASE:
	case CTRL('H'):
		erase(edit);
		break;
	case CTRL('U'):
		edit->line.length = 0;
		break;
	case CTRL('W'):
		erase_word(edit);
		break;
	case CTRL('L'):
		edit->owner->redraw(edit->owner->self);
		break;
	case ESCAPE:
		return skip_sequence(edit);
	default:
		if (key >= ' ')
			host_text_add(&edit->line, &letter, 1);
	}
	return true;
}

const char *host_edit_line(struct host_edit *edit, const char *prompt)
{
	int key;

	edit->prompt = prompt;
	edit->line.length = 0;
	for (;;) {
		host_edit_redraw(edit);
		key = edit->owner->key(edit->owner->self, 1);
		if (key < 0 || (key == CTRL('D') && !edit->line.length))
			return NULL;
		if (key == '\r' || key == '\n')
			break;
		if (!press(edit, key))
			return NULL;
	}
	host_text_add(&edit->line, "", 1);
	return edit->line.bytes;
}

bool host_edit_is_empty(const struct host_edit *edit)
{
	return !edit->line.length;
}
