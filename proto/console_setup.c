/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Set-up mode: puts any position on the board for the next game. The board may
 * be illegal until `done` examines it; only a legal one becomes a position.
 */
#include "proto/console.h"
#include "proto/draw.h"

void rk_console_setup_from_game(struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	console->in_setup = true;
	console->rules = game->rules;
	game->rules->setup_from(&console->setup, &game->pos);
	rk_console_show(console);
}

void rk_console_setup(struct rk_console *console, const struct rk_line *line)
{
	if (rk_console_state(console) == RK_CONSOLE_GAME) {
		rk_console_ask_leave(console, RK_ASKED_SETUP);
		return;
	}
	console->in_setup = true;
	console->agreed = 0;
	rk_console_clear(console, line);
}

void rk_console_clear(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	console->rules->setup_clear(&console->setup);
	rk_console_show(console);
}

void rk_console_start(struct rk_console *console, const struct rk_line *line)
{
	union rk_any_pos *pos = &rk_console_scratch(console)->pos;
	int start = console->start;

	if (line->count > 1)
		start = rk_console_pick_start(console, line->words[1]);
	if (start < 0) {
		if (console->rules->starts[1])
			rk_console_say_starts(console);
		else
			rk_console_say(console, "Expected: start.");
		return;
	}
	console->rules->start(pos, start);
	console->rules->setup_from(&console->setup, pos);
	rk_console_show(console);
}

void rk_console_setup_fen(struct rk_console *console,
			  const struct rk_line *line)
{
	struct rk_error error;

	if (console->rules->setup_read(&console->setup, line->rest.text,
				       line->rest.length, &error))
		rk_console_show(console);
	else
		rk_console_say(console,
			       console->rules->players == 2 ? "FEN, column "
							    : "FEN4, column ",
			       rk_number((uint32_t)error.column).text,
			       ": expected ", error.reason, ".");
}

/* A whole word that is a square of this board, or -1. */
static int read_square(const struct rk_console *console, struct rk_word word)
{
	int square = rk_word_take_square(&word, console->rules);

	if (square < 0 || word.length ||
	    console->rules->setup_cell(&console->setup, square) == RK_CELL_WALL)
		return -1;
	return square;
}

/* With four players, pieces may be dead and queens cheap. */
static bool is_cell(const struct rk_rules *rules, int cell)
{
	if (!rk_cell_is_piece(cell) || rk_cell_seat(cell) >= rules->players ||
	    (cell & RK_CELL_CHEAP && rk_cell_type(cell) != RK_QUEEN))
		return false;
	return rk_rules_two_letters(rules) ||
	       !(cell & (RK_CELL_DEAD | RK_CELL_CHEAP));
}

/*
 * Removes a cell's letters, as they are drawn, from the front of a word; -1 if
 * there are none. Two letters may be in either case, one may not.
 */
static int take_cell(const struct rk_rules *rules, struct rk_word *word)
{
	bool two = rk_rules_two_letters(rules);
	struct rk_word start = {word->text, two ? 2 : 1};

	if (word->length < start.length)
		return -1;
	for (int cell = 0; cell < 2 * RK_CELL_CHEAP; cell++) {
		struct rk_short_text letters;

		if (!is_cell(rules, cell))
			continue;
		letters = rk_cell_letters(rules, cell);
		if (two ? !rk_word_is(start, letters.text)
			: *letters.text != *start.text)
			continue;
		word->text += start.length;
		word->length -= start.length;
		return cell;
	}
	return -1;
}

void rk_console_put(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *rules = console->rules;
	char text[16];
	struct rk_word word = {text, rk_line_join(line, 1, text, sizeof(text))};
	int cell = take_cell(rules, &word);
	int square = read_square(console, word);

	if (cell < 0 || square < 0) {
		rk_console_say(console,
			       "Expected a piece and a square, as in + ",
			       rk_console_examples(rules)->piece, ".");
		return;
	}
	rules->setup_put(&console->setup, square, cell);
	rk_console_show(console);
}

void rk_console_remove(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *rules = console->rules;
	int square = read_square(console, line->words[1]);

	if (square < 0) {
		rk_console_say(console, "Expected a square, as in - ",
			       rk_console_examples(rules)->square, ".");
		return;
	}
	if (rules->setup_cell(&console->setup, square) == RK_CELL_EMPTY)
		return;
	rules->setup_put(&console->setup, square, RK_CELL_EMPTY);
	rk_console_show(console);
}

void rk_console_turn(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *rules = console->rules;
	int seat = rk_word_pick(line->words[1], rules->seats, rules->players);

	if (seat < 0) {
		rk_console_expect_seat(console, rules, "who is to move");
		return;
	}
	rules->setup_turn(&console->setup, seat);
	rk_console_show(console);
}

void rk_console_done(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *rules = console->rules;
	union rk_any_pos *pos = &rk_console_scratch(console)->pos;
	unsigned int defects = rules->setup_finish(pos, &console->setup);

	(void)line;
	if (!defects) {
		console->next_start = *pos;
		console->in_setup = false;
		console->has_next_start = true;
		console->looks_back = false;
		return;
	}
	for (unsigned int bit = 1; bit && bit <= defects; bit <<= 1)
		if (defects & bit)
			rk_console_say(console,
				       "Not yet: ", rules->defect_text(bit),
				       ".");
}
