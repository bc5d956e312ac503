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
	play->console->look.below = (uint8_t)seat;
	start(play, levels);
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
		start_alone(play, 0);
}

/* Two players or four; with more than two, by which rules. */
static void change_players(struct host_play *play)
{
	host_play_command(play, play->console->rules->players == 2
					? "players 4"
					: "players 2");
}

/* The next kind for as many players. */
static void change_kind(struct host_play *play)
{
	const struct rk_rules *rules = play->console->rules;
	char command[32];
	int at = 0;

	while (rk_rules_all[at] != rules)
		at++;
	do
		at = rk_rules_all[at + 1] ? at + 1 : 0;
	while (rk_rules_all[at]->players != rules->players);
	snprintf(command, sizeof(command), "rules %s", rk_rules_all[at]->name);
	host_play_command(play, command);
}

/*
 * A letter or the whole word takes it. The seats, by their names, stand where
 * the row without a word is.
 */
static const struct choice {
	const char *word;
	const char *label;
	void (*take)(struct host_play *play);
} choices[] = {
	{"new", "new", start_again},
	{NULL, NULL, NULL},
	{"humans", "humans", start_humans},
	{"setup", "set-up", set_up},
	{"players", "players", change_players},
	{"kind", "kind", change_kind},
};

#define CHOICES (sizeof(choices) / sizeof(choices[0]))

static const struct choice go_on = {"resume", "resume your game",
				    host_play_resume};

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
	if (choice->take == change_kind)
		return play->console->rules->players > 2;
	return true;
}

/* What it is called now. */
static void write_label(const struct host_play *play,
			const struct choice *choice, char *label, size_t size)
{
	const struct rk_rules *rules = play->console->rules;

	if (choice->take == change_players)
		snprintf(label, size, "%s players",
			 rules->players == 2 ? "four" : "two");
	else if (choice->take == change_kind)
		snprintf(label, size, "rules (%s)", rules->name);
	else
		snprintf(label, size, "%s", choice->label);
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

/* The seats, but for that which Enter takes, and the levels. */
static void add_seats(const struct host_play *play, struct host_text *text,
		      int *column, int columns)
{
	const struct rk_console *console = play->console;
	char key[8];

	for (int seat = !console->has_game; seat < console->rules->players;
	     seat++) {
		const char *name = console->rules->seats[seat];

		snprintf(key, sizeof(key), "%c", tolower(name[0]));
		add(text, column, columns, key, name);
	}
	snprintf(key, sizeof(key), "1-%d", console->player->levels);
	add(text, column, columns, key, "level");
}

void host_menu_write(const struct host_play *play, struct host_text *text,
		     int columns)
{
	char label[64], key[2] = "";
	int column = 0;

	if (!is_open(play))
		return;
	if (text->length)
		host_text_put(text, "\n");
	write_first(play, label, sizeof(label));
	add(text, &column, columns, "Enter", label);
	for (size_t i = 0; i < CHOICES; i++) {
		if (!choices[i].word) {
			add_seats(play, text, &column, columns);
			continue;
		}
		key[0] = choices[i].word[0];
		write_label(play, &choices[i], label, sizeof(label));
		if (is_shown(play, &choices[i]))
			add(text, &column, columns, key, label);
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

static bool says(const char *line, const char *word)
{
	return !strcasecmp(line, word) ||
	       (line[0] == tolower(word[0]) && !line[1]);
}

bool host_menu_take(struct host_play *play, const char *line)
{
	char command[32];

	if (!is_open(play))
		return false;
	if (can_resume(play) && (!*line || says(line, go_on.word))) {
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
	for (int seat = 0; seat < play->console->rules->players; seat++) {
		if (says(line, play->console->rules->seats[seat])) {
			start_alone(play, seat);
			return true;
		}
	}
	for (size_t i = 0; i < CHOICES; i++) {
		if (choices[i].word && says(line, choices[i].word)) {
			choices[i].take(play);
			return true;
		}
	}
	return false;
}
