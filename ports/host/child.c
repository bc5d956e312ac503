/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Starts, feeds and ends other programs; see child.h. Between fork and exec only
 * calls are made that are safe after a fork of a program with threads. A child
 * is never left behind: while it is not waited for, its process group is its
 * own, so killing the group cannot meet anybody else.
 */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "ports/host/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NAP_MS 5
#define TERM_MS 500 /* for its end after it was asked to terminate */
#define MOST_FILES 65536

/* ---- Finding ---- */

/* NULL, or what is wrong with the file. */
static const char *examine(const char *path)
{
	struct stat about;

	if (stat(path, &about))
		return errno == ENOENT || errno == ENOTDIR ? "is not there"
							   : strerror(errno);
	if (S_ISDIR(about.st_mode))
		return "is a directory";
	if (!S_ISREG(about.st_mode))
		return "is no program";
	return access(path, X_OK) ? "is not executable" : NULL;
}

/* One folder of PATH; an empty one is the current folder. */
static bool find_in(char path[HOST_CHILD_PATH], const char *folder,
		    size_t length, const char *name)
{
	int written = snprintf(path, HOST_CHILD_PATH, "%.*s%s%s", (int)length,
			       folder, length ? "/" : "./", name);

	return written < HOST_CHILD_PATH && !examine(path);
}

const char *host_child_find(char path[HOST_CHILD_PATH], const char *name,
			    const char *folder)
{
	const char *folders = getenv("PATH");

	if (strlen(name) >= HOST_CHILD_PATH)
		return "has too long a name";
	if (!*name || strchr(name, '/')) {
		memcpy(path, name, strlen(name) + 1);
		return examine(path);
	}
	while (folders) {
		size_t length = strcspn(folders, ":");

		if (length < HOST_CHILD_PATH &&
		    find_in(path, folders, length, name))
			return NULL;
		folders = folders[length] ? folders + length + 1 : NULL;
	}
	if (folder && find_in(path, folder, strlen(folder), name))
		return NULL;
	return "was not found";
}

/* ---- Starting ---- */

/* The descriptors of both sides. */
struct ends {
	int read, write; /* the child's; equal for a socket */
	int to, from;    /* ours */
	int failed[2];   /* the child writes errno here if exec fails */
};

static void close_ends(const struct ends *ends)
{
	const int all[] = {ends->read, ends->write,     ends->to,
			   ends->from, ends->failed[0], ends->failed[1]};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i] >= 0)
			close(all[i]);
}

/*
 * Ours are not inherited by any child, and none is one of 0 to 3, where the
 * child's will be.
 */
static int raise_file(int file)
{
	int higher = fcntl(file, F_DUPFD_CLOEXEC, HOST_CHILD_SOCKET + 1);
	int reason = errno;

	close(file);
	errno = reason;
	return higher;
}

static bool make_pair(int *a, int *b, bool socket)
{
	int files[2];

	if (socket ? socketpair(AF_UNIX, SOCK_STREAM, 0, files) : pipe(files))
		return false;
	*a = raise_file(files[0]);
	*b = raise_file(files[1]);
	return *a >= 0 && *b >= 0;
}

static bool open_ends(struct ends *ends, bool socket)
{
	*ends = (struct ends){-1, -1, -1, -1, {-1, -1}};
	if (!make_pair(&ends->failed[0], &ends->failed[1], false))
		return false;
	if (socket)
		return make_pair(&ends->to, &ends->read, true);
	return make_pair(&ends->read, &ends->to, false) &&
	       make_pair(&ends->from, &ends->write, false);
}

/* The child's files: what it talks over, and nothing else of ours. */
static void arrange_files(const struct ends *ends, enum host_child_way way)
{
	long most = sysconf(_SC_OPEN_MAX);
	int nothing = open("/dev/null", O_RDWR);
	bool socket = way != HOST_CHILD_BY_PIPES;
	int last = socket ? HOST_CHILD_SOCKET : STDERR_FILENO;

	dup2(socket ? nothing : ends->read, STDIN_FILENO);
	if (way != HOST_CHILD_IN_SIGHT) {
		dup2(socket ? nothing : ends->write, STDOUT_FILENO);
		dup2(nothing, STDERR_FILENO);
	}
	if (socket)
		dup2(ends->read, HOST_CHILD_SOCKET);
	if (most < 0 || most > MOST_FILES)
		most = MOST_FILES;
	for (int file = last + 1; file < (int)most; file++)
		if (file != ends->failed[1])
			close(file);
}

