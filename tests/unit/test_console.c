/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The console where transcripts do not reach: time that passes, memory that
 * ends, machines without files or computers, completion. What people type and see
 * otherwise is in tests/transcripts/console.
 */
#include "tests/unit/console.h"

static int set_up(void **state)
{
	(void)state;
	new_console();
	return 0;
}

static void test_increment(void **state)
{
	(void)state;
	type("clock 5+3");
	type("game human human");
	time_now += 10000;
	type("e4");
	time_now += 61000;
	assert_string_equal(type("clock"), "White has 4:53 left.\n"
					   "Black has 3:59 left.\n");
	type("e5");
	assert_string_equal(type("clock"), "White has 4:53 left.\n"
					   "Black has 4:02 left.\n");
}

static void test_delay(void **state)
{
	(void)state;
	type("clock 5+3d");
	type("game human human");
	time_now += 2000;
	type("e4");
	time_now += 10000;
	type("e5");
	assert_string_equal(type("clock"), "White has 5:00 left.\n"
					   "Black has 4:53 left.\n");
}

static void test_flag(void **state)
{
	(void)state;
	type("clock 1");
	type("game human human");
	time_now += 59999;
	assert_false(rk_console_check_clock(&console));
	assert_string_equal(type("clock"), "White has 0:00 left.\n"
					   "Black has 1:00 left.\n");
	time_now += 1;
	assert_string_equal(type("e4"),
			    "Black wins! (time)\n"
			    "The game is over; game starts another.\n");
	assert_false(rk_console_check_clock(&console));
	assert_int_equal(rk_console_score(&console).halves[0], 0);
	assert_int_equal(rk_console_score(&console).halves[1], 2);
	type("clock off");
	type("game human human");
	time_now += 1000000000;
	assert_false(rk_console_check_clock(&console));
}

static struct rk_event more_events[LOG];

static bool grow(void *self, struct rk_game *game)
{
	(void)self;
	rk_game_move_log(game, more_events, LOG);
	return true;
}

/* A full log is no reason to play on; without more memory it is. */
static void test_flag_with_a_full_log(void **state)
{
	(void)state;
	rk_console_new(&console, &platform, &player, NULL, events, 1);
	type("clock 1");
	type("game human human");
	type("e4");
	time_now += 60000;
	unit_clear(&said);
	assert_false(rk_console_check_clock(&console));
	assert_int_equal(said.length, 0);
	platform.grow = grow;
	assert_true(rk_console_check_clock(&console));
	assert_string_equal(said.text, "White wins! (time)\n");
}

static void test_flag_against_a_bare_king(void **state)
{
	(void)state;
	type("clock 1");
	set_up_position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
	type("game human human");
	time_now += 60000;
	unit_clear(&said);
	assert_true(rk_console_check_clock(&console));
	assert_string_equal(said.text,
			    "Draw! (time, but no mate is possible)\n");
}

static void test_time_stands_for_a_taken_back_move(void **state)
{
	(void)state;
	type("clock 1");
	type("game human computer1");
	time_now += 30000;
	type("e4");
	time_now += 30000;
	type("undo");
	assert_string_equal(type("clock"), "White has 1:00 left.\n"
					   "Black has 1:00 left.\n");
}

