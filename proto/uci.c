/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * UCI: the table of commands and the dispatcher. As the protocol demands,
 * unknown words at the start of a line are skipped, and what cannot be
 * understood is ignored.
 *
 * Invariant: while the engine thinks, only commands marked for that are
 * executed; the others are refused with a line and change nothing. So the task
 * and the options stay as they are until the answer.
 */
#include "proto/uci.h"

enum when {
	ANY_TIME,
	WITH_SCRATCH, /* not while the engine uses the scratch memory */
	AT_REST,      /* not while the engine thinks */
};

struct uci_command {
	const char *name;
	const char *args;
	const char *help;
	enum when when;
	void (*run)(struct rk_uci *uci, struct rk_word rest); /* NULL: quit */
};

void rk_uci_enter(struct rk_uci *uci)
{
	if (uci->platform->lock)
		uci->platform->lock(uci->platform->self);
}

void rk_uci_leave(struct rk_uci *uci)
{
	if (uci->platform->unlock)
		uci->platform->unlock(uci->platform->self);
}

void rk_uci_say_parts(struct rk_uci *uci, struct rk_word word,
		      const char *const *parts)
{
	const struct rk_out *out = &uci->out;

	rk_out_text(out, "info string ");
	rk_out_parts(out, parts);
	if (word.text)
		rk_out_word(out, word);
	rk_out_char(out, '\n');
}

struct rk_word rk_uci_take_until(struct rk_word *rest, const char *name,
				 struct rk_word *next)
{
	struct rk_word taken;

	*next = rk_word_take(rest);
	taken = (struct rk_word){next->text, 0};
	while (next->length && !rk_word_is(*next, name)) {
		taken.length = (size_t)(next->text - taken.text) + next->length;
		*next = rk_word_take(rest);
	}
	return taken;
}

static void uci_command(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_out *out = &uci->out;

	(void)rest;
	rk_out_line(out, "id name Rookery " RK_VERSION);
	rk_out_line(out, "id author the Rookery developers");
	rk_uci_options(uci);
	rk_out_line(out, "uciok");
}

void rk_uci_prepare(struct rk_uci *uci)
{
	const struct rk_thinker *thinker = uci->thinker;

	if (uci->thinking || !thinker->prepare)
		return;
	rk_uci_leave(uci);
	thinker->prepare(thinker->self, rk_uci_rules(uci));
	rk_uci_enter(uci);
}

static void is_ready(struct rk_uci *uci, struct rk_word rest)
{
	(void)rest;
	rk_uci_prepare(uci);
	rk_out_line(&uci->out, "readyok");
}

static void new_game(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_thinker *thinker = uci->thinker;

	(void)rest;
	rk_uci_leave(uci);
	thinker->forget(thinker->self);
	rk_uci_enter(uci);
	rk_uci_prepare(uci);
}

static void stop(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_thinker *thinker = uci->thinker;

	(void)rest;
	if (!uci->thinking)
		return;
	rk_uci_leave(uci);
	thinker->stop(thinker->self);
	rk_uci_enter(uci);
}

static void ponder_hit(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_thinker *thinker = uci->thinker;

	(void)rest;
	if (!uci->thinking || !uci->task.ponder)
		return;
	uci->task.ponder = false;
	rk_uci_leave(uci);
	thinker->ponderhit(thinker->self);
	rk_uci_enter(uci);
}

static void debug(struct rk_uci *uci, struct rk_word rest)
{
	struct rk_word word = rk_word_take(&rest);

	if (rk_word_is(word, "on"))
		uci->debug = true;
	else if (rk_word_is(word, "off"))
		uci->debug = false;
	else
		rk_uci_say(uci, word, "debug is on or off, not ");
}

/* There is nothing to register. */
static void accept(struct rk_uci *uci, struct rk_word rest)
{
	(void)uci;
	(void)rest;
}

static void help(struct rk_uci *uci, struct rk_word rest);

