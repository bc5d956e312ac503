/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interactive sessions with the line editor of ports/host. There is no
 * alternate screen, and signals are not blocked, so that the messages remain
 * when the client has ended. That is why the terminal mode is set here and not
 * by host_term_open(). However the client ends, the mode is restored.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* SIGWINCH */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "ports/host/complete.h"
#include "ports/host/edit.h"
#include "ports/host/term.h"
#include "ports/linux/client/client.h"

#define PROMPT "> "

/* Static, since a signal handler has no other access to it. */
static struct {
	struct termios before;
	volatile sig_atomic_t is_set;   /* our mode is set */
	volatile sig_atomic_t is_stale; /* the screen must be redrawn */
} terminal;

struct typing_session {
	struct ctl_client *client;
	struct host_edit *edit;
};

static void set_mode(void)
{
	struct termios mode = terminal.before;

	mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	mode.c_cc[VMIN] = 1;
	mode.c_cc[VTIME] = 0;
	terminal.is_set = 1;
	tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
}

static void restore_mode(void)
{
	if (terminal.is_set)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal.before);
	terminal.is_set = 0;
}

static void die(int number)
{
	restore_mode();
	host_term_write("\n", 1);
	raise(number); /* dies, since SA_RESETHAND has removed the handler */
}

static void note(int number)
{
	(void)number;
	terminal.is_stale = 1;
}

static void suspend(int number)
{
	int error = errno;
	sigset_t stop;

	restore_mode();
	host_term_handle(number, SIG_DFL, 0);
	sigemptyset(&stop);
	sigaddset(&stop, number);
	raise(number);
	sigprocmask(SIG_UNBLOCK, &stop, NULL);
	host_term_handle(number, suspend, 0);
	set_mode();
	terminal.is_stale = 1;
	errno = error;
}

static void set_up_signals(void)
{
	static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV,
				   SIGBUS, SIGFPE,  SIGILL, SIGABRT};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		host_term_handle(ends[i], die,
				 (int)(SA_RESETHAND | SA_NODEFER));
	host_term_handle(SIGTSTP, suspend, 0);
	host_term_handle(SIGWINCH, note, 0);
}

static int next_key(void *self, int rows)
{
	struct typing_session *session = self;
	unsigned char byte;
	ssize_t count;

	(void)rows;
	fflush(stdout);
	for (;;) {
		count = read(STDIN_FILENO, &byte, 1);
		if (count == 1)
			return byte;
		if (count == 0 || errno != EINTR)
			return -1;
		if (terminal.is_stale) {
			terminal.is_stale = 0;
			host_term_write("\r\033[K", 4);
			host_edit_redraw(session->edit);
		}
	}
}

static size_t complete(void *self, const char *text, size_t length, char *more,
		       size_t size)
{
	struct typing_session *session = self;
	struct host_completion completion = {.count = 0};
	struct host_text shown = {NULL, 0, 0};
	size_t added;
	int rows, columns;

	ctl_complete(session->client, text, length, host_complete_offer,
		     &completion);
	added = host_complete_fill(&completion, length, more, size);
	if (completion.count > 1 && !added) {
		host_term_size(&rows, &columns);
		host_text_put(&shown, "\n");
		host_text_wrap(&shown, completion.list.bytes,
			       completion.list.length, columns - 1);
		host_term_write(shown.bytes, shown.length);
		host_edit_redraw(session->edit);
	}
	host_text_free(&shown);
	host_text_free(&completion.list);
	return added;
}

static void redraw(void *self)
{
	struct typing_session *session = self;

	ctl_show(session->client);
	host_edit_redraw(session->edit);
}

/* What others do while the computer thinks. */
static void show_change(void *self)
{
	struct ctl_client *client = self;

	if (!client->is_quiet && ctl_refresh(client))
		ctl_show(client);
}

static void greet(struct ctl_client *client)
{
	int rows, columns;

	/* Existing screen content is not cleared. */
	host_term_size(&rows, &columns);
	for (int row = 0; row < rows; row++)
		putchar('\n');
	ctl_say(client, "This is %s. help lists the commands, exit leaves.",
		client->device.name);
	ctl_show(client);
}

/* Moves to a new line after input; libedit does so itself. */
static void start_line(void)
{
#ifdef CTL_PLAIN_EDITOR
	putchar('\n');
#endif
}

static void read_lines(struct typing_session *session)
{
	struct ctl_client *client = session->client;
	const char *line;

	while (!client->is_leaving) {
		line = host_edit_line(session->edit, PROMPT);
		if (!line)
			break;
		start_line();
		ctl_line(client, line, strlen(line));
		fflush(stdout);
	}
	if (!client->is_leaving)
		putchar('\n');
}

enum ctl_exit ctl_type(struct ctl_client *client)
{
	struct typing_session session = {.client = client};
	struct host_edit_owner owner = {&session, next_key, complete, redraw};

	if (tcgetattr(STDIN_FILENO, &terminal.before) ||
	    !(session.edit = host_edit_new(&owner, NULL)))
		return ctl_complain(CTL_USAGE, "cannot use this terminal");
	client->is_typed = true;
	client->device.changed = show_change;
	client->device.watcher = client;
	set_up_signals();
	set_mode();
	atexit(restore_mode);
	ctl_complain_plainly();
	if (ctl_refresh(client)) {
		greet(client);
		read_lines(&session);
	}
	host_edit_free(session.edit);
	restore_mode();
	return CTL_OK;
}
