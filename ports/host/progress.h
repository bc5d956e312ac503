/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A progress bar on standard error with an estimate of the time left. If standard
 * error is no terminal, there is a line from time to time, or nothing.
 */
#ifndef RK_HOST_PROGRESS_H
#define RK_HOST_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct host_progress {
	bool is_wanted;
	bool is_there; /* on the screen now */
	bool is_share; /* shown in percent: steps have no meaning to anybody */
	uint64_t every; /* milliseconds between lines without a terminal; 0: none */
	uint64_t total; /* steps; 0: not known */
	uint64_t done;
	uint64_t given; /* steps that needed no work */
	uint64_t start; /* milliseconds */
	uint64_t shown;
};

void host_progress_start(struct host_progress *progress);

/* Shows the bar behind the text `what`; limits the update rate. */
void host_progress_show(struct host_progress *progress, const char *what);

/* Removes the bar from the screen before other output. */
void host_progress_hide(struct host_progress *progress);

#endif
