/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: counts the positions of a file for the progress bar. Reading
 * takes seconds where searching takes hours.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <sys/stat.h>

#include "ports/host/analyse.h"
#include "rookery/pgn.h"

struct position_count {
	const struct host_analyse_options *options;
	uint64_t places;
	uint64_t here; /* moves of this game */
	struct rk_pgn_reader reader;
	char token[1 << 12];
};

static const char *on_event(void *self, const struct rk_pgn_event *event)
{
	struct position_count *count = self;

	if (event->kind == RK_PGN_MOVE && event->rules->orthodox &&
	    host_games_want(count->options, &event->pos->two))
		count->here++;
	if (event->kind == RK_PGN_ERROR)
		count->here = 0;
	if (event->kind == RK_PGN_END) {
		/* There is one more position than moves. */
		count->places += count->here + (count->here > 0);
		count->here = 0;
	}
	return NULL;
}

uint64_t host_games_count(const struct host_analyse_options *options,
			  const char *name)
{
	static struct position_count count;
	static char piece[1 << 16];
	struct stat about;
	FILE *file;
	size_t length;

	/* A pipe can be read only once. */
	if (stat(name, &about) || !S_ISREG(about.st_mode))
		return 0;
	file = fopen(name, "rb");
	if (!file)
		return 0;
	count.options = options;
	count.places = 0;
	count.here = 0;
	rk_pgn_reader_new(&count.reader, count.token, sizeof(count.token), NULL,
			  0, (struct rk_pgn_listener){on_event, &count});
	while ((length = fread(piece, 1, sizeof(piece), file)) > 0)
		rk_pgn_reader_feed(&count.reader, piece, length);
	rk_pgn_reader_finish(&count.reader);
	fclose(file);
	return count.places;
}
