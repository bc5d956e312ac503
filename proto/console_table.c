/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The table of the console's commands, and everything that uses it: finding a
 * command by name, beginning or similarity, `help`, and completion. A new
 * command is one more row. Two rows may have the same name if their states
 * differ. A row without help is another name of the row above it: it is found
 * when it is typed in full, and never offered.
 */
#include "proto/console.h"
#include "rookery/version.h"

#define HELP_COLUMN 18

enum {
	IDLE = RK_CONSOLE_IDLE,
	GAME = RK_CONSOLE_GAME,
	OVER = RK_CONSOLE_OVER,
	SETUP = RK_CONSOLE_SETUP,
	NO_GAME = IDLE | OVER,
	PLAYED = GAME | OVER,
	ANY = IDLE | GAME | OVER,
	ALWAYS = ANY | SETUP,
};

/*
 * The help of a command that this program knows only to refuse it: it is not in
 * the table that `help` prints.
 */
static const char not_here[] = "not on this machine";

#ifdef RK_TWO_PLAYERS
#define RK_RESIGN_WORDS 0
#define IF_FOUR(text) ""
#define FOR_FOUR(help) not_here
#else
#define RK_RESIGN_WORDS 1
#define IF_FOUR(text) text
#define FOR_FOUR(help) help
#endif

#ifdef RK_SMALL
#define IF_LARGE(text) ""
#else
#define IF_LARGE(text) text
#endif

/*
 * A machine without files is a chip, whose terminal may have 24 rows and none
 * that come back. There the table has pages, and set-up mode has its own.
 */
#ifdef RK_NO_FILES
#define PAGED true
#define HELP_ROWS 20
#define FOR_FILES(help) not_here
#define NEW_HELP "leave a running game; start another"
#define SETUP_HELP "set-up mode, where help lists what it has"
#define HELP_HELP "this table, a page of it (help 2), or a line"
#else
#define PAGED false
#define HELP_ROWS COMMANDS
#define FOR_FILES(help) help
#define NEW_HELP "leave a running game, which is kept; start another"
#define SETUP_HELP "set-up mode: a position for the next game"
#define HELP_HELP "this table, or a line of it"
#endif

