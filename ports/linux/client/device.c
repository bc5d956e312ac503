/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The device as a file: one command is one write(), and its answer is a line
 * read from the same descriptor. The board's files in /sys are found by the
 * device number, whatever the node is called.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
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

static bool send(const struct ctl_device *device, const char *bytes,
		 size_t length)
{
	ssize_t written;

	do
		written = write(device->file, bytes, length);
	while (written < 0 && errno == EINTR);
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

static void send_as_child(const struct ctl_device *device, const char *bytes,
			  size_t length, pid_t parent, const sigset_t *mask)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	signal(SIGTSTP, SIG_IGN);
	signal(SIGINT, SIG_DFL);
	sigprocmask(SIG_SETMASK, mask, NULL);
	_exit(send(device, bytes, length) ? 0 : errno);
}

/*
 * A process in write() can be interrupted only by killing it, so a child makes
 * the call. It shares the open file, to which the answer belongs. Ctrl-C
 * reaches both: it kills the child, and is blocked here until it has no effect
 * any more. A signal that came too early is passed on.
 */
static enum ctl_talk send_from_child(const struct ctl_device *device,
				     const char *bytes, size_t length)
{
	const struct timespec no_time = {0, 0};
	pid_t parent = getpid(), child, done;
	sigset_t interrupt, before, waiting;
	int status = 0;

	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	sigprocmask(SIG_BLOCK, &interrupt, &before);
	child = fork();
	if (child == 0)
		send_as_child(device, bytes, length, parent, &before);
	if (child > 0 && !sigpending(&waiting) && sigismember(&waiting, SIGINT))
		kill(child, SIGINT);
	do
		done = child < 0 ? child : waitpid(child, &status, 0);
	while (done < 0 && child > 0 && errno == EINTR);
	while (sigtimedwait(&interrupt, NULL, &no_time) > 0)
		;
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (done < 0)
		return CTL_BROKEN;
	if (WIFSIGNALED(status))
		return CTL_STOPPED;
	errno = WEXITSTATUS(status);
	return errno ? CTL_BROKEN : CTL_ANSWERED;
}

/* Reads up to the newline, which becomes a NUL; a longer text is no answer. */
static bool receive(struct ctl_device *device)
{
	struct host_text *answer = &device->answer;
	char bytes[4096];
	ssize_t count;

	answer->length = 0;
	do {
		count = read(device->file, bytes, sizeof(bytes));
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

static enum ctl_talk send_line(struct ctl_device *device, const char *text,
			       size_t length)
{
	struct host_text line = {NULL, 0, 0};
	enum ctl_talk talk;

	host_text_add(&line, text, length);
	host_text_put(&line, "\n");
	if (line.length != length + 1)
		errno = ENOMEM;
	if (line.length != length + 1)
		talk = CTL_BROKEN;
	else if (device->can_stop && is_long(text, length))
		talk = send_from_child(device, line.bytes, line.length);
	else
		talk = send(device, line.bytes, line.length) ? CTL_ANSWERED
							     : CTL_BROKEN;
	host_text_free(&line);
	return talk;
}

enum ctl_talk ctl_device_talk(struct ctl_device *device, const char *text,
			      size_t length)
{
	enum ctl_talk talk = send_line(device, text, length);

	if (talk == CTL_ANSWERED && !receive(device))
		talk = CTL_BROKEN;
	if (talk == CTL_BROKEN)
		ctl_complain(CTL_USAGE, "%s: %s", device->name,
			     errno == EPROTO ? "it does not answer as a "
					       "chess board does"
					     : strerror(errno));
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
