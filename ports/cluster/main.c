/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The `rookery-mpi` program: finds a command in the table and runs it on all
 * ranks. Every rank has the same words; rank 0 alone says what is wrong with them,
 * and all ranks end with the same status.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ports/cluster/cluster.h"
#include "ports/cluster/transport.h"
#include "rookery/rules.h"
#include "rookery/version.h"
#include "rookery/words.h"

struct cluster_command {
	const char *name;
	const char *args;
	const char *help;
	enum host_exit (*run)(int count, char **words);
};

static enum host_exit help(int count, char **words);
static enum host_exit version(int count, char **words);

static const struct cluster_command commands[] = {
	{"analyse", "[OPTION...] FILE...",
	 "games (PGN) or positions (FEN, EPD), with the options of\n"
	 "      \"rookery analyse\"; -o FILE also for positions",
	 cluster_analyse},
	{"selfplay", "FILE [games N] [nodes N] [seed N] ...",
	 "games of the engine with itself, as tools/selfplay.c",
	 cluster_selfplay},
	{"match", "[--checkpoint FILE] ARGUMENT...",
	 "a match between engines, with the arguments of tools/match.py",
	 cluster_match},
	{"tune", "FILE", "an SPSA run that tools/spsa.py has planned",
	 cluster_tune},
	{"uci", "", "one search by all ranks, for a program that speaks UCI",
	 cluster_uci},
	{"help", "", "print this text", help},
	{"--version", "", "print the version", version},
};

static const struct {
	const char *name;
	const char *help;
	size_t offset;
	uint32_t least, most; /* both 0: takes no number */
} options_table[] = {
	{"--silence", "seconds of silence until a rank is given up; 60",
	 offsetof(struct cluster_options, silence), 1, 1000000},
	{"--limit", "seconds that a piece may take; 0, which is any number",
	 offsetof(struct cluster_options, limit), 0, 1000000000},
	{"--progress", "seconds between two lines about it; 30, or 0 for none",
	 offsetof(struct cluster_options, every), 0, 1000000},
	{"--piece", "thousands of nodes that fill a piece; 2000",
	 offsetof(struct cluster_options, piece), 1, 1000000000},
	{"--restart", "never mind the checkpoint of an earlier run",
	 offsetof(struct cluster_options, restart), 0, 0},
};

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static enum host_exit help(int count, char **words)
{
	(void)count;
	(void)words;
	if (transport_rank())
		return HOST_OK;
	printf("usage: mpirun -n RANKS rookery-mpi COMMAND [ARGUMENT...]\n");
	for (size_t i = 0; i < ROWS(commands); i++)
		printf("  %s%s%s\n      %s\n", commands[i].name,
		       *commands[i].args ? " " : "", commands[i].args,
		       commands[i].help);
	printf("options of all commands:\n");
	for (size_t i = 0; i < ROWS(options_table); i++)
		printf("  %-11s %s %s\n", options_table[i].name,
		       options_table[i].most ? "N" : " ",
		       options_table[i].help);
	return HOST_OK;
}

static enum host_exit version(int count, char **words)
{
	(void)count;
	(void)words;
	if (!transport_rank())
		printf("rookery-mpi " RK_VERSION "\n");
	return HOST_OK;
}

/* Returns the number of words used; 0: not one of ours; -1: refused. */
static int take_option(struct cluster_options *options, const char *name,
		       const char *value)
{
	for (size_t i = 0; i < ROWS(options_table); i++) {
		uint32_t *to = (uint32_t *)(void *)((char *)options +
						    options_table[i].offset);

		if (strcmp(options_table[i].name, name) != 0)
			continue;
		if (!options_table[i].most) {
			*to = 1;
			return 1;
		}
		if (value &&
		    rk_word_number((struct rk_word){value, strlen(value)},
				   options_table[i].least,
				   options_table[i].most, to))
			return 2;
		host_refuse("%s needs a number from %" PRIu32 " to %" PRIu32,
			    name, options_table[i].least,
			    options_table[i].most);
		return -1;
	}
	return 0;
}

int cluster_take_options(struct cluster_options *options, int count,
			 char **words)
{
	int left = 0, taken;

	*options = (struct cluster_options){.silence = 60,
					    .every = 30,
					    .piece = 2000};
	for (int i = 0; i < count; i += taken) {
		taken = take_option(options, words[i],
				    i + 1 < count ? words[i + 1] : NULL);
		if (taken < 0)
			return -1;
		if (!taken) {
			words[left++] = words[i];
			taken = 1;
		}
	}
	return left;
}

int cluster_rules_index(const struct rk_rules *rules)
{
	int i = 0;

	while (rk_rules_all[i + 1] && rk_rules_all[i] != rules)
		i++;
	return i;
}

enum host_exit cluster_agree(enum host_exit status)
{
	int rank;
	enum host_exit worst = transport_agree(status, &rank);

	if (worst != HOST_OK && !transport_rank() && rank)
		fprintf(stderr,
			"rookery-mpi: rank %d cannot be made ready; is there "
			"memory enough?\n",
			rank);
	return worst;
}

enum host_exit cluster_run(struct cluster_work *work, enum host_exit prepared)
{
	enum host_exit worst = cluster_agree(prepared);

	if (worst != HOST_OK)
		return worst;
	transport_share(&work->options, sizeof(work->options));
	return transport_rank() ? cluster_serve(work)
				: cluster_coordinate(work);
}

static enum host_exit run(int count, char **words)
{
	const char *name = count > 1 ? words[1] : "help";

	if (!strcmp(name, "-h") || !strcmp(name, "--help"))
		name = "help";
	for (size_t i = 0; i < ROWS(commands); i++)
		if (!strcmp(name, commands[i].name))
			return commands[i].run(count - 2, words + 2);
	if (!transport_rank())
		host_refuse("there is no command \"%s\"; rookery-mpi help "
			    "lists them",
			    name);
	return HOST_USAGE;
}

int main(int count, char **words)
{
	enum host_exit status;

	transport_open(&count, &words);
	status = run(count, words);
	transport_close();
	return (int)status;
}
