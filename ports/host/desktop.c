/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Commands with pictures are in a program of their own, so that `rookery uci`
 * loads no graphics library. It is looked for beside the running program, then
 * in PATH, and takes this one's place: same input, output and exit status.
 */
#define _XOPEN_SOURCE 700

#include "ports/host/desktop.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "rookery-desktop";

bool host_desktop_beside(char *path)
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
	char *slash;

	if (length <= 0)
		return false;
	path[length] = 0;
	slash = strrchr(path, '/');
	if (!slash || slash + 1 + sizeof(program) > path + PATH_MAX)
		return false;
	memcpy(slash + 1, program, sizeof(program));
	return true;
}

static enum host_exit run(const char *command, int count, char **words)
{
	char **list = calloc((size_t)count + 3, sizeof(*list));
	char path[PATH_MAX];
	int reason = ENOMEM;

	if (list) {
		list[0] = (char *)program;
		list[1] = (char *)command;
		memcpy(list + 2, words, (size_t)count * sizeof(*words));
		if (host_desktop_beside(path))
			execv(path, list);
		execvp(program, list);
		reason = errno;
		free(list);
	}
	if (reason == ENOENT)
		fprintf(stderr,
			"rookery: %s needs the program %s, which was not "
			"built: make desktop\n",
			command, program);
	else
		fprintf(stderr, "rookery: cannot run %s: %s\n", program,
			strerror(reason));
	return HOST_FAILED;
}

enum host_exit host_picture(int count, char **words)
{
	return run("picture", count, words);
}

enum host_exit host_window(int count, char **words)
{
	return run("window", count, words);
}
