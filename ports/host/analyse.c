/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: the command line. A word that is a FEN is a position. A
 * file or standard input holds either lines with positions (FEN or EPD) or
 * games (PGN); its first line decides.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/analyse.h"
#include "ports/host/pool.h"
#include "ports/host/term.h"

#define MAX_FEN 511

const char *host_analyse_set_engine(struct host_analyse *analyse)
{
	static char reason[80];
	const struct rk_thinker *thinker = analyse->thinker;
	const struct host_analyse_options *options = &analyse->options;

	if (!thinker->set(thinker->self, RK_THINK_HASH, options->hash))
		snprintf(reason, sizeof(reason),
			 "--hash %" PRIu32 " is more memory than there is",
			 options->hash);
	else if (!thinker->set(thinker->self, RK_THINK_THREADS,
			       options->threads))
		snprintf(reason, sizeof(reason),
			 "%" PRIu32 " threads cannot be had", options->threads);
	else
		return NULL;
	return reason;
}

static bool suits_positions(const struct host_analyse_options *options)
{
	if (!options->output && !options->from && !options->to &&
	    !options->strip && !options->restart)
		return true;
	host_refuse("-o, --from, --to, --strip and --restart are for games");
	return false;
}

static bool complete(struct host_analyse *analyse, bool is_game)
{
	const char *reason;

	host_analyse_complete(&analyse->options, is_game);
	reason = host_analyse_set_engine(analyse);
	if (reason)
		host_refuse("%s", reason);
	return !reason;
}

/* The exit status of two parts of the work. */
static enum host_exit worse(enum host_exit one, enum host_exit other)
{
	return one > other ? one : other;
}

static enum host_exit read_positions(struct host_analyse *analyse,
				     struct host_source *source)
{
	if (!suits_positions(&analyse->options) || !complete(analyse, false))
		return HOST_USAGE;
	return host_analyse_lines(analyse, source);
}

/* Counts the work in advance, for the progress bar. */
static void count_places(struct host_analyse *analyse, int count, char **names)
{
	struct host_progress *progress = &analyse->progress;

	for (int i = 0; i < count && progress->is_wanted; i++) {
		uint64_t places = host_games_count(&analyse->options, names[i]);

		if (!places) {
			progress->total = 0;
			return;
		}
		progress->total += places;
	}
}

static struct host_games *open_games(struct host_analyse *analyse, int count,
				     char **names)
{
	if (!host_analyse_suits_games(&analyse->options) ||
	    !complete(analyse, true))
		return NULL;
	count_places(analyse, count, names);
	return host_games_open(analyse);
}

/*
 * Reads positions or games; after a file of games, a file of positions is an
 * error.
 */
static enum host_exit read_file(struct host_analyse *analyse,
				struct host_games **games,
				struct host_source *source, int count,
				char **names)
{
	if (!*games && host_source_has_positions(source))
		return read_positions(analyse, source);
	if (!*games)
		*games = open_games(analyse, count, names);
	return *games ? host_games_read(*games, source) : HOST_USAGE;
}

static enum host_exit read_files(struct host_analyse *analyse, int count,
				 char **names)
{
	static struct host_source source;
	struct host_games *games = NULL;
	enum host_exit status = HOST_OK;

	for (int i = 0;
	     i < count && status != HOST_USAGE && !host_analyse_is_stopped();
	     i++) {
		if (!host_source_open(&source, names[i])) {
			status = HOST_FAILED;
			continue;
		}
		status = worse(status, read_file(analyse, &games, &source,
						 count - i, names + i));
		host_source_close(&source);
	}
	return games ? host_games_close(games, status) : status;
}

static void show_fen_error(const struct rk_error *error)
{
	if (error->column)
		host_refuse("FEN, column %zu: expected %s", error->column,
			    error->reason);
	else
		host_refuse("FEN: %s", error->reason);
}

/* An unquoted FEN arrives as several words. */
static enum host_exit read_words(struct host_analyse *analyse, int count,
				 char **words)
{
	char text[MAX_FEN + 1];
	struct rk_word title;
	struct rk_error error;
	struct rk_pos pos;
	size_t length = 0;

	for (int i = 0; i < count && length <= MAX_FEN; i++)
		length += (size_t)snprintf(text + length, sizeof(text) - length,
					   i ? " %s" : "%s", words[i]);
	if (length > MAX_FEN)
		return host_refuse("FEN: more than %d bytes", MAX_FEN);
	if (!host_analyse_read_line(&pos, &title, text, length, &error)) {
		show_fen_error(&error);
		return HOST_USAGE;
	}
	if (!suits_positions(&analyse->options) || !complete(analyse, false))
		return HOST_USAGE;
	host_analyse_position(analyse, &pos, title.text, title.length);
	return HOST_OK;
}

void host_analyse_look(struct host_analyse *analyse)
{
	struct rk_console_look look;
	const char *term = getenv("TERM");

	setlocale(LC_CTYPE, "");
	host_term_look(&look, analyse->options.ascii);
	analyse->is_live = isatty(STDOUT_FILENO) && term && *term &&
			   strcmp(term, "dumb") != 0;
	analyse->colours = analyse->is_live && look.colours;
	analyse->is_utf8 = !analyse->options.ascii &&
			   !strcmp(nl_langinfo(CODESET), "UTF-8");
}

static enum host_exit run(struct host_analyse *analyse, int count, char **words)
{
	static char input[] = "-";
	char *only[] = {input};

	host_analyse_look(analyse);
	host_progress_start(&analyse->progress);
	host_analyse_catch();
	if (!count)
		return read_files(analyse, 1, only);
	if (host_analyse_is_board(words[0], strlen(words[0])) &&
	    access(words[0], F_OK))
		return read_words(analyse, count, words);
	return read_files(analyse, count, words);
}

enum host_exit host_analyse(int count, char **words)
{
	struct host_analyse analyse = {
		.options = {.threads = 1, .lines = 1},
		.out = stdout,
		.report = stderr,
		.err = stderr,
	};
	enum host_exit status;
	struct host_pool *pool;

	count = host_analyse_take_options(&analyse.options, count, words);
	if (count < 0)
		return HOST_USAGE;
	if (!count && isatty(STDIN_FILENO))
		return host_refuse("analyse needs a FEN, a FILE, or - for "
				   "standard input");
	pool = host_pool_new();
	if (!pool) {
		fprintf(stderr, "rookery: not enough memory\n");
		return HOST_FAILED;
	}
	analyse.thinker = host_pool_thinker(pool);
	status = run(&analyse, count, words);
	host_pool_free(pool);
	return status;
}
