/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Moves that a person types: played, or refused in one line that says why. A
 * pawn that reaches the last row without the name of a piece is asked for one,
 * or becomes a queen.
 */
#include "proto/console.h"
#include "proto/draw.h"
#include "rookery/why.h"

const struct rk_examples *rk_console_examples(const struct rk_rules *rules)
{
	static const struct rk_examples two = {
		"e1", "e2", "K e1", "e2 e4", "e2 e4, Nf3 or O-O",
	};
	static const struct rk_examples four = {
		"h1", "h2", "rK h1", "h2 h3", "h2 h3, Ne1-f3 or O-O",
	};

	return rk_rules_two_letters(rules) ? &four : &two;
}

/* Writes why a text is no legal move in this position. */
static void explain_move(const struct rk_console *console,
			 const struct rk_rules *rules,
			 const union rk_any_pos *pos,
			 const struct rk_typed_move *typed)
{
	const struct rk_out *out = &console->out;

	rk_out_text(out, "Illegal move: ");
	rk_why_text(out, rules, pos,
		    (struct rk_word){typed->text, typed->length}, typed->error);
	rk_out_line(out, ".");
}

/* ---- Promotion ---- */

/* The promotion to a queen, if nothing but the piece is missing; or 0. */
static rk_any_move find_queen(const struct rk_rules *rules,
			      const union rk_any_pos *pos,
			      const struct rk_typed_move *typed)
{
	char text[sizeof(typed->text) + 1];
	rk_any_move move;

	if (typed->error != RK_NOTATION_AMBIGUOUS)
		return 0;
	memcpy(text, typed->text, typed->length);
	text[typed->length] = 'q';
	return rules->read_move(&move, pos, text, typed->length + 1) ? 0 : move;
}

static void play_and_show(struct rk_console *console, rk_any_move move)
{
	if (rk_console_play(console, move))
		rk_console_show(console);
}

static void promote_queen(struct rk_console *console, rk_any_move move)
{
	if (console->promotes_queen) {
		play_and_show(console, move);
		return;
	}
	console->asked = RK_ASKED_PROMOTION;
	console->asked_move = move;
	rk_console_say(console,
		       "Promote to which piece: queen, rook, bishop, knight?");
}

static int read_type(const struct rk_rules *rules, struct rk_word word)
{
	for (int type = RK_KNIGHT; type <= RK_QUEEN; type++)
		if (rk_word_is(word, rk_type_name(type)))
			return type;
	return word.length == 1 ? rk_letter_type(rules, *word.text) : RK_NONE;
}

bool rk_console_promote(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_game *game = &console->game;
	const struct rk_rules *rules = game->rules;
	const union rk_any_pos *pos = &game->pos;
	rk_any_move *list = rk_console_scratch(console)->moves;
	rk_any_move queen = console->asked_move;
	int type, count;

	if (console->asked != RK_ASKED_PROMOTION || line->count != 1)
		return false;
	type = read_type(rules, line->words[0]);
	count = rules->moves(pos, list);
	for (int i = 0; type != RK_NONE && i < count; i++) {
		if (rules->promoted(pos, list[i]) != type ||
		    rules->from(pos, list[i]) != rules->from(pos, queen) ||
		    rules->to(pos, list[i]) != rules->to(pos, queen))
			continue;
		console->asked = RK_ASKED_NOTHING;
		play_and_show(console, list[i]);
		return true;
	}
	return false;
}

/* ---- Typed moves ---- */

/* On a fresh board the first move of a game of humans starts it. */
static bool begin(struct rk_console *console, const struct rk_typed_move *typed)
{
	static const uint8_t humans[RK_MAX_SEATS];

	if (typed->error &&
	    !find_queen(console->rules, &console->next_start, typed)) {
		explain_move(console, console->rules, &console->next_start,
			     typed);
		return false;
	}
	rk_console_start_game(console, humans);
	return true;
}

void rk_console_play_typed(struct rk_console *console,
			   const struct rk_typed_move *typed)
{
	const struct rk_game *game = &console->game;
	rk_any_move queen;
	int seat;

	if (rk_console_is_fresh(console) && !begin(console, typed))
		return;
	seat = rk_game_turn(game);
	if (rk_console_is_walk(console)) {
		rk_console_say(console, rk_console_seat_name(console, seat),
			       "'s king walks by itself: move lets it.");
		return;
	}
	if (rk_console_is_computer(console, seat)) {
		rk_console_say(console, "It is the turn of ",
			       rk_console_seat_name(console, seat),
			       ", a computer: move lets it move.");
		return;
	}
	queen = find_queen(game->rules, &game->pos, typed);
	if (queen)
		promote_queen(console, queen);
	else if (typed->error)
		explain_move(console, game->rules, &game->pos, typed);
	else
		play_and_show(console, typed->move);
}

void rk_console_move(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_game *game = &console->game;
	int seat = rk_game_turn(game);

	if (line->count > 1) {
		rk_console_play_line(console, line, 1);
	} else if (rk_console_state(console) != RK_CONSOLE_GAME) {
		rk_console_refuse(console, RK_CONSOLE_GAME);
	} else if (rk_console_is_computer(console, seat) ||
		   rk_console_is_walk(console)) {
		rk_console_computer_move(console);
	} else {
		rk_console_say(console, "It is the turn of ",
			       rk_console_seat_name(console, seat),
			       ", a human: say the move, as in move ",
			       rk_console_examples(game->rules)->squares, ".");
	}
}

/* The one castling that is possible; with a choice of two, the person says. */
void rk_console_castle(struct rk_console *console, const struct rk_line *line)
{
	static const char *const texts[] = {"O-O", "O-O-O"};
	const struct rk_game *game = &console->game;
	struct rk_line words = {.words = {{"O-O", 3}}, .count = 1};
	rk_any_move move;
	int legal = 0;

	(void)line;
	for (int i = 0; i < 2; i++) {
		struct rk_word word = {texts[i], rk_text_length(texts[i])};

		if (game->rules->read_move(&move, &game->pos, word.text,
					   word.length))
			continue;
		words.words[0] = word;
		legal++;
	}
	if (legal > 1)
		rk_console_say(console, "Which way? O-O is short, O-O-O is "
					"long.");
	else
		rk_console_play_line(console, &words, 0);
}
