/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console on this machine: memory for games of any length, files, time
 * and chance. Plain text, line by line, where input or output is no terminal
 * or the words ask for it. The end of the input ends the program with the
 * score.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/host.h"
#include "ports/host/journal.h"
#include "ports/host/levels.h"
#include "ports/host/play.h"
#include "ports/host/term.h"
#include "proto/console.h"
#include "proto/pgn.h"
#include "rookery/single.h"

#define FIRST_LOG 1024 /* events */

struct table {
	struct rk_console console;
	struct rk_console_port port;
	union rk_console_desk desk;
	struct host_levels levels;
	struct rk_thinker thinker; /* the engine of the levels */
	struct rk_single single;
	struct rk_pgn_read pgn;
	struct host_journal *journal;
	FILE *saving;
	char *loaded;
	uint64_t seed;
	bool has_seed;
	bool plain;   /* even on a terminal */
	bool letters; /* for pieces, even where there are shapes */
	bool resume;
	const struct rk_rules *rules; /* that were asked for, or NULL */
};

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
}

static uint64_t now(void *self)
{
	(void)self;
	return host_now();
}

/* A seed that was given is counted on, so that a run can be repeated. */
static uint64_t seed(void *self)
{
	struct table *table = self;

	return table->has_seed ? table->seed++ : host_seed();
}

static void changed(void *self)
{
	struct table *table = self;
	const struct rk_out *out = &table->console.port->out;
	const char *trouble =
		host_journal_update(table->journal, &table->console);

	if (trouble)
		rk_out_line(out, trouble, ".");
}

static bool grow(void *self, struct rk_game *game)
{
	struct rk_event *old = game->log;
	struct rk_event *log;

	(void)self;
	if (game->capacity > UINT32_MAX / 2)
		return false;
	log = calloc(2 * (size_t)game->capacity, sizeof(*log));
	if (!log)
		return false;
	rk_game_move_log(game, log, 2 * game->capacity);
	free(old);
	return true;
}

static void write_file(void *self, const char *text, size_t length)
{
	fwrite(text, 1, length, self);
}

static const char *save_open(void *self, const char *name, struct rk_out *out)
{
	struct table *table = self;

	table->saving = fopen(name, "w");
	if (!table->saving)
		return strerror(errno);
	*out = (struct rk_out){write_file, table->saving};
	return NULL;
}

static const char *save_close(void *self)
{
	struct table *table = self;
	bool failed = ferror(table->saving) || fflush(table->saving);
	int reason = errno;

	if (fclose(table->saving) && !failed) {
		failed = true;
		reason = errno;
	}
	return failed ? strerror(reason) : NULL;
}

/* Everything in the file, with room for more; NULL if that fails. */
static char *read_all(FILE *file, size_t *length)
{
	size_t room = 1 << 16;
	char *text = malloc(room);

	*length = 0;
	while (text) {
		char *larger;

		*length += fread(text + *length, 1, room - *length, file);
		if (*length < room)
			return text;
		room *= 2;
		larger = realloc(text, room);
		if (!larger)
			free(text);
		text = larger;
	}
	return NULL;
}

static const char *load(void *self, const char *name, const char **text,
			size_t *length)
{
	struct table *table = self;
	FILE *file = fopen(name, "r");
	const char *problem = NULL;

	if (!file)
		return strerror(errno);
	free(table->loaded);
	table->loaded = read_all(file, length);
	if (!table->loaded || ferror(file))
		problem = strerror(errno);
	fclose(file);
	*text = table->loaded;
	return problem;
}

/* A computer that is asked for advice looks up as one that plays does. */
static bool is_enough(void *self)
{
	const struct table *table = self;
	const struct rk_console_port *port = table->console.port;

	return port->interrupt &&
	       port->interrupt(port->interrupter) != RK_NO_HASTE;
}

static void set_up_thinker(struct table *table)
{
	table->single = (struct rk_single){
		.engine = table->levels.levels.engine,
		.stop = is_enough,
		.self = table,
	};
	rk_single_init(&table->thinker, &table->single);
	if (table->single.engine)
		table->port.thinker = &table->thinker;
}

static bool set_up(struct table *table)
{
	struct rk_event *log = calloc(FIRST_LOG, sizeof(*log));

	if (!log)
		return false;
	table->journal = host_journal_open();
	table->port = (struct rk_console_port){
		.out = {print, NULL},
		.self = table,
		.now = now,
		.seed = seed,
		.save_open = save_open,
		.save_close = save_close,
		.load = load,
		.pgn = &table->pgn,
		.changed = changed,
		.grow = grow,
		.desk = &table->desk,
	};
	host_levels_open(&table->levels);
	set_up_thinker(table);
	rk_console_new(&table->console, &table->port, &table->levels.player,
		       log, FIRST_LOG);
	if (table->rules)
		rk_console_set_rules(&table->console, table->rules);
	return true;
}

