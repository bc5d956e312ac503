/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A game that would keep one rank busy for too long. With nodes or depth as the
 * limit each position is searched by itself, with an engine that was cleared, so any
 * rank can search any of them: some positions are a piece of work, and rank 0 writes
 * the game when it has the lines of all.
 *
 * What the positions are is the business of ports/host/analyse_game.c. It goes through
 * the game twice at rank 0, and instead of searching it asks here: for the first time
 * the positions are listed, for the second time their lines are known.
 */
#ifndef RK_CLUSTER_ANALYSE_LONG_H
#define RK_CLUSTER_ANALYSE_LONG_H

#include "ports/host/analyse.h"

/* All zero: there is no long game. */
struct analyse_long {
	/* The game whose positions are handed out. */
	struct host_text piece; /* it has the text; empty: there is none */
	struct host_text places;
	size_t at; /* in `places`: what comes next */

	/* The game whose lines come in, one or more games before that. */
	struct host_text lines;
	size_t told; /* bytes of them that are in the game */
};

/* Both are host_analyse.find, with a struct analyse_long. */
bool long_list(void *finder, const struct rk_task *task,
	       struct host_line *line);
bool long_recall(void *finder, const struct rk_task *task,
		 struct host_line *line);

/*
 * Appends the next positions to a piece: `count` of them, or less at the end or when
 * the piece has `most` bytes. False if there were none left, or without memory.
 */
bool long_cut(struct analyse_long *game, uint64_t count, size_t most,
	      struct host_text *piece);

/*
 * Searches positions that long_cut() has appended; adds their lines. False if it was
 * stopped. `found` is room for the search.
 */
bool long_search(struct host_analyse *analyse, struct host_search_result *found,
		 const char *places, size_t length, struct host_text *lines);

/* The game is written, or will not be: forgets its lines, or its positions. */
void long_drop_lines(struct analyse_long *game);
void long_drop_places(struct analyse_long *game);
void long_free(struct analyse_long *game);

#endif
