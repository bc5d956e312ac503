/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A bar on standard error that says how far long work is and how long it will
 * take. Where standard error is no terminal, nothing is shown.
 */
#ifndef RK_HOST_PROGRESS_H
#define RK_HOST_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct host_progress {
	bool is_wanted;
	bool is_there;  /* on the screen now */
	uint64_t total; /* steps; 0: not known */
	uint64_t done;
	uint64_t given; /* steps that took no time */
	uint64_t start; /* milliseconds */
	uint64_t shown;
};

void host_progress_start(struct host_progress *progress);

/* Shows it, but not more often than can be read; `what` goes before it. */
void host_progress_show(struct host_progress *progress, const char *what);

/* Takes it off the screen, so that something else can be written. */
void host_progress_hide(struct host_progress *progress);

#endif
