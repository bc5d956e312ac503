/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A console at the other end of a line of bytes: a serial line with a terminal
 * program, another program, or nobody behind it. Two ways to talk:
 *
 * Plain, as the host does with pipes: lines in, lines out, no echo, no prompt,
 * byte for byte as docs/console.md says; a computer moves on `move`.
 *
 * Rich: the board is at the top of the screen, the panel beside it. Only squares
 * and rows that have changed are sent. The console's messages scroll in a few
 * rows below; the last row is an input line that can be edited. Computers move
 * by themselves. An answer that is longer than those rows covers the board until
 * the next Enter.
 *
 * The mode is found by asking for the position of the cursor, once after writing
 * a chess piece and once after moving to the far corner. A terminal answers, and
 * the mode is rich: with pieces if the piece took one column, else with letters.
 * If no answer comes within 300 ms there is a program or nothing at the other
 * end, and the mode is plain until an answer comes. The question is sent at the
 * start, again on Ctrl-L, and in plain mode on an empty line that ends in CR
 * alone: terminals send that, programs send LF or CR LF and are not disturbed.
 *
 * The port owns the line: the platform's write() sends bytes to it as they are.
 * The port passes each byte that arrives to rk_tty_byte() and calls rk_tty_tick()
 * all the time. Nothing here waits. Only a search takes long, in rk_tty_byte()
 * (hint, analyse, move) and in rk_tty_tick() (a computer to move). Meanwhile the
 * platform's poll() must return:
 *   RK_SIGNAL_CANCEL  when a byte has come that was not passed to rk_tty_byte(),
 *                     when rk_tty_update_clocks() returns true, or when the
 *                     game was changed;
 *   RK_SIGNAL_MOVE_NOW  when "move now" was pressed;
 *   RK_SIGNAL_NONE    otherwise.
 * In plain mode a waiting byte must not cancel a search, since programs send
 * their lines ahead. So test rk_tty_is_rich(tty) && ring_has_bytes().
 */
#ifndef ROOKERY_TTY_H
#define ROOKERY_TTY_H

#include "rookery/console.h"

/*
 * A FEN with its command must fit into a line. Beside the board there is a row
 * for each player, and three more.
 */
#ifdef RK_TWO_PLAYERS
#define RK_TTY_LINE 128
#define RK_TTY_HISTORY 80
#define RK_TTY_SQUARES 64
#define RK_TTY_ROWS 5
#else
#define RK_TTY_LINE 1152
#define RK_TTY_HISTORY 1024
#define RK_TTY_SQUARES 196
#define RK_TTY_ROWS 7
#endif

/* Requests that only the port can fulfil. */
enum rk_tty_event {
	RK_TTY_NOTHING,
	RK_TTY_UCI,  /* the first line was `uci`: start a UCI session */
	RK_TTY_QUIT, /* `quit`; the score has been written */
};

struct rk_tty {
	struct rk_console *console;
	struct rk_out out; /* raw bytes to the terminal */
	void (*greet)(void *self);
	const struct rk_rules *rules; /* of the board on the screen */
	uint32_t asked; /* when the terminal was asked, in milliseconds */
	uint32_t next;  /* when a computer may move */
	uint16_t heard; /* when the last byte came, and ... */
	uint16_t drawn; /* ... when clocks were drawn; the lower bits of the time */
	uint8_t answers;   /* answers still expected */
	uint8_t piece_end; /* the column after a piece: the first answer */
	uint8_t rows;      /* of the terminal */
	uint8_t columns;
	uint8_t top;  /* rows above the messages */
	uint8_t zoom; /* of the board on the screen; 0: no board */
	uint8_t theme;
	uint8_t below;
	uint8_t said; /* rows of messages since the last line typed */
	uint8_t said_column;
	uint8_t escape;      /* state within an escape sequence */
	uint8_t letter_left; /* bytes of a UTF-8 character still expected */
	bool rich : 1;
	bool waiting : 1; /* for an answer: the mode is not known yet */
	bool greeted : 1;
	bool begun : 1; /* a line was received */
	bool after_cr : 1;
	bool may_ask : 1; /* an empty line ended in CR a moment ago */
	bool spoiled : 1; /* bytes of the line were lost */
	bool typed : 1;   /* messages answer a line; they may cover the board */
	bool covered : 1; /* messages are where the board was */
	bool prompted : 1;    /* the cursor is in the input line */
	bool after_blank : 1; /* the last message ended in a blank */
	bool away : 1;  /* the cursor is away from the line, for drawing */
	bool stuck : 1; /* a computer cannot move, and that was reported */
	uint16_t parameters[2]; /* of an escape sequence */
	uint16_t length;        /* of the line */
	uint16_t cursor;        /* position in the line */
	uint16_t recalled; /* where in the history the line was recalled from */
	uint16_t history_length;
	char line[RK_TTY_LINE];
	char history[RK_TTY_HISTORY]; /* lines, each with its NUL, oldest first */
	uint8_t shown[RK_TTY_SQUARES];
	uint32_t sums[RK_TTY_ROWS]; /* checksums of the texts beside the board */
};

/*
 * Starts a session and queries the terminal. From now on the console writes
 * here. `greet` is called when it is known whether there is a terminal, once
 * after rk_tty_new() and whenever a terminal has answered and the screen is
 * empty; it may write with rk_tty_say(). Its `self` is the platform's; NULL: no
 * greeting.
 */
void rk_tty_new(struct rk_tty *tty, struct rk_console *console,
		void (*greet)(void *self));

/* Handles a received byte. */
enum rk_tty_event rk_tty_byte(struct rk_tty *tty, uint8_t byte);

/* Bytes were lost here: the line that they belong to is not executed. */
void rk_tty_lost(struct rk_tty *tty);

/*
 * Call it whenever no byte has arrived. Lets computers move in rich mode,
 * updates the clocks, and notices that no terminal answers.
 */
void rk_tty_tick(struct rk_tty *tty);

/*
 * Call it about ten times a second while a computer thinks: redraws the
 * clocks. True: the player to move has run out of time, so the search can be
 * cancelled.
 */
bool rk_tty_update_clocks(struct rk_tty *tty);

/*
 * Call after the port has changed the game or the look: redraws what differs.
 */
void rk_tty_refresh(struct rk_tty *tty);

/* A line from the port itself, among the messages of the console. */
void rk_tty_say(struct rk_tty *tty, const char *text);

/* Is it a terminal (rich), or plain text? */
static inline bool rk_tty_is_rich(const struct rk_tty *tty)
{
	return tty->rich;
}

/* The write function of the console's output. */
void rk_tty_write(void *tty, const char *text, size_t length);

#endif
