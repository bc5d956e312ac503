/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The PGN reader's understanding: what words, tags and comments mean for the
 * game, where one game ends and the next begins, and the positions of main
 * line and variations. Each finding goes to the listener at once.
 *
 * Holds always: a game is broken from its first error to its end, and
 * nothing is told of it in between, though its text is still looked at to
 * find that end. `pos` is where the line that is being read stands, `undo`
 * and `last` are its last move; the lines around it wait in `levels`.
 */
#include "proto/pgn_reader.h"

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

static bool is_in_any_case(const char *text, const char *small)
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
		.kind = RK_PGN_ERROR, .place = reader->begin,
		.text = reader->room, .is_cut = reader->is_cut,
		.reason = reason,
	};

	if (reader->is_broken)
		return;
	reader->is_broken = true;
	if (reader->phase == RK_PGN_PHASE_NONE)
		reader->phase = RK_PGN_PHASE_TAGS;
	reader->room[reader->length] = 0;
	/* Of a tag there is a NUL between name and value: only the name. */
	while (event.text[event.length])
		event.length++;
	reader->listener.hear(reader->listener.self, &event);
}

/* Variations are read only where there is memory for them. */
static bool is_in_unread_variation(const struct rk_pgn_reader *reader)
{
	return reader->depth && !reader->level_count;
}

static bool is_passed_over(const struct rk_pgn_reader *reader)
{
	return reader->is_broken || is_in_unread_variation(reader);
}

static void tell(struct rk_pgn_reader *reader, struct rk_pgn_event event)
{
	const char *reason;

	if (is_passed_over(reader))
		return;
	event.place = reader->begin;
	event.rules = reader->rules;
	event.pos = &reader->pos;
	reason = reader->listener.hear(reader->listener.self, &event);
	if (reason)
		rk_pgn_fail(reader, reason);
}

/* The same with the text in the room, from `start` on. */
static void tell_text(struct rk_pgn_reader *reader, struct rk_pgn_event event,
		      size_t start)
{
	reader->room[reader->length] = 0;
	event.text = reader->room + start;
	event.length = reader->length - start;
	event.is_cut = reader->is_cut;
	tell(reader, event);
}

static void fail_fen(struct rk_pgn_reader *reader, const struct rk_error *error)
{
	struct rk_pgn_event event = {
		.kind = RK_PGN_ERROR, .place = reader->fen_place,
		.text = reader->fen, .length = reader->fen_length,
		.name = error->column ? "FEN: expected" : "FEN:",
		.reason = error->reason,
	};

	reader->is_broken = true;
	reader->fen[reader->fen_length] = 0;
	/* The place is that of the quotation mark before the FEN. */
	event.place.column += error->column;
	event.place.offset += error->column;
	reader->listener.hear(reader->listener.self, &event);
}

static void set_up(struct rk_pgn_reader *reader)
{
	struct rk_error error;

	if (reader->is_broken)
		return;
	if (!reader->fen_length)
		reader->rules->start(&reader->pos);
	else if (!reader->rules->read(&reader->pos, reader->fen,
				      reader->fen_length, &error))
		fail_fen(reader, &error);
}

/* What comes now belongs to the moves of a game. */
static void begin_moves(struct rk_pgn_reader *reader)
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
		.kind = RK_PGN_END, .place = reader->begin, .pos = &reader->pos,
	};

	if (reader->phase == RK_PGN_PHASE_NONE)
		return;
	if (reader->phase == RK_PGN_PHASE_TAGS)
		begin_moves(reader);
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
	reader->fen_length = 0;
	reader->last = 0;
}

void rk_pgn_take_line_end(struct rk_pgn_reader *reader)
{
	if (reader->phase != RK_PGN_PHASE_FINISHED)
		return;
	reader->begin = rk_pgn_here(reader);
	rk_pgn_end_game(reader);
}

/* Among moves a tag begins the next game, but only at the front of a line. */
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
		     size_t length)
{
	if (length >= RK_PGN_FEN_SIZE) {
		rk_pgn_fail(reader, "the FEN is too long");
		return;
	}
	memcpy(reader->fen, text, length);
	reader->fen_length = length;
	reader->fen_place = reader->value_place;
}

/* Variants that are not ours are often usual chess from another start. */
static void choose_rules(struct rk_pgn_reader *reader, const char *variant)
{
	for (int i = 0; rk_rules_all[i]; i++)
		if (is_in_any_case(variant, rk_rules_all[i]->name))
			reader->rules = rk_rules_all[i];
}

void rk_pgn_take_tag(struct rk_pgn_reader *reader)
{
	const char *name = reader->room;
	const char *value = reader->room + reader->value;

	if (rk_pgn_is(name, "Event")) {
		/* Again? Then the game before had neither moves nor result. */
		if (reader->has_event)
			rk_pgn_end_game(reader);
		reader->phase = RK_PGN_PHASE_TAGS;
		reader->has_event = true;
	} else if (rk_pgn_is(name, "FEN")) {
		keep_fen(reader, value, reader->length - reader->value);
	} else if (rk_pgn_is(name, "Variant")) {
		choose_rules(reader, value);
	}
	tell_text(reader, (struct rk_pgn_event){.kind = RK_PGN_TAG,
						.name = name}, reader->value);
}

void rk_pgn_take_comment(struct rk_pgn_reader *reader)
{
	if (reader->phase == RK_PGN_PHASE_NONE)
		reader->phase = RK_PGN_PHASE_TAGS;
	tell_text(reader, (struct rk_pgn_event){.kind = RK_PGN_COMMENT}, 0);
}

