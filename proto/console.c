/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console's dispatcher: one line in, its command's function called. A line
 * is matched in this order: the name of a command; a legal move; an unambiguous
 * beginning of a name; an illegal move; and at last a typing error. So a move
 * is never taken for an abbreviation. The table is in console_table.c, the
 * commands are in the other files.
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
		    const struct rk_platform *platform,
		    const struct rk_player *player,
		    const struct rk_thinker *thinker, struct rk_event *log,
		    uint32_t capacity)
{
	memset(console, 0, sizeof(*console));
	console->platform = platform;
	console->out = (struct rk_out){platform->write, platform->self};
	console->player = player;
	console->thinker = thinker;
	console->rules = &rk_rules_standard;
	console->look.zoom = 1;
	console->level = (uint8_t)(player->levels < FRIENDLY_LEVEL
					   ? player->levels
					   : FRIENDLY_LEVEL);
	rk_game_new(&console->game, console->rules, NULL, log, capacity);
	console->rules->start(&console->next_start, 0);
}

/* Why a command or a move is not allowed now. */
static const char *refusal(unsigned int states, enum rk_console_state state)
{
	if (state == RK_CONSOLE_SETUP)
		return "This is set-up mode; done leaves it.";
	if (states == RK_CONSOLE_SETUP)
		return "This is for set-up mode; setup enters it.";
	if (state == RK_CONSOLE_GAME)
		return "A game is running; finish it first, or resign; new "
		       "leaves it.";
	if (state == RK_CONSOLE_OVER)
		return "The game is over; game starts another.";
	return "No game is running; game starts one.";
}

void rk_console_refuse(const struct rk_console *console, unsigned int states)
{
	rk_console_say(console, refusal(states, rk_console_state(console)));
}

static bool fits(const struct rk_command *command, int words)
{
	return words >= command->least &&
	       (command->most == RK_ALL_WORDS || words <= command->most);
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
	int words = line->count - 1;
	unsigned int states = rk_command_states(command, words);

	command = rk_command_for(command, state);
	if (command->run != rk_console_yes && command->run != rk_console_no)
		console->asked = RK_ASKED_NOTHING;
	if (!(command->states & state) ||
	    (!(states & state) && state != RK_CONSOLE_SETUP)) {
		rk_console_refuse(console, states);
	} else if (!fits(command, words)) {
		say_usage(console, command);
	} else {
		command->run(console, line);
		return command->run != rk_console_quit;
	}
	return true;
}

/*
 * In a game, or on a board where one can begin. Elsewhere a move can still be
 * told from something else.
 */
static void read_move(struct rk_typed_move *typed, const struct rk_line *line,
		      int first, const struct rk_console *console)
{
	const struct rk_game *game = &console->game;

	if (rk_console_state(console) == RK_CONSOLE_GAME)
		rk_typed_read(typed, line, first, game->rules, &game->pos);
	else
		rk_typed_read(typed, line, first, console->rules,
			      rk_console_is_fresh(console)
				      ? &console->next_start
				      : NULL);
}

static void play(struct rk_console *console, const struct rk_typed_move *typed)
{
	console->asked = RK_ASKED_NOTHING;
	if (typed->error == RK_NOTATION_SYNTAX) {
		rk_typed_explain(&console->out, typed, console->rules);
		rk_console_say(console, "");
	} else if (rk_console_state(console) == RK_CONSOLE_GAME ||
		   rk_console_is_fresh(console)) {
		rk_console_play_typed(console, typed);
	} else {
		rk_console_refuse(console, RK_CONSOLE_GAME);
	}
}

void rk_console_play_line(struct rk_console *console,
			  const struct rk_line *line, int first)
{
	struct rk_typed_move typed;

	read_move(&typed, line, first, console);
	play(console, &typed);
}

/* Tries the meanings of a line in the order given at the top. */
static bool do_line(struct rk_console *console, const char *text, size_t length)
{
	struct rk_line line;
	const struct rk_command *command;
	struct rk_typed_move typed;
	int found;

	rk_line_split(&line, text, length);
	if (!line.count || rk_console_promote(console, &line))
		return true;
	rk_console_forget_save(console);
	command = rk_command_find(line.words[0]);
	if (command)
		return run(console, command, &line);
	read_move(&typed, &line, 0, console);
	found = rk_command_complete(line.words[0], &command);
	if (typed.error && found == 1)
		return run(console, command, &line);
	if (typed.error != RK_NOTATION_SYNTAX || typed.shape != RK_TYPED_OTHER)
		play(console, &typed);
	else
		rk_command_hint(console, line.words[0]);
	return true;
}

bool rk_console_line(struct rk_console *console, const char *line,
		     size_t length)
{
	bool more;

	rk_console_light_none(console);
	rk_console_check_clock(console);
	rk_console_let_kings_walk(console);
	more = do_line(console, line, length);
	rk_console_let_kings_walk(console);
	return more;
}
