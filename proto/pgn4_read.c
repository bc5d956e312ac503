/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The part of the PGN reader that is only for four players: the rules that the
 * tags mean, and words that replace a move when a player leaves the game:
 *
 *	R T     resigns, or runs out of time, on that player's turn; if the king
 *	        walks, its first step comes next or a round later
 *	Ka4-b5R the same, and the king walks at once
 *	S #     it would be the turn of a player who was stalemated or mated
 *
 * A player who resigns out of turn does so in a comment, {[%resigned Blue]}.
 */
#include "proto/pgn4.h"
#include "rookery/words.h"

/* The names used since 2022; the others are older or rarer. */
static const char *const starts[RK4_STARTS] = {
	[RK4_START_MODERN] = "4PC", [RK4_START_CLASSIC] = "4PCo",
	[RK4_START_BY] = "4PCb",    [RK4_START_BYG] = "4PCn",
	[RK4_START_RG] = "4PCrg",
};

int rk_pgn4_start(const char *text, size_t length)
{
	for (int i = 0; i < RK4_STARTS; i++)
		if (rk_word_is((struct rk_word){text, length}, starts[i]))
			return i;
	return -1;
}

/* The year is the only number of four digits in a date. */
bool rk_pgn4_is_old(const char *date)
{
	int digits = 0, number = 0;

	for (;; date++) {
		if (*date >= '0' && *date <= '9' && digits < 5) {
			number = number * 10 + *date - '0';
			digits++;
			continue;
		}
		if (digits == 4)
			return number >= 1900 && number < 2022;
		if (!*date)
			return false;
		digits = number = 0;
	}
}

int rk_pgn4_usual_start(const struct rk_pgn_reader *reader)
{
	return reader->is_old ? RK4_START_CLASSIC : RK4_START_MODERN;
}

const char *rk_pgn4_write_start(char buf[RK_ANY_FEN_SIZE],
				const struct rk_game *game)
{
	const struct rk_rules *rules = game->rules;
	union rk_any_pos pos;

	for (int i = 0; i < RK4_STARTS; i++) {
		rules->start(&pos, i);
		if (!memcmp(&pos, &game->start, rules->pos_size))
			return starts[i];
	}
	rules->write(buf, &game->start);
	return buf;
}

/* Solo differs from FFA in how players are rated. */
const struct rk_rules *rk_pgn4_variant(const char *text)
{
	return rk_pgn_is_in_any_case(text, "solo") ? &rk_rules_ffa : NULL;
}

uint8_t rk_pgn4_options(const char *text, size_t length)
{
	static const struct {
		const char *name;
		uint8_t option;
	} names[] = {
		{"deadkingwalking", RK_PGN4_WALKING},
		{"play4mate", RK_PGN4_LAST},
	};
	struct rk_word rest = {text, length}, word;
	uint8_t options = RK_PGN4_HAS_TAG;

	for (word = rk_word_take(&rest); word.length;
	     word = rk_word_take(&rest))
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (rk_word_is(word, names[i].name))
				options |= names[i].option;
	return options;
}

const struct rk_rules *rk_pgn4_rules(const struct rk_pgn_reader *reader)
{
	const struct rk_rules *rules = reader->variant;

	if (!rules)
		rules = reader->fen_is_four ? &rk_rules_ffa
					    : &rk_rules_standard;
	if (rules != &rk_rules_ffa || !(reader->options & RK_PGN4_HAS_TAG))
		return rules;
	if (reader->options & RK_PGN4_LAST)
		return &rk_rules_last;
	return reader->options & RK_PGN4_WALKING ? &rk_rules_ffa
						 : &rk_rules_still;
}

unsigned int rk_pgn4_awarded(const char *text, size_t length)
{
	const char *const *seats = rk_rules_ffa.seats;
	struct rk_word rest = {text, length}, word;
	unsigned int awarded = 0;
	int seat = -1;

	for (word = rk_word_take(&rest); word.length;
	     word = rk_word_take(&rest)) {
		if (*word.text == '(') {
			word.text++;
			word.length--;
		}
		if (seat >= 0 && word.length && *word.text == '+')
			awarded |= 1u << seat;
		for (seat = RK4_SEATS - 1; seat >= 0; seat--)
			if (rk_word_is(word, seats[seat]))
				break;
	}
	return awarded;
}

static bool is_over(const struct rk_pgn_reader *reader)
{
	return reader->rules->status(&reader->pos).reason != RK_REASON_NONE;
}

/* A player leaves; the text about it begins at `start`. */
static void take_leave(struct rk_pgn_reader *reader, int seat, char letter,
		       size_t start)
{
	const struct rk_rules *rules = reader->rules;
	struct rk_pgn_event event = {
		.kind = RK_PGN_LEAVE,
		.seat = seat,
		.why = letter == 'T' ? RK_REASON_TIME : RK_REASON_RESIGNATION,
		.in_turn = seat == rules->turn(&reader->pos),
		.number = rules->move_number(&reader->pos),
	};

	rk_pgn_remember(reader);
	rules->leave(&reader->pos, seat, event.why);
	reader->may_stay = event.in_turn && !is_over(reader) &&
			   rules->turn(&reader->pos) == seat;
	rk_pgn_tell_text(reader, event, start);
}

