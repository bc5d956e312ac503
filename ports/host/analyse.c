/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: the words, and what they ask for. Something that is a FEN
 * is a position; a file or standard input holds either lines with positions
 * (FEN or EPD) or games (PGN), which its first line tells.
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
#define GAME_NODES 200000  /* for each position of a game */
#define POSITION_TIME 3000 /* for one that stands alone */
#define GAME_HASH 16       /* it is cleared for each of them */
#define POSITION_HASH 64

/* Options; those without a value are given or not. */
enum kind { FLAG, NUMBER, NAME };

#define WISH(name) offsetof(struct host_wishes, name)

static const struct {
	const char *name;
	const char *value; /* what it is called in the help */
	const char *help;
	size_t place;
	enum kind kind;
	uint32_t least, most;
} options[] = {
	{"--nodes", "N", "nodes for each position; usual for games",
	 WISH(nodes), NUMBER, 1, UINT32_MAX},
	{"--depth", "N", "plies for each position", WISH(depth), NUMBER, 1,
	 RK_MAX_PLY - 1},
	{"--time", "MS", "milliseconds for each; usual for positions",
	 WISH(time), NUMBER, 1, 1000000000},
	{"--threads", "N", "so many of them think", WISH(threads), NUMBER, 1,
	 HOST_POOL_MOST_THREADS},
	{"--hash", "MB", "megabytes of memory", WISH(hash), NUMBER, 1,
	 HOST_POOL_MOST_HASH},
	{"--lines", "N", "positions: so many best lines", WISH(lines), NUMBER,
	 1, RK_MAX_LINES},
	{"--infinite", "", "positions: until Ctrl-C", WISH(infinite), FLAG, 0,
	 0},
	{"-o", "FILE", "games: write them there", WISH(output), NAME, 0, 0},
	{"--from", "N", "games: no move before this one", WISH(from), NUMBER, 1,
	 RK_COUNTER_MAX},
	{"--to", "N", "games: no move behind this one", WISH(to), NUMBER, 1,
	 RK_COUNTER_MAX},
	{"--strip", "",
	 "games: drop the comments, marks and variations they have",
	 WISH(strip), FLAG, 0, 0},
	{"--restart", "", "games: never mind what an earlier run has left",
	 WISH(restart), FLAG, 0, 0},
	{"--ascii", "", "no block characters in the graph", WISH(ascii), FLAG,
	 0, 0},
};

static const size_t option_count = sizeof(options) / sizeof(options[0]);

void host_analyse_help(FILE *to)
{
	fprintf(to, "options:\n");
	for (size_t i = 0; i < option_count; i++)
		fprintf(to, "  %s %-*s%s\n", options[i].name,
			13 - (int)strlen(options[i].name), options[i].value,
			options[i].help);
}

/* How many words it took, 0 after a complaint. */
static int set_option(struct host_wishes *wishes, size_t option,
		      const char *value)
{
	void *to = (char *)wishes + options[option].place;
	uint32_t least = options[option].least, most = options[option].most;

	switch (options[option].kind) {
	case FLAG:
		*(uint32_t *)to = 1;
		return 1;
	case NUMBER:
		if (value &&
		    rk_word_number((struct rk_word){value, strlen(value)},
				   least, most, to))
			return 2;
		host_refuse("%s needs a number from %" PRIu32 " to %" PRIu32,
			    options[option].name, least, most);
		return 0;
	case NAME:
		*(const char **)to = value;
		if (value && *value)
			return 2;
		host_refuse("%s needs the name of a file",
			    options[option].name);
	}
	return 0;
}

static int take_option(struct host_wishes *wishes, const char *name,
		       const char *value)
{
	for (size_t i = 0; i < option_count; i++)
		if (!strcmp(options[i].name, name))
			return set_option(wishes, i, value);
	host_refuse("analyse has no option \"%s\"", name);
	return 0;
}

/* Moves the other words to the front: how many; -1 after a complaint. */
static int take_options(struct host_wishes *wishes, int count, char **words)
{
	int left = 0, taken;

	for (int i = 0; i < count; i += taken) {
		const char *next = i + 1 < count ? words[i + 1] : NULL;

		taken = 1;
		if (words[i][0] != '-' || !words[i][1]) {
			words[left++] = words[i];
		} else {
			taken = take_option(wishes, words[i], next);
			if (!taken)
				return -1;
		}
	}
	if (wishes->to && wishes->from > wishes->to) {
		host_refuse("--from is behind --to");
		return -1;
	}
	return left;
}

/* Where bytes come from. */

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

