/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The terminal as a device: its mode, its size, its keys, its signals. */
#ifndef RK_HOST_TERM_H
#define RK_HOST_TERM_H

#include "rookery/console.h"

/* Are input and output a terminal that can move its cursor? */
bool host_term_is_there(void);

/*
 * Finds out what it can show, from the environment; see docs/terminal.md.
 * Returns true if nothing but the locale keeps it from showing pieces.
 */
bool host_term_look(struct rk_console_look *look, bool letters_only);

/* Does it report a mouse? */
bool host_term_has_mouse(void);

/*
 * Takes over the terminal until host_term_close(), which is also called however
 * the program ends, except by SIGKILL. With a mouse its buttons are reported.
 */
bool host_term_open(bool mouse);
void host_term_close(void);

/* Sets a signal handler; flags as for sigaction(). */
void host_term_handle(int number, void (*handler)(int), int flags);

void host_term_size(int *rows, int *columns);

/* The columns of a terminal, or a default. */
int host_term_columns(int file);
void host_term_write(const char *bytes, size_t length);

enum host_term_event {
	HOST_TERM_KEY,       /* a key is ready for host_term_read() */
	HOST_TERM_TIME,      /* the time has passed */
	HOST_TERM_REDRAW,    /* resized, or continued after a suspension */
	HOST_TERM_INTERRUPT, /* Ctrl-C */
	HOST_TERM_END,       /* asked to terminate, or the terminal is gone */
	HOST_TERM_FILE,      /* the other file can be read, or written to */
};

/*
 * Waits for the next event, at most `milliseconds`, or without limit if that is
 * negative. Suspensions are handled here.
 */
enum host_term_event host_term_wait(int milliseconds);

/*
 * The same, and waits for another file too, unless that is -1; if it `writes`,
 * also until it can be written to. Keys and signals come first.
 */
enum host_term_event host_term_wait_file(int milliseconds, int file,
					 bool writes);

/* The next byte typed, or -1 at the end of the input. */
int host_term_read(void);

/* At the very end: dies of the signal that asked for it, if there was one. */
void host_term_obey(void);

#endif