static const struct rk_command commands[] = {
	{"game", "A B [C D]", "start; each is human or computerN", NO_GAME, 0,
	 RK_ALL_WORDS, rk_console_game},
	{"move", "[e2 e4]", "move; alone, a computer moves", ANY, 0,
	 RK_ALL_WORDS, rk_console_move},
	{"castle", "", NULL, GAME, 0, 0, rk_console_castle},
	/* With four players a name may follow. */
	{"resign", "", "give up", GAME, 0, RK_RESIGN_WORDS, rk_console_resign},
	{"draw", "", "offer a draw, or agree to one", GAME, 0, 0,
	 rk_console_offer},
	{"claim", "",
	 "claim a draw by repetition or fifty moves" IF_FOUR(", or a lead"),
	 GAME, 0, 0, rk_console_claim},
	{"undo", "[N]", "take back your last move, or N plies; all agree",
	 PLAYED, 0, 1, rk_console_undo},
	{"takeback", "[N]", NULL, PLAYED, 0, 1, rk_console_undo},
	{"redo", "[N]", "play N of them again", PLAYED, 0, 1, rk_console_redo},
	{"yes", "", "agree to what was asked", PLAYED, 0, 0, rk_console_yes},
	{"no", "", "do not agree", PLAYED, 0, 0, rk_console_no},

	{"new", "", NEW_HELP, ANY, 0, 0, rk_console_new_game},
	{"resume", "[N]", FOR_FILES("go on with a game that was left"), ANY, 0,
	 1, rk_console_resume},

	{"setup", "", SETUP_HELP, ANY, 0, 0, rk_console_setup},
	{"+", "K e1",
	 "set-up: put a piece, K white, k black" IF_FOUR(", rK red"), SETUP, 1,
	 RK_ALL_WORDS, rk_console_put},
	{"-", "e1", "set-up: take a piece away", SETUP, 1, 1,
	 rk_console_remove},
	{"=", "white", "set-up: who is to move", SETUP, 1, 1, rk_console_turn},
	{"clear", "", "set-up: the empty board", SETUP, 0, 0, rk_console_clear},
	{"start", "[NAME]", "set-up: the starting position", SETUP, 0, 1,
	 rk_console_start},
	{"fen", "F", "set-up: a position in FEN", SETUP, 1, RK_ALL_WORDS,
	 rk_console_setup_fen},
	{"done", "", "set-up: leave it, if the position can be played", SETUP,
	 0, 0, rk_console_done},

	{"players", "[N]", FOR_FOUR("how many play the next game"), ANY, 0, 1,
	 rk_console_players},
	{"rules", "[NAME]",
	 "next game's: standard casual" IF_LARGE(" minors")
		 IF_FOUR(", ffa still last teams"),
	 ANY, 0, 1, rk_console_rules},
	{"start", "[NAME]", FOR_FOUR("how the next game begins"), ANY, 0, 1,
	 rk_console_starts},
	{"level", "[N]", "how strong the computer is", ANY, 0, 1,
	 rk_console_level},
	{"clock", "[5+3]", "minutes, seconds a move; 5+3d: delay; off", ANY, 0,
	 2, rk_console_clock},
#ifndef RK_SMALL
	{"name", "[white Ada]", "who plays; name white off: nobody known", ANY,
	 0, RK_ALL_WORDS, rk_console_name},
#endif

#ifndef RK_NO_FILES
	{"seat", "black WHO", "from now on: human, computerN, engine:PROGRAM",
	 GAME, 2, 2, rk_console_seat},
#endif

	{"hint", "", "a good move", GAME, 0, 0, rk_console_hint},
	{"eval", "", "who has more", PLAYED, 0, 0, rk_console_eval},
	{"analyse", "", "the best lines", GAME, 0, 0, rk_console_analyse},
	{"moves", "[e2]", "the legal moves", GAME, 0, 1, rk_console_moves},
	{"why", "e2 e5", "why a move is not legal", GAME, 1, 3, rk_console_why},

	{"board", "", "show the board", ALWAYS, 0, 0, rk_console_board},
	{"flip", "[SEAT]", "turn it, or put a player below", ALWAYS, 0, 1,
	 rk_console_flip},
	{"zoom", "[N]", "how large it is", ALWAYS, 0, 1, rk_console_zoom},
	{"theme", "[NAME]", "its colours", ALWAYS, 0, 1, rk_console_theme},
#ifndef RK_SMALL
	{"look", "[NAME]", "of boards in plain text: plain, classic", ALWAYS, 0,
	 1, rk_console_look_of_board},
#endif
	{"notation", "[NAME]", "of moves: san, coordinate, figurine", ALWAYS, 0,
	 1, rk_console_notation},
	{"promotion", "[NAME]", "ask, or queen where no piece is named", ALWAYS,
	 0, 1, rk_console_promotion},
#ifndef RK_NO_FILES
	{"watch", "[on|off]", "what the computer thinks, while it does", ALWAYS,
	 0, 1, rk_console_watch},
	{"bell", "[on|off]", "a sound when the computer has moved", ALWAYS, 0,
	 1, rk_console_bell},
#endif
	{"history", "", "the moves of the game", PLAYED, 0, 0,
	 rk_console_history},
	{"fen", "", "the position in FEN", PLAYED, 0, 0, rk_console_fen},
	{"pgn", "", "the game in PGN", PLAYED, 0, 0, rk_console_pgn},
	{"score", "", "of all games since the start", ANY, 0, 0,
	 rk_console_tell_score},
	{"opening", "", "what the opening is called", PLAYED, 0, 0,
	 rk_console_opening},
	{"save", "F", FOR_FILES("write the game to a file, in PGN"), PLAYED, 1,
	 RK_ALL_WORDS, rk_console_save},
	{"load", "F", FOR_FILES("read a game from one"), ANY, 1, RK_ALL_WORDS,
	 rk_console_load},

	{"help", "[COMMAND]", HELP_HELP, ALWAYS, 0, 1, rk_console_help},
	{"?", "[COMMAND]", NULL, ALWAYS, 0, 1, rk_console_help},
	{"version", "", "which Rookery this is", ALWAYS, 0, 0,
	 rk_console_version},
	{"quit", "", "end; an unfinished game is kept", ALWAYS, 0, 0,
	 rk_console_quit},
	{"exit", "", NULL, ALWAYS, 0, 0, rk_console_quit},
};

