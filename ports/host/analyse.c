/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: the command line. A word that is a FEN is a position. A
 * file or standard input holds either lines with positions (FEN or EPD) or
 * games (PGN); its first line decides.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
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

/*
 * Moves the words that are not options to the front; returns their number, or
 * -1 after an error message.
 */
static int take_options(struct host_analyse_options *options, int count,
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

/* ---- Input ---- */

bool host_source_fill(struct host_source *source)
{
	size_t left = source->length - source->at;
	ssize_t got;

	if (source->is_over || left == sizeof(source->piece))
		return false;
	memmove(source->piece, source->piece + source->at, left);
	source->at = 0;
	source->length = left;
	do {
		got = read(source->file, source->piece + left,
			   sizeof(source->piece) - left);
	} while (got < 0 && errno == EINTR && !host_analyse_is_stopped());
	source->is_over = got <= 0;
	source->length += got > 0 ? (size_t)got : 0;
	if (got < 0 && !host_analyse_is_stopped()) {
		fprintf(stderr, "rookery: cannot read %s: %s\n", source->name,
			strerror(errno));
		source->failed = true;
	}
	return got > 0;
}

enum host_exit host_analyse_miss(const struct host_source *source)
{
	if (!source->failed)
		fprintf(stderr,
			"rookery: %s: there is no game or position in "
			"it\n",
			source->name);
	return HOST_FAILED;
}

static bool open_source(struct host_source *source, const char *name)
{
	bool is_input = !strcmp(name, "-");

	source->name = is_input ? "standard input" : name;
	source->at = source->length = 0;
	source->is_over = source->failed = false;
	source->file = is_input ? STDIN_FILENO
				: open(name, O_RDONLY | O_CLOEXEC);
	if (source->file >= 0)
		return true;
	host_refuse("cannot open %s: %s", name, strerror(errno));
	return false;
}

static void close_source(struct host_source *source)
{
	if (source->file > STDIN_FILENO)
		close(source->file);
}

/* The board field of a FEN has seven slashes, which no word of a PGN has. */
static bool is_board(const char *text, size_t length)
{
	struct rk_word rest = {text, length};
	struct rk_word word = rk_word_take(&rest);
	int strokes = 0;

	for (size_t i = 0; i < word.length; i++)
		strokes += word.text[i] == '/';
	return strokes == 7;
}

/* A file may begin with a byte order mark, which the PGN reader accepts. */
static size_t measure_mark(const char *text, size_t length)
{
	return length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
}

/* Does the first line that is not empty begin with a board? */
static bool has_positions(struct host_source *source)
{
	for (;;) {
		const char *text = source->piece + source->at;
		size_t left = source->length - source->at;
		size_t mark = measure_mark(text, left), blanks = mark;

		while (blanks < left && strchr(" \t\r\n", text[blanks]))
			blanks++;
		if (!memchr(text + blanks, '\n', left - blanks) &&
		    host_source_fill(source))
			continue;
		text = source->piece + source->at + blanks;
		left = source->length - source->at - blanks;
		/*
		 * Lines that begin with # are comments, as in files with
		 * positions.
		 */
		if ((!left || *text != '#') && !is_board(text, left))
			return false;
		source->at += mark;
		return true;
	}
}

/* ---- Running ---- */

static bool set_engine(struct host_analyse *analyse)
{
	const struct rk_thinker *thinker = analyse->thinker;
	const struct host_analyse_options *options = &analyse->options;

	if (!thinker->set(thinker->self, RK_THINK_HASH, options->hash))
		host_refuse("--hash %" PRIu32 " is more memory than there is",
			    options->hash);
	else if (!thinker->set(thinker->self, RK_THINK_THREADS,
			       options->threads))
		host_refuse("%" PRIu32 " threads cannot be had",
			    options->threads);
	else
		return true;
	return false;
}

/* Fills in defaults, which differ between positions and games. */
static bool complete(struct host_analyse *analyse, bool is_game)
{
	struct host_analyse_options *options = &analyse->options;
	bool is_limited = options->nodes || options->depth || options->time ||
			  options->infinite;

	if (!is_limited && is_game)
		options->nodes = GAME_NODES;
	else if (!is_limited)
		options->time = POSITION_TIME;
	if (!options->hash)
		options->hash = is_game ? GAME_HASH : POSITION_HASH;
	return set_engine(analyse);
}

static bool suits_positions(const struct host_analyse_options *options)
{
	if (!options->output && !options->from && !options->to &&
	    !options->strip && !options->restart)
		return true;
	host_refuse("-o, --from, --to, --strip and --restart are for games");
	return false;
}

static bool suits_games(const struct host_analyse_options *options)
{
	if (!options->infinite && options->lines <= 1)
		return true;
	host_refuse("--infinite and --lines are for positions");
	return false;
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
	if (!suits_games(&analyse->options) || !complete(analyse, true))
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
	if (!*games && has_positions(source))
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
		if (!open_source(&source, names[i])) {
			status = HOST_FAILED;
			continue;
		}
		status = worse(status, read_file(analyse, &games, &source,
						 count - i, names + i));
		close_source(&source);
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

static void look(struct host_analyse *analyse)
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

	look(analyse);
	host_progress_start(&analyse->progress);
	host_analyse_catch();
	if (!count)
		return read_files(analyse, 1, only);
	if (is_board(words[0], strlen(words[0])) && access(words[0], F_OK))
		return read_words(analyse, count, words);
	return read_files(analyse, count, words);
}

enum host_exit host_analyse(int count, char **words)
{
	struct host_analyse analyse = {
		.options = {.threads = 1, .lines = 1},
	};
	enum host_exit status;
	struct host_pool *pool;

	count = take_options(&analyse.options, count, words);
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
