/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The device as a file: one command is one write(), and its answer is a line
 * read from the same descriptor. The board's files in /sys are found by the
 * device number, whatever the node is called.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "ports/linux/client/client.h"

/* The node is missing, or has no driver. */
static bool is_unloaded(int error)
{
	return error == ENOENT || error == ENODEV || error == ENXIO;
}

bool ctl_device_open(struct ctl_device *device, const char *name)
{
	device->name = name;
	device->file = open(name, O_RDWR | O_CLOEXEC);
	if (device->file >= 0)
		return true;
	ctl_complain(CTL_USAGE, "%s: %s%s", name, strerror(errno),
		     is_unloaded(errno)
			     ? " (is the module loaded? modprobe chess)"
			     : "");
	return false;
}

void ctl_device_close(struct ctl_device *device)
{
	if (device->file >= 0)
		close(device->file);
	host_text_free(&device->answer);
}

/* Only for the time of a wait, during which Ctrl-C does nothing else. */
static volatile sig_atomic_t is_interrupted;

static void note_interrupt(int number)
{
	(void)number;
	is_interrupted = 1;
}

static bool send(const struct ctl_device *device, const char *bytes,
		 size_t length)
{
	ssize_t written;

	do
		written = write(device->file, bytes, length);
	while (written < 0 && errno == EINTR && !is_interrupted);
	if (written >= 0 && (size_t)written != length)
		errno = EIO;
	return written >= 0 && (size_t)written == length;
}

/* Does this command make the computer think? */
static bool is_long(const char *bytes, size_t length)
{
	return length >= 2 && bytes[0] == '0' &&
	       (bytes[1] == '3' || bytes[1] == '7');
}

/* Reads up to the newline, which becomes a NUL; a longer text is no answer. */
static bool receive(struct ctl_device *device, int file)
{
	struct host_text *answer = &device->answer;
	char bytes[4096];
	ssize_t count;

	answer->length = 0;
	do {
		count = read(file, bytes, sizeof(bytes));
		if (count < 0 && errno == EINTR)
			continue;
		if (count == 0)
			errno = EPROTO;
		if (count <= 0)
			return false;
		host_text_add(answer, bytes, (size_t)count);
		errno = EPROTO; /* or there is too little memory for the answer */
		if (!answer->length || answer->length > RK_DEVICE_LINE_SIZE)
			return false;
	} while (count < 0 || answer->bytes[answer->length - 1] != '\n');
	answer->bytes[--answer->length] = '\0';
	return true;
}

static int open_value(const struct ctl_device *device, const char *name,
		      int flags);

/* poll() tells of a value's change only to those who have read it. */
static void read_again(int value)
{
	char text[CTL_VALUE_SIZE];

	if (lseek(value, 0, SEEK_SET) == 0)
		while (read(value, text, sizeof(text)) > 0)
			;
}

/*
 * Waits until `asker` can be read or written, with SIGINT blocked but during the
 * wait. Shows what others do meanwhile.
 */
static enum ctl_talk wait_for(struct ctl_device *device, int asker,
			      short events, int value, const sigset_t *during)
{
	struct pollfd files[] = {{.fd = asker, .events = events},
				 {.fd = value, .events = POLLPRI}};

	for (;;) {
		int count = ppoll(files, 2, NULL, during);

		if (is_interrupted)
			return CTL_STOPPED;
		if (count < 0 && errno != EINTR)
			return CTL_BROKEN;
		if (count <= 0)
			continue;
		if (files[0].revents)
			return CTL_ANSWERED;
		read_again(value);
		device->changed(device->watcher);
	}
}

/*
 * Asks through a file of its own that does not block: closing it ends the
 * computer's thoughts without a move.
 */
