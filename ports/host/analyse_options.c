/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: the options of the command line, as a table, and what they
 * are where they were not given.
 */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "ports/host/analyse.h"
#include "ports/host/pool.h"

#define GAME_NODES 200000  /* nodes for each position of a game */
#define POSITION_TIME 3000 /* milliseconds for a single position */
#define GAME_HASH \
	16 /* megabytes; small, since it is cleared for each position */
#define POSITION_HASH 64

/* The value that an option takes; a flag takes none. */
enum option_kind { FLAG, NUMBER, NAME };

#define OFFSET(name) offsetof(struct host_analyse_options, name)

static const struct {
	const char *name;
	const char *value; /* its name in the help */
	const char *help;
	size_t offset; /* of its member in the options */
	enum option_kind kind;
	uint32_t least, most;
} option_table[] = {
	{"--nodes", "N", "nodes for each position; usual for games",
	 OFFSET(nodes), NUMBER, 1, UINT32_MAX},
	{"--depth", "N", "plies for each position", OFFSET(depth), NUMBER, 1,
	 RK_MAX_PLY - 1},
	{"--time", "MS", "milliseconds for each; usual for positions",
	 OFFSET(time), NUMBER, 1, 1000000000},
	{"--threads", "N", "so many of them think", OFFSET(threads), NUMBER, 1,
	 HOST_POOL_MOST_THREADS},
	{"--hash", "MB", "megabytes of memory", OFFSET(hash), NUMBER, 1,
	 HOST_POOL_MOST_HASH},
	{"--lines", "N", "positions: so many best lines", OFFSET(lines), NUMBER,
	 1, RK_MAX_LINES},
	{"--infinite", "", "positions: until Ctrl-C", OFFSET(infinite), FLAG, 0,
	 0},
	{"-o", "FILE", "games: write them there", OFFSET(output), NAME, 0, 0},
	{"--from", "N", "games: no move before this one", OFFSET(from), NUMBER,
	 1, RK_COUNTER_MAX},
	{"--to", "N", "games: no move behind this one", OFFSET(to), NUMBER, 1,
	 RK_COUNTER_MAX},
	{"--strip", "",
	 "games: drop the comments, marks and variations they have",
	 OFFSET(strip), FLAG, 0, 0},
	{"--restart", "", "games: never mind what an earlier run has left",
	 OFFSET(restart), FLAG, 0, 0},
	{"--ascii", "", "no block characters in the graph", OFFSET(ascii), FLAG,
	 0, 0},
};

static const size_t option_count =
	sizeof(option_table) / sizeof(option_table[0]);

void host_analyse_help(FILE *to)
{
	fprintf(to, "options:\n");
	for (size_t i = 0; i < option_count; i++)
		fprintf(to, "  %s %-*s%s\n", option_table[i].name,
			13 - (int)strlen(option_table[i].name),
			option_table[i].value, option_table[i].help);
}

/* Returns the number of words used, or 0 after an error message. */
static int set_option(struct host_analyse_options *options, size_t option,
		      const char *value)
{
	void *to = (char *)options + option_table[option].offset;
	uint32_t least = option_table[option].least,
		 most = option_table[option].most;

	switch (option_table[option].kind) {
	case FLAG:
		*(uint32_t *)to = 1;
		return 1;
	case NUMBER:
		if (value &&
		    rk_word_number((struct rk_word){value, strlen(value)},
				   least, most, to))
			return 2;
		host_refuse("%s needs a number from %" PRIu32 " to %" PRIu32,
			    option_table[option].name, least, most);
		return 0;
	case NAME:
		*(const char **)to = value;
		if (value && *value)
			return 2;
		host_refuse("%s needs the name of a file",
			    option_table[option].name);
	}
	return 0;
}

static int take_option(struct host_analyse_options *options, const char *name,
		       const char *value)
{
	for (size_t i = 0; i < option_count; i++)
		if (!strcmp(option_table[i].name, name))
			return set_option(options, i, value);
	host_refuse("analyse has no option \"%s\"", name);
	return 0;
}

int host_analyse_take_options(struct host_analyse_options *options, int count,
			      char **words)
{
	int left = 0, taken;

	for (int i = 0; i < count; i += taken) {
		const char *next = i + 1 < count ? words[i + 1] : NULL;

		taken = 1;
		if (words[i][0] != '-' || !words[i][1]) {
			words[left++] = words[i];
		} else {
			taken = take_option(options, words[i], next);
			if (!taken)
				return -1;
		}
	}
	if (options->to && options->from > options->to) {
		host_refuse("--from is behind --to");
		return -1;
	}
	return left;
}

void host_analyse_complete(struct host_analyse_options *options, bool is_game)
{
	bool is_limited = options->nodes || options->depth || options->time ||
			  options->infinite;

	if (!is_limited && is_game)
		options->nodes = GAME_NODES;
	else if (!is_limited)
		options->time = POSITION_TIME;
	if (!options->hash)
		options->hash = is_game ? GAME_HASH : POSITION_HASH;
}

bool host_analyse_suits_games(const struct host_analyse_options *options)
{
	if (!options->infinite && options->lines <= 1)
		return true;
	host_refuse("--infinite and --lines are for positions");
	return false;
}
