/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chessctl, the client of /dev/chess. Words after its options are one command
 * line to execute; without words, lines are read from the terminal or from
 * standard input. docs/chessctl.md is the manual.
 *
 * Invariants: results go to standard output, errors to standard error in one
 * line each, and the exit status tells them apart.
 */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/term.h"
#include "ports/linux/client/client.h"
#include "rookery/version.h"

#define NODE "/dev/chess"

struct ctl_options {
	const char *device;
	bool quiet;
	bool letters;
	bool help;
	bool version;
	int words; /* number of options in argv */
};

static void print_usage(FILE *to)
{
	fputs("usage: chessctl [OPTION...] [LINE]\n"
	      "Plays on /dev/chess: LINE is done, or else every line of the "
	      "input.\n\n"
	      "  -d, --device DEVICE   another board: /dev/chess1, or 1\n"
	      "  -q, --quiet           show only what is asked for\n"
	      "  -a, --ascii           letters for pieces\n"
	      "      --help            print this text\n"
	      "      --version         print the version\n\n"
	      "Lines:\n",
	      to);
	ctl_print_commands(to);
	fputs("\nExit status: 0 done, 1 refused by the device, 2 not "
	      "understood or no device.\n",
	      to);
}

/* "1" means /dev/chess1, "0" the first board; anything else is a path. */
static const char *device_path(const char *name)
{
	static char path[32];

	if (strspn(name, "0123456789") != strlen(name) || strlen(name) > 9 ||
	    !*name)
		return name;
	if (strtol(name, NULL, 10))
		snprintf(path, sizeof(path), NODE "%ld",
			 strtol(name, NULL, 10));
	else
		snprintf(path, sizeof(path), NODE);
	return path;
}

static bool take_option(struct ctl_options *options, int argc, char **argv)
{
	const char *word = argv[options->words++];

	if (!strcmp(word, "-q") || !strcmp(word, "--quiet"))
		options->quiet = true;
	else if (!strcmp(word, "-a") || !strcmp(word, "--ascii"))
		options->letters = true;
	else if (!strcmp(word, "--help") || !strcmp(word, "-h"))
		options->help = true;
	else if (!strcmp(word, "--version"))
		options->version = true;
	else if ((!strcmp(word, "-d") || !strcmp(word, "--device")) &&
		 options->words < argc)
		options->device = device_path(argv[options->words++]);
	else
		return false;
	return true;
}

static bool take_options(struct ctl_options *options, int argc, char **argv)
{
	*options = (struct ctl_options){.device = NODE, .words = 1};
	while (options->words < argc && *argv[options->words] == '-') {
		const char *word = argv[options->words];

		if (!take_option(options, argc, argv)) {
			ctl_complain(CTL_USAGE,
				     "%s: no such option, or "
				     "nothing after it; --help lists them",
				     word);
			return false;
		}
	}
	return true;
}

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
}

/*
 * A small system may lack the requested locale although its terminal shows
 * UTF-8; only the encoding is needed.
 */
static void set_locale(void)
{
	const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *value = NULL;

	if (setlocale(LC_CTYPE, ""))
		return;
	for (int i = 0; i < 3 && (!value || !*value); i++)
		value = getenv(names[i]);
	if (value && (strstr(value, "UTF-8") || strstr(value, "utf8")))
		setlocale(LC_CTYPE, "C.UTF-8");
}

static bool set_up(struct ctl_client *client, const struct ctl_options *options)
{
	client->log = calloc(RK_DEVICE_EVENTS, sizeof(*client->log));
	if (!client->log) {
		ctl_complain(CTL_USAGE, "not enough memory");
		return false;
	}
	client->is_quiet = options->quiet;
	client->platform = (struct rk_platform){
		.write = print,
		.memory = &client->scratch,
		.memory_size = sizeof(client->scratch),
	};
	rk_console_new(&client->console, &client->platform, &client->nobody,
		       NULL, client->log, RK_DEVICE_EVENTS);
	set_locale();
	ctl_look(client, options->letters);
	return ctl_device_open(&client->device, options->device);
}

static enum ctl_exit do_words(struct ctl_client *client, int count,
			      char **words)
{
	struct host_text line = {NULL, 0, 0};
	enum ctl_exit status;

	for (int i = 0; i < count; i++) {
		host_text_put(&line, i ? " " : "");
		host_text_put(&line, words[i]);
	}
	status = ctl_line(client, line.bytes, line.length);
	host_text_free(&line);
	return status;
}

/* Refused lines do not end the input; the worst status is returned. */
static enum ctl_exit do_input(struct ctl_client *client)
{
	enum ctl_exit status, worst = CTL_OK;
	char *line = NULL;
	size_t cap = 0;
	ssize_t length;

	while (!client->is_leaving &&
	       (length = getline(&line, &cap, stdin)) >= 0) {
		if (length > 0 && line[length - 1] == '\n')
			length--;
		status = ctl_line(client, line, (size_t)length);
		worst = status > worst ? status : worst;
		if (fflush(stdout))
			break;
	}
	free(line);
	return worst;
}

static enum ctl_exit run(struct ctl_client *client,
			 const struct ctl_options *options, int argc,
			 char **argv)
{
	if (options->words < argc)
		return do_words(client, argc - options->words,
				argv + options->words);
	return host_term_is_there() ? ctl_type(client) : do_input(client);
}

/* Handles options that need no board. */
static bool tell(const struct ctl_options *options, int argc, char **argv)
{
	bool help = options->help || (argc == options->words + 1 &&
				      !strcmp(argv[options->words], "help"));

	if (help)
		print_usage(stdout);
	else if (options->version)
		puts("chessctl " RK_VERSION);
	return help || options->version;
}

int main(int argc, char **argv)
{
	static struct ctl_client client; /* too large for a stack */
	enum ctl_exit status = CTL_USAGE;
	struct ctl_options options;

	client.device.file = -1;
	if (!take_options(&options, argc, argv))
		return CTL_USAGE;
	if (tell(&options, argc, argv))
		status = CTL_OK;
	else if (set_up(&client, &options))
		status = run(&client, &options, argc, argv);
	if (fflush(stdout) || ferror(stdout))
		status = ctl_complain(CTL_USAGE, "cannot write the output: %s",
				      strerror(errno));
	ctl_device_close(&client.device);
	host_text_free(&client.line);
	host_text_free(&client.said);
	free(client.log);
	return (int)status;
}
