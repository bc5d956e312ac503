/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Completion of a line: its first word is a command or a move, and each command
 * says what its arguments may be. A command that is not in the table below has
 * arguments that cannot be listed, or none. File names are the port's.
 */
#include "proto/console.h"
#include "rookery/theme.h"

/* What a line offers; `word` is its last word, which may be empty. */
struct completing {
	struct rk_console *console;
	const struct rk_completer *to;
	const struct rk_line *line;
	struct rk_word word;
	int at; /* the number of the word, from 1 */
};

static void offer(const struct completing *now, const char *name)
{
	if (!now->word.length || rk_word_begins(now->word, name))
		now->to->offer(now->to->self, name);
}

static void offer_all(const struct completing *now, const char *const *names,
		      int count)
{
	for (int i = 0; i < count; i++)
		offer(now, names[i]);
}

static void offer_numbers(const struct completing *now, int last)
{
	for (int i = 1; i <= last; i++)
		offer(now, rk_number((uint32_t)i).text);
}

/* ---- The arguments ---- */

static size_t complete_player(const struct completing *now)
{
	char name[sizeof("computer") + sizeof(struct rk_short_text)] =
		"computer";

	if (now->at > RK_MAX_SEATS)
		return 0;
	offer(now, "human");
	if (now->console->player->programs)
		offer(now, "engine:");
	if (now->console->player->levels)
		offer(now, name);
	for (int level = 1; level <= now->console->player->levels; level++) {
		struct rk_short_text number = rk_number((uint32_t)level);

		memcpy(name + sizeof("computer") - 1, number.text,
		       sizeof(number.text));
		offer(now, name);
	}
	return now->word.length;
}

/* The blanks in a move do not count: "e2 e" is "e2e". */
static size_t complete_move(const struct completing *now)
{
	char text[RK_MOVE_TEXT_SIZE] = "";
	size_t length = rk_line_join(now->line, 1, text, sizeof(text));

	if (length || now->line->count == 1)
		rk_console_complete_moves(now->console, text, length,
					  now->to->offer, now->to->self);
	return length;
}

static bool can_move(const struct rk_game *game, const rk_any_move *list,
		     int count, int square)
{
	for (int i = 0; i < count; i++)
		if (game->rules->from(&game->pos, list[i]) == square)
			return true;
	return false;
}

/* The squares of pieces that can move. */
static size_t complete_from(const struct completing *now)
{
	const struct rk_game *game = &now->console->game;
	rk_any_move *list = rk_console_scratch(now->console)->moves;
	int count = game->rules->moves(&game->pos, list);

	if (now->at > 1)
		return 0;
	for (int square = 0; square < rk_board_squares(game->rules); square++)
		if (can_move(game, list, count, square))
			offer(now, rk_square_name(game->rules, square).text);
	return now->word.length;
}

/* First the squares of the player's pieces, then any square. */
static size_t complete_squares(const struct completing *now)
{
	const struct rk_game *game = &now->console->game;
	const struct rk_rules *rules = game->rules;

	if (now->at > 2)
		return 0;
	for (int square = 0; square < rk_board_squares(rules); square++) {
		int cell = rules->cell(&game->pos, square);
		bool is_own = rk_cell_is_piece(cell) &&
			      rk_cell_seat(cell) == rk_game_turn(game);

		if (is_own || (now->at == 2 && cell != RK_CELL_WALL))
			offer(now, rk_square_name(rules, square).text);
	}
	return now->word.length;
}

static size_t complete_players(const struct completing *now)
{
	int last = 0;

	for (int i = 0; now->at == 1 && rk_rules_all[i]; i++) {
		if (rk_rules_all[i]->players != last)
			offer(now, rk_number(rk_rules_all[i]->players).text);
		last = rk_rules_all[i]->players;
	}
	return now->word.length;
}

static size_t complete_rules(const struct completing *now)
{
	for (int i = 0; now->at == 1 && rk_rules_all[i]; i++)
		if (rk_rules_all[i]->players == now->console->rules->players)
			offer(now, rk_rules_all[i]->name);
	return now->word.length;
}

static size_t complete_start(const struct completing *now)
{
	const struct rk_rules *rules = now->console->rules;

	if (now->at == 1 && rules->starts[1])
		offer_all(now, rules->starts, (int)rk_rules_starts(rules));
	return now->word.length;
}

static size_t complete_seat(const struct completing *now)
{
	const struct rk_console *console = now->console;
	const struct rk_rules *rules =
		console->in_setup || rk_console_shows_next(console)
			? console->rules
			: console->game.rules;

	if (now->at == 1)
		offer_all(now, rules->seats, rules->players);
	return now->word.length;
}

static size_t complete_new_player(const struct completing *now)
{
	return now->at == 1 ? complete_seat(now) : complete_player(now);
}

