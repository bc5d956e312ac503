/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The program rookery-desktop: the commands of `rookery` that need a graphics
 * library. `rookery COMMAND` runs it. Its errors look like those of `rookery`,
 * since nobody need know that there are two programs.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ports/desktop/desktop.h"
#include "ports/host/desktop.h"
#include "rookery/version.h"

struct desktop_command {
	const char *name;
	const char *args;
	const char *help;
	enum host_exit (*run)(int count, char **words);
	void (*more)(FILE *to); /* more help, or NULL */
};

static const struct desktop_command commands[] = {
	{"picture", HOST_PICTURE_ARGS, HOST_PICTURE_HELP, desktop_picture,
	 host_picture_help},
	{"window", HOST_WINDOW_ARGS, HOST_WINDOW_HELP, desktop_window,
	 host_window_help},
	{"beside", "--fd N", "a board beside the terminal, which runs this",
	 desktop_beside, NULL},
};

static const size_t command_count = sizeof(commands) / sizeof(commands[0]);

static void print_command(const char *before,
			  const struct desktop_command *command)
{
	printf("%s%s %s\n      %s\n", before, command->name, command->args,
	       command->help);
}

static enum host_exit print_usage(void)
{
	printf("usage: rookery-desktop COMMAND [ARGUMENT...]\n");
	for (size_t i = 0; i < command_count; i++)
		print_command("  ", &commands[i]);
	return HOST_OK;
}

static bool is_help(const char *word)
{
	return !strcmp(word, "help") || !strcmp(word, "--help") ||
	       !strcmp(word, "-h");
}

static enum host_exit run(const struct desktop_command *command, int count,
			  char **words)
{
	if (count != 1 || !is_help(words[0]))
		return command->run(count, words);
	print_command("usage: rookery ", command);
	if (command->more)
		command->more(stdout);
	return HOST_OK;
}

static enum host_exit choose(int count, char **words)
{
	if (!count || is_help(words[0]))
		return print_usage();
	if (!strcmp(words[0], "--version") || !strcmp(words[0], "-V")) {
		printf("rookery-desktop " RK_VERSION "\n");
		return HOST_OK;
	}
	for (size_t i = 0; i < command_count; i++)
		if (!strcmp(words[0], commands[i].name))
			return run(&commands[i], count - 1, words + 1);
	return host_refuse("rookery-desktop has no command \"%s\"", words[0]);
}

int main(int argc, char **argv)
{
	enum host_exit status = choose(argc - 1, argv + 1);

	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "rookery: cannot write the output: %s\n",
			strerror(errno));
		return HOST_FAILED;
	}
	return (int)status;
}
