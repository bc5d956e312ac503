/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lines from a person at a terminal, with the line editor of ports/host. The
 * terminal stays the shell's: no other screen, no blocked signals, so that
 * what was said remains when the client has gone. That is why the mode is set
 * here and not by host_term_open(). Whatever ends the client puts it back.
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

#include "ports/host/edit.h"
#include "ports/host/term.h"
#include "ports/linux/client/client.h"
#include "proto/flow.h"

#define PROMPT "> "

/* A signal handler can reach nothing but this. */
static struct {
	struct termios before;
	volatile sig_atomic_t is_set;   /* the mode is ours */
	volatile sig_atomic_t is_stale; /* what is on the screen */
} terminal;

struct typist {
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
	raise(number); /* the handler is gone: SA_RESETHAND */
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
	struct typist *typist = self;
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
			host_edit_redraw(typist->edit);
		}
	}
}

/* The words that begin like this, and what they have in common. */
struct offers {
	struct host_text list;
	struct rk_out out;
	struct rk_flow flow; /* into the list */
	char common[64];
	int count;
};

static void offer(void *self, const char *word)
{
	struct offers *offers = self;
	size_t same = 0;

	rk_flow_word(&offers->flow, (const char *const[]){word, NULL});
	if (offers->count++ == 0) {
		snprintf(offers->common, sizeof(offers->common), "%s", word);
		return;
	}
	while (word[same] && word[same] == offers->common[same])
		same++;
	offers->common[same] = '\0';
}

static size_t complete(void *self, const char *text, size_t length, char *more,
		       size_t room)
{
	struct typist *typist = self;
	struct offers offers = {.count = 0};
	size_t common, added = 0;

	offers.out = host_text_out(&offers.list);
	offers.flow.out = &offers.out;
	ctl_complete(typist->client, text, length, offer, &offers);
	common = strlen(offers.common);
	if (common > length && common - length <= room) {
		added = common - length;
		memcpy(more, offers.common + length, added);
	} else if (offers.count > 1) {
		rk_flow_end(&offers.flow);
		host_term_write("\n", 1);
		host_term_write(offers.list.bytes, offers.list.length);
		host_edit_redraw(typist->edit);
	}
	host_text_free(&offers.list);
	return added;
}

static void redraw(void *self)
{
	struct typist *typist = self;

	ctl_show(typist->client);
	host_edit_redraw(typist->edit);
}

static void greet(struct ctl_client *client)
{
	int rows, columns;

	/* What is on the screen is not ours to wipe off. */
	host_term_size(&rows, &columns);
	for (int row = 0; row < rows; row++)
		putchar('\n');
	ctl_say(client, "This is %s. help lists the commands, exit leaves.",
		client->device.name);
	ctl_show(client);
}

/* After a line was typed; one of the editors has done so by itself. */
static void start_line(void)
{
#ifdef CTL_PLAIN_EDITOR
	putchar('\n');
#endif
}

static void read_lines(struct typist *typist)
{
	struct ctl_client *client = typist->client;
	const char *line;

	while (!client->is_leaving) {
		line = host_edit_line(typist->edit, PROMPT);
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
	struct typist typist = {.client = client};
	struct host_edit_owner owner = {&typist, next_key, complete, redraw};

	if (tcgetattr(STDIN_FILENO, &terminal.before) ||
	    !(typist.edit = host_edit_new(&owner, NULL)))
		return ctl_complain(CTL_USAGE, "cannot use this terminal");
	client->is_typed = true;
	client->device.can_stop = true;
	set_up_signals();
	set_mode();
	atexit(restore_mode);
	ctl_complain_plainly();
	if (ctl_refresh(client)) {
		greet(client);
		read_lines(&typist);
	}
	host_edit_free(typist.edit);
	restore_mode();
	return CTL_OK;
}
