/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Switches of a terminal: whether the computer's thoughts are shown, and
 * whether the bell rings when it has moved. They are off at first, and refused
 * where the port can do neither. Chips go without.
 */
#include "proto/console.h"

/* on or off; without a word, what it is. */
static void set_switch(struct rk_console *console, const struct rk_line *line,
		       const char *what, uint8_t *state)
{
	static const char *const names[] = {"off", "on"};
	int found = *state;

	if (line->count > 1)
		found = rk_word_pick(line->words[1], names, 2);
	if (found < 0) {
		rk_console_say(console, "Expected on or off.");
		return;
	}
	*state = (uint8_t)found;
	rk_console_say(console, what, " ", names[found], ".");
}

void rk_console_watch(struct rk_console *console, const struct rk_line *line)
{
	if (console->platform->thinking)
		set_switch(console, line, "Watch", &console->look.watch);
	else
		rk_console_say(console, "Thoughts are not shown here.");
}

void rk_console_bell(struct rk_console *console, const struct rk_line *line)
{
	if (console->platform->ring)
		set_switch(console, line, "Bell", &console->look.bell);
	else
		rk_console_say(console, "There is no bell here.");
}

void rk_console_ring(const struct rk_console *console)
{
	const struct rk_platform *platform = console->platform;

	if (console->look.bell && platform->ring)
		platform->ring(platform->self);
}
