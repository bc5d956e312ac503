/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* How the first game begins, as the words after `rookery` say. */
#ifndef RK_HOST_START_H
#define RK_HOST_START_H

#include <stdio.h>

#include "rookery/console.h"

/* All zero: nothing was said. Texts belong to the caller. */
struct host_start {
	const struct rk_rules *rules; /* or NULL */
	uint32_t level;               /* 0: as it is */
	bool black;
	const char *clock;
	const char *fen;
	bool chess960;
	uint32_t number; /* of its start; 960 and up: any */
	const char *file;
};

/*
 * Takes the option words[0], and the word after it if it has one. Returns how
 * many words it took: 0 if it is no such option, -1 if it is wrong, which was
 * reported.
 */
int host_start_take(struct host_start *start, int count, char **words);

/* Is this the name of a file with a game? By its ending, or it is there. */
bool host_start_is_file(const char *name);

/*
 * Does to a new console what was asked for; chance comes from its platform.
 * Returns false, and reports in one line, if it cannot be done.
 */
bool host_start_apply(const struct host_start *start,
		      struct rk_console *console);

/*
 * Loads the file; what the console says of it goes where the console writes.
 * False, reported, if that cannot be done.
 */
bool host_start_load(const struct host_start *start,
		     struct rk_console *console);

/* Lists these options; and with them the others of the command play. */
void host_start_list(FILE *to);
void host_start_help(FILE *to);

/* Was something asked for that only a new game can have? */
bool host_start_is_new(const struct host_start *start);

#endif
