/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Start options of the program. An option is a row of a table; what it means
 * is a command of the console wherever there is one, so that both take the same
 * words.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/start.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "ports/host/host.h"
#include "ports/host/text.h"
#include "rookery/levels.h"
#include "rookery/position.h"

#define STARTS_960 960

static struct rk_word word_of(const char *text)
{
	return (struct rk_word){text, strlen(text)};
}

/* The first kind of chess for so many, unless rules are chosen already. */
static bool take_players(struct host_start *start, const char *word)
{
	const struct rk_rules *chosen = start->rules;

	for (int i = 0; rk_rules_all[i]; i++) {
		const struct rk_rules *kind = chosen ? chosen : rk_rules_all[i];

		if (strcmp(word, rk_number(kind->players).text) != 0)
			continue;
		start->rules = kind;
		return true;
	}
	if (chosen)
		host_refuse("%s is for %d players", chosen->name,
			    chosen->players);
	else
		host_refuse("--players needs 2 or 4");
	return false;
}

static bool take_rules(struct host_start *start, const char *word)
{
	const struct rk_rules *before = start->rules;

	start->rules = rk_rules_find(word, strlen(word));
	if (!start->rules)
		host_refuse("there are no rules \"%s\"", word);
	else if (before && before->players != start->rules->players)
		host_refuse("%s is for %d players", word,
			    start->rules->players);
	else
		return true;
	return false;
}

static bool take_level(struct host_start *start, const char *word)
{
	if (rk_word_number(word_of(word), 1, RK_LEVELS, &start->level))
		return true;
	host_refuse("--level needs a number from 1 to %d", RK_LEVELS);
	return false;
}

static bool take_black(struct host_start *start, const char *word)
{
	(void)word;
	start->black = true;
	return true;
}

static bool take_clock(struct host_start *start, const char *word)
{
	start->clock = word;
	return true;
}

static bool take_fen(struct host_start *start, const char *word)
{
	start->fen = word;
	return true;
}

static bool take_chess960(struct host_start *start, const char *word)
{
	start->chess960 = true;
	start->number = STARTS_960;
	if (!*word ||
	    rk_word_number(word_of(word), 0, STARTS_960 - 1, &start->number))
		return true;
	host_refuse("--chess960 takes a number from 0 to %d", STARTS_960 - 1);
	return false;
}

static const struct {
	const char *name;
	enum { NO_WORD, WORD, NUMBER_OR_NONE } after;
	bool (*take)(struct host_start *start, const char *word);
	const char *value; /* what stands after it, for help */
	const char *help;
} options[] = {
	{"--players", WORD, take_players, " N", "2 or 4"},
	{"--rules", WORD, take_rules, " NAME",
	 "standard, casual, minors; with four players ffa, still, last, teams"},
	{"--level", WORD, take_level, " N", "of the computer, 1 to 12"},
	{"--black", NO_WORD, take_black, "", "you play Black"},
	{"--clock", WORD, take_clock, " TIME",
	 "5+3, 0:30+1, 1:30:00; minutes and seconds a move"},
	{"--fen", WORD, take_fen, " FEN", "the first game starts from there"},
	{"--chess960", NUMBER_OR_NONE, take_chess960, " [N]",
	 "or from start N of Chess960, 0 to 959; any without N"},
};

static void print_option(FILE *to, const char *name, const char *value,
			 const char *help)
{
	fprintf(to, "  %s%-*s  %s\n", name, (int)(16 - strlen(name)), value,
		help);
}

void host_start_list(FILE *to)
{
	fprintf(to, "options:\n");
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		print_option(to, options[i].name, options[i].value,
			     options[i].help);
}

/* The last five are those of `resume` too. */
void host_start_help(FILE *to)
{
	host_start_list(to);
	print_option(to, "--plain", "", "as where there is no terminal");
	print_option(to, "--ascii", "", "letters for pieces");
	print_option(to, "--no-mouse", "", "leave the mouse to the terminal");
	print_option(to, "--window", "", "show the game in a window, too");
	print_option(to, "--seed", " N", "the same computers again");
}

#define OPTIONS (sizeof(options) / sizeof(options[0]))

int host_start_take(struct host_start *start, int count, char **words)
{
	const char *word = count > 1 ? words[1] : "";
	size_t at = 0;
	bool has_word;

	while (at < OPTIONS && strcmp(words[0], options[at].name) != 0)
		at++;
	if (at == OPTIONS)
		return 0;
	has_word = options[at].after == WORD ||
		   (options[at].after == NUMBER_OR_NONE && *word >= '0' &&
		    *word <= '9');
	if (!options[at].take(start, has_word ? word : ""))
		return -1;
	return has_word ? 2 : 1;
}

