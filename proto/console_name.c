/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Names of people, by seat. A name is UTF-8 that a terminal can show: no
 * control characters, nothing that turns the direction of writing, no half
 * characters. So whoever writes one need not look at it again. Computers go by
 * their level, from which `load` knows them. Left out where memory is short
 * (RK_SMALL).
 */
#include "proto/console.h"

static bool continues(char byte)
{
	return ((uint8_t)byte & 0xc0) == 0x80;
}

/* The first character, and its bytes in *size; 0 if it is not UTF-8. */
static uint32_t take_code(const char *text, size_t length, size_t *size)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	uint8_t first = (uint8_t)*text;
	uint32_t code = first;

	*size = first < 0x80   ? 1
		: first < 0xc2 ? 0
		: first < 0xe0 ? 2
		: first < 0xf0 ? 3
		: first < 0xf5 ? 4
			       : 0;
	if (!*size || *size > length)
		return 0;
	if (*size > 1)
		code &= 0x7fu >> *size;
	for (size_t i = 1; i < *size; i++) {
		if (!continues(text[i]))
			return 0;
		code = code << 6 | ((uint8_t)text[i] & 0x3f);
	}
	return code >= least[*size] ? code : 0;
}

struct range {
	uint32_t first;
	uint32_t last;
};

static bool is_in(uint32_t code, const struct range *ranges, size_t count)
{
	for (; count; ranges++, count--)
		if (code >= ranges->first && code <= ranges->last)
			return true;
	return false;
}

#define IS_IN(code, ranges) \
	is_in(code, ranges, sizeof(ranges) / sizeof((ranges)[0]))

/* Characters that a terminal obeys, or that hide what is written. */
static bool is_hostile(uint32_t code)
{
	static const struct range hostile[] = {
		{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},
		{0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},
		{0x2060, 0x206f}, {0xd800, 0xf8ff}, {0xfeff, 0xfeff},
		{0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, UINT32_MAX},
	};

	return IS_IN(code, hostile);
}