#define COMMANDS ((int)(sizeof(commands) / sizeof(commands[0])))

static bool is_same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

/* Is this the first row of its name, and not another name for one? */
static bool is_first(int row)
{
	if (!commands[row].help)
		return false;
	for (int i = 0; i < row; i++)
		if (is_same(commands[i].name, commands[row].name))
			return false;
	return true;
}

const struct rk_command *rk_command_for(const struct rk_command *command,
					enum rk_console_state state)
{
	for (int i = 0; i < COMMANDS; i++)
		if (commands[i].states & state &&
		    is_same(command->name, commands[i].name))
			return &commands[i];
	return command;
}

unsigned int rk_command_states(const struct rk_command *command, int words)
{
	unsigned int all = 0, fitting = 0;

	for (int i = 0; i < COMMANDS; i++) {
		if (!is_same(command->name, commands[i].name))
			continue;
		all |= commands[i].states;
		if (words >= commands[i].least && words <= commands[i].most)
			fitting |= commands[i].states;
	}
	return fitting ? fitting : all;
}

const struct rk_command *rk_command_find(struct rk_word word)
{
	for (int i = 0; i < COMMANDS; i++)
		if (rk_word_is(word, commands[i].name))
			return &commands[i];
	return NULL;
}

int rk_command_complete(struct rk_word word, const struct rk_command **first)
{
	int found = 0;

	for (int i = 0; i < COMMANDS; i++)
		if (rk_word_begins(word, commands[i].name) && is_first(i) &&
		    found++ == 0)
			*first = &commands[i];
	return found;
}

void rk_command_offer(struct rk_word word,
		      void (*offer)(void *self, const char *name), void *self)
{
	for (int i = 0; i < COMMANDS; i++)
		if ((!word.length || rk_word_begins(word, commands[i].name)) &&
		    commands[i].help && is_first(i))
			offer(self, commands[i].name);
}

static void say_ambiguous(const struct rk_console *console, struct rk_word word)
{
	const struct rk_out *out = &console->out;
	const char *before = " may be ";

	rk_out_word(out, word);
	for (int i = 0; i < COMMANDS; i++) {
		if (!rk_word_begins(word, commands[i].name) || !is_first(i))
			continue;
		rk_out_parts(out,
			     (const char *const[]){before, commands[i].name,
						   NULL});
		before = ", ";
	}
	rk_out_line(out, ".");
}

static void say_nearest(const struct rk_console *console, struct rk_word word)
{
	const struct rk_out *out = &console->out;
	const struct rk_command *nearest = commands;
	int least = rk_word_distance(word, nearest->name);

	for (int i = 1; i < COMMANDS; i++) {
		int distance = rk_word_distance(word, commands[i].name);

		if (distance < least && is_first(i)) {
			least = distance;
			nearest = &commands[i];
		}
	}
	rk_out_text(out, "Unknown command ");
	rk_out_word(out, word);
	if (rk_word_resembles(word, nearest->name))
		rk_out_line(out, "; did you mean ", nearest->name, "?");
	else
		rk_out_line(out, "; help lists them all.");
}

