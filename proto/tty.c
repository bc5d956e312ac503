/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A console at the other end of a line of bytes; see tty.h. Here is what comes
 * in: bytes that become lines, lines that the console obeys, and time, in which
 * computers move and nobody answers.
 */
#include "proto/tty_inside.h"

#define PATIENCE 300   /* milliseconds in which a terminal answers */
#define LF_LATEST 20   /* after CR, if there is one */
#define KEY_LATEST 200 /* after Escape, if it belongs to a key */
#define PAUSE 300      /* before a computer's move, to see the last one */
#define CLOCK_EVERY 100

#ifdef RK_TWO_PLAYERS
_Static_assert(sizeof(struct rk_tty) <= 420, "struct rk_tty has grown");
#endif

static uint32_t now(const struct rk_tty *tty)
{
	return (uint32_t)rk_console_now(tty->console);
}

/* Has so much time gone by since then, as far as 16 bits can tell? */
static bool is_past(const struct rk_tty *tty, uint16_t then, unsigned int time)
{
	return (uint16_t)(now(tty) - then) >= time;
}

void rk_tty_new(struct rk_tty *tty, struct rk_console *console,
		const struct rk_tty_port *port)
{
	memset(tty, 0, sizeof(*tty));
	tty->console = console;
	tty->port = port;
	console->look.drawing = RK_DRAW_PLAIN;
	rk_tty_ask(tty);
}

/* ---- Words ---- */

static void count_row(struct rk_tty *tty)
{
	if (tty->said < UINT8_MAX)
		tty->said++;
}

/*
 * Where the words that answer a line need more rows than there are, all rows
 * scroll, and the board goes away upwards.
 */
static void end_row(struct rk_tty *tty)
{
	rk_tty_put(tty, "\r\n");
	tty->said_column = 0;
	tty->after_blank = false;
	count_row(tty);
	if (!tty->typed || tty->covered || !tty->zoom ||
	    tty->said < tty->rows - tty->top)
		return;
	tty->covered = true;
	rk_tty_put(tty, "\x1b[r");
	rk_out_parts(&tty->port->line,
		     (const char *const[]){"\x1b[", rk_number(tty->rows).text,
					   ";1H", NULL});
}

static void leave_line(struct rk_tty *tty)
{
	if (tty->prompted)
		rk_tty_put(tty, "\r\x1b[K");
	tty->prompted = false;
}

/* A blank or all letters up to the next one; a word is not torn apart. */
static void write_part(struct rk_tty *tty, const char *text, size_t length)
{
	int columns = rk_tty_columns(text, length);
	bool blank = *text == ' ';

	if (tty->said_column + columns > tty->columns) {
		if (blank)
			return;
		if (tty->after_blank)
			end_row(tty);
	}
	rk_out_bytes(&tty->port->line, text, length);
	columns += tty->said_column;
	for (; columns > tty->columns; columns -= tty->columns)
		count_row(tty);
	tty->said_column = (uint8_t)columns;
	tty->after_blank = blank;
}

void rk_tty_write(void *self, const char *text, size_t length)
{
	struct rk_tty *tty = self;
	size_t end = 0;

	if (!tty->rich) {
		rk_out_bytes(&tty->port->line, text, length);
		return;
	}
	leave_line(tty);
	for (size_t at = 0; at < length; at = end) {
		end = at + 1;
		if (text[at] == '\n') {
			end_row(tty);
			continue;
		}
		while (text[at] != ' ' && end < length && text[end] != ' ' &&
		       text[end] != '\n')
			end++;
		write_part(tty, text + at, end - at);
	}
}

void rk_tty_say(struct rk_tty *tty, const char *text)
{
	const struct rk_out out = {rk_tty_write, tty};

	rk_out_line(&out, text);
}

/* ---- Lines ---- */

static bool is_uci(struct rk_word word)
{
	return word.length == 3 && !memcmp(word.text, "uci", 3);
}

static void say_spoiled(struct rk_tty *tty)
{
	rk_tty_say(tty, "The line was too long or came too fast; it was not "
			"obeyed.");
}

/* Enter alone brings the board back, or lets happen what is to happen. */
static bool do_nothing(struct rk_tty *tty)
{
	static const char move[] = "move";

	if (!tty->rich || tty->covered ||
	    !rk_console_moves_by_itself(tty->console))
		return true;
	return rk_console_line(tty->console, move, sizeof(move) - 1);
}

static enum rk_tty_event obey(struct rk_tty *tty)
{
	struct rk_console *console = tty->console;
	bool in_game = rk_console_state(console) == RK_CONSOLE_GAME;
	struct rk_word rest = {tty->line, tty->length};
	struct rk_word first = rk_word_take(&rest);
	bool more;

	if (!tty->begun && is_uci(first))
		return RK_TTY_UCI;
	tty->begun |= first.length > 0;
	if (first.length || !tty->rich)
		more = rk_console_line(console, tty->line, tty->length);
	else
		more = do_nothing(tty);
	if (!more) {
		rk_console_end(console);
		return RK_TTY_QUIT;
	}
	if (tty->rich && !in_game && !console->game.length &&
	    rk_console_state(console) == RK_CONSOLE_GAME)
		rk_console_turn_board(console);
	return RK_TTY_NOTHING;
}

/* The line stands there, complete. */
static enum rk_tty_event end_line(struct rk_tty *tty)
{
	enum rk_tty_event event = RK_TTY_NOTHING;

