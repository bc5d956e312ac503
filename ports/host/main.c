/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The `rookery` program: picks a command from the table and runs it. What a
 * command does lives in a file of its own; a new command is one more row.
 *
 * Holds always: results go to standard output, complaints to standard error
 * in one line (and, for an unknown command, the usage); output that could
 * not be written is a failure, never a silent success.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ports/host/host.h"

struct command {
	const char *name;
	const char *args; /* "": takes none */
	const char *help;
	enum host_exit (*run)(int count, char **words);
};

static enum host_exit help(int count, char **words);
static enum host_exit version(int count, char **words);

static const struct command commands[] = {
	{ "play", "[--plain] [--ascii] [--seed N]",
	  "play; \"play\" may be left out. --plain: as where there is no\n"
	  "      terminal; --ascii: letters for pieces", host_console },
	{ "resume", "[--plain] [--ascii] [--seed N]",
	  "go on with the last unfinished game", host_resume },
	{ "device", "[--level N]",
	  "speak the /dev/chess protocol on standard input and output",
	  host_device },
	{ "uci", "", "speak the Universal Chess Interface there", host_uci },
	{ "xboard", "", "speak the protocol of xboard there", host_xboard },
	{ "bench", "[DEPTH]",
	  "search some positions; the nodes are the same on every machine",
	  host_bench },
	{ "analyse", "[OPTION...] [FEN | FILE...]",
	  "the best lines of positions (FEN, EPD), or games (PGN) with\n"
	  "      evaluations and marked mistakes; docs/analyse.md has the options",
	  host_analyse },
	{ "perft", "[--divide] [--threads N] [--chess960] DEPTH [FEN]",
	  "count the positions after DEPTH plies", host_perft },
	{ "pgn", "[--check | --normalise] FILE",
	  "look for errors in the games of a PGN file (- for standard input),\n"
	  "      or write them in the export format", host_pgn },
	{ "help", "", "print this text", help },
	{ "--help", "", "the same", help },
	{ "--version", "", "print the version", version },
};

static const size_t command_count = sizeof(commands) / sizeof(commands[0]);

static void print_usage(FILE *to)
{
	fprintf(to, "usage: rookery [COMMAND [ARGUMENT...]]\n");
	for (size_t i = 0; i < command_count; i++)
		fprintf(to, "  %s%s%s\n      %s\n", commands[i].name,
			*commands[i].args ? " " : "", commands[i].args,
			commands[i].help);
}

static enum host_exit help(int count, char **words)
{
	(void)count;
	(void)words;
	print_usage(stdout);
	return HOST_OK;
}

static enum host_exit version(int count, char **words)
{
	(void)count;
	(void)words;
	printf("rookery " HOST_VERSION "\n");
	return HOST_OK;
}

enum host_exit host_refuse(const char *format, ...)
{
	char line[256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	/* A word of the caller may hold anything; a terminal obeys some of it. */
	for (char *c = line; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	fprintf(stderr, "rookery: %s\n", line);
	return HOST_USAGE;
}

static const struct command *find(const char *name)
{
	for (size_t i = 0; i < command_count; i++)
		if (!strcmp(name, commands[i].name))
			return &commands[i];
	/* What is no command, but an option, is one for playing. */
	return strncmp(name, "--", 2) ? NULL : &commands[0];
}

int main(int argc, char **argv)
{
	const struct command *command = find(argc > 1 ? argv[1] : "--");
	int words = 1; /* those before the arguments */
	enum host_exit status;

	if (!command) {
		host_refuse("there is no command \"%s\"", argv[1]);
		print_usage(stderr);
		return HOST_USAGE;
	}
	if (argc > 1 && !strcmp(argv[1], command->name))
		words++;
	if (!*command->args && argc > words)
		return (int)host_refuse("%s takes no arguments", argv[1]);
	status = command->run(argc - words, argv + words);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "rookery: cannot write the output: %s\n",
			strerror(errno));
		return HOST_FAILED;
	}
	return (int)status;
}
