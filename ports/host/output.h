/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A file that is written all at once or not at all. */
#ifndef RK_HOST_OUTPUT_H
#define RK_HOST_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct host_output {
	FILE *file;
	char *name;  /* where it will be, with links followed */
	char *draft; /* what is renamed to it; NULL: written as it comes */
};

/*
 * Opens it for writing: NAME.new, which becomes NAME when it is closed. What
 * is there and no regular file (a pipe, a device, a link that leads nowhere)
 * is not replaced but written to. False with errno.
 */
bool host_output_open(struct host_output *output, const char *name);

/*
 * Ends it. A draft that is not whole is removed, and what had its name before
 * stays. False if nothing new is there, with errno if that was not asked for.
 */
bool host_output_close(struct host_output *output, bool is_whole);

#endif
