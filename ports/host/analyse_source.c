/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: bytes of a file, of standard input, or of a text in memory,
 * and whether they are positions or games.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/analyse.h"

/* Takes the next bytes of a text in memory. */
static ssize_t copy(struct host_source *source, char *to, size_t size)
{
	if (size > source->text_length)
		size = source->text_length;
	memcpy(to, source->text, size);
	source->text += size;
	source->text_length -= size;
	return (ssize_t)size;
}

static ssize_t read_some(struct host_source *source, char *to, size_t size)
{
	ssize_t got;

	if (source->text)
		return copy(source, to, size);
	do
		got = read(source->file, to, size);
	while (got < 0 && errno == EINTR && !host_analyse_is_stopped());
	return got;
}

bool host_source_fill(struct host_source *source)
{
	size_t left = source->length - source->at;
	ssize_t got;

	if (source->is_over || left == sizeof(source->piece))
		return false;
	memmove(source->piece, source->piece + source->at, left);
	source->at = 0;
	source->length = left;
	got = read_some(source, source->piece + left,
			sizeof(source->piece) - left);
	source->is_over = got <= 0;
	source->length += got > 0 ? (size_t)got : 0;
	if (got < 0 && !host_analyse_is_stopped()) {
		fprintf(stderr, "rookery: cannot read %s: %s\n", source->name,
			strerror(errno));
		source->failed = true;
	}
	return got > 0;
}

enum host_exit host_analyse_miss(const struct host_analyse *analyse,
				 const char *name)
{
	fprintf(analyse->err,
		"rookery: %s: there is no game or position in it\n", name);
	return HOST_FAILED;
}

static void begin(struct host_source *source, const char *name,
		  struct rk_pgn_place start)
{
	source->name = name;
	source->start = start;
	source->file = -1;
	source->text = NULL;
	source->at = source->length = 0;
	source->is_over = source->failed = false;
}

void host_source_open_text(struct host_source *source, const char *name,
			   struct rk_pgn_place start, const char *text,
			   size_t length)
{
	begin(source, name, start);
	source->text = text;
	source->text_length = length;
}

bool host_source_open(struct host_source *source, const char *name)
{
	bool is_input = !strcmp(name, "-");

	begin(source, is_input ? "standard input" : name,
	      (struct rk_pgn_place){1, 1, 0});
	source->file = is_input ? STDIN_FILENO
				: open(name, O_RDONLY | O_CLOEXEC);
	if (source->file >= 0)
		return true;
	host_refuse("cannot open %s: %s", name, strerror(errno));
	return false;
}

void host_source_close(struct host_source *source)
{
	if (source->file > STDIN_FILENO)
		close(source->file);
}

bool host_analyse_is_board(const char *text, size_t length)
{
	struct rk_word rest = {text, length};
	struct rk_word word = rk_word_take(&rest);
	int strokes = 0;

	for (size_t i = 0; i < word.length; i++)
		strokes += word.text[i] == '/';
	return strokes == 7;
}

/* A file may begin with a byte order mark, which the PGN reader accepts. */
static size_t measure_mark(const char *text, size_t length)
{
	return length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
}

bool host_source_has_positions(struct host_source *source)
{
	for (;;) {
		const char *text = source->piece + source->at;
		size_t left = source->length - source->at;
		size_t mark = measure_mark(text, left), blanks = mark;

		while (blanks < left && strchr(" \t\r\n", text[blanks]))
			blanks++;
		if (!memchr(text + blanks, '\n', left - blanks) &&
		    host_source_fill(source))
			continue;
		text = source->piece + source->at + blanks;
		left = source->length - source->at - blanks;
		/*
		 * Lines that begin with # are comments, as in files with
		 * positions.
		 */
		if ((!left || *text != '#') &&
		    !host_analyse_is_board(text, left))
			return false;
		source->at += mark;
		return true;
	}
}
