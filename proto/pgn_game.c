/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The PGN reader, game level: what tags and comments mean, where a game ends
 * and the next begins, and its rules and starting position. Every finding goes
 * to the listener at once.
 *
 * Invariant: a game is broken from its first error to its end. Nothing is
 * reported in between, but the text is still tokenised to find that end.
 */
#include "proto/pgn4.h"

bool rk_pgn_is(const char *text, const char *word)
{
	while (*text && *text == *word) {
		text++;
		word++;
	}
	return *text == *word;
}

static char to_small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

bool rk_pgn_is_in_any_case(const char *text, const char *small)
{
	while (*text && to_small(*text) == *small) {
		text++;
		small++;
	}
	return *text == *small;
}

void rk_pgn_fail(struct rk_pgn_reader *reader, const char *reason)
{
	struct rk_pgn_event event = {
		.kind = RK_PGN_ERROR,
		.place = reader->begin,
		.text = reader->buf,
		.is_cut = reader->is_cut,
		.reason = reason,
	};

	if (reader->is_broken)
		return;
	reader->is_broken = true;
	if (reader->phase == RK_PGN_PHASE_NONE)
		reader->phase = RK_PGN_PHASE_TAGS;
	reader->buf[reader->length] = 0;
	/* A tag has a NUL between name and value: report only the name. */
	while (event.text[event.length])
		event.length++;
	reader->listener.hear(reader->listener.self, &event);
}

bool rk_pgn_is_unread(const struct rk_pgn_reader *reader)
{
	return reader->depth && !reader->level_count;
}

bool rk_pgn_is_skipped(const struct rk_pgn_reader *reader)
{
	return reader->is_broken || rk_pgn_is_unread(reader);
}

void rk_pgn_tell(struct rk_pgn_reader *reader, struct rk_pgn_event event)
{
	const char *reason;

	if (rk_pgn_is_skipped(reader))
		return;
	event.place = reader->begin;
	event.rules = reader->rules;
	event.pos = &reader->pos;
	reason = reader->listener.hear(reader->listener.self, &event);
	if (reason)
		rk_pgn_fail(reader, reason);
}

void rk_pgn_tell_text(struct rk_pgn_reader *reader, struct rk_pgn_event event,
		      size_t start)
{
	reader->buf[reader->length] = 0;
	event.text = reader->buf + start;
	event.length = reader->length - start;
	event.is_cut = reader->is_cut;
	rk_pgn_tell(reader, event);
}

static void fail_fen(struct rk_pgn_reader *reader, const struct rk_error *error)
{
	struct rk_pgn_event event = {
		.kind = RK_PGN_ERROR,
		.place = reader->fen_place,
		.text = reader->fen,
		.length = reader->fen_length,
		.name = error->column ? "FEN: expected" : "FEN:",
		.reason = error->reason,
	};

	if (reader->fen_is_four)
		event.name = error->column ? "StartFen4: expected"
					   : "StartFen4:";
	reader->is_broken = true;
	reader->fen[reader->fen_length] = 0;
	/*
	 * The place is that of the quotation mark before the FEN, so the column
	 * needs no - 1.
	 */
	event.place.column += error->column;
	event.place.offset += error->column;
	reader->listener.hear(reader->listener.self, &event);
}

static void set_up(struct rk_pgn_reader *reader)
{
	bool is_four = RK_PGN4 && reader->rules->players > 2;
	struct rk_error error;
	int start = -1; /* -1: given by a FEN */

	if (reader->is_broken)
		return;
	if (!reader->fen_length || reader->fen_is_four != is_four)
		start = RK_PGN4 && is_four ? rk_pgn4_usual_start(reader) : 0;
	else if (RK_PGN4 && is_four)
		start = rk_pgn4_start(reader->fen, reader->fen_length);
	if (start >= 0)
		reader->rules->start(&reader->pos, start);
	else if (!reader->rules->read(&reader->pos, reader->fen,
				      reader->fen_length, &error))
		fail_fen(reader, &error);
}

void rk_pgn_begin_moves(struct rk_pgn_reader *reader)
{
	if (reader->phase == RK_PGN_PHASE_FINISHED)
		rk_pgn_end_game(reader);
	if (reader->phase != RK_PGN_PHASE_MOVES)
		set_up(reader);
	reader->phase = RK_PGN_PHASE_MOVES;
}

