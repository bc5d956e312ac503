/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A terminal session over a line of bytes; see rookery/tty.h. This file handles
 * input: bytes become lines, which the console executes; and time, in which
 * computers move and answers time out.
 */
#include "proto/tty_inside.h"

#define ANSWER_MS 300 /* milliseconds within which a terminal answers */
#define LF_MS 20 /* milliseconds within which an LF after CR belongs to it */
#define KEY_MS \
	200 /* milliseconds within which bytes after Escape belong to a key */
#define PAUSE_MS \
	300 /* milliseconds before a computer's move, so that the last one is seen */
#define CLOCK_EVERY 100

#ifdef RK_TWO_PLAYERS
_Static_assert(sizeof(struct rk_tty) <= 420, "struct rk_tty has grown");
#endif

static uint32_t now(const struct rk_tty *tty)
{
	return (uint32_t)rk_console_now(tty->console);
}

/* Has this time passed since then? Times of 16 bits wrap around. */
static bool is_past(const struct rk_tty *tty, uint16_t then, unsigned int time)
{
	return (uint16_t)(now(tty) - then) >= time;
}

void rk_tty_new(struct rk_tty *tty, struct rk_console *console,
		void (*greet)(void *self))
{
	const struct rk_platform *platform = console->platform;

	memset(tty, 0, sizeof(*tty));
	tty->console = console;
	tty->out = (struct rk_out){platform->write, platform->self};
	tty->greet = greet;
	console->out = (struct rk_out){rk_tty_write, tty};
	console->look.drawing = RK_DRAW_PLAIN;
	rk_tty_ask(tty);
}

/* ---- Messages ---- */

static void count_row(struct rk_tty *tty)
{
	if (tty->said < UINT8_MAX)
		tty->said++;
}

/*
 * Where the answer to a line needs more rows than there are, all rows scroll,
 * and the board with them: before the first row of it would be lost.
 */
static void cover_board(struct rk_tty *tty)
{
	if (!tty->typed || tty->covered || !tty->zoom ||
	    tty->said + 1 < tty->rows - tty->top)
		return;
	tty->covered = true;
	rk_tty_scroll_from(tty, 0);
	rk_out_parts(&tty->out,
		     (const char *const[]){"\x1b[", rk_number(tty->rows).text,
					   ";1H", NULL});
}

static void end_row(struct rk_tty *tty)
{
	cover_board(tty);
	rk_tty_put(tty, "\r\n");
	tty->said_column = 0;
	tty->after_blank = false;
	count_row(tty);
}

static void leave_line(struct rk_tty *tty)
{
	if (tty->prompted)
		rk_tty_put(tty, "\r\x1b[K");
	tty->prompted = false;
}

/* A blank, or all characters up to the next one: a word is not broken. */
static void write_part(struct rk_tty *tty, const char *text, size_t length)
{
	int columns = rk_text_columns(text, length);
	bool blank = *text == ' ';

	if (tty->said_column + columns > tty->columns) {
		if (blank)
			return;
		if (tty->after_blank)
			end_row(tty);
	}
	rk_out_bytes(&tty->out, text, length);
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
		rk_out_bytes(&tty->out, text, length);
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

/* Enter alone brings the board back, or lets the computer move. */
static bool empty_line(struct rk_tty *tty)
{
	static const char move[] = "move";

	if (!tty->rich || tty->covered ||
	    !rk_console_moves_by_itself(tty->console))
		return true;
	return rk_console_line(tty->console, move, sizeof(move) - 1);
}

static enum rk_tty_event execute(struct rk_tty *tty)
{
	struct rk_console *console = tty->console;
	struct rk_word rest = {tty->line, tty->length};
	struct rk_word first = rk_word_take(&rest);
	bool more;

	if (!tty->begun && is_uci(first))
		return RK_TTY_UCI;
	tty->begun |= first.length > 0;
	if (first.length || !tty->rich)
		more = rk_console_line(console, tty->line, tty->length);
	else
		more = empty_line(tty);
	if (!more) {
		rk_console_end(console);
		return RK_TTY_QUIT;
	}
	return RK_TTY_NOTHING;
}

/* The line is complete. */
static enum rk_tty_event end_line(struct rk_tty *tty)
{
	enum rk_tty_event event = RK_TTY_NOTHING;

	if (tty->waiting && !tty->rich)
		rk_tty_settle(tty);
	if (tty->spoiled)
		say_spoiled(tty);
	else
		event = execute(tty);
	tty->spoiled = false;
	tty->stuck = false;
	tty->length = tty->cursor = 0;
	return event;
}

/* ---- Bytes in plain mode ---- */

/*
 * The line may end with the answer of a terminal, which is not part of it:
 * Escape, [, a number, a semicolon, a number, R. Returns true if it was
 * removed.
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

/* What was typed stays where it is, and messages follow. */
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
	tty->next = now(tty) + PAUSE_MS;
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
	/* The pause was for people to look; it is not the computer's time. */
	rk_game_start_clock(&console->game, rk_console_now(console));
	tty->said = 0;
	rk_console_computer_move(console);
	tty->stuck = console->game.now == before && tty->said;
	tty->next = now(tty) + PAUSE_MS;
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
	if (tty->waiting && now(tty) - tty->asked >= ANSWER_MS)
		rk_tty_settle(tty);
	if (tty->may_ask && is_past(tty, tty->heard, LF_MS))
		rk_tty_ask(tty);
	if (tty->escape && is_past(tty, tty->heard, KEY_MS))
		tty->escape = 0;
	if (!tty->rich)
		return;
	if (rk_console_check_clock(tty->console))
		rk_tty_refresh(tty);
	draw_clocks(tty);
	let_computer_move(tty);
}

bool rk_tty_update_clocks(struct rk_tty *tty)
{
	const struct rk_console *console = tty->console;
	const struct rk_game *game = &console->game;

	if (!tty->rich || !clock_runs(console))
		return false;
	draw_clocks(tty);
	return !rk_game_time_left(game, rk_game_turn(game),
				  rk_console_now(console));
}
