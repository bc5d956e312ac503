/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The `rookery` program: finds a command in the table and runs it. Each command
 * has a file of its own; a new command is one more row.
 *
 * Invariants: results go to standard output, errors to standard error in one
 * line, and no usage, which help prints; output that could not be
 * written is a failure.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ports/host/desktop.h"
#include "ports/host/host.h"
#include "ports/host/programs.h"
#include "ports/host/start.h"
#include "rookery/version.h"

struct command {
	const char *name;
	const char *args; /* "": none */
	const char *help;
	enum host_exit (*run)(int count, char **words);
	void (*more)(FILE *to); /* more help, or NULL */
};

static enum host_exit help(int count, char **words);
static enum host_exit version(int count, char **words);

static const struct command commands[] = {
	{"play", "[OPTION...] [FILE]",
	 "play, or go on with the game in a PGN file; \"play\" may be left out",
	 host_console, host_start_help},
	{"resume", "[N] [--plain] [--ascii] [--no-mouse] [--window] [--seed N]",
	 "go on with the last unfinished game", host_resume, NULL},
	{"device", "[--level N] [--announce] [--queen]",
	 "speak the /dev/chess protocol on standard input and output",
	 host_device, NULL},
	{"uci", "", "speak the Universal Chess Interface there", host_uci,
	 NULL},
	{"xboard", "", "speak the protocol of xboard there", host_xboard, NULL},
	{"bench", "[--four | --full | --network [FILE]] [DEPTH]",
	 "search some positions; the nodes are the same on every machine",
	 host_bench, NULL},
	{"analyse", "[OPTION...] [FEN | FILE...]",
	 "the best lines of positions (FEN, EPD), or games (PGN) with\n"
	 "      evaluations and marked mistakes",
	 host_analyse, host_analyse_help},
	{"perft", "[--divide] [--threads N] [--chess960] DEPTH [FEN]",
	 "count the positions after DEPTH plies; for four players with\n"
	 "      --four [--rules ffa|still|last|teams]\n"
	 "      [--start modern|classic|by|byg|rg] and a FEN4",
	 host_perft, NULL},
	{"pgn", "[--check | --normalise] FILE",
	 "look for errors in the games of a PGN file (- for standard input),\n"
	 "      or write them in the export format",
	 host_pgn, NULL},
	{"web", HOST_WEB_ARGS, HOST_WEB_HELP, host_web, NULL},
	{"picture", HOST_PICTURE_ARGS, HOST_PICTURE_HELP, host_picture,
	 host_picture_help},
	{"window", HOST_WINDOW_ARGS, HOST_WINDOW_HELP, host_window,
	 host_window_help},
	{"help", "[COMMAND]", "print this text, or what one command takes",
	 help, NULL},
	{"--help", "", "the same, as -h", help, NULL},
	{"--version", "", "print the version, as -V", version, NULL},
};

static const struct {
	const char *letter;
	const char *name;
} short_names[] = {{"-h", "--help"}, {"-V", "--version"}};

static const size_t command_count = sizeof(commands) / sizeof(commands[0]);

static void print_command(FILE *to, const char *before,
			  const struct command *command)
{
	fprintf(to, "%s%s%s%s\n      %s\n", before, command->name,
		*command->args ? " " : "", command->args, command->help);
}

static void print_usage(FILE *to)
{
	fprintf(to, "usage: rookery [COMMAND [ARGUMENT...]]\n");
	for (size_t i = 0; i < command_count; i++)
		print_command(to, "  ", &commands[i]);
}

static enum host_exit explain(const struct command *command)
{
	print_command(stdout, "usage: rookery ", command);
	if (command->more)
		command->more(stdout);
	return HOST_OK;
}

static const struct command *find(const char *name)
{
	for (size_t i = 0; i < sizeof(short_names) / sizeof(short_names[0]);
	     i++)
		if (!strcmp(name, short_names[i].letter))
			name = short_names[i].name;
	for (size_t i = 0; i < command_count; i++)
		if (!strcmp(name, commands[i].name))
			return &commands[i];
	return NULL;
}

static enum host_exit help(int count, char **words)
{
	const struct command *command = count ? find(words[0]) : NULL;

	if (count > 1)
		return host_refuse("help takes one COMMAND");
	if (command)
		return explain(command);
	if (count)
		return host_refuse("there is no command \"%s\"", words[0]);
	print_usage(stdout);
	return HOST_OK;
}

static enum host_exit version(int count, char **words)
{
	(void)count;
	(void)words;
	printf("rookery " RK_VERSION "\n");
	return HOST_OK;
}

/* An option or a file in place of a command belongs to the command play. */
static const struct command *choose(const char *name)
{
	const struct command *command = find(name);

	return !command && (*name == '-' || host_start_is_file(name))
		       ? &commands[0]
		       : command;
}

static enum host_exit run(const struct command *command, int count,
			  char **words)
{
	if (count == 1 &&
	    (!strcmp(words[0], "--help") || !strcmp(words[0], "-h")))
		return explain(command);
	if (!*command->args && count)
		return host_refuse("%s takes no arguments", command->name);
	return command->run(count, words);
}

int main(int argc, char **argv)
{
	const struct command *command = choose(argc > 1 ? argv[1] : "--");
	int words = 1; /* words before the arguments */
	enum host_exit status;

	if (!command)
		return (int)host_refuse("there is no command \"%s\"; "
					"rookery help lists them",
					argv[1]);
	if (argc > 1 && find(argv[1]))
		words++;
	status = run(command, argc - words, argv + words);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "rookery: cannot write the output: %s\n",
			strerror(errno));
		return HOST_FAILED;
	}
	return (int)status;
}