/*
 * After a bare R or T the king's first step may come a round later. So if this
 * word is no move of that king, the turn goes on.
 */
static void stay_if_needed(struct rk_pgn_reader *reader, size_t start,
			   size_t end)
{
	const struct rk_rules *rules = reader->rules;
	struct rk_pgn_event event = {
		.kind = RK_PGN_STAY,
		.seat = rules->turn(&reader->pos),
	};
	rk_any_move move;

	if (!reader->may_stay)
		return;
	reader->may_stay = false;
	if (end > start && !rules->read_move(&move, &reader->pos,
					     reader->buf + start, end - start))
		return;
	rk_pgn_tell(reader, event);
	rules->stay(&reader->pos);
}

/* The seat named by a text up to a ], or -1. */
static int find_seat(const struct rk_rules *rules, const char *text)
{
	struct rk_word word = {text, 0};

	while (text[word.length] && text[word.length] != ']')
		word.length++;
	for (int seat = 0; seat < rules->players; seat++)
		if (rk_word_is(word, rules->seats[seat]) &&
		    rk_pgn_is(text + word.length, "]"))
			return seat;
	return -1;
}

bool rk_pgn4_take_leave(struct rk_pgn_reader *reader)
{
	static const struct {
		const char *text;
		uint8_t length;
		char letter;
	} signs[] = {{"[%resigned ", 11, 'R'}, {"[%flagged ", 10, 'T'}};
	int seat = -1, i = 2;

	if (reader->phase == RK_PGN_PHASE_FINISHED)
		return false;
	while (seat < 0 && i--)
		if (reader->length > signs[i].length &&
		    !memcmp(reader->buf, signs[i].text, signs[i].length))
			seat = find_seat(reader->rules,
					 reader->buf + signs[i].length);
	if (seat < 0)
		return false;
	rk_pgn_begin_moves(reader);
	if (rk_pgn_is_skipped(reader))
		return true;
	if (is_over(reader) ||
	    !(reader->rules->active(&reader->pos) >> seat & 1))
		rk_pgn_fail(reader, "this player has left the game before");
	else
		take_leave(reader, seat, signs[i].letter, 0);
	return true;
}

/* Where the signs and letters behind a move begin; =R is part of the move. */
static size_t find_signs(const char *text, size_t length)
{
	while (length) {
		char c = text[length - 1];

		if ((c != '+' && c != '#' && c != 'R' && c != 'T' &&
		     c != 'S') ||
		    (length > 1 && text[length - 2] == '='))
			break;
		length--;
	}
	return length;
}

static bool has_sign(const char *signs, char sign)
{
	while (*signs && *signs != sign)
		signs++;
	return *signs == sign;
}

/* Handles a word without a move. A lone + belongs to the word before it. */
static void take_gone(struct rk_pgn_reader *reader, size_t start)
{
	const struct rk_rules *rules = reader->rules;
	const char *signs = reader->buf + start;

	if (!has_sign(signs, 'S') && !has_sign(signs, '#'))
		return;
	if (!is_over(reader) &&
	    rules->active(&reader->pos) == (1u << rules->players) - 1)
		rk_pgn_fail(reader, "nobody is mated or stalemated here");
	else
		rk_pgn_tell(reader,
			    (struct rk_pgn_event){
				    .kind = RK_PGN_GONE,
				    .length = 1,
				    .text = has_sign(signs, 'S') ? "S" : "#"});
}

void rk_pgn4_take_move(struct rk_pgn_reader *reader, size_t start)
{
	const struct rk_rules *rules = reader->rules;
	size_t end =
		start + find_signs(reader->buf + start, reader->length - start);
	const char *signs = reader->buf + end;
	char letter = has_sign(signs, 'R')   ? 'R'
		      : has_sign(signs, 'T') ? 'T'
					     : 0;
	bool leaves;

	if (end == start && !letter) {
		take_gone(reader, start);
		return;
	}
	stay_if_needed(reader, start, end);
	leaves = letter && (end == start || !rules->walks(&reader->pos));
	if (is_over(reader) || (leaves && rules->walks(&reader->pos))) {
		rk_pgn_fail(reader,
			    is_over(reader)
				    ? "the game has ended before this"
				    : "this player has left the game before");
		return;
	}
	if (leaves)
		take_leave(reader, rules->turn(&reader->pos), letter, start);
	if (end == start || reader->is_broken)
		return;
	reader->may_stay = false;
	if (is_over(reader))
		rk_pgn_fail(reader, "the game has ended before this");
	else
		rk_pgn_take_move(reader, start, end, !leaves);
}
