/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console: one line in, a command found in the table, its function
 * called. A line is looked at in this order: the name of a command; a legal
 * move; the beginning of a name that is the beginning of no other; a move
 * that is not legal; and at last a typing error. So a move is never taken for
 * an abbreviation. The table is in console_table.c, the commands are in the
 * others.
 */
#include "proto/console.h"

#define FRIENDLY_LEVEL 2

enum rk_console_state rk_console_state(const struct rk_console *console)
{
	if (console->in_setup)
		return RK_CONSOLE_SETUP;
	if (!console->has_game)
		return RK_CONSOLE_IDLE;
	return rk_game_is_over(&console->game) ? RK_CONSOLE_OVER
					       : RK_CONSOLE_GAME;
}

void rk_console_new(struct rk_console *console,
		    const struct rk_console_port *port,
		    const struct rk_player *player, struct rk_event *log,
		    uint32_t capacity)
{
	memset(console, 0, sizeof(*console));
	console->port = port;
	console->player = player;
	console->rules = &rk_rules_standard;
	console->look.zoom = 1;
	console->level = (uint8_t)(player->levels < FRIENDLY_LEVEL
					   ? player->levels
					   : FRIENDLY_LEVEL);
	rk_game_new(&console->game, console->rules, NULL, log, capacity);
	console->rules->start(&console->next_start, 0);
}

/* Why a command, or a move, cannot be given now. */
static const char *refusal(unsigned int states, enum rk_console_state state)
{
	if (state == RK_CONSOLE_SETUP)
		return "This is set-up mode; done leaves it.";
	if (states == RK_CONSOLE_SETUP)
		return "This is for set-up mode; setup enters it.";
	if (state == RK_CONSOLE_GAME)
		return "A game is running; finish it first, or resign.";
	if (state == RK_CONSOLE_OVER)
		return "The game is over; game starts another.";
	return "No game is running; game starts one.";
}

static void say_usage(const struct rk_console *console,
		      const struct rk_command *command)
{
	rk_console_say(console, "Expected: ", command->name,
		       *command->args ? " " : "", command->args, ".");
}

static bool run(struct rk_console *console, const struct rk_command *command,
		const struct rk_line *line)
{
	enum rk_console_state state = rk_console_state(console);

	command = rk_command_for(command, state);
	if (!(command->states & state)) {
		rk_console_say(console,
			       refusal(rk_command_states(command), state));
	} else if (line->count - 1 < command->least ||
		   (command->most != RK_ALL_WORDS &&
		    line->count - 1 > command->most)) {
		say_usage(console, command);
	} else {
		command->run(console, line);
		return command->run != rk_console_quit;
	}
	return true;
}

/* Where no game runs a move can still be told from something else. */
static enum rk_notation_error read_move(const struct rk_console *console,
					const char *text, size_t length)
{
	const struct rk_game *game = &console->game;
	union rk_any_pos *pos = &console->port->desk->pos;
	rk_any_move move;

	if (rk_console_state(console) == RK_CONSOLE_GAME)
		return game->rules->read_move(&move, &game->pos, text, length);
	/* What is being set up is no position yet. */
	if (console->in_setup)
		console->rules->start(pos, console->start);
	else
		*pos = console->next_start;
	return console->rules->read_move(&move, pos, text, length);
}

static void play(struct rk_console *console, const char *text, size_t length)
{
	enum rk_console_state state = rk_console_state(console);

	if (state == RK_CONSOLE_GAME)
		rk_console_play_text(console, text, length);
	else
		rk_console_say(console, refusal(RK_CONSOLE_GAME, state));
}

static bool do_line(struct rk_console *console, const char *typed,
		    size_t typed_length)
{
	struct rk_line line;
	const struct rk_command *command;
	char text[2 * RK_MOVE_TEXT_SIZE];
	enum rk_notation_error error;
	size_t length;
	int found;

	rk_line_split(&line, typed, typed_length);
	if (!line.count)
		return true;
	command = rk_command_find(line.words[0]);
	if (command)
		return run(console, command, &line);
	length = rk_line_join(&line, 0, text, sizeof(text));
	error = read_move(console, text, length);
	found = rk_command_complete(line.words[0], &command);
	if (error && found == 1)
		return run(console, command, &line);
	if (error != RK_NOTATION_SYNTAX)
		play(console, text, length);
	else
		rk_command_hint(console, line.words[0]);
	return true;
}

bool rk_console_line(struct rk_console *console, const char *line,
		     size_t length)
{
	bool more;

	rk_console_check_clock(console);
	rk_console_let_kings_walk(console);
	more = do_line(console, line, length);
	rk_console_let_kings_walk(console);
	return more;
}