static void restore_signals(void)
{
	struct sigaction action;
	sigset_t none;

	memset(&action, 0, sizeof(action));
	action.sa_handler = SIG_DFL;
	for (int number = 1; number < NSIG; number++)
		sigaction(number, &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void become(char *const *words, const struct ends *ends,
		   enum host_child_way way)
{
	ssize_t written;
	int reason;

	setpgid(0, 0);
	restore_signals();
	arrange_files(ends, way);
	execv(words[0], words);
	reason = errno;
	written = write(ends->failed[1], &reason, sizeof(reason));
	_exit(written > 0 ? 127 : 126);
}

/* Waits until the program runs; what it is told is the errno of exec. */
static bool has_started(const struct ends *ends)
{
	int reason = 0;
	ssize_t count;

	do
		count = read(ends->failed[0], &reason, sizeof(reason));
	while (count < 0 && errno == EINTR);
	errno = reason;
	return count <= 0;
}

static void unblock(int file)
{
	fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
}

bool host_child_start(struct host_child *child, char *const *words,
		      enum host_child_way way)
{
	bool socket = way != HOST_CHILD_BY_PIPES;
	struct ends ends;
	int reason;

	*child = HOST_NO_CHILD;
	if (!open_ends(&ends, socket)) {
		reason = errno;
		close_ends(&ends);
		errno = reason;
		return false;
	}
	child->pid = fork();
	if (!child->pid)
		become(words, &ends, way);
	reason = errno;
	close(ends.failed[1]);
	ends.failed[1] = -1;
	if (child->pid > 0 && has_started(&ends)) {
		child->to = ends.to;
		child->from = socket ? ends.to : ends.from;
		unblock(child->to);
		unblock(child->from);
		ends.to = ends.from = -1;
		close_ends(&ends);
		return true;
	}
	if (child->pid > 0) {
		reason = errno;
		waitpid(child->pid, NULL, 0);
	}
	close_ends(&ends);
	child->pid = -1;
	errno = reason;
	return false;
}

/* ---- Talking ---- */

ssize_t host_child_read(const struct host_child *child, void *to, size_t size)
{
	ssize_t count;

	do
		count = read(child->from, to, size);
	while (count < 0 && errno == EINTR);
	return count;
}

/* The signal is blocked, and taken away if it was ours. */
ssize_t host_child_write(const struct host_child *child, const void *bytes,
			 size_t length)
{
	static const struct timespec now = {0, 0};
	sigset_t pipe_signal, before, pending;
	bool was_pending;
	ssize_t count;
	int reason;

	sigemptyset(&pipe_signal);
	sigaddset(&pipe_signal, SIGPIPE);
	sigpending(&pending);
	was_pending = sigismember(&pending, SIGPIPE) == 1;
	pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
	do
		count = write(child->to, bytes, length);
	while (count < 0 && errno == EINTR);
	reason = errno;
	if (count < 0 && reason == EPIPE && !was_pending)
		while (sigtimedwait(&pipe_signal, NULL, &now) < 0 &&
		       errno == EINTR)
			;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = reason;
	return count;
}

/* ---- Ending ---- */

/* Has it ended within this time? It is not waited for yet. */
static bool has_ended(pid_t pid, int patience_ms)
{
	static const struct timespec nap = {0, NAP_MS * 1000000L};

	for (;;) {
		siginfo_t about = {.si_pid = 0};

		if (waitid(P_PID, (id_t)pid, &about,
			   WEXITED | WNOHANG | WNOWAIT) ||
		    about.si_pid)
			return true;
		if (patience_ms <= 0)
			return false;
		patience_ms -= NAP_MS;
		nanosleep(&nap, NULL);
	}
}

int host_child_end(struct host_child *child, int patience_ms)
{
	pid_t pid = child->pid;
	int status = -1;

	if (child->to >= 0)
		close(child->to);
	if (child->from >= 0 && child->from != child->to)
		close(child->from);
	*child = HOST_NO_CHILD;
	if (pid <= 0)
		return -1;
	if (!has_ended(pid, patience_ms)) {
		kill(-pid, SIGTERM);
		has_ended(pid, TERM_MS);
	}
	kill(-pid, SIGKILL); /* also what it has started */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

void host_child_explain(char *text, size_t size, int status)
{
	if (status >= 0 && WIFSIGNALED(status))
		snprintf(text, size, "was killed by signal %d",
			 WTERMSIG(status));
	else if (status >= 0 && WEXITSTATUS(status))
		snprintf(text, size, "ended with status %d",
			 WEXITSTATUS(status));
	else
		snprintf(text, size, "ended");
}
