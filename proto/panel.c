/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Words beside a board, the same for every port; see panel.h. */
#include "proto/panel.h"

#include "proto/console.h"

struct rk_short_text rk_panel_who(const struct rk_console *console, int seat)
{
	static const struct rk_short_text you = {"you"}, human = {"human"};
	struct rk_short_text level = {"level "};
	int humans = 0;

	if (console->seats[seat]) {
		memcpy(level.text + 6, rk_number(console->seats[seat]).text, 4);
		return level;
	}
	for (int i = 0; i < console->game.rules->players; i++)
		humans += !console->seats[i];
	return humans == 1 ? you : human;
}

static char *add_two_digits(char *at, uint32_t number)
{
	*at++ = ':';
	*at++ = (char)('0' + number / 10);
	*at++ = (char)('0' + number % 10);
	return at;
}

struct rk_short_text rk_panel_clock(const struct rk_console *console, int seat)
{
	struct rk_short_text text = {""};
	uint32_t left, seconds;
	char *at = text.text;

	if (!console->game.clock.initial)
		return text;
	left = rk_game_time_left(&console->game, seat, rk_console_now(console));
	seconds = left / 1000;
	text = rk_number(seconds >= 3600 ? seconds / 3600 : seconds / 60);
	while (*at)
		at++;
	if (seconds >= 3600)
		at = add_two_digits(at, seconds / 60 % 60);
	at = add_two_digits(at, seconds % 60);
	if (seconds < 10) {
		*at++ = '.';
		*at = (char)('0' + left / 100 % 10);
	}
	return text;
}

const char *rk_panel_fate(const struct rk_game *game, int seat)
{
	const struct rk_rules *rules = game->rules;

	if (rules->active(&game->pos) >> seat & 1)
		return "";
	return rk_find_king(rules, &game->pos, seat) >= 0 ? "walks" : "out";
}

const char *rk_panel_mark(const struct rk_console *console, int seat)
{
	if (rk_game_is_over(&console->game) ||
	    rk_game_turn(&console->game) != seat)
		return " ";
	return console->look.glyphs ? "\xe2\x96\xb8" : ">"; /* a triangle */
}
