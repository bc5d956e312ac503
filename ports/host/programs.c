/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Finds and runs the programs that belong to `rookery`; see programs.h. */
#define _XOPEN_SOURCE 700

#include "ports/host/programs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool host_program_beside(const char *name, char *path)
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
	size_t size = strlen(name) + 1;
	char *slash;

	if (length <= 0)
		return false;
	path[length] = 0;
	slash = strrchr(path, '/');
	if (!slash || slash + 1 + size > path + PATH_MAX)
		return false;
	memcpy(slash + 1, name, size);
	return true;
}

enum host_exit host_program_run(const char *name, int count, char **words,
				const char *command, const char *how)
{
	char **list = calloc((size_t)count + 2, sizeof(*list));
	char path[PATH_MAX];
	int reason = ENOMEM;

	if (list) {
		list[0] = (char *)name;
		memcpy(list + 1, words, (size_t)count * sizeof(*words));
		if (host_program_beside(name, path))
			execv(path, list);
		execvp(name, list);
		reason = errno;
		free(list);
	}
	if (reason == ENOENT)
		fprintf(stderr,
			"rookery: %s needs the program %s, which was not "
			"built: %s\n",
			command, name, how);
	else
		fprintf(stderr, "rookery: cannot run %s: %s\n", name,
			strerror(reason));
	return HOST_FAILED;
}

enum host_exit host_web(int count, char **words)
{
	return host_program_run("rookery-web", count, words, "web",
				"install libmicrohttpd-dev and type make");
}
