/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Leaving a game without ending it: for a new one, for set-up mode, or for one
 * that was left before. What is left counts for no score. Whether it can be
 * continued depends on the platform; a question says so first.
 */
#include "proto/console.h"

/* A game without a move may go without a question. */
void rk_console_ask_leave(struct rk_console *console, enum rk_console_asked why)
{
	console->asked = (uint8_t)why;
	if (rk_game_plies(&console->game))
		rk_console_say(console, "Leave this game? ",
			       console->platform->put_aside
				       ? "It is kept for resume."
				       : "It is not kept.",
			       " yes leaves it, no plays on.");
	else
		rk_console_leave(console);
}

void rk_console_leave(struct rk_console *console)
{
	bool sets_up = console->asked == RK_ASKED_SETUP;

	console->asked = RK_ASKED_NOTHING;
	if (rk_game_plies(&console->game))
		rk_console_put_aside(console);
	console->agreed = 0;
	console->has_game = false;
	if (sets_up)
		rk_console_setup_from_game(console);
	else
		rk_console_show(console);
	rk_console_changed(console);
}

void rk_console_new_game(struct rk_console *console, const struct rk_line *line)
{
	if (rk_console_state(console) == RK_CONSOLE_GAME)
		rk_console_ask_leave(console, RK_ASKED_NEW);
	else
		rk_console_game(console, line);
}

#ifdef RK_NO_FILES

/* A machine without files keeps no game but the one that runs. */
void rk_console_put_aside(struct rk_console *console)
{
	(void)console;
}

void rk_console_resume(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	rk_console_say(console, "No game is kept.");
}

#else

void rk_console_put_aside(struct rk_console *console)
{
	const struct rk_platform *platform = console->platform;

	if (platform->put_aside && platform->put_aside(platform->self))
		rk_console_say(console,
			       "The game is kept; resume goes on with it.");
	else if (platform->put_aside)
		rk_console_say(console, "The game could not be kept.");
}

void rk_console_resume(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_platform *platform = console->platform;
	int games = platform->kept ? platform->kept(platform->self, NULL) : 0;
	bool was_running = rk_console_state(console) == RK_CONSOLE_GAME;
	const char *problem;
	uint32_t number = 1;

	if (!games) {
		rk_console_say(console, "No game is kept.");
	} else if (line->count == 1 && games > 1) {
		platform->kept(platform->self, &console->out);
		rk_console_say(console, "resume N goes on with one of them.");
	} else if (line->count > 1 &&
		   !rk_word_number(line->words[1], 1, (uint32_t)games,
				   &number)) {
		rk_console_say(console, "Expected a game from 1 to ",
			       rk_number((uint32_t)games).text, ".");
	} else {
		problem = platform->resume(platform->self, (int)number);
		if (problem) {
			rk_console_say(console, "Not resumed: ", problem, ".");
			return;
		}
		if (was_running)
			rk_console_say(console, "The other game is kept.");
		if (console->look.drawing == RK_DRAW_RICH)
			rk_console_turn_board(console);
		rk_console_show(console);
	}
}

#endif
