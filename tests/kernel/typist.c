/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A person at a terminal, for tests: runs a program on a terminal of its own
 * and does what standard input says, line by line:
 *
 *	see TEXT    waits until TEXT is on the terminal, after the last one
 *	type TEXT   types it; \r, \e and ^C are the keys
 *	wait N      does nothing for N milliseconds, less than a second
 *
 * At the end of the input the program must end, too. What it wrote goes to
 * standard output, and then a line of its own: how it ended, and whether the
 * terminal is as it was. The exit status is 0 if all was seen.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

#define PATIENCE 60 /* seconds for one line */

struct typist {
	int terminal;
	pid_t program;
	char seen[1 << 20];
	size_t length;
	size_t looked; /* at so much of it */
};

/* Adds what the program writes within a moment; false: nothing will come. */
static bool watch(struct typist *typist)
{
	struct pollfd ready = {.fd = typist->terminal, .events = POLLIN};
	size_t space = sizeof(typist->seen) - 1 - typist->length;
	ssize_t count;

	if (poll(&ready, 1, 100) <= 0)
		return true;
	count = read(typist->terminal, typist->seen + typist->length, space);
	if (count <= 0)
		return false;
	typist->length += (size_t)count;
	typist->seen[typist->length] = '\0';
	return true;
}

static bool see(struct typist *typist, const char *text)
{
	time_t end = time(NULL) + PATIENCE;
	const char *found;

	for (;;) {
		found = strstr(typist->seen + typist->looked, text);
		if (found)
			break;
		if (time(NULL) > end || !watch(typist)) {
			printf("not seen: %s\n", text);
			return false;
		}
	}
	typist->looked = (size_t)(found - typist->seen) + strlen(text);
	return true;
}

static bool type(struct typist *typist, const char *text)
{
	for (; *text; text++) {
		char key = *text;

		if (key == '^' && text[1])
			key = *++text & 31;
		else if (key == '\\' && text[1])
			key = *++text == 'r' ? '\r' : '\033';
		if (write(typist->terminal, &key, 1) != 1)
			return false;
	}
	return true;
}

static bool wait_a_moment(struct typist *typist, const char *text)
{
	struct timespec moment = {0, atol(text) * 1000000};

	(void)typist;
	return nanosleep(&moment, NULL) == 0;
}

static bool do_line(struct typist *typist, const char *line)
{
	static const struct {
		const char *name;
		bool (*run)(struct typist *typist, const char *text);
	} rows[] = {{"see ", see}, {"type ", type}, {"wait ", wait_a_moment}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t length = strlen(rows[i].name);

		if (!strncmp(line, rows[i].name, length))
			return rows[i].run(typist, line + length);
	}
	return false;
}

static void report(struct typist *typist, const struct termios *before)
{
	struct termios after;
	int status = 0;

	while (watch(typist) && !waitpid(typist->program, &status, WNOHANG))
		;
	waitpid(typist->program, &status, 0);
	fwrite(typist->seen, 1, typist->length, stdout);
	tcgetattr(typist->terminal, &after);
	printf("\nended by %s %d, terminal %s\n",
	       WIFSIGNALED(status) ? "signal" : "exit",
	       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
	       after.c_lflag == before->c_lflag &&
			       after.c_iflag == before->c_iflag &&
			       after.c_oflag == before->c_oflag
		       ? "as before"
		       : "changed");
}

int main(int argc, char **argv)
{
	static struct typist typist;
	struct winsize size = {.ws_row = 30, .ws_col = 80};
	struct termios before;
	char line[512];
	bool good = true;
	int held;

	if (argc < 2 || openpty(&typist.terminal, &held, NULL, NULL, &size))
		return 2;
	/* One end stays open here, so that the mode can be asked for at the end. */
	tcgetattr(held, &before);
	typist.program = fork();
	if (!typist.program) {
		close(typist.terminal);
		if (login_tty(held) || execv(argv[1], argv + 1))
			_exit(127);
	}
	while (good && fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		good = do_line(&typist, line);
	}
	if (!good)
		kill(typist.program, SIGKILL);
	report(&typist, &before);
	return good ? 0 : 1;
}
