/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The normaliser: a listener of the reader that writes games in the export
 * format. A game is collected until it is complete, because tags must be
 * reordered and a broken game is not written at all. Its moves grow from the
 * front of the buffer, the texts of its tags from the end.
 */
#include "proto/pgn4.h"

static void write_to_buf(void *self, const char *text, size_t length)
{
	struct rk_pgn_normaliser *normaliser = self;

	if (length > normaliser->back - normaliser->front) {
		normaliser->is_full = true;
		return;
	}
	memcpy(normaliser->buf + normaliser->front, text, length);
	normaliser->front += length;
}

static void reset(struct rk_pgn_normaliser *normaliser)
{
	struct rk_out out = {write_to_buf, normaliser};

	rk_pgn_writer_new(&normaliser->writer, out);
	normaliser->tag_count = 0;
	normaliser->front = 0;
	normaliser->back = normaliser->buf_size;
	normaliser->result = NULL;
	normaliser->is_full = false;
	normaliser->is_broken = false;
}

void rk_pgn_normaliser_new(struct rk_pgn_normaliser *normaliser,
			   struct rk_out out, struct rk_pgn_tag *tags,
			   size_t tag_cap, char *buf, size_t buf_size)
{
	normaliser->out = out;
	normaliser->tags = tags;
	normaliser->tag_cap = tag_cap;
	normaliser->buf = buf;
	normaliser->buf_size = buf_size;
	reset(normaliser);
}

/* Copies a text with its NUL to the end of the buffer; NULL if it is full. */
static const char *copy_text(struct rk_pgn_normaliser *normaliser,
			     const char *text)
{
	size_t size = 1;

	while (text[size - 1])
		size++;
	if (size > normaliser->back - normaliser->front) {
		normaliser->is_full = true;
		return "";
	}
	normaliser->back -= size;
	memcpy(normaliser->buf + normaliser->back, text, size);
	return normaliser->buf + normaliser->back;
}

static void keep_tag(struct rk_pgn_normaliser *normaliser, const char *name,
		     const char *value)
{
	struct rk_pgn_tag *tag = &normaliser->tags[normaliser->tag_count];

	if (normaliser->tag_count == normaliser->tag_cap) {
		normaliser->is_full = true;
		return;
	}
	tag->name = copy_text(normaliser, name);
	tag->value = copy_text(normaliser, value);
	normaliser->tag_count++;
}

static void write_game_of_four(struct rk_pgn_normaliser *normaliser,
			       const struct rk_pgn_tag *result)
{
	struct rk_pgn_tag known = {"Result", normaliser->result};
	bool has_result = normaliser->result && *normaliser->result != '*';

	rk_pgn4_put_tags(&normaliser->out, normaliser->tags,
			 normaliser->tag_count, &known, !result && has_result,
			 0);
	rk_out_bytes(&normaliser->out, normaliser->buf, normaliser->front);
	normaliser->writer.out = normaliser->out;
	rk_pgn4_put_end(&normaliser->writer);
}

/* Writes the tags, completed by what is known at the end of the game. */
static void write_game(struct rk_pgn_normaliser *normaliser,
		       const struct rk_rules *rules)
{
	const struct rk_pgn_tag *tags = normaliser->tags;
	size_t count = normaliser->tag_count;
	const struct rk_pgn_tag *result =
		rk_pgn_find_tag(tags, count, "Result");
	struct rk_pgn_tag known[2];
	size_t known_count = 0;

	if (!normaliser->result && result)
		normaliser->result = rk_pgn_result(result->value);
	if (RK_PGN4 && rules->players > 2) {
		write_game_of_four(normaliser, result);
		return;
	}
	if (!normaliser->result)
		normaliser->result = "*";
	if (!result)
		known[known_count++] =
			(struct rk_pgn_tag){"Result", normaliser->result};
	if (rk_pgn_find_tag(tags, count, "FEN") &&
	    !rk_pgn_find_tag(tags, count, "SetUp"))
		known[known_count++] = (struct rk_pgn_tag){"SetUp", "1"};
	rk_pgn_put_tags(&normaliser->out, tags, count, known, known_count);
	rk_out_bytes(&normaliser->out, normaliser->buf, normaliser->front);
	normaliser->writer.out = normaliser->out;
	rk_pgn_put_result(&normaliser->writer, normaliser->result);
}

const char *rk_pgn_normalise(void *self, const struct rk_pgn_event *event)
{
	struct rk_pgn_normaliser *normaliser = self;
	struct rk_pgn_writer *writer = &normaliser->writer;

	switch (event->kind) {
	case RK_PGN_TAG:
		keep_tag(normaliser, event->name, event->text);
		break;
	case RK_PGN_MOVE:
		rk_pgn_put_move(writer, event->rules, event->pos, event->move);
		break;
	case RK_PGN_LEAVE:
		if (RK_PGN4)
			rk_pgn_put_leave(writer, event);
		break;
	case RK_PGN_STAY:
		rk_pgn4_flush_leaving(writer);
		break;
	case RK_PGN_GONE:
		if (RK_PGN4)
			rk_pgn_put_gone(writer, event->text);
		break;
	case RK_PGN_NAG:
		rk_pgn_put_nag(writer, event->nag);
		break;
	case RK_PGN_COMMENT:
		if (event->is_cut)
			return "the comment is too long";
		rk_pgn_put_comment(writer, event->text, event->length);
		break;
	case RK_PGN_OPEN:
		rk_pgn_put_open(writer);
		break;
	case RK_PGN_CLOSE:
		rk_pgn_put_close(writer);
		break;
	case RK_PGN_RESULT:
		normaliser->result = event->text;
		break;
	case RK_PGN_ERROR:
		normaliser->is_broken = true;
		break;
	case RK_PGN_END:
		if (!normaliser->is_broken)
			write_game(normaliser, event->rules);
		reset(normaliser);
		break;
	}
	return normaliser->is_full ? "the game is too long" : NULL;
}
