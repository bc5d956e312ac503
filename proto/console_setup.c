/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Set-up mode: putting any position on the board for the next game. What is
 * on the board may be nonsense until `done` looks at it; only what that
 * accepts ever becomes a position.
 */
#include "proto/console.h"
#include "proto/draw.h"

void rk_console_setup(struct rk_console *console, const struct rk_line *line)
{
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
	union rk_any_pos *pos = console->scratch.pos;

	(void)line;
	console->rules->start(pos);
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
		rk_console_say(console, "FEN, column ",
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

/* Takes a cell's letters, as they are drawn, off the front of a word; or -1. */
static int take_cell(const struct rk_rules *rules, struct rk_word *word)
{
	for (int seat = 0; seat < rules->players; seat++) {
		for (int type = RK_PAWN; type < RK_TYPES; type++) {
			int cell = rk_cell(seat, type);
			struct rk_short_text letters =
				rk_cell_letters(rules, cell);
			size_t length = letters.text[1] ? 2 : 1;

			if (word->length < length ||
			    memcmp(word->text, letters.text, length) != 0)
				continue;
			word->text += length;
			word->length -= length;
			return cell;
		}
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
		rk_console_say(console, "Expected a piece and a square, as in + ",
			       rk_cell_letters(rules, RK_KING).text, " e1.");
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
		rk_console_say(console, "Expected a square, as in - e1.");
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
	const struct rk_out *out = &console->port->out;
	int seat = rk_word_pick(line->words[1], rules->seats, rules->players);

	if (seat >= 0) {
		rules->setup_turn(&console->setup, seat);
		rk_console_show(console);
		return;
	}
	rk_out_text(out, "Expected who is to move:");
	for (seat = 0; seat < rules->players; seat++)
		rk_out_parts(out, (const char *const[]){
			     seat ? ", " : " ", rules->seats[seat], NULL});
	rk_out_line(out, ".");
}

void rk_console_done(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *rules = console->rules;
	unsigned int defects = rules->setup_finish(&console->next_start,
						   &console->setup);

	(void)line;
	if (!defects) {
		console->in_setup = false;
		console->has_next_start = true;
		return;
	}
	for (unsigned int bit = 1; bit && bit <= defects; bit <<= 1)
		if (defects & bit)
			rk_console_say(console, "Not yet: ",
				       rules->defect_text(bit), ".");
}
