/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console on this machine: memory for games of any length, files, time and
 * random numbers. It is plain text, line by line, if input or output is not a
 * terminal or the options ask for it. The end of the input ends the program
 * with the score.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports/host/external.h"
#include "ports/host/files.h"
#include "ports/host/host.h"
#include "ports/host/journal.h"
#include "ports/host/levels.h"
#include "ports/host/play.h"
#include "ports/host/start.h"
#include "ports/host/term.h"
#include "rookery/console.h"
#include "rookery/panel.h"
#include "rookery/pgn.h"

#define FIRST_LOG 1024 /* events */

struct console_session {
	struct rk_console console;
	struct rk_platform platform;
	union { /* for one command at a time */
		union rk_console_scratch console;
		struct rk_levels_scratch levels;
		struct rk_pgn_read pgn;
	} scratch;
	struct host_levels levels;
	struct host_external external; /* the player: these, and the levels */
	struct rk_thinker thinker;     /* uses the engine of the levels */
	struct host_play play;         /* used at a terminal */
	struct host_journal *journal;
	struct host_files files;
	uint64_t seed;
	bool has_seed;
	bool plain;   /* even on a terminal */
	bool letters; /* letters for pieces, even if there are symbols */
	bool resume;
	int number;              /* of the game to resume; 0: the last one */
	struct host_start start; /* what was asked for */
};

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
}

/* A given seed is incremented with every use, so that a run can be repeated. */
static uint64_t get_random(void *self)
{
	struct console_session *session = self;

	return session->has_seed ? session->seed++ : host_random(NULL);
}

static void changed(void *self)
{
	struct console_session *session = self;
	const struct rk_out *out = &session->console.out;
	const char *trouble =
		host_journal_update(session->journal, &session->console);

	if (trouble)
		rk_out_line(out, trouble, ".");
}

static const char *save_open(void *self, const char *name, struct rk_out *out)
{
	struct console_session *session = self;

	return host_files_save_open(&session->files, name, out);
}

static const char *save_close(void *self)
{
	return host_files_save_close(&((struct console_session *)self)->files);
}

static const char *save_place(void *self, const char *name, bool *is_there)
{
	struct console_session *session = self;
	const char *place =
		host_files_save_place(&session->files, name, is_there);

	return session->console.look.drawing == RK_DRAW_PLAIN ? name : place;
}

static const char *load(void *self, const char *name, const char **text,
			size_t *length)
{
	struct console_session *session = self;

	return host_files_load(&session->files, name, text, length);
}

static enum rk_signal poll(void *self, uint64_t nodes)
{
	struct console_session *session = self;

	(void)nodes;
	return host_play_poll(&session->play);
}

static bool put_aside(void *self)
{
	return host_journal_put_aside(
		((struct console_session *)self)->journal);
}

static int kept(void *self, const struct rk_out *out)
{
	return host_journal_kept(((struct console_session *)self)->journal,
				 out);
}

static const char *resume_kept(void *self, int number)
{
	struct console_session *session = self;
	const char *skipped;

	if (host_journal_resume(session->journal, &session->console, number))
		return NULL;
	skipped = host_journal_skipped(session->journal);
	return skipped ? skipped : "it cannot be read";
}

static void thinking(void *self, const struct rk_info *info)
{
	struct console_session *session = self;

	host_watch_think(&session->play, info);
}

static bool zoom(void *self, int factor)
{
	struct console_session *session = self;

	return host_beside_zoom(&session->play.beside, factor);
}

static void ring(void *self)
{
	(void)self;
	host_term_write("\a", 1);
}

static bool set_up(struct console_session *session)
{
	struct rk_event *log = calloc(FIRST_LOG, sizeof(*log));

	session->journal = host_journal_open();
	if (!log || !session->journal) {
		free(log);
		return false;
	}
	session->platform = (struct rk_platform){
		.self = session,
		.write = print,
		.now_us = host_now_us,
		.today = host_today,
		.random = get_random,
		.memory = &session->scratch,
		.memory_size = sizeof(session->scratch),
		.changed = changed,
		.grow = host_files_grow,
		.put_aside = put_aside,
		.kept = kept,
		.resume = resume_kept,
		.save_open = save_open,
		.save_close = save_close,
		.save_place = save_place,
		.load = load,
	};
	host_levels_open(&session->levels, &session->platform);
	host_external_open(&session->external, &session->levels.player,
			   &session->platform);
	rk_thinker_init(&session->thinker, &session->platform);
	rk_console_new(&session->console, &session->platform,
		       &session->external.player,
		       session->platform.engine ? &session->thinker : NULL, log,
		       FIRST_LOG);
	return true;
}

/* What is said before the screen is there is shown on it. */
static void set_up_terminal(struct console_session *session)
{
	session->platform.poll = poll;
	session->platform.thinking = thinking;
	session->platform.ring = ring;
	session->platform.zoom = zoom;
	session->console.look.drawing = RK_DRAW_RICH;
	session->play.is_new = host_start_is_new(&session->start);
	session->play.asks_players = !session->play.is_new;
	host_play_prepare(&session->play, &session->console);
}

static void end(struct console_session *session)
{
	const char *trouble;

	rk_console_end(&session->console);
	trouble = host_journal_finish(session->journal, &session->console);
	if (trouble)
		printf("%s.\n", trouble);
}

