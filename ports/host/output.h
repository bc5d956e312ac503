/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A file that is written completely or not at all. */
#ifndef RK_HOST_OUTPUT_H
#define RK_HOST_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct host_output {
	FILE *file;
	char *name;  /* the final path, links resolved */
	char *draft; /* the file that is renamed to it; NULL: written directly */
};

/*
 * Opens NAME.new for writing, which becomes NAME when it is closed. If NAME is
 * not a regular file (a pipe, a device, a dangling link), it is not replaced
 * but written to. False with errno.
 */
bool host_output_open(struct host_output *output, const char *name);

/* Is NAME a regular file, or nothing yet? */
bool host_output_is_replaced(const char *name);

/* Opens a pipe only if it has a reader; NULL with errno. */
FILE *host_output_pipe(const char *name);

/*
 * Closes it. If !is_whole the draft is removed and the old file stays. Returns
 * false if there is no new file, with errno if that is an error.
 */
bool host_output_close(struct host_output *output, bool is_whole);

#endif
