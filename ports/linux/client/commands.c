/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of commands, and the dispatcher. A line that begins with two digits
 * goes to the device unchanged. Otherwise it is matched in this order: the name
 * of a command, a legal move, the beginning of a name, an illegal move, and at
 * last a typing error. So a move is never taken for an abbreviation.
 */
#include <stdio.h>
#include <string.h>

#include "ports/linux/client/client.h"

#define ALL_WORDS 255 /* any number of them */

struct ctl_command {
	const char *name;
	const char *args;
	const char *help; /* NULL: another name for the row above */
	enum { ANYWHERE, IN_GAME, AT_TERMINAL } where;
	int most; /* words after the name, or ALL_WORDS */
	int least;
	ctl_run *run;
};

static enum ctl_exit help(struct ctl_client *client, const struct rk_line *line)
{
	(void)client;
	(void)line;
	ctl_print_commands(stdout);
	return CTL_OK;
}

static enum ctl_exit leave(struct ctl_client *client,
			   const struct rk_line *line)
{
	(void)line;
	client->is_leaving = true;
	return CTL_OK;
}

static const struct ctl_command commands[] = {
	{"new", "[white|black|two]",
	 "a new game: your colour against the computer, or two humans",
	 ANYWHERE, 1, 0, ctl_new},
	{"move", "[e2 e4]", "move; alone, the computer moves", ANYWHERE,
	 ALL_WORDS, 0, ctl_move},
	{"undo", "[N]", "take back your last move, or N of them", IN_GAME, 1, 0,
	 ctl_undo},
	{"takeback", "[N]", NULL, IN_GAME, 1, 0, ctl_undo},
	{"draw", "", "claim a draw, offer one, or agree to one", ANYWHERE, 0, 0,
	 ctl_draw},
	{"resign", "", "give up", ANYWHERE, 0, 0, ctl_resign},
	{"level", "[N]", "how strong the computer is", ANYWHERE, 1, 0,
	 ctl_level},
	{"board", "", "show the board", ANYWHERE, 0, 0, ctl_board},
	{"flip", "", "turn it around", ANYWHERE, 0, 0, ctl_flip},
	{"zoom", "[N]", "how large it is", AT_TERMINAL, 1, 0, ctl_zoom},
	{"theme", "[NAME]", "its colours", AT_TERMINAL, 1, 0, ctl_theme},
	{"moves", "[e2]", "the legal moves", IN_GAME, 1, 0, ctl_moves},
	{"history", "", "the moves so far, also: score", IN_GAME, 0, 0,
	 ctl_history},
	{"score", "", NULL, IN_GAME, 0, 0, ctl_history},
	{"fen", "", "the position in FEN", IN_GAME, 0, 0, ctl_fen},
	{"save", "FILE", "keep the game, as one line", IN_GAME, ALL_WORDS, 1,
	 ctl_save},
	{"load", "FILE", "go on with a game that was kept", ANYWHERE, ALL_WORDS,
	 1, ctl_load},
	{"help", "", "this table", ANYWHERE, 0, 0, help},
	{"?", "", NULL, ANYWHERE, 0, 0, help},
	{"exit", "", "leave, also: quit, Ctrl-D; the game stays in the device",
	 ANYWHERE, 0, 0, leave},
	{"quit", "", NULL, ANYWHERE, 0, 0, leave},
};

#define COMMANDS ((int)(sizeof(commands) / sizeof(commands[0])))

void ctl_print_commands(FILE *to)
{
	fprintf(to, "  %-22s%s\n", "e2 e4, e2e4, Nf3, O-O", "a move");
	for (int i = 0; i < COMMANDS; i++) {
		const struct ctl_command *row = &commands[i];
		int left = 21 - (int)strlen(row->name);

		if (row->help)
			fprintf(to, "  %s %-*s%s\n", row->name, left, row->args,
				row->help);
	}
	fprintf(to, "  %-22s%s\n", "00 to 09",
		"a command of the device, sent as it is: 02 WPe2-e4");
}

static const struct ctl_command *find(struct rk_word word)
{
	for (int i = 0; i < COMMANDS; i++)
		if (rk_word_is(word, commands[i].name))
			return &commands[i];
	return NULL;
}