static bool ends_with(const char *name, const char *ending)
{
	size_t length = strlen(name), end = strlen(ending);

	return length > end && !strcasecmp(name + length - end, ending);
}

bool host_start_is_file(const char *name)
{
	struct stat about;

	return *name != '-' &&
	       (ends_with(name, ".pgn") || ends_with(name, ".pgn4") ||
		(!stat(name, &about) && !S_ISDIR(about.st_mode)));
}

bool host_start_is_new(const struct host_start *start)
{
	return start->rules || start->level || start->black || start->clock ||
	       start->fen || start->chess960;
}

/* ---- What was taken is done ---- */

/* A command of the console; what it says is in `said`. */
static void command(struct rk_console *console, struct host_text *said,
		    const char *name, const char *word)
{
	struct rk_out out = console->out;
	struct host_text line = {NULL, 0, 0};

	host_text_put(&line, name);
	host_text_put(&line, " ");
	host_text_put(&line, word);
	console->out = host_text_out(said);
	rk_console_line(console, line.bytes, line.length);
	console->out = out;
	host_text_free(&line);
}

static bool set_clock(const struct host_start *start,
		      struct rk_console *console)
{
	struct host_text said = {NULL, 0, 0};

	if (!start->clock)
		return true;
	command(console, &said, "clock", start->clock);
	host_text_free(&said);
	if (*start->clock &&
	    (console->clock.initial || !strcmp(start->clock, "off")))
		return true;
	host_refuse("--clock needs minutes and seconds a move, as in 5+3 or "
		    "0:30+1");
	return false;
}

static bool set_position(struct rk_console *console, const char *fen)
{
	union rk_any_pos pos;
	struct rk_error error;

	if (!console->rules->read(&pos, fen, strlen(fen), &error)) {
		if (error.column)
			host_refuse("--fen, column %zu: expected %s",
				    error.column, error.reason);
		else
			host_refuse("--fen: %s", error.reason);
		return false;
	}
	console->next_start = pos;
	console->has_next_start = true;
	return true;
}

/* By its FEN, so that every kind of chess for two makes it its own. */
static bool set_chess960(const struct host_start *start,
			 struct rk_console *console)
{
	const struct rk_platform *platform = console->platform;
	union rk_any_pos pos;
	char fen[RK_ANY_FEN_SIZE];
	uint32_t number = start->number;

	if (number >= STARTS_960)
		number = (uint32_t)(platform->random(platform->self) %
				    STARTS_960);
	rk_pos_start960(&pos.two, (int)number);
	rk_rules_standard.write(fen, &pos);
	return set_position(console, fen);
}

bool host_start_apply(const struct host_start *start,
		      struct rk_console *console)
{
	if (start->rules)
		rk_console_set_rules(console, start->rules);
	if (start->level)
		console->level = rk_console_known_level(console, start->level);
	if ((start->black || start->chess960) && console->rules->players > 2) {
		host_refuse("%s is for two players",
			    start->black ? "--black" : "--chess960");
		return false;
	}
	if (start->fen && start->chess960) {
		host_refuse("--fen and --chess960 are two positions");
		return false;
	}
	if (start->black)
		console->look.below = RK_BLACK;
	return set_clock(start, console) &&
	       (!start->fen || set_position(console, start->fen)) &&
	       (!start->chess960 || set_chess960(start, console));
}

/* The console's sentence, without what a command line does not need. */
static void report(const char *file, const struct host_text *said)
{
	static const char before[] = "Not loaded: ";
	size_t skip = sizeof(before) - 1, length = said->length;

	if (length < skip || memcmp(said->bytes, before, skip) != 0)
		skip = 0;
	while (length > skip && strchr(".\n", said->bytes[length - 1]))
		length--;
	host_refuse("%s: %.*s", file, (int)(length - skip), said->bytes + skip);
}

bool host_start_load(const struct host_start *start, struct rk_console *console)
{
	struct host_text said = {NULL, 0, 0};
	bool good;

	command(console, &said, "load", start->file);
	good = console->has_game;
	if (good)
		rk_out_bytes(&console->out, said.bytes, said.length);
	else
		report(start->file, &said);
	host_text_free(&said);
	return good;
}