void rk_pgn_take_open(struct rk_pgn_reader *reader)
{
	struct rk_pgn_level *level;

	begin_moves(reader);
	reader->depth++;
	if (is_passed_over(reader))
		return;
	if (!reader->last) {
		rk_pgn_fail(reader, "there is no move that this would vary");
		return;
	}
	if (reader->depth > reader->level_count) {
		rk_pgn_fail(reader, "too many variations within variations");
		return;
	}
	level = &reader->levels[reader->depth - 1];
	memcpy(&level->pos, &reader->pos, reader->rules->pos_size);
	level->undo = reader->undo;
	level->last = reader->last;
	reader->rules->unmake(&reader->pos, reader->last, &reader->undo);
	reader->last = 0;
	tell(reader, (struct rk_pgn_event){.kind = RK_PGN_OPEN});
}

void rk_pgn_take_close(struct rk_pgn_reader *reader)
{
	const struct rk_pgn_level *level;

	begin_moves(reader);
	if (!reader->depth) {
		rk_pgn_fail(reader, "there is no variation to end");
		return;
	}
	if (!is_passed_over(reader)) {
		level = &reader->levels[reader->depth - 1];
		memcpy(&reader->pos, &level->pos, reader->rules->pos_size);
		reader->undo = level->undo;
		reader->last = level->last;
		tell(reader, (struct rk_pgn_event){.kind = RK_PGN_CLOSE});
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

/* What to say about a word that is no move, or NULL if nothing. */
static const char *explain(const char *text, enum rk_notation_error error)
{
	/* Written apart from the move they belong to; they add nothing. */
	static const char *const trifles[] = {"e.p.", "ep", "+", "++", "#",
					      NULL};
	static const char *const passes[] = {"--", "Z0", "@@@@", NULL};

	if (is_one_of(text, trifles))
		return NULL;
	if (is_one_of(text, passes))
		return "passing is not a move in chess";
	return rk_notation_error_text(error);
}

/*
 * Some programs forget the blank before the next move number: c52. is c5 and
 * 2. but only if that number is the next.
 */
static void cut_next_number(struct rk_pgn_reader *reader, size_t start)
{
	int number = reader->rules->move_number(&reader->pos) + 1;
	size_t end = reader->length;

	if (reader->room[end - 1] != '.')
		return;
	for (end--; number; number /= 10)
		if (end <= start || reader->room[--end] != '0' + number % 10)
			return;
	reader->length = end;
}

static void take_move(struct rk_pgn_reader *reader, size_t start)
{
	struct rk_pgn_event event = {.kind = RK_PGN_MOVE};
	enum rk_notation_error error;
	const char *reason;

	if (is_passed_over(reader))
		return;
	cut_next_number(reader, start);
	error = reader->rules->read_move(&event.move, &reader->pos,
					 reader->room + start,
					 reader->length - start);
	if (error) {
		reason = explain(reader->room + start, error);
		if (reason)
			rk_pgn_fail(reader, reason);
		return;
	}
	tell_text(reader, event, start);
	reader->rules->make(&reader->pos, event.move, &reader->undo);
	reader->last = event.move;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return to_small(c) >= 'a' && to_small(c) <= 'z';
}

/* The length of a move number: 1 1. 1... or dots alone, but not 0-0 or 1-0. */
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
	const char *digits = reader->room + 1;
	bool is_number = is_digit(*digits);

	for (; *digits && is_number; digits++) {
		event.nag = event.nag * 10 + (unsigned int)(*digits - '0');
		is_number = is_digit(*digits) && event.nag < 100000;
	}
	if (is_number)
		tell(reader, event);
	else
		rk_pgn_fail(reader, "expected a number after the $");
}

/* Annotations that are written in signs. */
static bool take_sign(struct rk_pgn_reader *reader, const char *text)
{
	static const struct {
		char text[4];
		uint8_t nag;
	} signs[] = {
		{"!", 1}, {"?", 2}, {"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6},
		{"=", 10}, {"+=", 14}, {"+/=", 14}, {"=+", 15}, {"=/+", 15},
		{"+/-", 16}, {"-/+", 17}, {"+-", 18}, {"-+", 19},
	};

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (rk_pgn_is(text, signs[i].text)) {
			tell(reader, (struct rk_pgn_event){
				.kind = RK_PGN_NAG, .nag = signs[i].nag});
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
		.kind = RK_PGN_RESULT, .text = rk_pgn_result(text),
	};

	if (!event.text)
		return false;
	/* Within a variation it says nothing about the game. */
	if (reader->depth)
		return true;
	while (event.text[event.length])
		event.length++;
	tell(reader, event);
	reader->phase = RK_PGN_PHASE_FINISHED;
	return true;
}

void rk_pgn_take_word(struct rk_pgn_reader *reader)
{
	const char *text = reader->room;

	begin_moves(reader);
	if (is_in_unread_variation(reader))
		return;
	reader->room[reader->length] = 0;
	text += measure_number(text);
	if (reader->is_cut)
		rk_pgn_fail(reader, "no word is that long");
	else if (*text == '$')
		take_numbered_nag(reader);
	else if (*text && (is_letter(*text) || (!take_sign(reader, text) &&
						!take_result(reader, text))))
		take_move(reader, (size_t)(text - reader->room));
}