/* The only command that begins like this, or NULL. */
static const struct ctl_command *find_beginning(struct rk_word word)
{
	const struct ctl_command *found = NULL;

	for (int i = 0; i < COMMANDS; i++) {
		if (!rk_word_begins(word, commands[i].name))
			continue;
		if (found)
			return NULL;
		found = &commands[i];
	}
	return found;
}

static enum ctl_exit explain_word(struct rk_word word)
{
	struct host_text shown = {NULL, 0, 0};
	const struct rk_out out = host_text_out(&shown);
	const struct ctl_command *nearest = commands;

	for (int i = 1; i < COMMANDS; i++)
		if (rk_word_distance(word, commands[i].name) <
		    rk_word_distance(word, nearest->name))
			nearest = &commands[i];
	rk_out_word(&out, word);
	if (rk_word_resembles(word, nearest->name))
		host_text_format(&shown, "; did you mean %s?", nearest->name);
	else
		host_text_put(&shown, "; help lists all");
	ctl_complain(CTL_USAGE, "unknown command %.*s", (int)shown.length,
		     shown.bytes);
	host_text_free(&shown);
	return CTL_USAGE;
}

static enum ctl_exit run(struct ctl_client *client,
			 const struct ctl_command *command,
			 const struct rk_line *line)
{
	int words = line->count - 1;

	if (words < command->least ||
	    (command->most != ALL_WORDS && words > command->most))
		return ctl_complain(CTL_USAGE, "expected: %s%s%s",
				    command->name, *command->args ? " " : "",
				    command->args);
	if (command->where == AT_TERMINAL && !client->is_typed)
		return ctl_complain(CTL_USAGE, "%s is for a terminal",
				    command->name);
	if (command->where == IN_GAME && !client->console.has_game)
		return ctl_complain(CTL_REFUSED,
				    "there is no game; new starts one");
	return command->run(client, line);
}

static enum ctl_exit do_words(struct ctl_client *client,
			      const struct rk_line *line)
{
	const struct ctl_command *command = find(line->words[0]);
	struct rk_typed_move typed;

	if (command)
		return run(client, command, line);
	ctl_read_move(client, &typed, line, 0);
	command = find_beginning(line->words[0]);
	if (typed.error && command)
		return run(client, command, line);
	if (typed.error != RK_NOTATION_SYNTAX || typed.shape != RK_TYPED_OTHER)
		return ctl_play_typed(client, &typed);
	return explain_word(line->words[0]);
}

/* Sends the typed text and shows the answer. */
static enum ctl_exit do_raw(struct ctl_client *client, const char *text,
			    size_t length)
{
	switch (ctl_device_talk(&client->device, text, length)) {
	case CTL_STOPPED:
		return ctl_complain(CTL_REFUSED, "stopped");
	case CTL_BROKEN:
		return CTL_USAGE;
	default:
		fwrite(ctl_answer(&client->device), 1,
		       client->device.answer.length, stdout);
		putchar('\n');
		return ctl_answer_refuses(&client->device) ? CTL_REFUSED
							   : CTL_OK;
	}
}

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

enum ctl_exit ctl_line(struct ctl_client *client, const char *text,
		       size_t length)
{
	struct rk_line line;

	if (length >= 2 && is_digit(text[0]) && is_digit(text[1]))
		return do_raw(client, text, length);
	rk_line_split(&line, text, length);
	if (!line.count || *line.words[0].text == '#')
		return CTL_OK;
	return ctl_refresh(client) ? do_words(client, &line) : CTL_USAGE;
}

static bool begins(const char *text, const char *prefix, size_t length)
{
	return strncmp(text, prefix, length) == 0;
}

void ctl_complete(struct ctl_client *client, const char *prefix, size_t length,
		  void (*offer)(void *self, const char *word), void *self)
{
	for (int i = 0; i < COMMANDS; i++)
		if (begins(commands[i].name, prefix, length))
			offer(self, commands[i].name);
	if (client->turn == CTL_HUMAN && length)
		rk_console_complete_moves(&client->console, prefix, length,
					  offer, self);
}