static const struct uci_command commands[] = {
	{"uci", "", "who this is and which options there are", ANY_TIME,
	 uci_command},
	{"isready", "", "answer readyok", ANY_TIME, is_ready},
	{"setoption", "name N [value V]", "set an option", AT_REST,
	 rk_uci_set_option},
	{"ucinewgame", "", "forget the game before", AT_REST, new_game},
	{"position", "startpos [NAME]|fen F|fen4 F [moves ...]",
	 "set up a position; NAME and fen4 are for four players", AT_REST,
	 rk_uci_position},
	{"go", "[limits]",
	 "think: depth N, nodes N, movetime N, mate N, wtime N "
	 "btime N winc N binc N movestogo N, searchmoves ..., infinite, ponder, "
	 "perft N; four clocks are rtime btime ytime gtime, rinc and so on",
	 AT_REST, rk_uci_go},
	{"stop", "", "answer now", ANY_TIME, stop},
	{"ponderhit", "", "the expected move was played", ANY_TIME, ponder_hit},
	{"debug", "on|off", "say what is ignored", ANY_TIME, debug},
	{"register", "...", "accepted", ANY_TIME, accept},
	{"d", "", "show the position", WITH_SCRATCH, rk_uci_show},
	{"eval", "", "what it is worth without looking ahead", AT_REST,
	 rk_uci_evaluate},
	{"perft", "N", "count the positions after N plies", AT_REST,
	 rk_uci_perft},
	{"bench", "[depth]", "search the bench positions", AT_REST,
	 rk_uci_bench},
	{"help", "", "print this list", ANY_TIME, help},
	{"quit", "", "leave", ANY_TIME, NULL},
};

static void help(struct rk_uci *uci, struct rk_word rest)
{
	const struct rk_out *out = &uci->out;

	(void)rest;
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		rk_out_line(out, commands[i].name, *commands[i].args ? " " : "",
			    commands[i].args, ": ", commands[i].help);
}

static const struct uci_command *find(struct rk_word word)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (rk_word_is(word, commands[i].name))
			return &commands[i];
	return NULL;
}

/* Finds the first command in a line; *rest becomes its arguments. */
static const struct uci_command *take_command(struct rk_word *rest)
{
	const struct uci_command *command = NULL;
	struct rk_word word;

	do {
		word = rk_word_take(rest);
		command = find(word);
	} while (!command && word.length);
	return command;
}

static bool has_to_wait(const struct rk_uci *uci,
			const struct uci_command *command)
{
	return uci->thinking &&
	       command->when >=
		       (uci->thinker->in_memory ? WITH_SCRATCH : AT_REST);
}

static void run(struct rk_uci *uci, const struct uci_command *command,
		struct rk_word rest, struct rk_word line)
{
	if (command && has_to_wait(uci, command))
		rk_uci_say(uci, rk_uci_no_word(), "thinking; stop it before ",
			   command->name);
	else if (command)
		command->run(uci, rest);
	else if (uci->debug && line.length)
		rk_uci_say(uci, line, "ignored: ");
}

/* The number of move lists for perft behind the scratch memory. */
static uint8_t plies_of(const struct rk_platform *platform)
{
	size_t plies = 0;

	if (platform->memory_size > RK_UCI_MEMORY(0))
		plies = (platform->memory_size - RK_UCI_MEMORY(0)) /
			(RK_UCI_MEMORY(1) - RK_UCI_MEMORY(0));
	return (uint8_t)(plies < RK_MAX_PLY ? plies : RK_MAX_PLY);
}

void rk_uci_new(struct rk_uci *uci, const struct rk_platform *platform,
		const struct rk_thinker *thinker)
{
	memset(uci, 0, sizeof(*uci));
	uci->platform = platform;
	uci->thinker = thinker;
	uci->out = (struct rk_out){platform->write, platform->self};
	uci->perft_plies = plies_of(platform);
	uci->listener = (struct rk_listener){uci, rk_uci_info, rk_uci_answer};
	rk_uci_reset_options(uci);
	rk_uci_start(uci);
}

static void quit(struct rk_uci *uci)
{
	rk_uci_enter(uci);
	stop(uci, rk_uci_no_word());
	rk_uci_leave(uci);
}

void rk_uci_end(struct rk_uci *uci)
{
	const struct rk_thinker *thinker = uci->thinker;
	bool awaits;

	rk_uci_enter(uci);
	awaits = uci->thinking && rk_task_ends(&uci->task) && thinker->wait;
	rk_uci_leave(uci);
	if (awaits)
		thinker->wait(thinker->self);
	quit(uci);
}

bool rk_uci_line(struct rk_uci *uci, const char *text, size_t length)
{
	const struct rk_word line = {text, length};
	struct rk_word rest = line;
	const struct uci_command *command = take_command(&rest);

	if (command && !command->run) {
		quit(uci);
		return false;
	}
	rk_uci_enter(uci);
	run(uci, command, rest, line);
	rk_uci_leave(uci);
	return true;
}