/* The board of a FEN has seven strokes, which no word of a PGN has. */
static bool is_board(const char *text, size_t length)
{
	struct rk_word rest = {text, length};
	struct rk_word word = rk_word_take(&rest);
	int strokes = 0;

	for (size_t i = 0; i < word.length; i++)
		strokes += word.text[i] == '/';
	return strokes == 7;
}

/* Does the first line that is not empty begin with a board? */
static bool has_positions(struct host_source *source)
{
	for (;;) {
		const char *text = source->piece + source->at;
		size_t left = source->length - source->at, blanks = 0;

		while (blanks < left && strchr(" \t\r\n", text[blanks]))
			blanks++;
		if (memchr(text + blanks, '\n', left - blanks) ||
		    !host_source_fill(source)) {
			/* A comment, as in files with positions. */
			if (blanks < left && text[blanks] == '#')
				return true;
			text = source->piece + source->at + blanks;
			left = source->length - source->at - blanks;
			return is_board(text, left);
		}
	}
}

/* Doing it. */

static bool set_engine(struct host_analyse *analyse)
{
	const struct rk_thinker *thinker = analyse->thinker;
	const struct host_wishes *wishes = &analyse->wishes;

	if (!thinker->set(thinker->self, RK_THINK_HASH, wishes->hash))
		host_refuse("--hash %" PRIu32 " is more memory than there is",
			    wishes->hash);
	else if (!thinker->set(thinker->self, RK_THINK_THREADS,
			       wishes->threads))
		host_refuse("%" PRIu32 " threads cannot be had",
			    wishes->threads);
	else
		return true;
	return false;
}

/* Position and game have different needs, unless somebody said. */
static bool complete(struct host_analyse *analyse, bool is_game)
{
	struct host_wishes *wishes = &analyse->wishes;
	bool is_limited = wishes->nodes || wishes->depth || wishes->time ||
			  wishes->infinite;

	if (!is_limited && is_game)
		wishes->nodes = GAME_NODES;
	else if (!is_limited)
		wishes->time = POSITION_TIME;
	if (!wishes->hash)
		wishes->hash = is_game ? GAME_HASH : POSITION_HASH;
	return set_engine(analyse);
}

static bool suits_positions(const struct host_wishes *wishes)
{
	if (!wishes->output && !wishes->from && !wishes->to && !wishes->strip &&
	    !wishes->restart)
		return true;
	host_refuse("-o, --from, --to, --strip and --restart are for games");
	return false;
}

static bool suits_games(const struct host_wishes *wishes)
{
	if (!wishes->infinite && wishes->lines <= 1)
		return true;
	host_refuse("--infinite and --lines are for positions");
	return false;
}

/* Adds what two parts of the work came to. */
static enum host_exit worse(enum host_exit one, enum host_exit other)
{
	return one > other ? one : other;
}

static enum host_exit read_positions(struct host_analyse *analyse,
				     struct host_source *source)
{
	if (!suits_positions(&analyse->wishes) || !complete(analyse, false))
		return HOST_USAGE;
	return host_analyse_lines(analyse, source);
}

/* How much there is to do, where somebody wants to see how much is done. */
static void count_places(struct host_analyse *analyse, int count, char **names)
{
	struct host_progress *progress = &analyse->progress;

	for (int i = 0; i < count && progress->is_wanted; i++) {
		uint64_t places = host_games_count(&analyse->wishes, names[i]);

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
	if (!suits_games(&analyse->wishes) || !complete(analyse, true))
		return NULL;
	count_places(analyse, count, names);
	return host_games_open(analyse);
}

/* Positions or games; a file of positions behind one of games is not one. */
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

/* A shell that was not told to quote hands a FEN over in several words. */
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
	if (!suits_positions(&analyse->wishes) || !complete(analyse, false))
		return HOST_USAGE;
	host_analyse_position(analyse, &pos, title.text, title.length);
	return HOST_OK;
}

static void look(struct host_analyse *analyse)
{
	struct rk_console_look look;
	const char *term = getenv("TERM");

	setlocale(LC_CTYPE, "");
	host_term_look(&look, analyse->wishes.ascii);
	analyse->is_live = isatty(STDOUT_FILENO) && term && *term &&
			   strcmp(term, "dumb") != 0;
	analyse->colours = analyse->is_live && look.colours;
	analyse->is_utf8 = !analyse->wishes.ascii &&
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
		.wishes = {.threads = 1, .lines = 1},
	};
	enum host_exit status;
	struct host_pool *pool;

	count = take_options(&analyse.wishes, count, words);
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
