/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The layout of PGN: tags, and the text of a game in lines shorter than 80
 * columns. Words are written one after the other; only rk_pgn_put_gap() decides
 * whether a blank or a line break goes before the next.
 */
#include "proto/pgn4.h"

#define MAX_COLUMN 79

void rk_pgn_writer_new(struct rk_pgn_writer *writer, struct rk_out out)
{
	*writer = (struct rk_pgn_writer){.out = out, .wants_number = true};
}

void rk_pgn_put_line_end(struct rk_pgn_writer *writer)
{
	rk_out_char(&writer->out, '\n');
	writer->column = 0;
}

void rk_pgn_put_gap(struct rk_pgn_writer *writer, size_t length)
{
	size_t blank = !writer->is_tight && writer->column;

	if (writer->column && writer->column + blank + length > MAX_COLUMN) {
		rk_pgn_put_line_end(writer);
		blank = 0;
	}
	if (blank)
		rk_out_char(&writer->out, ' ');
	writer->column += blank + length;
	writer->is_tight = false;
}

void rk_pgn_put_word(struct rk_pgn_writer *writer, const char *text,
		     size_t length)
{
	rk_pgn_put_gap(writer, length);
	rk_out_bytes(&writer->out, text, length);
}

void rk_pgn_put_number(struct rk_pgn_writer *writer, const char *before,
		       unsigned int number, const char *after)
{
	size_t digits = 1;

	for (unsigned int rest = number; rest > 9; rest /= 10)
		digits++;
	rk_pgn_put_gap(writer,
		       rk_text_length(before) + digits + rk_text_length(after));
	rk_out_text(&writer->out, before);
	rk_out_number(&writer->out, number);
	rk_out_text(&writer->out, after);
}

void rk_pgn_put_move(struct rk_pgn_writer *writer, const struct rk_rules *rules,
		     const union rk_any_pos *pos, rk_any_move move)
{
	char text[RK_MOVE_TEXT_SIZE];
	bool is_first = rules->turn(pos) == 0;

	if (RK_PGN4 && rules->players > 2) {
		rk_pgn4_put_move(writer, rules, pos, move);
		return;
	}
	if (is_first || writer->wants_number)
		rk_pgn_put_number(writer, "",
				  (unsigned int)rules->move_number(pos),
				  is_first ? "." : "...");
	writer->wants_number = false;
	rk_pgn_put_word(writer, text,
			rules->write_move(text, pos, move, RK_STYLE_SAN));
}

void rk_pgn_put_nag(struct rk_pgn_writer *writer, unsigned int nag)
{
	rk_pgn4_flush_leaving(writer);
	rk_pgn_put_number(writer, "$", nag, "");
}

void rk_pgn_put_open(struct rk_pgn_writer *writer)
{
	rk_pgn4_flush_leaving(writer);
	rk_pgn_put_word(writer, "(", 1);
	writer->is_tight = true;
	writer->wants_number = true;
	writer->number = 0;
	writer->depth++;
}

void rk_pgn_put_close(struct rk_pgn_writer *writer)
{
	rk_pgn4_flush_leaving(writer);
	writer->is_tight = true;
	rk_pgn_put_word(writer, ")", 1);
	writer->wants_number = true;
	writer->number = 0;
	writer->depth--;
}

static bool is_white(char c)
{
	return c == ' ' || c == '\n' || c == '\t';
}

/*
 * May the line be broken here, or a line break become a blank? Not in a run of
 * blanks, which is deliberate, not at the ends, and not before characters with
 * a special meaning at the start of a line.
 */
static bool is_soft(const char *text, size_t length, size_t at)
{
	return (text[at] == ' ' || text[at] == '\n') && at > 0 &&
	       at + 1 < length && !is_white(text[at - 1]) &&
	       !is_white(text[at + 1]) && text[at + 1] != '%' &&
	       text[at + 1] != '[';
}

/*
 * Writes a part of a comment without breaking it; it may contain line breaks.
 */
