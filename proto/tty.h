/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A console at the other end of a line of bytes: a serial line with a terminal
 * program, another program, or nobody behind it. Two ways to talk:
 *
 * Plain, as the host does with pipes: lines in, lines out, no echo, no prompt,
 * byte for byte as docs/console.md says; a computer moves on `move`.
 *
 * Rich: the board at the top of the screen, of which only changed squares are
 * sent, beside it who plays and how it stands, below it a few rows in which the
 * words of the console scroll, and in the last row a line that can be edited;
 * computers move by themselves. An answer that is longer than those rows covers
 * the board until the next Enter.
 *
 * Which one it is the terminal itself says. It is asked where its cursor is
 * after a chess piece, and after going to the far corner. Who answers is a
 * terminal: rich, with pieces if that one took one column, else with letters.
 * Who does not answer in 300 ms is a program, or nobody: plain, until an answer
 * comes. It is asked at the start, and again by Ctrl-L, or by Enter on an empty
 * line in plain mode, that is CR without LF: terminals send that, programs send
 * LF or CR LF, and are not disturbed.
 *
 * The port owns the line: it hands over each byte that has come, calls
 * rk_tty_tick() all the time, and gives the console a port whose out is
 * { rk_tty_write, tty }. Nothing here waits. What takes long is thinking, in
 * rk_tty_byte() (hint, analyse, move) and in rk_tty_tick() (a computer to move);
 * meanwhile the console asks port->interrupt, which is to answer:
 *   RK_NEVER_MIND  when a byte has come that rk_tty_byte() was not given yet,
 *                  when rk_tty_look_up() says so, or the game was changed;
 *   RK_ANSWER_NOW  when "move now" was pressed;
 *   RK_NO_HASTE    else.
 * In plain mode a byte that has come does not matter: transcripts are sent ahead.
 * So: rk_tty_is_rich(tty) && ring_has_bytes().
 */
#ifndef RK_PROTO_TTY_H
#define RK_PROTO_TTY_H

#include "rookery/console.h"

/*
 * A FEN and its command must fit into a line. Beside the board there is a row
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

struct rk_tty_port {
	struct rk_out line; /* bytes to the terminal, as they are */
	void *self;
	/*
	 * It is known who is there: time for the first words, by
	 * rk_tty_say(). Called once after rk_tty_new(), and each time when a
	 * terminal has answered and the screen is empty. NULL: no words.
	 */
	void (*greet)(void *self);
};

/* What only the port can do. */
enum rk_tty_event {
	RK_TTY_NOTHING,
	RK_TTY_UCI,  /* the first line was `uci`: talk to that program */
	RK_TTY_QUIT, /* `quit`; the score has been told */
};

struct rk_tty {
	struct rk_console *console;
	const struct rk_tty_port *port;
	const struct rk_rules *rules; /* of the board on the screen */
	uint32_t asked;    /* when the terminal was, in milliseconds */
	uint32_t next;     /* when a computer may move */
	uint16_t heard;    /* when the last byte came, and ... */
	uint16_t drawn;    /* ... clocks were drawn; the lower bits of it */
	uint8_t answers;   /* that are still to come; 0: none */
	uint8_t piece_end; /* the column after a piece: the first answer */
	uint8_t rows;      /* of the terminal */
	uint8_t columns;
	uint8_t top;  /* rows above the words */
	uint8_t zoom; /* of the board on the screen, 0: there is none */
	uint8_t theme;
	uint8_t below;
	uint8_t said; /* rows since the last line typed */
	uint8_t said_column;
	uint8_t escape;      /* where in an escape sequence the bytes are */
	uint8_t letter_left; /* bytes of a UTF-8 letter still to come */
	bool rich : 1;
	bool waiting : 1; /* it is not known yet who is there */
	bool greeted : 1;
	bool begun : 1; /* there was a line */
	bool after_cr : 1;
	bool may_ask : 1; /* an empty line ended in CR a moment ago */
	bool spoiled : 1; /* bytes of the line are missing */
	bool typed : 1; /* the words answer a line; they may cover the board */
	bool covered : 1;     /* words stand where the board was */
	bool prompted : 1;    /* the cursor is in the line to edit */
	bool after_blank : 1; /* ends what was said last */
	bool away : 1;        /* the cursor is where something is being drawn */
	bool stuck : 1;       /* a computer cannot move, and has said why */
	uint16_t parameters[2]; /* of an escape sequence */
	uint16_t length;        /* of the line */
	uint16_t cursor;        /* in it */
	uint16_t recalled;      /* where in the history the line is from */
	uint16_t history_length;
	char line[RK_TTY_LINE];
	char history[RK_TTY_HISTORY]; /* lines, each with its NUL, old first */
	uint8_t shown[RK_TTY_SQUARES];
	uint32_t sums[RK_TTY_ROWS]; /* of the texts beside the board */
};

/*
 * Asks the terminal. The console is new, or goes on; its port's out is
 * rk_tty_write.
 */
void rk_tty_new(struct rk_tty *tty, struct rk_console *console,
		const struct rk_tty_port *port);

/* A byte has come. */
enum rk_tty_event rk_tty_byte(struct rk_tty *tty, uint8_t byte);

/* Here bytes are missing: the line that they belong to is not obeyed. */
void rk_tty_lost(struct rk_tty *tty);

/*
 * Time goes on: call this whenever there is no byte. Lets computers move in
 * rich mode; shows clocks; notices that nobody answers.
 */
void rk_tty_tick(struct rk_tty *tty);

/*
 * While a computer thinks, some ten times a second: clocks go on. True: the
 * time of who is to move is up, never mind the move.
 */
bool rk_tty_look_up(struct rk_tty *tty);

/* The port has changed the game or the look: shows what is different now. */
void rk_tty_refresh(struct rk_tty *tty);

/* A line from the port itself, among the words of the console. */
void rk_tty_say(struct rk_tty *tty, const char *text);

/* Is there a terminal, or plain text? */
static inline bool rk_tty_is_rich(const struct rk_tty *tty)
{
	return tty->rich;
}

/* For the console's port: { rk_tty_write, tty }. */
void rk_tty_write(void *tty, const char *text, size_t length);

#endif