static void test_memory_ends(void **state)
{
	static const char *const steps[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
	const char full[] = "There is no memory for a longer game.\n";
	struct rk_game before;

	(void)state;
	rk_console_new(&console, &platform, &player, NULL, events, 3);
	type("game human human");
	for (int i = 0; i < 3; i++)
		type(steps[i]);
	before = console.game;
	assert_string_equal(type(steps[3]), full);
	assert_string_equal(type("resign"), full);
	assert_string_equal(type("draw"), full);
	assert_memory_equal(&before, &console.game, sizeof(before));
	type("undo");
	type("yes");
	assert_string_equal(type("resign"), "Black wins!\n");
}

static void test_machine_without_anything(void **state)
{
	(void)state;
	platform.now_us = NULL;
	player.levels = 0;
	rk_console_new(&console, &platform, &player, NULL, events, LOG);
	assert_string_equal(type("clock 5"),
			    "There is no clock on this machine.\n");
	assert_string_equal(type("load x"), "This machine keeps no files.\n");
	assert_string_equal(type("game human computer"),
			    "Expected: game A B, "
			    "each human; there are no computers here.\n");
	assert_string_equal(type("level 1"), "There are no computers here.\n");
	assert_string_equal(type("level"), "There are no computers here.\n");
	type("game human human");
	assert_string_equal(type("save x"), "This machine keeps no files.\n");
	assert_string_equal(type("hint"), "There are no computers here.\n");
	assert_string_equal(type("analyse"), "There are no computers here.\n");
	assert_string_equal(type("load x"), "This machine keeps no files.\n");
}

static int changes;

/* Whatever is kept is kept before anything is said of it. */
static void changed(void *self)
{
	(void)self;
	assert_int_equal(said.length, 0);
	changes++;
}

static bool declines(void *self, const struct rk_question *question, int seat)
{
	(void)self;
	(void)question;
	(void)seat;
	return false;
}

static void test_kept_before_told(void **state)
{
	static const char *const lines[] = {
		"level 2", "clock 5+3", "rules casual", "game human computer",
		"e4",      "move",      "draw",         "resign",
	};

	(void)state;
	set_up_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
	platform.changed = changed;
	player.accepts_draw = declines;
	console.look.drawing = RK_DRAW_RICH;
	changes = 0;
	for (int i = 0; i < 8; i++) {
		type(lines[i]);
		assert_int_equal(changes, i + 1);
		if (!strcmp(lines[i], "move"))
			assert_memory_equal(said.text, "Black plays ", 12);
		if (!strcmp(lines[i], "draw"))
			assert_string_equal(said.text,
					    "Black declines the draw.\n");
	}
}

/* A move for which there is no memory was not made, so it is not told. */
static void test_computer_without_memory(void **state)
{
	(void)state;
	rk_console_new(&console, &platform, &player, NULL, events, 1);
	console.look.drawing = RK_DRAW_RICH;
	type("game human computer1");
	type("e4");
	assert_string_equal(type("move"),
			    "There is no memory for a longer game.\n");
	assert_int_equal(rk_game_plies(&console.game), 1);
}

static const char *save_open(void *self, const char *name, struct rk_out *out)
{
	(void)self;
	(void)out;
	return name;
}

static void test_long_names(void **state)
{
	char line[5 + RK_FILE_SIZE + 1] = "save ";

	(void)state;
	type("game human human");
	memset(line + 5, 'x', RK_FILE_SIZE);
	assert_string_equal(type(line), "This machine keeps no files.\n");
	platform.save_open = save_open;
	assert_string_equal(type(line), "This name is too long.\n");
	line[5 + RK_FILE_SIZE - 1] = '\0';
	type(line);
	assert_memory_equal(said.text, "Not saved: xxx", 14);
}

static bool knows_today;

static bool today(void *self, int *year, int *month, int *day)
{
	(void)self;
	*year = 2026;
	*month = 1;
	*day = 9;
	return knows_today;
}

/* A game has the date on which it began, if there is a calendar. */
static void test_date(void **state)
{
	static const char *const spelled[][2] = {
		{"Wed Nov 28 2018 01:28:10 GMT+0000 (UTC)", "2018.11.28"},
		{"Thu Jan 01 2026", "2026.01.01"},
		{"Thu Dec 9 2021 00:00", "2021.12.09"},
		{"Thu dec 9 2021", ""},
		{"Thu Dec 32 2021", ""},
		{"Thu Dec 9", ""},
		{"Thu Dec 9 20211", ""},
		{"Thu", ""},
		{"", ""},
	};

	(void)state;
	type("game human human");
	assert_non_null(strstr(type("pgn"), "[Date \"????.??.??\"]\n"));
	type("resign");
	platform.today = today;
	type("game human human");
	assert_non_null(strstr(type("pgn"), "[Date \"????.??.??\"]\n"));
	type("resign");
	knows_today = true;
	assert_non_null(strstr(type("pgn"), "[Date \"????.??.??\"]\n"));
	type("game human human");
	assert_non_null(strstr(type("pgn"), "[Date \"2026.01.09\"]\n"));
	rk_console_set_date(&console, "1972.??.??", 10);
	assert_non_null(strstr(type("pgn"), "[Date \"1972.??.??\"]\n"));
	rk_console_set_date(&console, "1972-07-11", 10);
	assert_string_equal(console.date, "");
	rk_console_set_date(&console, "1972.07.111", 11);
	assert_string_equal(console.date, "");
	for (size_t i = 0; i < COUNT(spelled); i++) {
		rk_console_set_date(&console, spelled[i][0],
				    strlen(spelled[i][0]));
		assert_string_equal(console.date, spelled[i][1]);
	}
}

static int rings;
static int thoughts;

static void ring(void *self)
{
	(void)self;
	rings++;
}

static void thinking(void *self, const struct rk_info *info)
{
	(void)self;
	thoughts += info->move_count > 0;
}

/* The bell rings for a computer's move, and only if that is wished for. */
static void test_bell(void **state)
{
	(void)state;
	rings = 0;
	assert_string_equal(type("bell on"), "There is no bell here.\n");
	platform.ring = ring;
	assert_string_equal(type("bell"), "Bell off.\n");
	type("game human computer1");
	type("e4");
	type("move");
	assert_int_equal(rings, 0);
	assert_string_equal(type("bell loud"), "Expected on or off.\n");
	assert_string_equal(type("bell on"), "Bell on.\n");
	type("d4");
	assert_int_equal(rings, 0);
	type("move");
	assert_int_equal(rings, 1);
	assert_string_equal(type("bell off"), "Bell off.\n");
	type("a3");
	type("move");
	assert_int_equal(rings, 1);
}

/* Whoever brings a function for it is told what a computer thinks. */
static void test_watch(void **state)
{
	static uint64_t memory[16384];

	(void)state;
	thoughts = 0;
	assert_string_equal(type("watch"), "Thoughts are not shown here.\n");
	platform.thinking = thinking;
	platform.memory = memory;
	platform.memory_size = sizeof(memory);
	rk_levels_init(&player, &platform);
	assert_int_equal(player.levels, RK_LEVELS);
	assert_string_equal(type("watch on"), "Watch on.\n");
	assert_int_equal(console.look.watch, 1);
	set_up_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
	type("game computer6 human");
	type("move");
	assert_int_not_equal(thoughts, 0);
	assert_string_equal(type("watch off"), "Watch off.\n");
}

static const char *save_place(void *self, const char *name, bool *is_there)
{
	(void)self;
	*is_there = *name == 'x';
	return "a\x1b place";
}

/* What is told of a file is harmless, and nothing is replaced unasked. */
static void test_replace(void **state)
{
	(void)state;
	platform.save_open = save_open;
	platform.save_place = save_place;
	type("game human human");
	assert_string_equal(type("save y"), "Not saved: y.\n");
	assert_string_equal(type("save x"),
			    "a? place is there already: yes replaces it.\n");
	assert_string_equal(type("yes"), "Not saved: x.\n");
}

static void test_long_lines(void **state)
{
	size_t length = 1 << 20;
	char *line = malloc(length);

	(void)state;
	type("game human human");
	for (int byte = 0; byte < 256; byte++) {
		memset(line, byte, length);
		memcpy(line, "board ", byte % 2 ? 6 : 0);
		unit_clear(&said);
		assert_true(rk_console_line(&console, line, length));
		assert_true(said.length < 300);
	}
	free(line);
}

static void test_computer_waits_after_undo(void **state)
{
	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	assert_false(rk_console_computer_to_move(&console));
	type("game human computer1");
	assert_false(rk_console_computer_to_move(&console));
	type("e4");
	assert_true(rk_console_computer_to_move(&console));
	unit_clear(&said);
	rk_console_computer_move(&console);
	assert_memory_equal(said.text, "Black plays ", 12);
	assert_false(rk_console_computer_to_move(&console));
	type("undo 1");
	assert_false(rk_console_computer_to_move(&console));
	type("move");
	assert_int_equal(rk_game_plies(&console.game), 2);
	type("undo");
	assert_int_equal(rk_game_plies(&console.game), 0);
	type("resign");
	assert_false(rk_console_computer_to_move(&console));
}

static void test_rich_says_words_only(void **state)
{
	(void)state;
	console.look.drawing = RK_DRAW_RICH;
	assert_string_equal(type("game human human"), "");
	assert_string_equal(type("e4"), "");
	type("f5");
	assert_string_equal(type("Qh5"), "Black is in check.\n");
	assert_string_equal(type("board"), "Black is in check.\n");
	assert_string_equal(type("start modern"),
			    "standard chess begins one way; setup makes "
			    "another position.\n");
	type("resign");
	assert_string_equal(type("board"), "White wins! (resignation)\n");
}

static char offered[4096];

static void offer(void *self, const char *word)
{
	size_t length = strlen(offered);

	(void)self;
	snprintf(offered + length, sizeof(offered) - length, "%s ", word);
}

static const char *complete(const char *prefix)
{
	offered[0] = '\0';
	rk_console_complete(&console, prefix, strlen(prefix), offer, NULL);
	return offered;
}

static void test_completion(void **state)
{
	(void)state;
	assert_string_equal(complete("g"), "game ");
	assert_string_equal(complete("Nf"), "");
	assert_string_equal(complete("done"), "");
	type("game human human");
	assert_string_equal(complete("game"), "");
	assert_string_equal(complete("e4"), "e4 ");
	assert_string_equal(complete("e2"), "e2e3 e2e4 ");
	assert_string_equal(complete("Nf"), "Nf3 ");
	assert_string_equal(complete("e"), "eval e3 e2e3 e4 e2e4 ");
	assert_string_equal(complete("xyz"), "");
	assert_non_null(strstr(complete(""), "resign "));
	type("resign");
	type("setup");
	assert_string_equal(complete("d"), "done ");
	assert_string_equal(complete("f"), "fen flip ");
}

static size_t begun; /* the length of what the words begin with */

static size_t files(void *self, const char *prefix, size_t length)
{
	snprintf(offered, sizeof(offered), "file '%.*s'", (int)length, prefix);
	(void)self;
	return length;
}

static const char *complete_line(const char *text)
{
	const struct rk_completer to = {NULL, offer, files};

	offered[0] = '\0';
	begun = rk_console_complete_line(&console, text, strlen(text), &to);
	return offered;
}

static void test_completion_of_settings(void **state)
{
	(void)state;
	assert_string_equal(complete_line("them"), "theme ");
	assert_string_equal(complete_line("theme "),
			    "wood moss ocean slate plum ");
	assert_string_equal(complete_line("th M"), "moss ");
	assert_int_equal(begun, 1);
	assert_string_equal(complete_line("theme moss "), "");
	assert_string_equal(complete_line("notation f"), "figurine ");
	assert_string_equal(complete_line("rules "), "standard casual minors ");
	assert_string_equal(complete_line("players "), "2 4 ");
	assert_string_equal(complete_line("level 2"), "2 ");
	assert_non_null(strstr(complete_line("level "), "1 2 3 4 "));
	assert_string_equal(complete_line("zoom 8"), "8 ");
	assert_string_equal(complete_line("clock o"), "off ");
	assert_string_equal(complete_line("start "), "");
	assert_string_equal(complete_line("flip b"), "Black ");
	assert_string_equal(complete_line("help th"), "theme ");
	assert_string_equal(complete_line("help mov"), "move moves ");
	assert_string_equal(complete_line("help take"), "");
	assert_string_equal(complete_line("promotion "), "ask queen ");
	assert_string_equal(complete_line("nonsense x"), "");
	type("players 4");
	assert_string_equal(complete_line("rules t"), "teams ");
	assert_string_equal(complete_line("start c"), "classic ");
	assert_string_equal(complete_line("flip "), "Red Blue Yellow Green ");
	type("players 2");
}

static void test_completion_of_a_game(void **state)
{
	(void)state;
	assert_string_equal(complete_line("game h"), "human ");
	assert_string_equal(complete_line("game human computer2"),
			    "computer2 ");
	assert_int_equal(begun, 9);
	assert_non_null(strstr(complete_line("g human "), "human computer "));
	assert_string_equal(complete_line("game human human human human h"),
			    "");
	assert_string_equal(complete_line("moves e"), "");
	assert_string_equal(complete_line("load my ga"), "file 'my ga'");
	assert_string_equal(complete_line("save x"), "");
	type("game human human");
	assert_string_equal(complete_line("game h"), "");
	assert_string_equal(complete_line("moves e"), "e2 ");
	assert_string_equal(complete_line("moves "),
			    "b1 g1 a2 b2 c2 d2 e2 f2 g2 h2 ");
	assert_string_equal(complete_line("move e2 e"), "e2e3 e2e4 ");
	assert_int_equal(begun, 3);
	assert_string_equal(complete_line("e2 e"), "e2e3 e2e4 ");
	assert_string_equal(complete_line("why e"), "e1 e2 ");
	assert_string_equal(complete_line("why e2 e"),
			    "e1 e2 e3 e4 e5 e6 e7 e8 ");
	assert_string_equal(complete_line("save "), "file ''");
	assert_non_null(strstr(complete_line("move "), "Nf3 "));
	assert_non_null(strstr(complete_line(""), "resign "));
	type("resign");
	type("setup");
	assert_string_equal(complete_line("= b"), "Black ");
	type("start");
	type("done");
}

static rk_any_move count_keys(void *self, const struct rk_question *question)
{
	rk_any_move list[RK_ANY_MAX_MOVES];

	*(int *)self = question->key_count;
	question->rules->moves(question->pos, list);
	return list[0];
}

/*
 * The longest a game goes on without a pawn's move: the rook walks over the
 * upper half of the board, the king to and fro. The player is told of all.
 */
static void test_player_knows_all_quiet_positions(void **state)
{
	static struct rk_event long_log[200];
	char line[8];
	int count = 0;

	(void)state;
	player.choose = count_keys;
	player.self = &count;
	rk_console_new(&console, &platform, &player, NULL, long_log, 200);
	set_up_position("R7/8/8/8/pppppppp/PPPPPPPP/8/k6K w - - 0 1");
	type("game human human");
	for (int ply = 0; ply < 149; ply++) {
		int step = ply / 2 % 32, file = step % 8, rank = step / 8;

		snprintf(line, sizeof(line), "R%c%c",
			 rank % 2 ? 'h' - file : 'a' + file, '5' + rank);
		type(ply % 2 ? ply / 2 % 2 ? "Ka1" : "Ka2" : line);
	}
	assert_int_equal(rk_game_plies(&console.game), 149);
	type("hint");
	assert_int_equal(count, 149);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_increment, set_up),
		cmocka_unit_test_setup(test_delay, set_up),
		cmocka_unit_test_setup(test_flag, set_up),
		cmocka_unit_test_setup(test_flag_with_a_full_log, set_up),
		cmocka_unit_test_setup(test_flag_against_a_bare_king, set_up),
		cmocka_unit_test_setup(test_time_stands_for_a_taken_back_move,
				       set_up),
		cmocka_unit_test_setup(test_memory_ends, set_up),
		cmocka_unit_test_setup(test_machine_without_anything, set_up),
		cmocka_unit_test_setup(test_kept_before_told, set_up),
		cmocka_unit_test_setup(test_computer_without_memory, set_up),
		cmocka_unit_test_setup(test_long_names, set_up),
		cmocka_unit_test_setup(test_date, set_up),
		cmocka_unit_test_setup(test_replace, set_up),
		cmocka_unit_test_setup(test_bell, set_up),
		cmocka_unit_test_setup(test_watch, set_up),
		cmocka_unit_test_setup(test_long_lines, set_up),
		cmocka_unit_test_setup(test_computer_waits_after_undo, set_up),
		cmocka_unit_test_setup(test_rich_says_words_only, set_up),
		cmocka_unit_test_setup(test_completion, set_up),
		cmocka_unit_test_setup(test_completion_of_settings, set_up),
		cmocka_unit_test_setup(test_completion_of_a_game, set_up),
		cmocka_unit_test_setup(test_player_knows_all_quiet_positions,
				       set_up),
	};

	return cmocka_run_group_tests_name("console", tests, NULL, NULL);
}
