/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The PGN tokeniser: a state machine that takes one character at a time and
 * cuts the text into words, tags and comments. It knows nothing of chess;
 * pgn_game.c and pgn_words.c do.
 *
 * Invariants: the current token is in `buf`, began at `begin`, and fits with a
 * NUL behind it. A character that ends one token and begins another is looked
 * at again in the state GAP. Every line ends with one '\n' here, whatever it
 * ends with in the text, and a NUL counts as a blank.
 */
#include "proto/pgn_reader.h"

enum pgn_state {
	GAP, /* between tokens */
	WORD,
	COMMENT,
	LINE_COMMENT, /* from ; to the end of the line */
	REST,         /* ignores the rest of the line */
	TAG_NAME,
	TAG_MIDDLE, /* between name and value */
	TAG_VALUE,
	TAG_ESCAPE, /* after a backslash */
	TAG_QUOTE,  /* after a quotation mark, which may end the value */
};

struct rk_pgn_place rk_pgn_here(const struct rk_pgn_reader *reader)
{
	return (struct rk_pgn_place){
		reader->line,
		reader->offset - reader->line_start + 1,
		reader->offset,
	};
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\f');
}

static void begin(struct rk_pgn_reader *reader, enum pgn_state state)
{
	reader->begin = rk_pgn_here(reader);
	reader->blank_line = false;
	reader->length = 0;
	reader->is_cut = false;
	reader->state = (uint8_t)state;
}

static void append(struct rk_pgn_reader *reader, char c)
{
	if (reader->length + 1 < reader->buf_size)
		reader->buf[reader->length++] = c;
	else
		reader->is_cut = true;
}

static void begin_word(struct rk_pgn_reader *reader, char c)
{
	begin(reader, WORD);
	append(reader, c);
}

/* PGN4 has dots between moves; they carry no meaning. */
static bool is_dot(const struct rk_pgn_reader *reader, char c)
{
	return c == '.' && reader->rules->players > 2;
}

static void in_gap(struct rk_pgn_reader *reader, char c)
{
	reader->state = GAP;
	if (is_dot(reader, c))
		return;
	switch (c) {
	case '\n':
		rk_pgn_take_line_end(reader);
		break;
	case ' ':
	case '\t':
	case '\v':
	case '\f':
	case '\x1a': /* end of file in DOS texts */
	case '\xef':
	case '\xbb':
	case '\xbf': /* a byte order mark */
		break;
	case ';':
		begin(reader, LINE_COMMENT);
		break;
	case '{':
		begin(reader, COMMENT);
		reader->event_match = 0;
		break;
	case '(':
		begin(reader, GAP);
		rk_pgn_take_open(reader);
		break;
	case ')':
		begin(reader, GAP);
		rk_pgn_take_close(reader);
		break;
	case '[':
		if (rk_pgn_begin_tag(reader))
			begin(reader, TAG_NAME);
		else
			begin_word(reader, c);
		break;
	case '%':
		if (reader->offset == reader->line_start)
			reader->state = REST;
		else
			begin_word(reader, c);
		break;
	default:
		begin_word(reader, c);
	}
}

static bool is_mark(char c)
{
	return c == '!' || c == '?';
}

static bool ends_word(const struct rk_pgn_reader *reader, char c)
{
	switch (c) {
	case '{':
	case '(':
	case ')':
	case '[':
	case ';':
	case '$':
	case '*':
		return true;
	}
	return is_blank(c) || is_dot(reader, c) ||
	       is_mark(c) != is_mark(reader->buf[0]) || reader->buf[0] == '*';
}

static void in_word(struct rk_pgn_reader *reader, char c)
{
	if (!ends_word(reader, c)) {
		append(reader, c);
		return;
	}
	rk_pgn_take_word(reader);
	in_gap(reader, c);
}

/*
 * A missing } must not swallow all following games: no comment contains an
 * empty line followed by a line that begins with "[Event".
 */
static bool begins_game(struct rk_pgn_reader *reader, char c)
{
	static const char sign[] = "\n\n[Event \"";
	int match = reader->event_match;

	if (c == '\n')
		match = match == 1 || match == 2 ? 2 : 1;
	else
		match = match > 1 && c == sign[match] ? match + 1 : 0;
	reader->event_match = (uint8_t)match;
	return !sign[match];
}

static void fail_comment(struct rk_pgn_reader *reader)
{
	reader->length = 0;
	rk_pgn_fail(reader, "the comment that begins here has no end");
}

static void in_comment(struct rk_pgn_reader *reader, char c)
{
	if (c == '}') {
		reader->state = GAP;
		reader->blank_line = false;
		rk_pgn_take_comment(reader);
	} else if (begins_game(reader, c)) {
		fail_comment(reader);
		begin(reader, TAG_VALUE);
		reader->begin.column = 1;
		reader->begin.offset = reader->line_start;
		rk_pgn_end_game(reader);
		reader->phase = RK_PGN_PHASE_TAGS;
		memcpy(reader->buf, "Event", 6);
		reader->length = 6;
		reader->value = 6;
	} else {
		append(reader, c);
	}
}

static void in_line_comment(struct rk_pgn_reader *reader, char c)
{
	if (c != '\n') {
		append(reader, c);
		return;
	}
	rk_pgn_take_comment(reader);
	in_gap(reader, c);
}

static void in_rest(struct rk_pgn_reader *reader, char c)
{
	if (c == '\n')
		in_gap(reader, c);
}

static void fail_tag(struct rk_pgn_reader *reader, char c, const char *reason)
{
	rk_pgn_fail(reader, reason);
	reader->state = REST;
	in_rest(reader, c);
}

