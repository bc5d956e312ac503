/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Who plays in a seat of the running game, and programs of others that play
 * instead of a level. The player of the port starts them; here they are words,
 * numbers and messages. A program that fails loses neither the game nor its
 * seat: it waits until somebody says what to do.
 */
#include "proto/console.h"

static const struct rk_programs *programs_of(const struct rk_console *console)
{
	return console->player->programs;
}

static bool is_program(const struct rk_console *console, int seat)
{
	return rk_level_is_program(console->seats[seat]);
}

/* A word with blanks in it has come from nobody; it has been split there. */
int rk_console_start_program(struct rk_console *console,
			     const struct rk_rules *rules, struct rk_word word)
{
	static const size_t prefix = sizeof("engine:") - 1;
	const struct rk_programs *programs = programs_of(console);
	void *self = console->player->self;
	const char *problem;
	uint8_t level = 0;

	if (!programs) {
		rk_console_say(console,
			       "No other programs can be started here.");
		return -1;
	}
	if (!programs->knows(self, rules)) {
		rk_console_say(console,
			       "Other programs do not play by the rules of ",
			       rules->name, ".");
		return -1;
	}
	problem = programs->start(self, word.text + prefix,
				  word.length - prefix, true, &level);
	if (!problem)
		return level;
	rk_console_say(console, problem, ".");
	return -1;
}

void rk_console_use_programs(struct rk_console *console)
{
	const struct rk_programs *programs = programs_of(console);

	if (programs)
		programs->use(console->player->self, console->seats,
			      RK_MAX_SEATS);
}

const char *rk_console_program_name(const struct rk_console *console, int seat)
{
	if (!is_program(console, seat))
		return "";
	return programs_of(console)->name(console->player->self,
					  console->seats[seat]);
}

const char *rk_console_trouble(const struct rk_console *console, int seat)
{
	if (!is_program(console, seat))
		return NULL;
	return programs_of(console)->trouble(console->player->self,
					     console->seats[seat]);
}

bool rk_console_has_stranger(struct rk_console *console,
			     const struct rk_rules *rules,
			     const uint8_t seats[RK_MAX_SEATS])
{
	const struct rk_programs *programs = programs_of(console);

	for (int seat = 0; seat < rules->players; seat++) {
		if (!rk_level_is_program(seats[seat]) ||
		    programs->knows(console->player->self, rules))
			continue;
		rk_console_say(
			console,
			programs->name(console->player->self, seats[seat]),
			" does not play by the rules of ", rules->name, ".");
		return true;
	}
	return false;
}

static int read_player(struct rk_console *console, struct rk_word word)
{
	int level;

	if (rk_console_names_program(word))
		return rk_console_start_program(console, console->game.rules,
						word);
	level = rk_console_read_player(console, word);
	if (level < 0)
		rk_console_say(
			console, "Expected a player: human, or ",
			"computer1 to computer",
			rk_number((uint32_t)console->player->levels).text, ".");
	return level;
}

static void say_player(const struct rk_console *console, int seat)
{
	const char *name = rk_console_player_name(console, seat);
	uint8_t level = console->seats[seat];

	if (!*name)
		name = level ? "level " : "human";
	rk_console_say(console, rk_console_seat_name(console, seat), " is ",
		       name,
		       level && !is_program(console, seat)
			       ? rk_number(level).text
			       : "",
		       ".");
}

void rk_console_seat(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *rules = console->game.rules;
	int seat = rk_word_pick(line->words[1], rules->seats, rules->players);
	int level;

	if (seat < 0) {
		rk_console_expect_seat(console, rules, "a player");
		return;
	}
	level = read_player(console, line->words[2]);
	if (level < 0)
		return;
	console->seats[seat] = (uint8_t)level;
	console->agreed = 0;
	rk_console_use_programs(console);
	rk_console_changed(console);
	say_player(console, seat);
}
