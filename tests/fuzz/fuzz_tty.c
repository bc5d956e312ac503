/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes at a terminal session, in any rhythm: bytes that UTF-8 does not
 * have let time go by, answer for a terminal, lose bytes, or are what a button
 * does. Whatever comes, the game is a game, the line is within its bounds, and
 * what goes out keeps to the rows and sequences that a terminal knows.
 */
#include "rookery/tty.h"
#include "tests/fuzz/table.h"

#define NUMBERS 8 /* in the longest sequence */

/* Bytes with a meaning of their own. */
enum {
	TICK = 0xf8,  /* 10 ms */
	PAUSE = 0xf9, /* 400 ms */
	LARGE = 0xfa, /* a terminal of 80x24 answers, ... */
	SMALL = 0xfb, /* ... one of 40x12 with letters, ... */
	TINY = 0xfc,  /* ... or a tiny one */
	LOST = 0xfd,
	BUTTON = 0xfe,
	UPDATE_CLOCKS = 0xff,
};

/* What a terminal makes of the bytes. */
struct screen {
	int state; /* 0: text, 1: after Escape, 2: in a sequence */
	int numbers[NUMBERS];
	int count;
	int saved; /* places of the cursor that wait to be gone back to */
};

static struct machine {
	struct rk_tty tty;
	struct table table;
	struct screen screen;
	uint64_t time;
} machine;

/* Only sequences that every terminal knows, with numbers that it can show. */
static void check_sequence(const struct screen *screen, char last)
{
	const struct rk_tty *tty = &machine.tty;

	must(strchr("HKJmnrhlD", last) != NULL);
	must(screen->count <= 2 || last == 'm');
	if (last == 'H' && screen->count == 2 && screen->numbers[0] != 999) {
		must(screen->numbers[0] >= 1 && screen->numbers[1] >= 1);
		must(screen->numbers[0] <= tty->rows);
		must(screen->numbers[1] <= tty->columns);
	}
	if (last == 'r' && screen->count == 2)
		must(screen->numbers[0] < screen->numbers[1]);
}

static void follow(struct screen *screen, char c)
{
	int *number = &screen->numbers[screen->count];

	must(screen->count < NUMBERS);
	if (screen->state == 1) {
		must(c == '[' || c == '7' || c == '8');
		screen->saved += c == '7' ? 1 : c == '8' ? -1 : 0;
		must(screen->saved == 0 || screen->saved == 1);
		memset(screen->numbers, 0, sizeof(screen->numbers));
		screen->count = 0;
		screen->state = c == '[' ? 2 : 0;
	} else if (c >= '0' && c <= '9') {
		*number = *number * 10 + c - '0';
		must(*number < 1000);
	} else if (c == ';') {
		screen->count++;
	} else if (c != '?') {
		screen->count++;
		check_sequence(screen, c);
		screen->state = 0;
	}
}

static void collect(void *self, const char *text, size_t length)
{
	struct screen *screen = &machine.screen;

	(void)self;
	for (size_t i = 0; i < length; i++) {
		uint8_t byte = (uint8_t)text[i];

		if (screen->state)
			follow(screen, text[i]);
		else if (byte == 0x1b)
			screen->state = 1;
		else
			must(byte == '\r' || byte == '\n' || byte == '\a' ||
			     (byte >= ' ' && byte != 0x7f));
	}
}

static uint64_t now_us(void *self)
{
	(void)self;
	return machine.time * 1000;
}

static void greet(void *self)
{
	(void)self;
	rk_tty_say(&machine.tty, "Ready.");
}

static void check(void)
{
	const struct rk_tty *tty = &machine.tty;
	const struct rk_console_look *look = &machine.table.console.look;

	must(tty->cursor <= tty->length && tty->length <= RK_TTY_LINE);
	must(tty->history_length <= RK_TTY_HISTORY);
	must(!tty->history_length || !tty->history[tty->history_length - 1]);
	must(tty->recalled <= tty->history_length);
	must(!tty->rich || tty->top + 2 <= tty->rows);
	must(!tty->rich || tty->prompted);
	must(!tty->away && !machine.screen.saved && !machine.screen.state);
	must(tty->rich || look->drawing == RK_DRAW_PLAIN);
	check_table(&machine.table);
}

static void answer(const char *text)
{
	while (*text)
		rk_tty_byte(&machine.tty, (uint8_t)*text++);
}

static void wait(unsigned int milliseconds)
{
	machine.time += milliseconds;
	rk_tty_tick(&machine.tty);
}

static enum rk_tty_event feed(uint8_t byte)
{
	struct rk_tty *tty = &machine.tty;

	switch (byte) {
	case TICK:
		wait(10);
		break;
	case PAUSE:
		wait(400);
		break;
	case LARGE:
		answer("\x1b[3;2R\x1b[24;80R");
		break;
	case SMALL:
		answer("\x1b[3;3R\x1b[12;40R");
		break;
	case TINY:
		answer("\x1b[1;2R\x1b[5;12R");
		break;
	case LOST:
		rk_tty_lost(tty);
		break;
	case BUTTON:
		rk_console_line(&machine.table.console, "resign", 6);
		rk_tty_refresh(tty);
		break;
	case UPDATE_CLOCKS:
		rk_tty_update_clocks(tty);
		break;
	default:
		return rk_tty_byte(tty, byte);
	}
	return RK_TTY_NOTHING;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct rk_platform platform = {
		.write = collect,
		.now_us = now_us,
		.random = now_us,
	};
	enum rk_tty_event event = RK_TTY_NOTHING;

	memset(&machine, 0, sizeof(machine));
	set_table(&machine.table, &platform, LOG);
	rk_tty_new(&machine.tty, &machine.table.console, greet);
	for (size_t i = 0; i < size && event == RK_TTY_NOTHING; i++) {
		event = feed(data[i]);
		must(event != RK_TTY_NOTHING || !machine.screen.state);
		if (event == RK_TTY_NOTHING)
			check();
	}
	return 0;
}
