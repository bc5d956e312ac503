/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The menu; see menu.h. Each choice becomes a command of the console; a line
 * that is no choice is left to the console.
 */
#include "rookery/menu.h"

#include "proto/console.h"
#include "rookery/theme.h"

bool rk_menu_is_open(const struct rk_menu *menu)
{
	enum rk_console_state state = rk_console_state(menu->console);

	return state == RK_CONSOLE_IDLE || state == RK_CONSOLE_OVER;
}

/* Collects a command. */
struct menu_command {
	char text[256];
	size_t length;
};

static void add_bytes(void *self, const char *text, size_t length)
{
	struct menu_command *command = self;

	if (length >= sizeof(command->text) - command->length)
		return;
	memcpy(command->text + command->length, text, length);
	command->length += length;
	command->text[command->length] = '\0';
}

/* Whoever sits below plays where one plays alone. */
static int lower_seat(const struct rk_console *console)
{
	return console->look.below % console->rules->players;
}

/* Starts a game with a level for each seat, 0 for a human. */
static void start(const struct rk_menu *menu, const uint8_t *levels)
{
	struct menu_command command = {.length = 0};
	const struct rk_out out = {add_bytes, &command};

	rk_out_text(&out, "game");
	for (int seat = 0; seat < menu->console->rules->players; seat++) {
		rk_out_text(&out, levels[seat] ? " computer" : " human");
		if (levels[seat])
			rk_out_number(&out, levels[seat]);
	}
	menu->command(menu->self, command.text);
}

/* One human against computers, with the human's side at the bottom. */
static void start_alone(const struct rk_menu *menu, int seat)
{
	uint8_t levels[RK_MAX_SEATS];

	memset(levels, menu->console->level, sizeof(levels));
	levels[seat] = 0;
	menu->console->look.below = (uint8_t)seat;
	start(menu, levels);
}

/* The same against a program; more than two are refused by the console. */
static void start_program(const struct rk_menu *menu, struct rk_word word)
{
	struct menu_command command = {.length = 0};
	const struct rk_out out = {add_bytes, &command};

	rk_out_text(&out, "game");
	for (int seat = 0; seat < menu->console->rules->players; seat++) {
		if (seat == lower_seat(menu->console)) {
			rk_out_text(&out, " human");
			continue;
		}
		rk_out_char(&out, ' ');
		rk_out_bytes(&out, word.text, word.length);
	}
	menu->command(menu->self, command.text);
}

static void start_humans(const struct rk_menu *menu)
{
	static const uint8_t levels[RK_MAX_SEATS];

	start(menu, levels);
}

static void set_up(const struct rk_menu *menu)
{
	menu->command(menu->self, "setup");
}

/* Only before the first game, which replaces the saved one. */
static bool can_resume(const struct rk_menu *menu)
{
	return menu->can_resume && !menu->console->has_game;
}

/* The same players again, if the same number is asked for. */
static void start_again(const struct rk_menu *menu)
{
	const struct rk_console *console = menu->console;

	if (console->has_game &&
	    console->game.rules->players == console->rules->players)
		menu->command(menu->self, "game");
	else
		start_alone(menu, lower_seat(console));
}

static void play_two(const struct rk_menu *menu)
{
	menu->command(menu->self, "players 2");
}

static void play_four(const struct rk_menu *menu)
{
	menu->command(menu->self, "players 4");
}

static void change_players(const struct rk_menu *menu)
{
	if (menu->console->rules->players == 2)
		play_four(menu);
	else
		play_two(menu);
}

static void review(const struct rk_menu *menu)
{
	menu->review(menu->self);
}

/* Selects the next rules for this number of players. */
static void change_rules(const struct rk_menu *menu)
{
	const struct rk_rules *rules = menu->console->rules;
	struct menu_command command = {.length = 0};
	const struct rk_out out = {add_bytes, &command};
	int at = 0;

	while (rk_rules_all[at] != rules)
		at++;
	do
		at = rk_rules_all[at + 1] ? at + 1 : 0;
	while (rk_rules_all[at]->players != rules->players);
	rk_out_parts(&out, (const char *const[]){"rules ",
						 rk_rules_all[at]->name, NULL});
	menu->command(menu->self, command.text);
}

