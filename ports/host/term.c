/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The terminal as a device. From open to close it shows the alternate screen,
 * does not echo, and delivers single keys.
 *
 * Signals are blocked everywhere except in host_term_wait(), where they arrive
 * as events, so no other code needs to handle them. The exception are signals
 * of program errors: their handler restores the terminal before the program
 * dies.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* SIGWINCH, NSIG */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "ports/host/term.h"

#define ENTER "\033[?1049h\033[2J"
#define MOUSE "\033[?1000h\033[?1006h"
#define NO_MOUSE "\033[?1006l\033[?1000l"
#define LEAVE "\033[0m\033[?25h\033[999;1H\033[K\033[?1049l"

static const int caught[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
			     SIGTSTP, SIGCONT, SIGWINCH};
static const int errors[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Static, since a signal handler has no other access to it. */
static struct {
	volatile sig_atomic_t is_open;
	volatile sig_atomic_t arrived[NSIG];
	volatile sig_atomic_t end; /* the signal that ended the program */
	volatile sig_atomic_t mouse;
	struct termios before;
	sigset_t mask_before;
} term;

void host_term_write(const char *bytes, size_t length)
{
	while (length) {
		ssize_t written = write(STDOUT_FILENO, bytes, length);

		if (written < 0 && errno != EINTR)
			return;
		if (written > 0) {
			bytes += written;
			length -= (size_t)written;
		}
	}
}

static void set_mode(const struct termios *mode)
{
	while (tcsetattr(STDIN_FILENO, TCSADRAIN, mode) && errno == EINTR)
		;
}

/* Uses only async-signal-safe calls. */
static void leave(void)
{
	if (term.mouse)
		host_term_write(NO_MOUSE, sizeof(NO_MOUSE) - 1);
	host_term_write(LEAVE, sizeof(LEAVE) - 1);
	set_mode(&term.before);
}

static void enter(const struct termios *mode)
{
	set_mode(mode);
	host_term_write(ENTER, sizeof(ENTER) - 1);
	if (term.mouse)
		host_term_write(MOUSE, sizeof(MOUSE) - 1);
}

static void note(int number)
{
	term.arrived[number] = 1;
}

static void die(int number)
{
	if (term.is_open)
		leave();
	raise(number); /* dies, since SA_RESETHAND has removed the handler */
}

void host_term_handle(int number, void (*handler)(int), int flags)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = flags;
	sigaction(number, &action, NULL);
}

bool host_term_open(bool mouse)
{
	struct termios mode;
	sigset_t block;
	static bool registered;

	if (tcgetattr(STDIN_FILENO, &term.before))
		return false;
	if (!registered)
		registered = !atexit(host_term_close);
	mode = term.before;
	mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	mode.c_cc[VMIN] = 1;
	mode.c_cc[VTIME] = 0;

	sigemptyset(&block);
	for (size_t i = 0; i < COUNT(caught); i++) {
		sigaddset(&block, caught[i]);
		host_term_handle(caught[i], note, 0);
	}
	for (size_t i = 0; i < COUNT(errors); i++)
		host_term_handle(errors[i], die,
				 (int)(SA_RESETHAND | SA_NODEFER));
	sigprocmask(SIG_BLOCK, &block, &term.mask_before);
	term.is_open = 1;
	term.mouse = mouse;
	enter(&mode);
	return true;
}

void host_term_close(void)
{
	if (!term.is_open)
		return;
	term.is_open = 0;
	leave();
	for (size_t i = 0; i < COUNT(caught); i++)
		host_term_handle(caught[i], SIG_DFL, 0);
	for (size_t i = 0; i < COUNT(errors); i++)
		host_term_handle(errors[i], SIG_DFL, 0);
	sigprocmask(SIG_SETMASK, &term.mask_before, NULL);
}

void host_term_obey(void)
{
	fflush(stdout);
	if (term.end)
		raise(term.end);
}

static struct winsize measure(int file)
{
	struct winsize size;

	if (ioctl(file, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
		return (struct winsize){.ws_row = 24, .ws_col = 80};
	return size;
}

void host_term_size(int *rows, int *columns)
{
	struct winsize size = measure(STDOUT_FILENO);

	*rows = size.ws_row;
	*columns = size.ws_col;
}

int host_term_columns(int file)
{
	return measure(file).ws_col;
}

static bool take(int number)
{
	bool arrived = term.arrived[number];

	term.arrived[number] = 0;
	return arrived;
}

/*
 * Restores the terminal, stops the process, and takes the terminal again when
 * continued.
 */
static void suspend(void)
{
	struct termios mode;
	sigset_t stop, all;

	tcgetattr(STDIN_FILENO, &mode);
	leave();
	host_term_handle(SIGTSTP, SIG_DFL, 0);
	raise(SIGTSTP);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, &all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	host_term_handle(SIGTSTP, note, 0);
	enter(&mode);
}

/* Converts arrived signals; true if one of them is an event. */
static bool signal_event(enum host_term_event *event)
{
	if (take(SIGTERM))
		term.end = SIGTERM;
	if (take(SIGHUP))
		term.end = SIGHUP;
	if (take(SIGQUIT))
		term.end = SIGQUIT;
	if (term.end) {
		*event = HOST_TERM_END;
		return true;
	}
	if (take(SIGINT)) {
		*event = HOST_TERM_INTERRUPT;
		return true;
	}
	if (take(SIGTSTP)) {
		suspend();
		note(SIGCONT);
	}
	*event = HOST_TERM_REDRAW;
	return take(SIGWINCH) || take(SIGCONT);
}

enum host_term_event host_term_wait(int milliseconds)
{
	return host_term_wait_file(milliseconds, -1, false);
}

enum host_term_event host_term_wait_file(int milliseconds, int file,
					 bool writes)
{
	struct timespec time = {milliseconds / 1000,
				milliseconds % 1000 * 1000000L};
	enum host_term_event event;
	fd_set input, output;
	int ready;

	for (;;) {
		FD_ZERO(&input);
		FD_ZERO(&output);
		FD_SET(STDIN_FILENO, &input);
		if (file >= 0)
			FD_SET(file, &input);
		if (file >= 0 && writes)
			FD_SET(file, &output);
		ready = pselect((file > STDIN_FILENO ? file : STDIN_FILENO) + 1,
				&input, &output, NULL,
				milliseconds < 0 ? NULL : &time,
				&term.mask_before);
		if (signal_event(&event))
			return event;
		if (ready > 0)
			return FD_ISSET(STDIN_FILENO, &input) ? HOST_TERM_KEY
							      : HOST_TERM_FILE;
		if (ready == 0)
			return HOST_TERM_TIME;
		if (errno != EINTR)
			return HOST_TERM_END;
	}
}

int host_term_read(void)
{
	unsigned char byte;
	ssize_t count;

	do
		count = read(STDIN_FILENO, &byte, 1);
	while (count < 0 && errno == EINTR);
	return count == 1 ? byte : -1;
}
