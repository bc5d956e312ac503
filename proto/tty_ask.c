/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds out what is at the other end of the line. A terminal reports the
 * position of its cursor when it is asked. Two questions tell whether there is
 * a terminal, how wide it draws a chess piece, and how large it is. Answers
 * may come late, once, or never.
 */
#include "proto/tty_inside.h"

#define COLOURS 2 /* 256 colours, which all terminals that answer support */
#define LEAST_ROWS 3
#define LEAST_COLUMNS 10
#define MOST 255

/* Draws a piece at the left edge, asks for the cursor, and erases it. */
void rk_tty_ask(struct rk_tty *tty)
{
	static const char question[] = "\x1b[6n";

	tty->may_ask = false;
	tty->waiting = true;
	tty->answers = 2;
	tty->asked = (uint32_t)rk_console_now(tty->console);
	rk_tty_put(tty, "\x1b"
			"7\r\xe2\x99\x9f\xef\xb8\x8e");
	rk_tty_put(tty, question);
	rk_tty_put(tty, "\x1b[999;999H");
	rk_tty_put(tty, question);
	rk_tty_put(tty, "\x1b"
			"8\r\x1b[K");
}

static void greet(struct rk_tty *tty)
{
	tty->greeted = true;
	if (tty->greet)
		tty->greet(tty->console->platform->self);
}

static void forget_line(struct rk_tty *tty)
{
	tty->length = tty->cursor = 0;
	tty->escape = tty->letter_left = 0;
	tty->spoiled = false;
}

static void become_rich(struct rk_tty *tty)
{
	struct rk_console_look *look = &tty->console->look;

	if (!tty->rich) {
		forget_line(tty);
		rk_console_turn_board(tty->console);
	}
	tty->rich = true;
	tty->waiting = false;
	look->colours = COLOURS;
	look->glyphs = tty->piece_end == 2;
	tty->top = 0;
	tty->rules = NULL;
	rk_tty_draw(tty, true);
	tty->typed = false;
	greet(tty);
	rk_tty_refresh(tty);
}

static uint8_t within(unsigned int number, unsigned int least)
{
	if (number < least)
		return (uint8_t)least;
	return (uint8_t)(number > MOST ? MOST : number);
}

void rk_tty_answer(struct rk_tty *tty, unsigned int row, unsigned int column)
{
	if (!tty->answers)
		return;
	if (--tty->answers) {
		tty->piece_end = within(column, 0);
		return;
	}
	tty->rows = within(row, LEAST_ROWS);
	tty->columns = within(column, LEAST_COLUMNS);
	become_rich(tty);
}

/* Restores plain mode for a program that follows a person. */
void rk_tty_settle(struct rk_tty *tty)
{
	if (tty->rich) {
		forget_line(tty);
		tty->begun = false;
		tty->console->look.below = 0;
	}
	tty->waiting = false;
	tty->rich = false;
	tty->covered = false;
	tty->prompted = false;
	tty->console->look.drawing = RK_DRAW_PLAIN;
	if (!tty->greeted)
		greet(tty);
}