/* A person at a terminal that cannot move its cursor, or nobody knows how. */
static bool has_prompt(const struct console_session *session)
{
	return !session->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static void show_prompt(const struct console_session *session)
{
	if (has_prompt(session))
		printf("%s> ", rk_panel_prompt(&session->console));
	fflush(stdout);
}

/*
 * The first line tells whether a program is there, and which protocol it
 * speaks.
 */
static enum host_exit play_plain(struct console_session *session)
{
	const struct host_protocol *protocol = NULL;
	enum host_exit status = HOST_OK;
	char *line = NULL;
	size_t size = 0;
	ssize_t length = 0;
	bool first = !session->resume, more = true;
	struct rk_word rest;

	if (session->resume) {
		rk_console_show(&session->console);
	} else if (!session->plain && isatty(STDIN_FILENO)) {
		puts("Rookery. game human computer starts a game, help lists "
		     "the commands, quit ends.");
	}
	show_prompt(session);
	while (more && (length = host_read_line(&line, &size)) >= 0) {
		if (length > 0 && line[length - 1] == '\n')
			line[--length] = '\0';
		protocol = first ? host_find_protocol(line) : NULL;
		if (protocol)
			break;
		rest = (struct rk_word){line, (size_t)length};
		first = first && !rk_word_take(&rest).length;
		more = rk_console_line(&session->console, line, (size_t)length);
		if (more)
			show_prompt(session);
		if (ferror(stdout))
			break;
	}
	if (length < 0 && has_prompt(session))
		putchar('\n'); /* the line that was not typed */
	if (protocol)
		status = protocol->speak(line);
	else
		end(session);
	free(line);
	return host_read_failed(length) ? HOST_FAILED : status;
}

static bool take_seed(struct console_session *session, const char *word)
{
	char *end;

	session->has_seed = *word >= '0' && *word <= '9';
	if (session->has_seed)
		session->seed = strtoull(word, &end, 10);
	if (session->has_seed && !*end)
		return true;
	host_refuse("--seed needs a number");
	return false;
}

/* The words that `resume` takes too; as host_start_take(). */
static int take_option(struct console_session *session, int count, char **words)
{
	if (!strcmp(words[0], "--plain")) {
		session->plain = true;
		return 1;
	}
	if (!strcmp(words[0], "--ascii")) {
		session->letters = true;
		return 1;
	}
	if (!strcmp(words[0], "--window")) {
		session->play.wants_window = true;
		return 1;
	}
	if (!strcmp(words[0], "--no-mouse")) {
		session->play.no_mouse = true;
		return 1;
	}
	if (!strcmp(words[0], "--seed"))
		return take_seed(session, count > 1 ? words[1] : "") ? 2 : -1;
	return 0;
}

static int take_file(struct console_session *session, char *word)
{
	if (!host_start_is_file(word))
		return 0;
	if (session->start.file) {
		host_refuse("play takes one FILE");
		return -1;
	}
	session->start.file = word;
	return 1;
}

/* Which of the games that were left, as the console counts them. */
static int take_number(struct console_session *session, const char *word)
{
	if (*word < '1' || *word > '9' || word[1])
		return 0;
	session->number = *word - '0';
	return 1;
}

static bool take_options(struct console_session *session, int count,
			 char **words)
{
	for (int taken; count > 0; count -= taken, words += taken) {
		taken = take_option(session, count, words);
		if (!taken && session->resume)
			taken = take_number(session, words[0]);
		if (!taken && !session->resume)
			taken = host_start_take(&session->start, count, words);
		if (!taken && !session->resume)
			taken = take_file(session, words[0]);
		if (!taken)
			host_refuse("%s has no option \"%s\"",
				    session->resume ? "resume" : "play",
				    words[0]);
		if (taken <= 0)
			return false;
	}
	return true;
}

/* Also reports a game that was skipped, which may be the one that was meant. */
static bool resume(struct console_session *session)
{
	bool found = host_journal_resume(session->journal, &session->console,
					 session->number);
	const char *skipped = host_journal_skipped(session->journal);

	if (!found && !skipped && session->number > 1)
		host_refuse("there is no unfinished game %d", session->number);
	else if (!found && !skipped)
		host_refuse("there is no unfinished game");
	else if (!found)
		host_refuse("there is no unfinished game that can be read: %s",
			    skipped);
	else if (skipped)
		fprintf(stderr, "rookery: %s\n", skipped);
	return found;
}

/* A file that cannot be loaded is no wrong usage. */
static enum host_exit begin(struct console_session *session)
{
	if (session->resume)
		return resume(session) ? HOST_OK : HOST_FAILED;
	if (!host_start_apply(&session->start, &session->console))
		return HOST_USAGE;
	if (session->start.file &&
	    !host_start_load(&session->start, &session->console))
		return HOST_FAILED;
	return HOST_OK;
}

static enum host_exit play(struct console_session *session, int count,
			   char **words)
{
	enum host_exit status;
	bool plain;

	if (!take_options(session, count, words))
		return HOST_USAGE;
	if (!set_up(session)) {
		fprintf(stderr, "rookery: not enough memory\n");
		return HOST_FAILED;
	}
	plain = session->plain || !host_term_is_there();
	if (!plain)
		set_up_terminal(session);
	else if (session->play.wants_window)
		fprintf(stderr, "rookery: no window: --window is for a "
				"terminal\n");
	status = begin(session);
	if (status == HOST_OK)
		status = plain ? play_plain(session)
			       : host_play(&session->play, &session->console,
					   session->journal, session->letters);
	host_journal_close(session->journal);
	free(session->console.game.log);
	host_files_free(&session->files);
	host_external_close(&session->external);
	host_levels_close(&session->levels);
	host_term_obey();
	return status;
}

enum host_exit host_console(int count, char **words)
{
	static struct console_session session; /* too large for a stack */

	return play(&session, count, words);
}

enum host_exit host_resume(int count, char **words)
{
	static struct console_session session = {.resume = true};

	return play(&session, count, words);
}
