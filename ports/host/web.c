/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery web: serves the page, by default only to this machine, prints its
 * address, opens a browser, and ends with Ctrl-C.
 *
 * The signals that end it are blocked before any thread starts, and waited for;
 * no handler runs. docs/web.md is its manual.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ports/host/host.h"
#include "ports/host/web.h"

#define MOST_PORT 65535
#define PATH_SIZE 4096
#define ADDRESS_SIZE 96

struct web_options {
	const char *folder; /* NULL: find it */
	struct host_web_place place;
	int port;
	bool opens;
	bool lends; /* the engine */
};

/*
 * Where the page is, relative to the program: where make puts it, then where
 * make install does. The latter is an absolute path if the data of programs is
 * in an unusual place.
 */
#ifndef HOST_WEB_PAGE
#define HOST_WEB_PAGE "../share/rookery/web"
#endif
static const char *const places[] = {"build/web", "../web", HOST_WEB_PAGE};

#define PLACES (sizeof(places) / sizeof(places[0]))

static bool take_port(struct web_options *options, const char *word)
{
	char *end = NULL;
	long port = -1;

	if (word && *word >= '0' && *word <= '9')
		port = strtol(word, &end, 10);
	if (port < 0 || port > MOST_PORT || *end) {
		host_refuse("--port needs a number from 0 to %d", MOST_PORT);
		return false;
	}
	options->port = (int)port;
	return true;
}

static bool take_host(struct web_options *options, const char *word)
{
	if (word && host_web_name(&options->place, word))
		return true;
	host_refuse("--host needs localhost or an address in figures, such as "
		    "127.0.0.1");
	return false;
}

static bool take_word(struct web_options *options, char **words, int *i)
{
	const char *word = words[*i];

	if (!strcmp(word, "--no-open")) {
		options->opens = false;
	} else if (!strcmp(word, "--no-engine")) {
		options->lends = false;
	} else if (!strcmp(word, "--port")) {
		return take_port(options, words[++*i]);
	} else if (!strcmp(word, "--host")) {
		return take_host(options, words[++*i]);
	} else if (*word == '-') {
		host_refuse("web has no option \"%s\"", word);
		return false;
	} else if (options->folder) {
		host_refuse("web takes one FOLDER");
		return false;
	} else {
		options->folder = word;
	}
	return true;
}

/*
 * Opens a folder with a page in it; -1 with errno, or errno 0 if it has none.
 */
static int open_folder(const char *name)
{
	int folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct host_web_file index;

	if (folder < 0)
		return -1;
	if (host_web_open(folder, "/", false, &index) == 200) {
		close(index.descriptor);
		return folder;
	}
	close(folder);
	errno = 0;
	return -1;
}

/* Searches beside the program, or in the current folder if that is unknown. */
static int find_folder(void)
{
	char path[PATH_SIZE];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
	int folder = -1;

	while (length > 0 && path[length - 1] != '/')
		length--;
	if (length < 0)
		length = 0;
	for (size_t i = 0; folder < 0 && i < PLACES; i++) {
		snprintf(path + length, sizeof(path) - (size_t)length, "%s",
			 places[i]);
		folder = open_folder(*places[i] == '/' ? places[i] : path);
	}
	if (folder < 0)
		host_refuse("there is no page where it is expected: \"make "
			    "web\" builds it, or say in which FOLDER it is");
	return folder;
}

static int choose_folder(const char *name)
{
	int folder;

	if (!name)
		return find_folder();
	folder = open_folder(name);
	if (folder < 0 && errno)
		host_refuse("cannot open %s: %s", name, strerror(errno));
	else if (folder < 0)
		host_refuse("%s has no index.html that can be read", name);
	return folder;
}

static void write_address(char address[ADDRESS_SIZE],
			  const struct host_web_place *place)
{
	const char *name = place->is_any ? "localhost" : place->name;
	bool has_colons = strchr(name, ':');

	snprintf(address, ADDRESS_SIZE, "http://%s%s%s:%d/",
		 has_colons ? "[" : "", name, has_colons ? "]" : "",
		 place->port);
}

/*
 * Starts the browser in its own process group, which Ctrl-C does not reach, and
 * with default signals; returns its process, or -1. If there is no display or
 * no xdg-open, the printed address must do.
 */
static pid_t open_browser(char *address)
{
	extern char **environ;
	char command[] = "xdg-open";
	char *words[] = {command, address, NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t usual, none;
	pid_t child = -1;

	if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
		return -1;
	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGCHLD);
	sigaddset(&usual, SIGPIPE);
	posix_spawnattr_init(&how);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP |
					       POSIX_SPAWN_SETSIGMASK |
					       POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigmask(&how, &none);
	posix_spawnattr_setsigdefault(&how, &usual);
	posix_spawn_file_actions_init(&files);
	for (int i = 0; i < 3; i++)
		posix_spawn_file_actions_addopen(&files, i, "/dev/null", O_RDWR,
						 0);
	if (posix_spawnp(&child, command, &files, &how, words, environ))
		child = -1;
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	return child;
}

/* Runs until a signal ends it. */
static enum host_exit stay(const struct web_options *options,
			   const struct host_web_place *place,
			   const sigset_t *ending)
{
	char address[ADDRESS_SIZE];
	pid_t browser = -1;
	int which;

	write_address(address, place);
	printf("Rookery is at %s until Ctrl-C.\n", address);
	if (fflush(stdout))
		return HOST_FAILED;
	if (options->opens)
		browser = open_browser(address);
	while (!sigwait(ending, &which) && which == SIGCHLD)
		if (browser > 0 && waitpid(browser, NULL, WNOHANG) == browser)
			browser = -1;
	return HOST_OK;
}

/*
 * Blocks the signals that end it, and that of children, for sigwait(). The
 * engine's child is waited for by those who have started it.
 */
static void hold_signals(sigset_t *ending)
{
	const struct sigaction ignore = {.sa_handler = SIG_IGN};

	sigemptyset(ending);
	sigaddset(ending, SIGINT);
	sigaddset(ending, SIGTERM);
	sigaddset(ending, SIGCHLD);
	pthread_sigmask(SIG_BLOCK, ending, NULL);
	sigaction(SIGPIPE, &ignore, NULL);
}

static enum host_exit serve(const struct web_options *options)
{
	struct host_web_site site = {
		.folder = choose_folder(options->folder),
		.place = options->place,
	};
	enum host_exit status = HOST_FAILED;
	sigset_t ending;

	if (site.folder < 0)
		return HOST_FAILED;
	if (host_web_listen(&site.place, options->port)) {
		hold_signals(&ending);
		if (options->lends && host_web_is_local(&site.place))
			site.engine = host_web_engine_new();
		if (host_web_start(&site))
			status = stay(options, &site.place, &ending);
		else
			host_refuse("the server does not start: not enough "
				    "memory, threads or files");
		host_web_stop(&site);
		host_web_engine_free(site.engine);
	}
	close(site.folder);
	return status;
}

enum host_exit host_web_command(int count, char **words)
{
	struct web_options options = {.port = HOST_WEB_NO_PORT,
				      .opens = true,
				      .lends = true};

	host_web_name(&options.place, NULL);
	for (int i = 0; i < count; i++)
		if (!take_word(&options, words, &i))
			return HOST_USAGE;
	return serve(&options);
}
