/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: how many positions there are in a file, for those who want
 * to see how much is left. Reading takes a moment where thinking takes hours.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <sys/stat.h>

#include "ports/host/analyse.h"
#include "proto/pgn.h"

struct counting {
	const struct host_wishes *wishes;
	uint64_t places;
	uint64_t here; /* of this game */
	struct rk_pgn_reader reader;
	char token[1 << 12];
};

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	struct counting *counting = self;

	if (event->kind == RK_PGN_MOVE && event->rules == &rk_rules_standard &&
	    host_games_want(counting->wishes, event->pos))
		counting->here++;
	if (event->kind == RK_PGN_ERROR)
		counting->here = 0;
	if (event->kind == RK_PGN_END) {
		/* There is a position before and after each move. */
		counting->places += counting->here + (counting->here > 0);
		counting->here = 0;
	}
	return NULL;
}

uint64_t host_games_count(const struct host_wishes *wishes, const char *name)
{
	static struct counting counting;
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
	counting.wishes = wishes;
	counting.places = 0;
	counting.here = 0;
	rk_pgn_reader_new(&counting.reader, counting.token,
			  sizeof(counting.token), NULL, 0,
			  (struct rk_pgn_listener){hear, &counting});
	while ((length = fread(piece, 1, sizeof(piece), file)) > 0)
		rk_pgn_reader_feed(&counting.reader, piece, length);
	rk_pgn_reader_finish(&counting.reader);
	fclose(file);
	return counting.places;
}
