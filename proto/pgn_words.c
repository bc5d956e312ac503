/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The PGN reader, word level: moves, annotations, results and variations.
 *
 * Invariants: `pos` is the position of the current line, `before` the one
 * before its last move; the enclosing lines wait in `levels`.
 */
#include "proto/pgn4.h"

void rk_pgn_take_open(struct rk_pgn_reader *reader)
{
	struct rk_pgn_level *level;

	rk_pgn_begin_moves(reader);
	reader->depth++;
	if (rk_pgn_is_skipped(reader))
		return;
	if (!reader->has_before) {
		rk_pgn_fail(reader, "there is no move that this would vary");
		return;
	}
	if (reader->depth > reader->level_count) {
		rk_pgn_fail(reader, "too many variations within variations");
		return;
	}
	level = &reader->levels[reader->depth - 1];
	memcpy(&level->pos, &reader->pos, reader->rules->pos_size);
	memcpy(&level->before, &reader->before, reader->rules->pos_size);
	level->may_stay = reader->may_stay;
	reader->may_stay = false;
	memcpy(&reader->pos, &reader->before, reader->rules->pos_size);
	reader->has_before = false;
	rk_pgn_tell(reader, (struct rk_pgn_event){.kind = RK_PGN_OPEN});
}

void rk_pgn_take_close(struct rk_pgn_reader *reader)
{
	const struct rk_pgn_level *level;

	rk_pgn_begin_moves(reader);
	if (!reader->depth) {
		rk_pgn_fail(reader, "there is no variation to end");
		return;
	}
	if (!rk_pgn_is_skipped(reader)) {
		level = &reader->levels[reader->depth - 1];
		memcpy(&reader->pos, &level->pos, reader->rules->pos_size);
		memcpy(&reader->before, &level->before,
		       reader->rules->pos_size);
		reader->has_before = true;
		reader->may_stay = level->may_stay;
		rk_pgn_tell(reader,
			    (struct rk_pgn_event){.kind = RK_PGN_CLOSE});
	}
	reader->depth--;
}

static bool is_one_of(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (rk_pgn_is(text, *words))
			return true;
	return false;
}

/*
 * The error message for a word that is no legal move; NULL to ignore the word.
 */
static const char *explain(const char *text, enum rk_notation_error error)
{
	/*
	 * Some files write these apart from their move; they carry no meaning.
	 */
	static const char *const ignored[] = {"e.p.", "ep", "+",
					      "++",   "#",  NULL};
	static const char *const passes[] = {"--", "Z0", "@@@@", NULL};

	if (is_one_of(text, ignored))
		return NULL;
	if (is_one_of(text, passes))
		return "passing is not a move in chess";
	return rk_notation_error_text(error);
}

/*
 * Some programs omit the blank before the next move number: c52. is c5 and 2.,
 * but only if 2 is the next number.
 */
static void cut_next_number(struct rk_pgn_reader *reader, size_t start)
{
	int number = reader->rules->move_number(&reader->pos) + 1;
	size_t end = reader->length;

	if (reader->buf[end - 1] != '.')
		return;
	for (end--; number; number /= 10)
		if (end <= start || reader->buf[--end] != '0' + number % 10)
			return;
	reader->length = end;
}

void rk_pgn_remember(struct rk_pgn_reader *reader)
{
	memcpy(&reader->before, &reader->pos, reader->rules->pos_size);
	reader->has_before = true;
}

void rk_pgn_take_move(struct rk_pgn_reader *reader, size_t start, size_t end,
		      bool is_whole)
{
	struct rk_pgn_event event = {.kind = RK_PGN_MOVE};
	enum rk_notation_error error;
	const char *reason;

	error = reader->rules->read_move(&event.move, &reader->pos,
					 reader->buf + start, end - start);
	if (error) {
		reason = explain(reader->buf + start, error);
		if (reason)
			rk_pgn_fail(reader, reason);
		return;
	}
	rk_pgn_tell_text(reader, event, start);
	if (is_whole)
		rk_pgn_remember(reader);
	reader->rules->make(&reader->pos, event.move, &reader->undo);
}

