/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The files of a board in /sys: one value each, a newline after it. */
#include "test.h"

static void without_a_game_there_is_little(void **state)
{
	(void)state;
	must_value("chess", "fen", "");
	must_value("chess", "last_move", "");
	must_value("chess", "legal_moves", "");
	must_value("chess", "result", "*");
	must_value("chess", "level", "3");
}

static void they_follow_the_game(void **state)
{
	struct file *file = must_open("chess");

	(void)state;
	must_answer(file, "05", "OK");
	must_value("chess", "fen", START);
	must_value("chess", "last_move", "");
	must_answer(file, "02 WNg1-f3", "OK");
	must_value("chess", "fen",
		   "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
	must_value("chess", "last_move", "g1f3");
	must_value("chess", "result", "*");
	must_answer(file, "09 7k/5Q2/8/8/8/8/8/K7 w - - 0 1;", "OK");
	must_value("chess", "last_move", "");
	/* A king in a corner, with one place to go. */
	must_answer(file, "09 7k/8/8/8/8/8/6R1/K7 b - - 0 1;", "OK");
	must_value("chess", "legal_moves", "h8h7");
	must_answer(file, "09 " START ";f2f3 e7e5 g2g4 d8h4", "OK");
	must_value("chess", "legal_moves", "");
	must_value("chess", "last_move", "d8h4");
	must_value("chess", "result", "0-1");
	must_answer(file, "05", "OK");
	must_answer(file, "07", "OK");
	must_answer(file, "02 WNg1-f3", "OK");
	must_answer(file, "07", "TIE");
	must_value("chess", "result", "1/2-1/2");
	fake_close(file);
}

/* 218 legal moves are the most that are known; they fit into a page. */
static void the_longest_list_fits(void **state)
{
	struct file *file = must_open("chess");
	char page[PAGE_SIZE];
	ssize_t length;
	int moves = 1;

	(void)state;
	must_answer(file,
		    "09 R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1;",
		    "OK");
	length = fake_show("chess", "legal_moves", page);
	for (ssize_t i = 0; i < length; i++)
		moves += page[i] == ' ';
	assert_int_equal(moves, 218);
	fake_close(file);
}

static void a_level_is_stored(const char *text, const char *level)
{
	assert_int_equal(fake_store("chess", "level", text), strlen(text));
	must_value("chess", "level", level);
}

static void a_level_is_a_number_from_1_to_12(void **state)
{
	static const char *const bad[] = {
		"",           "\n",   "0",
		"13",         "-1",   "+",
		"five",       "5 ",   " 5",
		"5\n\n",      "5x",   "1e1",
		"0x5",        "256",  "261",
		"4294967297", "\xff", "99999999999999999999999999",
	};

	(void)state;
	a_level_is_stored("1", "1");
	a_level_is_stored("12\n", "12");
	a_level_is_stored("5\n", "5");
	for (size_t i = 0; i < COUNT(bad); i++) {
		assert_true(fake_store("chess", "level", bad[i]) < 0);
		must_value("chess", "level", "5");
	}
	assert_int_equal(fake_store("chess", "level", "13"), -EINVAL);
	assert_int_equal(fake_store("chess", "level", "five"), -EINVAL);
}

static void the_others_cannot_be_stored(void **state)
{
	static const char *const others[] = {
		"fen", "last_move", "legal_moves", "result", "winner", "reason",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(others); i++)
		assert_int_equal(fake_store("chess", others[i], "5"), -EACCES);
}

/* Who polls a value is woken when the game changes, and only then. */
static void changes_are_told(void **state)
{
	static const struct {
		const char *command;
		const char *answer;
		bool changes;
	} steps[] = {
		{"04", "NOGAME", false},
		{"05", "OK", true},
		{"02 WPf2-f3", "OK", true},
		{"02 BPe7-e5", "OK", true},
		{"02 WPg2-g5", "ILLMOVE", false},
		{"03", "OOT", false},
		{"02 WPg2-g4", "OK", true},
		{"02 BQd8-h4", "MATE", true},
		{"04", "MATE", false},
		{"02 WPa2-a3", "NOGAME", false},
		{"06 9", "ILLMOVE", false},
		{"06 1", "OK", true},
		{"04", "OK", true},
		{"04", "NOGAME", false},
	};
	struct file *file = must_open("chess");

	(void)state;
	for (size_t i = 0; i < COUNT(steps); i++) {
		unsigned int before = fake_notes("chess");

		must_answer(file, steps[i].command, steps[i].answer);
		assert_int_equal(fake_notes("chess") > before,
				 steps[i].changes);
	}
	fake_close(file);
}

int test_values(void)
{
	const struct CMUnitTest tests[] = {
		TEST(without_a_game_there_is_little),
		TEST(they_follow_the_game),
		TEST(the_longest_list_fits),
		TEST(a_level_is_a_number_from_1_to_12),
		TEST(the_others_cannot_be_stored),
		TEST(changes_are_told),
	};

	return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