/*
 * Its first letter or the whole word takes a choice; one without a label, only
 * the word, and it is not shown. The seats, by their names, are where the row
 * without a word is.
 */
static const struct menu_choice {
	const char *word;
	const char *label;
	void (*take)(const struct rk_menu *menu);
} choices[] = {
	{"new", "new", start_again},
	{"review", "review", review},
	{NULL, NULL, NULL},
	{"humans", "humans", start_humans},
	{"setup", "set-up", set_up},
	{"players", " players", change_players},
	{"kind", "rules (", change_rules},
	{"two", NULL, play_two},
	{"four", NULL, play_four},
};

#define CHOICES (sizeof(choices) / sizeof(choices[0]))

/* What the rules that are not everybody's are about. */
static const struct {
	const struct rk_rules *rules;
	const char *about;
} explained[] = {
	{&rk_rules_casual, "the king may be taken"},
	{&rk_rules_minors, "a minor piece each is a draw"},
	{&rk_rules_ffa, "all against all, most points win"},
	{&rk_rules_still, "as ffa, but no king walks on"},
	{&rk_rules_last, "no points, who is left wins"},
	{&rk_rules_teams, "Red+Yellow against Blue+Green"},
};

#define EXPLAINED (sizeof(explained) / sizeof(explained[0]))

/* ---- Writing the menu ---- */

struct menu_writer {
	const struct rk_out *out;
	int columns;
	int column;
};

/* Writes one choice, on the next line if this one is full. */
static void add(struct menu_writer *writer, const char *key,
		const char *const *label)
{
	size_t length = rk_text_length(key) + 2;

	for (const char *const *part = label; *part; part++)
		length += rk_text_length(*part);
	if (writer->column &&
	    writer->column + 2 + (int)length > writer->columns) {
		rk_out_char(writer->out, '\n');
		writer->column = 0;
	}
	if (writer->column) {
		rk_out_text(writer->out, "  ");
		writer->column += 2;
	}
	rk_out_parts(writer->out,
		     (const char *const[]){RK_TEXT_BOLD, key,
					   RK_TEXT_NORMAL ": ", NULL});
	rk_out_parts(writer->out, label);
	writer->column += (int)length;
}

#define ADD(writer, key, ...) \
	add(writer, key, (const char *const[]){__VA_ARGS__, NULL})

/* The choice that Enter takes. */
static void add_first(struct menu_writer *writer, const struct rk_menu *menu)
{
	const struct rk_console *console = menu->console;

	if (can_resume(menu))
		ADD(writer, "Enter", "resume your game");
	else if (console->has_game)
		ADD(writer, "Enter",
		    console->has_next_start ? "play the position"
					    : "play again");
	else
		ADD(writer, "Enter", console->rules->seats[lower_seat(console)],
		    " against level ", rk_number(console->level).text,
		    *rk_console_level_word(console, console->level) ? ", " : "",
		    rk_console_level_word(console, console->level));
}

/* The seats, except the one that Enter takes, and the levels. */
static void add_seats(struct menu_writer *writer,
		      const struct rk_console *console)
{
	struct rk_short_text levels = {"1-"};

	for (int seat = 0; seat < console->rules->players; seat++) {
		const char *name = console->rules->seats[seat];

		if (!console->has_game && seat == lower_seat(console))
			continue;
		ADD(writer, ((const char[]){(char)(name[0] | 32), '\0'}), name);
	}
	memcpy(levels.text + 2,
	       rk_number((uint32_t)console->player->levels).text, 4);
	ADD(writer, levels.text, "level");
}

static bool asks_players(const struct rk_menu *menu)
{
	return menu->asks_players && !menu->console->has_game;
}