static void finish_tag(struct rk_pgn_reader *reader, size_t end)
{
	reader->state = GAP;
	reader->length = end;
	reader->buf[end] = 0;
	if (reader->is_cut)
		rk_pgn_fail(reader, "the tag is too long");
	else
		rk_pgn_take_tag(reader);
}

static void begin_value(struct rk_pgn_reader *reader, char c)
{
	if (c == '"') {
		reader->state = TAG_VALUE;
		reader->value_place = rk_pgn_here(reader);
	} else if (c == '\n' || !is_blank(c)) {
		fail_tag(reader, c, "expected a tag like [Name \"value\"]");
	}
}

static void in_tag_name(struct rk_pgn_reader *reader, char c)
{
	if (c != '\n' && c != '"' && c != ']' && !is_blank(c)) {
		append(reader, c);
	} else if (reader->length) {
		append(reader, 0);
		reader->value = reader->length;
		reader->state = TAG_MIDDLE;
		begin_value(reader, c);
	} else if (c == '\n' || !is_blank(c)) {
		fail_tag(reader, c, "expected the name of a tag");
	}
}

/* From programs that do not escape backslashes: [Path "C:\"]. */
static bool ends_with_backslash(struct rk_pgn_reader *reader)
{
	size_t end = reader->length;

	if (reader->is_cut || end < reader->value + 2 ||
	    memcmp(reader->buf + end - 2, "\"]", 2) != 0)
		return false;
	reader->buf[end - 2] = '\\';
	finish_tag(reader, end - 1);
	return true;
}

/* FEN4 values often have a line for each rank, but never an empty line. */
static bool goes_on(const struct rk_pgn_reader *reader)
{
	char last = reader->buf[reader->length - 1];

	return rk_pgn_is(reader->buf, "StartFen4") &&
	       (last == '/' || last == '-') &&
	       reader->offset != reader->line_start;
}

static void in_tag_value(struct rk_pgn_reader *reader, char c)
{
	reader->state = TAG_VALUE;
	if (c == '"') {
		reader->value_end = reader->length;
		reader->state = TAG_QUOTE;
		append(reader, c);
	} else if (c == '\\') {
		reader->state = TAG_ESCAPE;
	} else if (c != '\n') {
		append(reader, c);
	} else if (goes_on(reader)) {
		return;
	} else if (ends_with_backslash(reader)) {
		in_gap(reader, c);
	} else {
		fail_tag(reader, c, "the tag does not end in its line");
	}
}

static void in_tag_escape(struct rk_pgn_reader *reader, char c)
{
	reader->state = TAG_VALUE;
	if (c == '"' || c == '\\') {
		append(reader, c);
		return;
	}
	append(reader, '\\');
	in_tag_value(reader, c);
}

/* Tolerates quotation marks within the value: ["Mischa" Tal"]. */
static void in_tag_quote(struct rk_pgn_reader *reader, char c)
{
	if (c == ']') {
		finish_tag(reader, reader->value_end);
	} else if (c == '\n') {
		finish_tag(reader, reader->value_end);
		in_gap(reader, c);
	} else if (is_blank(c)) {
		append(reader, c);
	} else {
		in_tag_value(reader, c);
	}
}

static void take(struct rk_pgn_reader *reader, char c)
{
	static void (*const functions[])(struct rk_pgn_reader *, char) = {
		[GAP] = in_gap,
		[WORD] = in_word,
		[COMMENT] = in_comment,
		[LINE_COMMENT] = in_line_comment,
		[REST] = in_rest,
		[TAG_NAME] = in_tag_name,
		[TAG_MIDDLE] = begin_value,
		[TAG_VALUE] = in_tag_value,
		[TAG_ESCAPE] = in_tag_escape,
		[TAG_QUOTE] = in_tag_quote,
	};

	functions[reader->state](reader, c);
}

static void go_on(struct rk_pgn_reader *reader, char c)
{
	reader->offset++;
	if (c == '\n') {
		reader->line++;
		reader->line_start = reader->offset;
		reader->blank_line = true;
	}
}

void rk_pgn_reader_new(struct rk_pgn_reader *reader, char *buf, size_t size,
		       struct rk_pgn_level *levels, int level_count,
		       struct rk_pgn_listener listener)
{
	memset(reader, 0, sizeof(*reader));
	reader->listener = listener;
	reader->buf = buf;
	reader->buf_size = size;
	reader->levels = levels;
	reader->level_count = level_count;
	reader->line = 1;
	reader->blank_line = true;
	reader->rules = &rk_rules_standard;
}

void rk_pgn_reader_begin_at(struct rk_pgn_reader *reader,
			    struct rk_pgn_place place)
{
	reader->line = place.line;
	reader->offset = place.offset;
	reader->line_start = place.offset - (place.column - 1);
	reader->blank_line = place.column == 1;
}

void rk_pgn_reader_feed(struct rk_pgn_reader *reader, const char *text,
			size_t length)
{
	for (const char *end = text + length; text < end; text++) {
		bool second = *text == '\n' && reader->after_cr;
		char c = *text;

		reader->after_cr = c == '\r';
		if (second) {
			reader->line_start = ++reader->offset;
			continue;
		}
		if (c == '\r')
			c = '\n';
		else if (!c)
			c = ' ';
		take(reader, c);
		go_on(reader, c);
	}
}

void rk_pgn_reader_finish(struct rk_pgn_reader *reader)
{
	if (reader->state == COMMENT)
		fail_comment(reader);
	else
		take(reader, '\n');
	if (reader->state == TAG_VALUE)
		rk_pgn_fail(reader, "the tag has no end");
	reader->begin = rk_pgn_here(reader);
	rk_pgn_end_game(reader);
}