static void take_move(struct rk_pgn_reader *reader, size_t start)
{
	if (rk_pgn_is_skipped(reader))
		return;
	if (RK_PGN4 && reader->rules->players > 2) {
		rk_pgn4_take_move(reader, start);
		return;
	}
	cut_next_number(reader, start);
	rk_pgn_take_move(reader, start, reader->length, true);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Figurines count as letters; their bytes are not ASCII. */
static bool is_letter(char c)
{
	return ((c | 32) >= 'a' && (c | 32) <= 'z') || (uint8_t)c >= 0x80;
}

/* The length of a move number: 1 1. 1... or only dots, but not 0-0 or 1-0. */
static size_t measure_number(const char *text)
{
	const char *end = text;

	while (is_digit(*end))
		end++;
	if (end > text && *end && *end != '.' && !is_letter(*end))
		return 0;
	while (*end == '.')
		end++;
	return (size_t)(end - text);
}

static void take_numbered_nag(struct rk_pgn_reader *reader)
{
	struct rk_pgn_event event = {.kind = RK_PGN_NAG};
	const char *digits = reader->buf + 1;
	bool is_number = is_digit(*digits);

	for (; *digits && is_number; digits++) {
		event.nag = event.nag * 10 + (unsigned int)(*digits - '0');
		is_number = is_digit(*digits) && event.nag < 100000;
	}
	if (is_number)
		rk_pgn_tell(reader, event);
	else
		rk_pgn_fail(reader, "expected a number after the $");
}

/* Handles an annotation written as a sign. */
static bool take_sign(struct rk_pgn_reader *reader, const char *text)
{
	static const struct {
		char text[4];
		uint8_t nag;
	} signs[] = {
		{"!", 1},    {"?", 2},    {"!!", 3},   {"??", 4},   {"!?", 5},
		{"?!", 6},   {"=", 10},   {"+=", 14},  {"+/=", 14}, {"=+", 15},
		{"=/+", 15}, {"+/-", 16}, {"-/+", 17}, {"+-", 18},  {"-+", 19},
	};

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (rk_pgn_is(text, signs[i].text)) {
			rk_pgn_tell(reader,
				    (struct rk_pgn_event){.kind = RK_PGN_NAG,
							  .nag = signs[i].nag});
			return true;
		}
	return false;
}

const char *rk_pgn_result(const char *text)
{
	static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};

	if (rk_pgn_is(text, "1/2"))
		return "1/2-1/2";
	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
		if (rk_pgn_is(text, results[i]))
			return results[i];
	return NULL;
}

static bool take_result(struct rk_pgn_reader *reader, const char *text)
{
	struct rk_pgn_event event = {
		.kind = RK_PGN_RESULT,
		.text = rk_pgn_result(text),
	};

	if (!event.text)
		return false;
	/* In a variation a result says nothing about the game. */
	if (reader->depth)
		return true;
	while (event.text[event.length])
		event.length++;
	rk_pgn_tell(reader, event);
	reader->phase = RK_PGN_PHASE_FINISHED;
	return true;
}

void rk_pgn_take_word(struct rk_pgn_reader *reader)
{
	const char *text = reader->buf;

	rk_pgn_begin_moves(reader);
	if (rk_pgn_is_unread(reader))
		return;
	reader->buf[reader->length] = 0;
	text += measure_number(text);
	if (reader->is_cut)
		rk_pgn_fail(reader, "no word is that long");
	else if (*text == '$')
		take_numbered_nag(reader);
	else if (*text && (is_letter(*text) || (!take_sign(reader, text) &&
						!take_result(reader, text))))
		take_move(reader, (size_t)(text - reader->buf));
}
