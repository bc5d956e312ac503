/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Clocks in PGN. The tag TimeControl has seconds: 300+3, with a delay 300d3. In
 * PGN4 it has minutes: 5+3, 0:30+3, with a delay 5+3D. A comment with [%clk
 * 0:04:59.5] gives the time left after the move. With time odds there are
 * WhiteTimeControl and so on instead, as other programs write them.
 */
#include "proto/pgn4.h"

/* ---- Reading ---- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A day and a half is more than any clock needs. */
#define MAX_SECONDS 131072

/* Seconds with up to three decimals, in milliseconds. */
static bool take_seconds(const char **text, uint32_t *milliseconds)
{
	const char *at = *text;
	uint32_t seconds = 0, thousandths = 0, unit = 100;

	if (!is_digit(*at))
		return false;
	for (; is_digit(*at) && seconds < MAX_SECONDS; at++)
		seconds = seconds * 10 + (uint32_t)(*at - '0');
	if (*at == '.')
		for (at++; is_digit(*at); at++, unit /= 10)
			thousandths += unit * (uint32_t)(*at - '0');
	*text = at;
	*milliseconds = seconds * 1000 + thousandths;
	return seconds < MAX_SECONDS;
}

/* Reads only what struct rk_clock can hold: 300, 300+3, 300d3, 300+3d2. */
void rk_pgn_read_time_control(struct rk_clock *clock, const char *text)
{
	struct rk_clock read = {0};

	if (!take_seconds(&text, &read.initial))
		return;
	if (*text == '+' && (text++, !take_seconds(&text, &read.increment)))
		return;
	if (*text == 'd' && (text++, !take_seconds(&text, &read.delay)))
		return;
	if (!*text)
		*clock = read;
}

/* 5, 0.5 or 5:30 */
static bool take_minutes(const char **text, uint32_t *milliseconds)
{
	uint32_t minutes, seconds = 0;

	if (!take_seconds(text, &minutes) || minutes > MAX_SECONDS * 1000 / 60)
		return false;
	if (**text == ':' && (++*text, !take_seconds(text, &seconds)))
		return false;
	*milliseconds = minutes * 60 + seconds;
	return true;
}

static const char *skip_blanks(const char *text)
{
	while (*text == ' ')
		text++;
	return text;
}

/* 5, 5+3, 5 | 3, 1+15D or 1+15 delay, 5d3, 5+3d2. */
void rk_pgn_read_minutes(struct rk_clock *clock, const char *text)
{
	struct rk_clock read = {0};

	if (!take_minutes(&text, &read.initial))
		return;
	text = skip_blanks(text);
	if (*text == '+' || *text == '|') {
		text = skip_blanks(text + 1);
		if (!take_seconds(&text, &read.increment))
			return;
	}
	text = skip_blanks(text);
	if (rk_pgn_is_in_any_case(text, "d") ||
	    rk_pgn_is_in_any_case(text, "delay")) {
		read.delay = read.increment;
		read.increment = 0;
		text = "";
	} else if (*text == 'd' &&
		   (text++, !take_seconds(&text, &read.delay))) {
		return;
	}
	if (!*text)
		*clock = read;
}

static bool read_clock(const char *text, uint32_t *left)
{
	uint32_t total = 0, part;

	do {
		if (total > MAX_SECONDS * 1000 / 60 ||
		    !take_seconds(&text, &part))
			return false;
		total = total * 60 + part;
	} while (*text++ == ':');
	*left = total;
	return text[-1] == ']';
}

bool rk_pgn_find_clock(const char *text, uint32_t *left)
{
	static const char sign[] = "[%clk ";
	const size_t length = sizeof(sign) - 1;

	for (size_t matched = 0; *text; text++) {
		char c = *text == '\n' ? ' ' : *text;

		matched = c == sign[matched] ? matched + 1 : c == '[';
		if (matched == length)
			return read_clock(text + 1, left);
	}
	return false;
}

/* ---- Writing ---- */

static char *append(char *end, const char *text)
{
	while (*text)
		*end++ = *text++;
	*end = 0;
	return end;
}

static char *append_number(char *end, uint32_t number)
{
	return append(end, rk_number(number).text);
}

/* Writes no NUL: more text always follows. */
static char *append_two_digits(char *end, uint32_t number)
{
	*end++ = (char)('0' + number / 10);
	*end++ = (char)('0' + number % 10);
	return end;
}

/* Writes tenths of a second unless they are 0. */
static char *append_tenths(char *end, uint32_t milliseconds)
{
	uint32_t tenths = milliseconds / 100 % 10;

	if (!tenths)
		return end;
	end = append(end, ".");
	return append_number(end, tenths);
}

static char *append_seconds(char *end, uint32_t milliseconds)
{
	end = append_number(end, milliseconds / 1000);
	return append_tenths(end, milliseconds);
}

void rk_pgn_put_clock(struct rk_pgn_writer *writer, uint32_t left)
{
	char text[32];
	uint32_t seconds = left / 1000;
	char *end = append(text, "[%clk ");

	end = append_number(end, seconds / 3600);
	end = append(end, ":");
	end = append_two_digits(end, seconds / 60 % 60);
	end = append(end, ":");
	end = append_two_digits(end, seconds % 60);
	end = append_tenths(end, left);
	end = append(end, "]");
	rk_pgn_put_comment(writer, text, (size_t)(end - text));
}

/* 5, or 5:07.5 */
static char *append_minutes(char *end, uint32_t milliseconds)
{
	uint32_t rest = milliseconds % 60000;

	end = append_number(end, milliseconds / 60000);
	if (rest < 100)
		return end;
	end = append(end, ":");
	end = append_two_digits(end, rest / 1000);
	return append_tenths(end, rest);
}

static const char *write_time_control(char text[RK_PGN_CONTROL_SIZE],
				      const struct rk_clock *clock,
				      bool in_minutes)
{
	/* A tenth of a second at least: none would mean that there is no clock. */
	uint32_t initial = clock->initial < 100 ? 100 : clock->initial;
	char *end = in_minutes ? append_minutes(text, initial)
			       : append_seconds(text, initial);

	if (clock->increment || !clock->delay) {
		end = append(end, "+");
		end = append_seconds(end, clock->increment);
	}
	if (clock->delay && in_minutes && !clock->increment) {
		end = append(end, "+");
		end = append_seconds(end, clock->delay);
		append(end, "D");
	} else if (clock->delay) {
		end = append(end, "d");
		append_seconds(end, clock->delay);
	}
	return clock->initial ? text : NULL;
}

const char *rk_pgn_write_control(char text[RK_PGN_CONTROL_SIZE],
				 const struct rk_game *game, int seat)
{
	bool in_minutes = RK_PGN4 && game->rules->players > 2;

	if (rk_game_has_odds(game) != (seat >= 0))
		return NULL;
	return write_time_control(text,
				  seat < 0 ? &game->clock
					   : rk_game_clock(game, seat),
				  in_minutes);
}
