/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A bar on standard error for long work. */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/host.h"

#define BETWEEN 100 /* milliseconds */
#define WIDTH 30    /* of the bar */
#define WARM_UP 2   /* steps before the time left can be guessed */

void host_progress_start(struct host_progress *progress)
{
	const char *term = getenv("TERM");

	*progress = (struct host_progress){ .start = host_now() };
	progress->is_wanted = isatty(STDERR_FILENO) && term && *term &&
			      strcmp(term, "dumb") != 0;
}

static void print_bar(const struct host_progress *progress)
{
	uint64_t full = progress->done * WIDTH / progress->total;

	fputc('[', stderr);
	for (uint64_t i = 0; i < WIDTH; i++)
		fputc(i < full ? '#' : '.', stderr);
	fprintf(stderr, "] %" PRIu64 "/%" PRIu64, progress->done,
		progress->total);
}

static void print_left(const struct host_progress *progress)
{
	uint64_t worked = progress->done - progress->given;
	uint64_t left;

	if (worked < WARM_UP || progress->done > progress->total)
		return;
	left = (host_now() - progress->start) / worked *
	       (progress->total - progress->done) / 1000;
	fprintf(stderr, ", %" PRIu64 ":%02" PRIu64 " left", left / 60,
		left % 60);
}

void host_progress_show(struct host_progress *progress, const char *what)
{
	uint64_t now = host_now();

	if (!progress->is_wanted ||
	    (progress->shown && now - progress->shown < BETWEEN))
		return;
	progress->shown = now;
	progress->is_there = true;
	fprintf(stderr, "\r\033[K%s ", what);
	if (progress->total) {
		print_bar(progress);
		print_left(progress);
	} else {
		fprintf(stderr, "%" PRIu64, progress->done);
	}
	fflush(stderr);
}

void host_progress_hide(struct host_progress *progress)
{
	if (!progress->is_there)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	progress->is_there = false;
	progress->shown = 0;
}