/* What is said first tells whether a program is there, and which language. */
static enum host_exit play_plain(struct table *table)
{
	const struct host_protocol *protocol = NULL;
	enum host_exit status = HOST_OK;
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	bool first = !table->resume, more = true;

	if (table->resume) {
		rk_console_show(&table->console);
	} else if (!table->plain && isatty(STDIN_FILENO)) {
		puts("Rookery. game human computer starts a game, help lists "
		     "the commands, quit ends.");
	}
	fflush(stdout);
	while (more && (length = getline(&line, &room, stdin)) >= 0) {
		if (length > 0 && line[length - 1] == '\n')
			line[--length] = '\0';
		protocol = first ? host_find_protocol(line) : NULL;
		if (protocol)
			break;
		first = first && !line[strspn(line, " \t\r")];
		more = rk_console_line(&table->console, line, (size_t)length);
		if (fflush(stdout))
			break;
	}
	if (protocol)
		status = protocol->speak(line);
	else
		rk_console_end(&table->console);
	free(line);
	return status;
}

static bool take_seed(struct table *table, const char *word)
{
	char *end;

	table->has_seed = *word >= '0' && *word <= '9';
	if (table->has_seed)
		table->seed = strtoull(word, &end, 10);
	if (table->has_seed && !*end)
		return true;
	host_refuse("--seed needs a number");
	return false;
}

/* The first kind of chess for so many, unless rules are chosen already. */
static bool take_players(struct table *table, const char *word)
{
	const struct rk_rules *chosen = table->rules;

	for (int i = 0; rk_rules_all[i]; i++) {
		const struct rk_rules *kind = chosen ? chosen : rk_rules_all[i];

		if (strcmp(word, rk_number(kind->players).text) != 0)
			continue;
		table->rules = kind;
		return true;
	}
	if (chosen)
		host_refuse("%s is for %d players", chosen->name,
			    chosen->players);
	else
		host_refuse("--players needs 2 or 4");
	return false;
}

static bool take_rules(struct table *table, const char *word)
{
	const struct rk_rules *before = table->rules;

	table->rules = rk_rules_find(word, strlen(word));
	if (!table->rules)
		host_refuse("there are no rules \"%s\"", word);
	else if (before && before->players != table->rules->players)
		host_refuse("%s is for %d players", word,
			    table->rules->players);
	else
		return true;
	return false;
}

/* Those with a word after them; it is empty if there is none. */
static const struct {
	const char *name;
	bool resume; /* also for `resume` */
	bool (*take)(struct table *table, const char *word);
} options[] = {
	{"--seed", true, take_seed},
	{"--players", false, take_players},
	{"--rules", false, take_rules},
};

#define OPTIONS (sizeof(options) / sizeof(options[0]))

static bool take_options(struct table *table, int count, char **words)
{
	for (int i = 0; i < count; i++) {
		size_t at = 0;

		if (!strcmp(words[i], "--plain")) {
			table->plain = true;
			continue;
		}
		if (!strcmp(words[i], "--ascii")) {
			table->letters = true;
			continue;
		}
		while (at < OPTIONS && strcmp(words[i], options[at].name) != 0)
			at++;
		if (at == OPTIONS || (table->resume && !options[at].resume)) {
			host_refuse("%s has no option \"%s\"",
				    table->resume ? "resume" : "play",
				    words[i]);
			return false;
		}
		i++;
		if (!options[at].take(table, i < count ? words[i] : ""))
			return false;
	}
	return true;
}

static enum host_exit play(struct table *table, int count, char **words)
{
	enum host_exit status = HOST_OK;

	if (!take_options(table, count, words))
		return HOST_USAGE;
	if (!set_up(table)) {
		fprintf(stderr, "rookery: not enough memory\n");
		return HOST_FAILED;
	}
	if (table->resume &&
	    !host_journal_resume(table->journal, &table->console)) {
		host_refuse("there is no unfinished game");
		status = HOST_FAILED;
	} else if (table->plain || !host_term_is_there()) {
		status = play_plain(table);
	} else {
		status = host_play(&table->console, table->journal,
				   table->letters);
	}
	host_journal_close(table->journal, &table->console);
	free(table->console.game.log);
	free(table->loaded);
	host_levels_close(&table->levels);
	host_term_obey();
	return status;
}

enum host_exit host_console(int count, char **words)
{
	static struct table table; /* too large for a stack */

	return play(&table, count, words);
}

enum host_exit host_resume(int count, char **words)
{
	static struct table table = {.resume = true};

	return play(&table, count, words);
}