static size_t complete_level(const struct completing *now)
{
	if (now->at == 1)
		offer_numbers(now, now->console->player->levels);
	return now->word.length;
}

static size_t complete_zoom(const struct completing *now)
{
	if (now->at == 1)
		offer_numbers(now, RK_MAX_ZOOM);
	return now->word.length;
}

static size_t complete_theme(const struct completing *now)
{
	for (int i = 0; now->at == 1 && i < RK_THEMES; i++)
		offer(now, rk_themes[i].name);
	return now->word.length;
}

static size_t complete_notation(const struct completing *now)
{
	static const char *const names[] = {"san", "coordinate", "figurine"};

	if (now->at == 1)
		offer_all(now, names, 3);
	return now->word.length;
}

static size_t complete_look(const struct completing *now)
{
	static const char *const names[] = {"plain", "classic"};

	if (now->at == 1)
		offer_all(now, names, 2);
	return now->word.length;
}

static size_t complete_promotion(const struct completing *now)
{
	static const char *const names[] = {"ask", "queen"};

	if (now->at == 1)
		offer_all(now, names, 2);
	return now->word.length;
}

/* Any time can be typed; these are usual ones. */
static size_t complete_clock(const struct completing *now)
{
	static const char *const times[] = {"off", "3+2", "5+3", "15+10"};

	if (now->at == 1 && now->console->platform->now_us)
		offer_all(now, times, 4);
	return now->word.length;
}

static size_t complete_command(const struct completing *now)
{
	if (now->at == 1)
		rk_command_offer(now->word, now->to->offer, now->to->self);
	return now->word.length;
}

/* Blanks are part of a name. */
static size_t complete_file(const struct completing *now)
{
	struct rk_word name = now->word;

	if (!now->to->files)
		return 0;
	if (now->line->count > 1) {
		name.text = now->line->words[1].text;
		name.length += (size_t)(now->word.text - name.text);
	}
	return now->to->files(now->to->self, name.text, name.length);
}

/* Each returns the length of what the words that it offered begin with. */
static const struct {
	rk_console_run *command;
	size_t (*complete)(const struct completing *now);
} arguments[] = {
	{rk_console_game, complete_player},
	{rk_console_seat, complete_new_player},
	{rk_console_move, complete_move},
	{rk_console_moves, complete_from},
	{rk_console_why, complete_squares},
	{rk_console_players, complete_players},
	{rk_console_rules, complete_rules},
	{rk_console_starts, complete_start},
	{rk_console_start, complete_start},
	{rk_console_flip, complete_seat},
	{rk_console_turn, complete_seat},
	{rk_console_level, complete_level},
	{rk_console_zoom, complete_zoom},
	{rk_console_theme, complete_theme},
	{rk_console_notation, complete_notation},
	{rk_console_look_of_board, complete_look},
	{rk_console_promotion, complete_promotion},
	{rk_console_clock, complete_clock},
	{rk_console_help, complete_command},
	{rk_console_save, complete_file},
	{rk_console_load, complete_file},
};

#define ARGUMENTS (sizeof(arguments) / sizeof(arguments[0]))

/* ---- The line ---- */

/* The command that a first word names, if it can be given now; or NULL. */
static const struct rk_command *find_command(const struct rk_console *console,
					     struct rk_word word)
{
	enum rk_console_state state = rk_console_state(console);
	const struct rk_command *command = rk_command_find(word);

	if (!command && rk_command_complete(word, &command) != 1)
		return NULL;
	command = rk_command_for(command, state);
	return command->states & state ? command : NULL;
}

static size_t complete_argument(const struct completing *now,
				const struct rk_command *command)
{
	for (size_t i = 0; i < ARGUMENTS; i++)
		if (arguments[i].command == command->run)
			return arguments[i].complete(now);
	return 0;
}

static size_t complete_first(struct rk_console *console,
			     const struct rk_line *line,
			     const struct rk_completer *to)
{
	char text[RK_MOVE_TEXT_SIZE] = "";
	size_t length = rk_line_join(line, 0, text, sizeof(text));

	if (length || !line->count)
		rk_console_complete(console, text, length, to->offer, to->self);
	return length;
}

size_t rk_console_complete_line(struct rk_console *console, const char *text,
				size_t length, const struct rk_completer *to)
{
	const struct rk_command *command = NULL;
	struct completing now = {.console = console, .to = to};
	struct rk_line line;
	bool is_new = length && text[length - 1] == ' ';

	rk_line_split(&line, text, length);
	if (line.count > 1 || (line.count && is_new))
		command = find_command(console, line.words[0]);
	if (!command)
		return complete_first(console, &line, to);
	now.line = &line;
	now.at = is_new ? line.count : line.count - 1;
	now.word = (struct rk_word){text + length, 0};
	if (!is_new && now.at < RK_WORDS)
		now.word = line.words[now.at];
	else if (!is_new)
		return 0;
	return complete_argument(&now, command);
}
