/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The terminal as a device: its mode, its size, its keys, its signals. */
#ifndef RK_HOST_TERM_H
#define RK_HOST_TERM_H

#include "rookery/console.h"

/* Is there a person on both ends, at a terminal that can move its cursor? */
bool host_term_is_there(void);

/* What it can show; from the environment, see docs/terminal.md. */
void host_term_look(struct rk_console_look *look, bool letters_only);

/*
 * Takes the terminal over until host_term_close(), which also happens when
 * the program ends in any other way than by kill -9.
 */
bool host_term_open(void);
void host_term_close(void);

/* Who is called at a signal; flags as sigaction() has them. */
void host_term_handle(int number, void (*handler)(int), int flags);

void host_term_size(int *rows, int *columns);

/* Of the terminal that this is, or the usual number. */
int host_term_columns(int file);
void host_term_write(const char *bytes, size_t length);

enum host_term_event {
	HOST_TERM_KEY,       /* something was typed: host_term_read() */
	HOST_TERM_TIME,      /* that much time has passed */
	HOST_TERM_REDRAW,    /* another size, or back after a pause */
	HOST_TERM_INTERRUPT, /* Ctrl-C */
	HOST_TERM_END,       /* told to end, or the terminal is gone */
};

/*
 * Waits for the next thing to happen, so many milliseconds at most, or for
 * ever if that is negative. A suspension happens in here.
 */
enum host_term_event host_term_wait(int milliseconds);

/* The next byte typed, or -1: there will be none. */
int host_term_read(void);

/* After the end: die of the signal that asked for it, if one did. */
void host_term_obey(void);

#endif