/* The question of the first screen, in a line of its own. */
static void add_question(struct menu_writer *writer)
{
	rk_out_text(writer->out, "Two players or four?");
	writer->column = (int)sizeof("Two players or four?") - 1;
	ADD(writer, "p", "four players");
	rk_out_char(writer->out, '\n');
	writer->column = 0;
}

/* What Enter does too is not mentioned, nor what cannot be changed. */
static void add_choice(struct menu_writer *writer, const struct rk_menu *menu,
		       const struct menu_choice *choice)
{
	const struct rk_rules *rules = menu->console->rules;
	const char key[] = {choice->word[0], '\0'};

	if (!choice->label ||
	    (choice->take == start_again && !can_resume(menu)) ||
	    (choice->take == review && !menu->can_review))
		return;
	if (choice->take == change_rules)
		ADD(writer, key, choice->label, rules->name, ")");
	else if (choice->take != change_players)
		ADD(writer, key, choice->label);
	else if (!asks_players(menu))
		ADD(writer, key, rules->players == 2 ? "four" : "two",
		    choice->label);
}

/* A line about the rules, if it fits into one. */
static void add_rules(struct menu_writer *writer, const struct rk_rules *rules)
{
	for (size_t i = 0; i < EXPLAINED; i++) {
		const char *about = explained[i].about;
		size_t columns =
			rk_text_length(rules->name) + 2 + rk_text_length(about);

		if (explained[i].rules == rules &&
		    (int)columns <= writer->columns)
			rk_out_parts(
				writer->out,
				(const char *const[]){"\n", RK_TEXT_DIM,
						      rules->name, ": ", about,
						      RK_TEXT_NORMAL, NULL});
	}
}

void rk_menu_write(const struct rk_menu *menu, const struct rk_out *out,
		   int columns)
{
	struct menu_writer writer = {out, columns, 0};

	if (asks_players(menu))
		add_question(&writer);
	add_first(&writer, menu);
	for (size_t i = 0; i < CHOICES; i++)
		if (choices[i].word)
			add_choice(&writer, menu, &choices[i]);
		else
			add_seats(&writer, menu->console);
	if (menu->console->player->programs &&
	    menu->console->rules->players == 2)
		ADD(&writer, "engine:NAME", "a program");
	add_rules(&writer, menu->console->rules);
	rk_out_char(out, '\n');
}

/* ---- Taking a choice ---- */

static bool names_choice(struct rk_word word, const char *name)
{
	return rk_word_is(word, name) ||
	       (word.length == 1 && *word.text == (name[0] | 32));
}

static bool takes(const struct rk_menu *menu, const struct menu_choice *choice,
		  struct rk_word word)
{
	if (!choice->word || (choice->take == review && !menu->can_review))
		return false;
	return choice->label ? names_choice(word, choice->word)
			     : rk_word_is(word, choice->word);
}

bool rk_menu_take(struct rk_menu *menu, const char *line)
{
	struct rk_console *console = menu->console;
	struct rk_word word = {line, rk_text_length(line)};
	uint32_t level;

	if (!rk_menu_is_open(menu))
		return false;
	menu->asks_players = false;
	if (can_resume(menu) &&
	    (!word.length || names_choice(word, "resume"))) {
		menu->resume(menu->self);
		return true;
	}
	if (rk_word_number(word, 1, (uint32_t)console->player->levels,
			   &level)) {
		rk_console_set_level(console, (uint8_t)level);
		word.length = 0;
	}
	if (!word.length) {
		start_again(menu);
		return true;
	}
	if (rk_console_names_program(word)) {
		start_program(menu, word);
		return true;
	}
	for (int seat = 0; seat < console->rules->players; seat++) {
		if (names_choice(word, console->rules->seats[seat])) {
			start_alone(menu, seat);
			return true;
		}
	}
	for (size_t i = 0; i < CHOICES; i++) {
		if (takes(menu, &choices[i], word)) {
			choices[i].take(menu);
			return true;
		}
	}
	return false;
}