	if (tty->waiting && !tty->rich)
		rk_tty_settle(tty);
	if (tty->spoiled)
		say_spoiled(tty);
	else
		event = obey(tty);
	tty->spoiled = false;
	tty->stuck = false;
	tty->length = tty->cursor = 0;
	return event;
}

/* ---- Bytes in plain mode ---- */

/*
 * The line may end with the answer of a terminal, which is no part of it:
 * Escape, [, a number, a semicolon, a number, R. True if it was taken away.
 */
static bool take_answer(struct rk_tty *tty)
{
	unsigned int numbers[2] = {0, 0}, scale = 1;
	int at = tty->length - 2, which = 1;

	for (; at > 0 && which >= 0; at--) {
		char c = tty->line[at];

		if (c >= '0' && c <= '9') {
			if (scale <= 1000)
				numbers[which] +=
					scale * (unsigned int)(c - '0');
			scale *= scale <= 1000 ? 10 : 1;
		} else if (scale > 1 && c == (which ? ';' : '[')) {
			which--;
			scale = 1;
		} else {
			return false;
		}
	}
	if (at < 0 || which >= 0 || tty->line[at] != '\x1b')
		return false;
	tty->length = (uint16_t)at;
	rk_tty_answer(tty, numbers[0], numbers[1]);
	return true;
}

static enum rk_tty_event plain_byte(struct rk_tty *tty, uint8_t byte)
{
	bool lf_of_cr = byte == '\n' && tty->after_cr;
	bool is_empty = !tty->length && !tty->spoiled;

	tty->after_cr = byte == '\r';
	tty->may_ask = byte == '\r' && is_empty;
	if (lf_of_cr)
		return RK_TTY_NOTHING;
	if (byte == '\f' && is_empty) {
		rk_tty_ask(tty);
		return RK_TTY_NOTHING;
	}
	if (byte == '\n' || byte == '\r')
		return end_line(tty);
	if (tty->length == RK_TTY_LINE) {
		tty->spoiled = true;
		return RK_TTY_NOTHING;
	}
	tty->line[tty->length++] = (char)byte;
	if (byte == 'R' && tty->answers)
		take_answer(tty);
	return RK_TTY_NOTHING;
}

/* ---- Keys in rich mode ---- */

/* What was typed stays where it is, and the words follow. */
static enum rk_tty_event enter(struct rk_tty *tty)
{
	enum rk_tty_event event;

	rk_tty_put(tty, "\r\n");
	tty->prompted = false;
	if (tty->covered)
		rk_tty_draw(tty, false);
	rk_tty_remember(tty);
	tty->said = tty->said_column = 0;
	tty->typed = true;
	event = end_line(tty);
	tty->typed = false;
	tty->next = now(tty) + PAUSE;
	if (event == RK_TTY_NOTHING)
		rk_tty_refresh(tty);
	else
		rk_tty_put(tty, "\x1b[r\x1b[999;1H");
	return event;
}

enum rk_tty_event rk_tty_byte(struct rk_tty *tty, uint8_t byte)
{
	tty->heard = (uint16_t)now(tty);
	if (!tty->rich)
		return plain_byte(tty, byte);
	return rk_tty_key(tty, byte) ? enter(tty) : RK_TTY_NOTHING;
}

void rk_tty_lost(struct rk_tty *tty)
{
	tty->spoiled = true;
	tty->escape = tty->letter_left = 0;
}

/* ---- Time ---- */

static void let_computer_move(struct rk_tty *tty)
{
	struct rk_console *console = tty->console;
	uint32_t before = console->game.now;

	if (tty->covered || tty->length || tty->escape || tty->stuck ||
	    !rk_console_computer_to_move(console) ||
	    (int32_t)(now(tty) - tty->next) < 0)
		return;
	/* The pause was for who looks on; it is not the computer's. */
	rk_game_start_clock(&console->game, rk_console_now(console));
	tty->said = 0;
	rk_console_computer_move(console);
	tty->stuck = console->game.now == before && tty->said;
	tty->next = now(tty) + PAUSE;
	rk_tty_refresh(tty);
}

static bool clock_runs(const struct rk_console *console)
{
	return rk_console_state(console) == RK_CONSOLE_GAME &&
	       console->game.clock.initial;
}

static void draw_clocks(struct rk_tty *tty)
{
	if (!clock_runs(tty->console) || !is_past(tty, tty->drawn, CLOCK_EVERY))
		return;
	tty->drawn = (uint16_t)now(tty);
	rk_tty_draw_players(tty);
	rk_tty_come_back(tty);
}

void rk_tty_tick(struct rk_tty *tty)
{
	if (tty->waiting && now(tty) - tty->asked >= PATIENCE)
		rk_tty_settle(tty);
	if (tty->may_ask && is_past(tty, tty->heard, LF_LATEST))
		rk_tty_ask(tty);
	if (tty->escape && is_past(tty, tty->heard, KEY_LATEST))
		tty->escape = 0;
	if (!tty->rich)
		return;
	if (rk_console_check_clock(tty->console))
		rk_tty_refresh(tty);
	draw_clocks(tty);
	let_computer_move(tty);
}

bool rk_tty_look_up(struct rk_tty *tty)
{
	const struct rk_console *console = tty->console;
	const struct rk_game *game = &console->game;

	if (!tty->rich || !clock_runs(console))
		return false;
	draw_clocks(tty);
	return !rk_game_time_left(game, rk_game_turn(game),
				  rk_console_now(console));
}