static enum ctl_talk ask_and_watch(struct ctl_device *device, int value,
				   const char *bytes, size_t length)
{
	int asker = open(device->name, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	struct sigaction note = {.sa_handler = note_interrupt}, old;
	sigset_t interrupt, before, during;
	enum ctl_talk talk;
	ssize_t written = -1;
	int error;

	if (asker < 0)
		return CTL_BROKEN;
	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	sigprocmask(SIG_BLOCK, &interrupt, &before);
	during = before;
	sigdelset(&during, SIGINT);
	sigaction(SIGINT, &note, &old);
	read_again(value);
	/* The computer may be thinking for somebody else. */
	do {
		talk = wait_for(device, asker, POLLOUT, value, &during);
		if (talk == CTL_ANSWERED)
			written = write(asker, bytes, length);
	} while (talk == CTL_ANSWERED && written < 0 && errno == EAGAIN);
	if (talk == CTL_ANSWERED)
		talk = written < 0 ? CTL_BROKEN
				   : wait_for(device, asker, POLLIN, value,
					      &during);
	if (talk == CTL_ANSWERED && !receive(device, asker))
		talk = CTL_BROKEN;
	error = errno;
	close(asker);
	sigaction(SIGINT, &old, NULL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return talk;
}

static enum ctl_talk ask(struct ctl_device *device, const char *bytes,
			 size_t length)
{
	if (send(device, bytes, length))
		return receive(device, device->file) ? CTL_ANSWERED
						     : CTL_BROKEN;
	return errno == EINTR ? CTL_STOPPED : CTL_BROKEN;
}

/*
 * Asks a board without values, such as a private one, where another file would
 * be another board. A write that is interrupted has changed nothing.
 */
static enum ctl_talk ask_and_wait(struct ctl_device *device, const char *bytes,
				  size_t length)
{
	struct sigaction note = {.sa_handler = note_interrupt}, old;
	enum ctl_talk talk;

	sigaction(SIGINT, &note, &old);
	talk = ask(device, bytes, length);
	sigaction(SIGINT, &old, NULL);
	return talk;
}

/* A line with its newline. */
static enum ctl_talk talk_line(struct ctl_device *device, const char *bytes,
			       size_t length)
{
	enum ctl_talk talk;
	int value;

	is_interrupted = 0;
	if (!device->changed || !is_long(bytes, length))
		return ask(device, bytes, length);
	value = open_value(device, "fen", O_RDONLY);
	if (value < 0)
		return ask_and_wait(device, bytes, length);
	talk = ask_and_watch(device, value, bytes, length);
	close(value);
	return talk;
}

enum ctl_talk ctl_device_talk(struct ctl_device *device, const char *text,
			      size_t length)
{
	struct host_text line = {NULL, 0, 0};
	enum ctl_talk talk = CTL_BROKEN;

	host_text_add(&line, text, length);
	host_text_put(&line, "\n");
	errno = ENOMEM;
	if (line.length == length + 1)
		talk = talk_line(device, line.bytes, line.length);
	if (talk == CTL_BROKEN)
		ctl_complain(CTL_USAGE, "%s: %s", device->name,
			     errno == EPROTO ? "it does not answer as a "
					       "chess board does"
					     : strerror(errno));
	host_text_free(&line);
	return talk;
}

bool ctl_answer_is(const struct ctl_device *device, const char *word)
{
	return strcmp(ctl_answer(device), word) == 0;
}

bool ctl_answer_refuses(const struct ctl_device *device)
{
	static const char *const words[] = {"UNKCMD", "INVFMT", "NOGAME", "OOT",
					    "ILLMOVE"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (ctl_answer_is(device, words[i]))
			return true;
	return false;
}

static int open_value(const struct ctl_device *device, const char *name,
		      int flags)
{
	struct stat about;
	char path[64];

	if (fstat(device->file, &about))
		return -1;
	if (!S_ISCHR(about.st_mode)) {
		errno = ENOENT;
		return -1;
	}
	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/%s",
		 major(about.st_rdev), minor(about.st_rdev), name);
	return open(path, flags | O_CLOEXEC);
}

int ctl_device_read_value(const struct ctl_device *device, const char *name,
			  char text[CTL_VALUE_SIZE])
{
	int file = open_value(device, name, O_RDONLY), error = 0;
	ssize_t count;

	if (file < 0)
		return errno;
	count = read(file, text, CTL_VALUE_SIZE - 1);
	if (count < 0)
		error = errno;
	close(file);
	text[count > 0 ? count : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return error;
}

int ctl_device_write_value(const struct ctl_device *device, const char *name,
			   const char *text)
{
	int file = open_value(device, name, O_WRONLY), error = 0;

	if (file < 0)
		return errno;
	if (write(file, text, strlen(text)) < 0)
		error = errno;
	close(file);
	return error;
}
