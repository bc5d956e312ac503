/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The line of choices while no game runs: Enter does what is wanted most, a
 * letter or its word does the others. Each choice comes down to a command of
 * the console; whatever is no choice is for the console anyway.
 */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ports/host/play.h"
#include "proto/console.h"

static bool is_open(const struct host_play *play)
{
	enum rk_console_state state = rk_console_state(play->console);

	return state == RK_CONSOLE_IDLE || state == RK_CONSOLE_OVER;
}

/* Starts a game with a level for each seat, 0 for a human. */
static void start(struct host_play *play, const uint8_t *levels)
{
	char line[RK_MAX_SEATS * sizeof(" computer99") + sizeof("game")];
	size_t at = (size_t)snprintf(line, sizeof(line), "game");

	for (int seat = 0; seat < play->console->rules->players; seat++)
		at += (size_t)snprintf(line + at, sizeof(line) - at,
				       levels[seat] ? " computer%d" : " human",
				       levels[seat]);
	host_play_command(play, line);
}

/* Alone at one side: that side is the lower one. */
static void start_alone(struct host_play *play, int seat)
{
	uint8_t levels[RK_MAX_SEATS];

	memset(levels, play->console->level, sizeof(levels));
	levels[seat] = 0;
	play->console->look.flipped = seat > 0;
	start(play, levels);
}

static void start_first(struct host_play *play)
{
	start_alone(play, 0);
}

static void start_last(struct host_play *play)
{
	start_alone(play, play->console->rules->players - 1);
}

static void start_humans(struct host_play *play)
{
	static const uint8_t levels[RK_MAX_SEATS];

	start(play, levels);
}

static void set_up(struct host_play *play)
{
	host_play_command(play, "setup");
}

/* Only at first: another game takes its place in what is kept. */
static bool can_resume(const struct host_play *play)
{
	return play->may_resume && !play->console->has_game;
}

/* The same players again, if the same number is asked for. */
static void start_again(struct host_play *play)
{
	const struct rk_console *console = play->console;

	if (console->has_game &&
	    console->game.rules->players == console->rules->players)
		start(play, console->seats);
	else
		start_first(play);
}

/* A letter or the whole word takes it; those of a seat are its name. */
static const struct choice {
	const char *word;
	const char *label;
	void (*take)(struct host_play *play);
} choices[] = {
	{ "new", "new", start_again },
	{ NULL, NULL, start_first },
	{ NULL, NULL, start_last },
	{ "humans", "humans", start_humans },
	{ "setup", "set-up", set_up },
};

#define CHOICES (sizeof(choices) / sizeof(choices[0]))

static const struct choice go_on = { "resume", "resume your game",
				     host_play_resume };

static const char *word_of(const struct host_play *play,
			   const struct choice *choice)
{
	const struct rk_rules *rules = play->console->rules;

	if (choice->word)
		return choice->word;
	return rules->seats[choice->take == start_first ? 0
							: rules->players - 1];
}

/* What Enter does. */
static void write_first(const struct host_play *play, char *label, size_t size)
{
	const struct rk_console *console = play->console;

	if (can_resume(play))
		snprintf(label, size, "%s", go_on.label);
	else if (console->has_game)
		snprintf(label, size, "play again");
	else
		snprintf(label, size, "%s against level %d",
			 console->rules->seats[0], console->level);
}

/* Is it worth mentioning, when Enter does not do the same? */
static bool is_shown(const struct host_play *play, const struct choice *choice)
{
	if (choice->take == start_again)
		return can_resume(play);
	if (choice->take == start_first)
		return play->console->has_game;
	return true;
}

/* One choice on this line, or on the next if it is full. */
static void add(struct host_text *text, int *column, int columns,
		const char *key, const char *label)
{
	int length = (int)(strlen(key) + 2 + strlen(label));

	if (*column && *column + 2 + length > columns) {
		host_text_put(text, "\n");
		*column = 0;
	}
	if (*column)
		host_text_put(text, "  ");
	host_text_format(text, HOST_BOLD "%s" HOST_USUAL ": %s", key, label);
	*column += (*column ? 2 : 0) + length;
}

void host_menu_write(const struct host_play *play, struct host_text *text,
		     int columns)
{
	char label[64], key[8];
	int column = 0;

	if (!is_open(play))
		return;
	if (text->length)
		host_text_put(text, "\n");
	write_first(play, label, sizeof(label));
	add(text, &column, columns, "Enter", label);
	for (size_t i = 0; i < CHOICES; i++) {
		const char *word = word_of(play, &choices[i]);
		const char *name = choices[i].label;

		snprintf(key, sizeof(key), "%c", tolower(word[0]));
		if (is_shown(play, &choices[i]))
			add(text, &column, columns, key, name ? name : word);
		if (choices[i].take != start_last)
			continue;
		snprintf(key, sizeof(key), "1-%d",
			 play->console->player->levels);
		add(text, &column, columns, key, "level");
	}
	host_text_put(text, "\n");
}

static bool is_level(const struct host_play *play, const char *line)
{
	int level = 0;

	for (; *line >= '0' && *line <= '9' && level < 100; line++)
		level = level * 10 + (*line - '0');
	return !*line && level >= 1 && level <= play->console->player->levels;
}

static bool says(const struct host_play *play, const char *line,
		 const struct choice *choice)
{
	const char *word = word_of(play, choice);

	return !strcasecmp(line, word) ||
	       (line[0] == tolower(word[0]) && !line[1]);
}

bool host_menu_take(struct host_play *play, const char *line)
{
	char command[32];

	if (!is_open(play))
		return false;
	if (can_resume(play) && (!*line || says(play, line, &go_on))) {
		host_play_resume(play);
		return true;
	}
	if (is_level(play, line)) {
		snprintf(command, sizeof(command), "level %s", line);
		host_play_command(play, command);
		play->said.length = 0;
		line = "";
	}
	if (!*line) {
		start_again(play);
		return true;
	}
	for (size_t i = 0; i < CHOICES; i++) {
		if (says(play, line, &choices[i])) {
			choices[i].take(play);
			return true;
		}
	}
	return false;
}
