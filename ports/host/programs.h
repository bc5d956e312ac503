/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Commands that `rookery` leaves to programs of their own, so that nobody else
 * loads their libraries: rookery-desktop (desktop.h) and rookery-web.
 */
#ifndef RK_HOST_PROGRAMS_H
#define RK_HOST_PROGRAMS_H

#include "ports/host/host.h"

/* For `rookery` and for rookery-web, which print the same help. */
#define HOST_WEB_ARGS \
	"[FOLDER] [--port N] [--host ADDRESS] [--no-open] [--no-engine]"
#define HOST_WEB_HELP \
	"serve the page of \"make web\" to browsers of this machine; for\n" \
	"      others at an ADDRESS of it, 0.0.0.0 for all"

/*
 * The path of a program in the folder of the running one, in PATH_MAX bytes,
 * whether it is there or not; false if it cannot be known.
 */
bool host_program_beside(const char *name, char *path);

/*
 * Runs a program in place of this one: same input, output and exit status. It is
 * looked for beside the running program, then in PATH. `words` (`count` of them)
 * follow its name; `command` and `how` are for the message where there is no
 * such program: which command needs it, and how it is built. Returns only on
 * failure.
 */
enum host_exit host_program_run(const char *name, int count, char **words,
				const char *command, const char *how);

#endif