void rk_pgn_end_game(struct rk_pgn_reader *reader)
{
	struct rk_pgn_event event = {
		.kind = RK_PGN_END,
		.place = reader->begin,
		.pos = &reader->pos,
	};

	if (reader->phase == RK_PGN_PHASE_NONE)
		return;
	if (reader->phase == RK_PGN_PHASE_TAGS)
		rk_pgn_begin_moves(reader);
	if (reader->depth) {
		reader->length = 0;
		rk_pgn_fail(reader, "a variation has no end");
	}
	event.rules = reader->rules;
	reader->listener.hear(reader->listener.self, &event);
	reader->phase = RK_PGN_PHASE_NONE;
	reader->is_broken = false;
	reader->has_event = false;
	reader->depth = 0;
	reader->rules = &rk_rules_standard;
	reader->variant = NULL;
	reader->options = 0;
	reader->fen_is_four = false;
	reader->fen_length = 0;
	reader->has_before = false;
	reader->may_stay = false;
	reader->is_old = false;
}

void rk_pgn_take_line_end(struct rk_pgn_reader *reader)
{
	if (reader->phase != RK_PGN_PHASE_FINISHED)
		return;
	reader->begin = rk_pgn_here(reader);
	rk_pgn_end_game(reader);
}

/* Among moves, a [ at the start of a line begins the next game's tags. */
bool rk_pgn_begin_tag(struct rk_pgn_reader *reader)
{
	if (reader->phase == RK_PGN_PHASE_MOVES && !reader->blank_line)
		return false;
	reader->begin = rk_pgn_here(reader);
	if (reader->phase != RK_PGN_PHASE_TAGS)
		rk_pgn_end_game(reader);
	reader->phase = RK_PGN_PHASE_TAGS;
	return true;
}

static void keep_fen(struct rk_pgn_reader *reader, const char *text,
		     size_t length, bool is_four)
{
	if (length >= RK_PGN_FEN_SIZE) {
		rk_pgn_fail(reader, "the FEN is too long");
		return;
	}
	memcpy(reader->fen, text, length);
	reader->fen_length = length;
	reader->fen_is_four = is_four;
	reader->fen_place = reader->value_place;
}

/* An unknown variant is often standard chess from another start. */
static void keep_variant(struct rk_pgn_reader *reader, const char *variant)
{
	reader->variant = RK_PGN4 ? rk_pgn4_variant(variant) : NULL;
	for (int i = 0; rk_rules_all[i]; i++)
		if (rk_pgn_is_in_any_case(variant, rk_rules_all[i]->name))
			reader->variant = rk_rules_all[i];
}

static void choose_rules(struct rk_pgn_reader *reader)
{
	reader->rules = reader->variant ? reader->variant : &rk_rules_standard;
	if (RK_PGN4)
		reader->rules = rk_pgn4_rules(reader);
}

static void take_event(struct rk_pgn_reader *reader)
{
	/*
	 * A second Event tag: the game before had neither moves nor a result.
	 */
	if (reader->has_event)
		rk_pgn_end_game(reader);
	reader->phase = RK_PGN_PHASE_TAGS;
	reader->has_event = true;
}

void rk_pgn_take_tag(struct rk_pgn_reader *reader)
{
	const char *name = reader->buf;
	const char *value = reader->buf + reader->value;
	size_t length = reader->length - reader->value;

	if (rk_pgn_is(name, "Event"))
		take_event(reader);
	else if (rk_pgn_is(name, "FEN"))
		keep_fen(reader, value, length, false);
	else if (rk_pgn_is(name, "StartFen4"))
		keep_fen(reader, value, length, true);
	else if (rk_pgn_is(name, "Variant"))
		keep_variant(reader, value);
	else if (RK_PGN4 && rk_pgn_is(name, "RuleVariants"))
		reader->options = rk_pgn4_options(value, length);
	else if (RK_PGN4 && rk_pgn_is(name, "Date"))
		reader->is_old = rk_pgn4_is_old(value);
	choose_rules(reader);
	rk_pgn_tell_text(
		reader, (struct rk_pgn_event){.kind = RK_PGN_TAG, .name = name},
		reader->value);
}

void rk_pgn_take_comment(struct rk_pgn_reader *reader)
{
	if (reader->phase == RK_PGN_PHASE_NONE)
		reader->phase = RK_PGN_PHASE_TAGS;
	reader->buf[reader->length] = 0;
	if (RK_PGN4 && reader->rules->players > 2 && rk_pgn4_take_leave(reader))
		return;
	rk_pgn_tell_text(reader, (struct rk_pgn_event){.kind = RK_PGN_COMMENT},
			 0);
}
