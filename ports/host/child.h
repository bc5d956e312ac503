/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Other programs as children of this one. No shell is involved. A child has a
 * process group of its own, so that keys of the terminal are not for it, and
 * none of our files. Nothing here waits for it, but for its end.
 */
#ifndef RK_HOST_CHILD_H
#define RK_HOST_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define HOST_CHILD_PATH 1024

/* The file descriptor of a child that talks over a socket. */
#define HOST_CHILD_SOCKET 3

/* All zero but for pid, to and from, which are -1: there is none. */
struct host_child {
	pid_t pid;
	int to;   /* what it reads */
	int from; /* what it writes; the same as `to` for a socket */
};

#define HOST_NO_CHILD ((struct host_child){-1, -1, -1})

/*
 * Finds a program: a path if it has a slash, otherwise in the folders of PATH
 * and then in `folder`, unless that is NULL. Returns NULL, or why it cannot be
 * executed, as words after its name: "is a directory".
 */
const char *host_child_find(char path[HOST_CHILD_PATH], const char *name,
			    const char *folder);

/*
 * How it talks: over its standard input and output; over one socket, the
 * descriptor HOST_CHILD_SOCKET, while they are empty; or over that, while its
 * standard output and error are ours, for people to read.
 */
enum host_child_way {
	HOST_CHILD_BY_PIPES,
	HOST_CHILD_BY_SOCKET,
	HOST_CHILD_IN_SIGHT,
};

/*
 * Starts a program that was found. Both ends of ours do not block. False, with
 * errno, if it cannot be started.
 */
bool host_child_start(struct host_child *child, char *const *words,
		      enum host_child_way way);

/* Reads or writes what is possible now; -1 with errno; no SIGPIPE is raised. */
ssize_t host_child_read(const struct host_child *child, void *to, size_t size);
ssize_t host_child_write(const struct host_child *child, const void *bytes,
			 size_t length);

/*
 * Ends it: closes what leads to it, waits for so many milliseconds, then asks it
 * to terminate, and at last kills all of its process group. Returns its status
 * as waitpid() does, or -1 if there was none.
 */
int host_child_end(struct host_child *child, int patience_ms);

/* What a status means: "ended", "ended with status 1", "was killed by signal 9". */
void host_child_explain(char *text, size_t size, int status);

#endif
