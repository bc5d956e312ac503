/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A progress bar on standard error for long work. */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/host.h"
#include "ports/host/term.h"
#include "ports/host/text.h"

#define BETWEEN 100 /* milliseconds */
#define WIDTH 30    /* of the bar, if the screen is wide enough */
#define NARROWEST 5 /* a shorter bar is useless */
#define WARM_UP 2   /* steps before the time left can be estimated */

void host_progress_start(struct host_progress *progress)
{
	const char *term = getenv("TERM");

	*progress = (struct host_progress){.start = host_now()};
	progress->is_wanted = isatty(STDERR_FILENO) && term && *term &&
			      strcmp(term, "dumb") != 0;
}

static void put_bar(struct host_text *text,
		    const struct host_progress *progress, int columns)
{
	uint64_t width = columns > WIDTH ? WIDTH : (uint64_t)columns;
	uint64_t full = progress->done * width / progress->total;

	host_text_put(text, "[");
	for (uint64_t i = 0; i < width; i++)
		host_text_put(text, i < full ? "#" : ".");
	host_text_put(text, "] ");
}

static void put_left(struct host_text *text,
		     const struct host_progress *progress)
{
	uint64_t worked = progress->done - progress->given;
	uint64_t left;

	if (worked < WARM_UP || progress->done > progress->total)
		return;
	left = (uint64_t)((double)(host_now() - progress->start) /
			  (double)worked *
			  (double)(progress->total - progress->done) / 1000);
	host_text_format(text, ", %" PRIu64 ":%02" PRIu64 " left", left / 60,
			 left % 60);
}

static void put_numbers(struct host_text *text,
			const struct host_progress *progress)
{
	if (progress->is_share && progress->total)
		host_text_format(text, "%" PRIu64 " %%",
				 progress->done * 100 / progress->total);
	else
		host_text_format(text, "%" PRIu64, progress->done);
	if (progress->total && !progress->is_share)
		host_text_format(text, "/%" PRIu64, progress->total);
	if (progress->total)
		put_left(text, progress);
}

/*
 * The text comes first, the bar gets the remaining columns, and nothing wraps.
 */
static void draw(const struct host_progress *progress, const char *what)
{
	struct host_text line = {NULL, 0, 0}, numbers = {NULL, 0, 0};
	/* The last column stays free, so that the cursor does not wrap. */
	int columns = host_term_columns(STDERR_FILENO) - 1, width;

	put_numbers(&numbers, progress);
	host_text_put(&line, "\r\033[K");
	columns = host_text_clip(&line, what, strlen(what), columns);
	columns = host_text_clip(&line, " ", 1, columns);
	width = columns - (int)numbers.length - (int)strlen("[] ");
	if (progress->total && width >= NARROWEST) {
		put_bar(&line, progress, width);
		columns = (int)numbers.length;
	}
	host_text_clip(&line, numbers.bytes, numbers.length, columns);
	fwrite(line.bytes, 1, line.length, stderr);
	fflush(stderr);
	host_text_free(&line);
	host_text_free(&numbers);
}

static void write_line(struct host_progress *progress, const char *what)
{
	uint64_t now = host_now();
	struct host_text line = {NULL, 0, 0};

	if (!progress->every || now - progress->start < progress->every ||
	    now - progress->shown < progress->every)
		return;
	progress->shown = now;
	host_text_format(&line, "%s ", what);
	put_numbers(&line, progress);
	host_text_put(&line, "\n");
	fwrite(line.bytes, 1, line.length, stderr);
	host_text_free(&line);
}

void host_progress_show(struct host_progress *progress, const char *what)
{
	uint64_t now = host_now();

	if (!progress->is_wanted) {
		write_line(progress, what);
		return;
	}
	if (progress->shown && now - progress->shown < BETWEEN)
		return;
	progress->shown = now;
	progress->is_there = true;
	draw(progress, what);
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