static void put_piece(struct rk_pgn_writer *writer, const char *text,
		      size_t length, bool is_first, bool is_last)
{
	rk_pgn_put_gap(writer, length + is_first + is_last);
	if (is_first)
		rk_out_char(&writer->out, '{');
	rk_out_bytes(&writer->out, text, length);
	if (is_last)
		rk_out_char(&writer->out, '}');
	for (size_t i = 0; i < length; i++)
		if (text[i] == '\n')
			writer->column = length - 1 - i + is_last;
}

static bool has_brace(const char *text, size_t length)
{
	while (length--)
		if (*text++ == '}')
			return true;
	return false;
}

static void put_line_comment(struct rk_pgn_writer *writer, const char *text,
			     size_t length)
{
	rk_pgn_put_gap(writer, length + 1);
	rk_out_char(&writer->out, ';');
	rk_out_bytes(&writer->out, text, length);
	rk_pgn_put_line_end(writer);
}

void rk_pgn_put_comment(struct rk_pgn_writer *writer, const char *text,
			size_t length)
{
	bool is_command = false; /* like [%clk 0:05:00], not to be broken */
	size_t start = 0;

	rk_pgn4_flush_leaving(writer);
	writer->wants_number = true;
	if (has_brace(text, length)) {
		put_line_comment(writer, text, length);
		return;
	}
	for (size_t at = 0; at < length; at++) {
		if (text[at] == '%' && at && text[at - 1] == '[')
			is_command = true;
		else if (text[at] == ']')
			is_command = false;
		if (is_command || !is_soft(text, length, at))
			continue;
		put_piece(writer, text + start, at - start, !start, false);
		start = at + 1;
	}
	put_piece(writer, text + start, length - start, !start, true);
}

void rk_pgn_put_result(struct rk_pgn_writer *writer, const char *result)
{
	rk_pgn_put_word(writer, result, rk_text_length(result));
	rk_pgn_put_line_end(writer);
	rk_pgn_put_line_end(writer);
}

/* Characters that must be escaped in a tag's value. */
static bool is_special(char c)
{
	return c == '"' || c == '\\' || c == '\n' || c == '\r';
}

void rk_pgn_put_tag(const struct rk_out *out, const char *name,
		    const char *value)
{
	rk_out_char(out, '[');
	rk_out_text(out, name);
	rk_out_text(out, " \"");
	while (*value) {
		size_t length = 0;

		while (value[length] && !is_special(value[length]))
			length++;
		rk_out_bytes(out, value, length);
		value += length;
		if (*value == '"' || *value == '\\') {
			rk_out_char(out, '\\');
			rk_out_char(out, *value++);
		} else if (*value) {
			rk_out_char(out, ' ');
			value++;
		}
	}
	rk_out_text(out, "\"]\n");
}

static const struct rk_pgn_tag roster[] = {
	{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
};

#define ROSTER_COUNT (sizeof(roster) / sizeof(roster[0]))

const struct rk_pgn_tag *rk_pgn_find_tag(const struct rk_pgn_tag *tags,
					 size_t count, const char *name)
{
	while (count--)
		if (rk_pgn_is(tags[count].name, name))
			return &tags[count];
	return NULL;
}

static void put_rest(const struct rk_out *out, const struct rk_pgn_tag *tags,
		     size_t count, const struct rk_pgn_tag *others,
		     size_t other_count)
{
	for (size_t i = 0; i < count; i++)
		if (tags[i].value &&
		    !rk_pgn_find_tag(roster, ROSTER_COUNT, tags[i].name) &&
		    !rk_pgn_find_tag(others, other_count, tags[i].name))
			rk_pgn_put_tag(out, tags[i].name, tags[i].value);
}

void rk_pgn_put_tags(const struct rk_out *out, const struct rk_pgn_tag *tags,
		     size_t count, const struct rk_pgn_tag *known,
		     size_t known_count)
{
	for (size_t i = 0; i < ROSTER_COUNT; i++) {
		const char *name = roster[i].name;
		const struct rk_pgn_tag *tag =
			rk_pgn_find_tag(known, known_count, name);

		if (!tag)
			tag = rk_pgn_find_tag(tags, count, name);
		rk_pgn_put_tag(out, name, tag ? tag->value : roster[i].value);
	}
	put_rest(out, tags, count, known, known_count);
	put_rest(out, known, known_count, NULL, 0);
	rk_out_char(out, '\n');
}
