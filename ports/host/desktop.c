/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Commands with pictures are in a program of their own, so that `rookery uci`
 * loads no graphics library.
 */
#include "ports/host/desktop.h"

#include <stdlib.h>
#include <string.h>

static enum host_exit run(const char *command, int count, char **words)
{
	char **list = calloc((size_t)count + 1, sizeof(*list));
	enum host_exit status;

	if (!list) {
		fprintf(stderr, "rookery: not enough memory\n");
		return HOST_FAILED;
	}
	list[0] = (char *)command;
	memcpy(list + 1, words, (size_t)count * sizeof(*words));
	status = host_program_run(HOST_DESKTOP, count + 1, list, command,
				  "make desktop");
	free(list);
	return status;
}

enum host_exit host_picture(int count, char **words)
{
	return run("picture", count, words);
}

enum host_exit host_window(int count, char **words)
{
	return run("window", count, words);
}