void rk_command_hint(const struct rk_console *console, struct rk_word word)
{
	const struct rk_command *first;

	if (rk_command_complete(word, &first))
		say_ambiguous(console, word);
	else
		say_nearest(console, word);
}

/* The port ends the program and saves a running game. */
void rk_console_quit(struct rk_console *console, const struct rk_line *line)
{
	(void)console;
	(void)line;
}

void rk_console_version(struct rk_console *console, const struct rk_line *line)
{
	(void)line;
	rk_console_say(console, "Rookery " RK_VERSION);
}

static void write_row(const struct rk_out *out,
		      const struct rk_command *command)
{
	size_t width =
		rk_text_length(command->name) + rk_text_length(command->args);

	rk_out_parts(out, (const char *const[]){"  ", command->name, " ",
						command->args, NULL});
	for (; width < HELP_COLUMN; width++)
		rk_out_char(out, ' ');
	rk_out_line(out, command->help);
}

static bool is_listed(const struct rk_console *console,
		      const struct rk_command *command)
{
	bool in_setup = rk_console_state(console) == RK_CONSOLE_SETUP;

	return command->help && command->help != not_here &&
	       (!PAGED || command->states & (in_setup ? SETUP : ANY));
}

/* Pages count from 1. Returns false, and writes nothing, if there is none. */
static bool write_page(const struct rk_console *console, uint32_t page)
{
	int first = (int)(page - 1) * HELP_ROWS, listed = 0;

	for (int i = 0; i < COMMANDS; i++) {
		if (!is_listed(console, &commands[i]))
			continue;
		if (listed >= first && listed < first + HELP_ROWS)
			write_row(&console->out, &commands[i]);
		listed++;
	}
	if (listed > first + HELP_ROWS)
		rk_out_line(&console->out, "help ", rk_number(page + 1).text,
			    " lists more; help COMMAND tells of one.");
	return listed > first;
}

void rk_console_help(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_command *asked = NULL;
	struct rk_word word = line->words[1];
	uint32_t page = 1;

	if (line->count == 1 ||
	    (PAGED && rk_word_number(word, 1, COMMANDS, &page))) {
		if (!write_page(console, page))
			rk_command_hint(console, word);
		return;
	}
	asked = rk_command_find(word);
	if (!asked && rk_command_complete(word, &asked) != 1) {
		rk_command_hint(console, word);
		return;
	}
	while (!asked->help)
		asked--;
	for (int i = 0; i < COMMANDS; i++)
		if (commands[i].help && is_same(asked->name, commands[i].name))
			write_row(&console->out, &commands[i]);
}

static bool begins(const char *text, const char *prefix, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!text[i] || text[i] != prefix[i])
			return false;
	return true;
}

void rk_console_complete_moves(struct rk_console *console, const char *prefix,
			       size_t length,
			       void (*offer)(void *self, const char *word),
			       void *self)
{
	const struct rk_game *game = &console->game;
	rk_any_move *list = rk_console_scratch(console)->moves;
	int count = game->rules->moves(&game->pos, list);
	char text[RK_MOVE_TEXT_SIZE];

	for (int i = 0; i < count; i++) {
		game->rules->write_move(text, &game->pos, list[i],
					RK_STYLE_SAN);
		if (begins(text, prefix, length))
			offer(self, text);
		game->rules->write_move(text, &game->pos, list[i],
					RK_STYLE_COORD);
		if (length && begins(text, prefix, length))
			offer(self, text);
	}
}

void rk_console_complete(struct rk_console *console, const char *prefix,
			 size_t length,
			 void (*offer)(void *self, const char *word),
			 void *self)
{
	enum rk_console_state state = rk_console_state(console);

	for (int i = 0; i < COMMANDS; i++)
		if (commands[i].help && commands[i].states & state &&
		    begins(commands[i].name, prefix, length))
			offer(self, commands[i].name);
	if (state == RK_CONSOLE_GAME)
		rk_console_complete_moves(console, prefix, length, offer, self);
}