/* Columns on a terminal, as far as a few lines can tell. */
static int columns_of(uint32_t code)
{
	static const struct range none[] = {
		{0x300, 0x36f},   {0x200c, 0x200d}, {0x20d0, 0x20ff},
		{0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
	};
	static const struct range two[] = {
		{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
		{0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
		{0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
		{0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
	};

	if (IS_IN(code, none))
		return 0;
	return IS_IN(code, two) ? 2 : 1;
}

size_t rk_name_fit(const char *name, int columns, int *used)
{
	size_t length = rk_text_length(name), at = 0, size;

	for (*used = 0; at < length; at += size) {
		int wide = columns_of(take_code(name + at, length - at, &size));

		if (!size || *used + wide > columns)
			break;
		*used += wide;
	}
	return at;
}

bool rk_name_is_good(const char *text, size_t length)
{
	size_t size;

	if (!length || length >= RK_NAME_SIZE)
		return false;
	for (; length; text += size, length -= size)
		if (is_hostile(take_code(text, length, &size)))
			return false;
	return true;
}

bool rk_console_set_name(struct rk_console *console, int seat, const char *text,
			 size_t length)
{
	if (length && !rk_name_is_good(text, length))
		return false;
	memcpy(console->names[seat], text, length);
	console->names[seat][length] = '\0';
	return true;
}

const char *rk_console_player_name(const struct rk_console *console, int seat)
{
	return rk_console_is_computer(console, seat)
		       ? rk_console_program_name(console, seat)
		       : console->names[seat];
}

/* ---- The command ---- */

/* Of the running game, or of the next one. */
static const struct rk_rules *rules_of(const struct rk_console *console)
{
	return rk_console_state(console) == RK_CONSOLE_GAME
		       ? console->game.rules
		       : console->rules;
}

static void say_name(const struct rk_console *console, int seat)
{
	bool plays = rk_console_state(console) == RK_CONSOLE_GAME;
	bool computer = plays && rk_console_is_computer(console, seat);
	const char *name = plays ? rk_console_player_name(console, seat)
				 : console->names[seat];

	computer = computer && !*name;
	if (computer)
		name = "computer";
	rk_console_say(console, rules_of(console)->seats[seat], ": ",
		       *name ? name : "no name",
		       computer ? rk_number(console->seats[seat]).text : "");
}

static void choose_name(struct rk_console *console, int seat,
			struct rk_word name)
{
	const char *who = rules_of(console)->seats[seat];

	if (rk_word_is(name, "off"))
		name.length = 0;
	if (!rk_console_set_name(console, seat, name.text, name.length)) {
		rk_console_say(console, "Expected a name of at most ",
			       rk_number(RK_NAME_SIZE - 1).text,
			       " bytes, without control characters.");
		return;
	}
	console->names_loaded = false;
	rk_console_changed(console);
	rk_console_say(console, who, name.length ? " is " : " has no name",
		       console->names[seat], ".");
}

void rk_console_name(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_rules *rules = rules_of(console);
	struct rk_word rest = line->rest;
	int seat = -1;

	for (int i = 0; line->count == 1 && i < rules->players; i++)
		say_name(console, i);
	if (line->count == 1)
		return;
	seat = rk_word_pick(rk_word_take(&rest), rules->seats, rules->players);
	if (seat < 0) {
		rk_console_expect_seat(console, rules, "a player");
		return;
	}
	if (line->count == 2) {
		say_name(console, seat);
		return;
	}
	/* The words of a line may stand far apart; the name begins at one. */
	rest.length -= (size_t)(line->words[2].text - rest.text);
	rest.text = line->words[2].text;
	choose_name(console, seat, rest);
}

/* ---- The day of the game ---- */

static char *put_digits(char *at, int number, int digits)
{
	for (int i = digits; i--; number /= 10)
		at[i] = (char)('0' + number % 10);
	return at + digits;
}

static void write_date(char *at, int year, int month, int day)
{
	at = put_digits(at, year, 4);
	*at++ = '.';
	at = put_digits(at, month, 2);
	*at++ = '.';
	at = put_digits(at, day, 2);
	*at = '\0';
}

static void date_game(struct rk_console *console)
{
	const struct rk_platform *platform = console->platform;
	int year, month, day;

	console->date[0] = '\0';
	if (platform->today &&
	    platform->today(platform->self, &year, &month, &day))
		write_date(console->date, year, month, day);
}

void rk_console_begin_names(struct rk_console *console)
{
	if (console->names_loaded)
		memset(console->names, 0, sizeof(console->names));
	console->names_loaded = false;
	date_game(console);
}

/* "Wed Nov 28 2018", as programs for four players write it; 0: no month. */
static int read_month(struct rk_word word)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	int month = 12;

	while (month && (word.length != 3 ||
			 memcmp(word.text, names + 3 * (month - 1), 3) != 0))
		month--;
	return month;
}

static bool read_spelled_date(struct rk_console *console, struct rk_word text)
{
	int64_t year = 0, day = 0;
	int month;

	rk_word_take(&text);
	month = read_month(rk_word_take(&text));
	if (!month || !rk_word_integer(rk_word_take(&text), &day) ||
	    !rk_word_integer(rk_word_take(&text), &year) || day < 1 ||
	    day > 31 || year < 1000 || year > 9999)
		return false;
	write_date(console->date, (int)year, month, (int)day);
	return true;
}

void rk_console_set_date(struct rk_console *console, const char *text,
			 size_t length)
{
	bool good = length == RK_DATE_SIZE - 1;

	for (size_t i = 0; good && i < length; i++)
		good = i == 4 || i == 7 ? text[i] == '.'
					: text[i] == '?' || (text[i] >= '0' &&
							     text[i] <= '9');
	if (!good && read_spelled_date(console, (struct rk_word){text, length}))
		return;
	memcpy(console->date, text, good ? length : 0);
	console->date[good ? length : 0] = '\0';
}
