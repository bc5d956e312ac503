/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The hands of guest.py inside the guest: runs the commands that come in over
 * a serial line, one after the other, and sends back what they print and how
 * they end. All numbers are text, all lengths are told beforehand, so that any
 * byte may be in a command, its input and its output.
 *
 *	host    "RUN user command-length input-length\n", command, input
 *	agent   "A" after every ACKNOWLEDGED bytes of these, and after the last
 *	agent   "O length\n" and so many bytes, as often as something is printed
 *	agent   "X status\n": exit status, or 128 and the number of the signal
 *
 * The acknowledgements are there because a serial line that nobody reads
 * loses bytes. An unreadable request or the end of the line end the agent.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define ACKNOWLEDGED 2048
#define INPUT "/tmp/.input"

struct request {
	unsigned int user;
	size_t command_length;
	size_t input_length;
	char *command;
	char *input;
};

static int line;

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void send_bytes(const void *bytes, size_t length)
{
	const char *from = bytes;

	while (length > 0) {
		ssize_t sent = write(line, from, length);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			fail("agent: cannot write to the line");
		from += sent;
		length -= (size_t)sent;
	}
}

static void send_text(const char *format, ...)
{
	char text[64];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	send_bytes(text, (size_t)length);
}

static void receive(char *to, size_t length)
{
	while (length > 0) {
		ssize_t got = read(line, to, length);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			fail("agent: cannot read from the line");
		to += got;
		length -= (size_t)got;
	}
}

static void receive_line(char *text, size_t size)
{
	size_t length = 0;

	for (;;) {
		receive(text + length, 1);
		if (text[length] == '\n')
			break;
		if (++length == size) {
			fprintf(stderr, "agent: no request\n");
			exit(1);
		}
	}
	text[length] = '\0';
}

/* The command with a NUL behind it, then the input, in one piece of memory. */
static void receive_request(struct request *request)
{
	char head[80];
	size_t length, done, piece;
	char *all;

	receive_line(head, sizeof(head));
	if (sscanf(head, "RUN %u %zu %zu", &request->user,
		   &request->command_length, &request->input_length) != 3) {
		fprintf(stderr, "agent: no request: %s\n", head);
		exit(1);
	}
	length = request->command_length + request->input_length;
	all = malloc(length + 1);
	if (!all)
		fail("agent: no memory");
	for (done = 0; done < length; done += piece) {
		piece = length - done < ACKNOWLEDGED ? length - done
						     : ACKNOWLEDGED;
		receive(all + done, piece);
		send_bytes("A", 1);
	}
	memmove(all + request->command_length + 1,
		all + request->command_length, request->input_length);
	all[request->command_length] = '\0';
	request->command = all;
	request->input = all + request->command_length + 1;
}

/* A file and not a pipe: nobody has to feed it while the command runs. */
static int open_input(const struct request *request)
{
	int file = open(INPUT, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (file < 0 || unlink(INPUT) ||
	    write(file, request->input, request->input_length) !=
		    (ssize_t)request->input_length ||
	    lseek(file, 0, SEEK_SET))
		fail("agent: " INPUT);
	return file;
}

static void become(const struct request *request, int input, int output)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setsid();
	if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0)
		_exit(127);
	if (request->user && (setgroups(0, NULL) || setgid(request->user) ||
			      setuid(request->user)))
		_exit(127);
	execl("/bin/sh", "sh", "-c", request->command, (char *)NULL);
	_exit(127);
}

static void relay(int output)
{
	char bytes[4096];
	ssize_t got = read(output, bytes, sizeof(bytes));

	if (got > 0) {
		send_text("O %zd\n", got);
		send_bytes(bytes, (size_t)got);
	}
}

/*
 * Until the command has ended and all it printed has been sent. What it left
 * running in the background may hold the pipe open; nobody waits for that.
 */
static int follow(pid_t child, int output)
{
	struct pollfd poll_output = {.fd = output, .events = POLLIN};
	int status;

	for (;;) {
		if (poll(&poll_output, 1, 50) > 0) {
			if (poll_output.revents & POLLIN) {
				relay(output);
				continue;
			}
			waitpid(child, &status, 0);
			break;
		}
		if (waitpid(child, &status, WNOHANG) == child) {
			while (poll(&poll_output, 1, 0) > 0 &&
			       (poll_output.revents & POLLIN))
				relay(output);
			break;
		}
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

static int serve(const struct request *request)
{
	int input = open_input(request);
	int output[2];
	pid_t child;
	int status;

	if (pipe2(output, O_CLOEXEC))
		fail("agent: pipe");
	child = fork();
	if (child < 0)
		fail("agent: fork");
	if (child == 0)
		become(request, input, output[1]);
	close(input);
	close(output[1]);
	status = follow(child, output[0]);
	close(output[0]);
	return status;
}

int main(int argc, char **argv)
{
	struct termios raw;

	if (argc != 2) {
		fprintf(stderr, "usage: agent LINE\n");
		return 2;
	}
	line = open(argv[1], O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (line < 0 || tcgetattr(line, &raw))
		fail(argv[1]);
	cfmakeraw(&raw);
	raw.c_cflag |= CLOCAL;
	raw.c_cflag &= ~(tcflag_t)CRTSCTS;
	cfsetspeed(&raw, B115200);
	if (tcsetattr(line, TCSANOW, &raw))
		fail(argv[1]);
	send_text("READY\n");
	for (;;) {
		struct request request;
		int status;

		receive_request(&request);
		status = serve(&request);
		free(request.command);
		send_text("X %d\n", status);
	}
}
