/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The module comes and goes: parameters, nodes, failures, the self-test. */
#include <stdlib.h>

#include "rookery/version.h"
#include "test.h"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	return 0;
}

/* Not loaded, nothing left, and a line that says why. */
static void must_refuse(const char *parameters, int error, const char *message)
{
	assert_int_equal(fake_insmod("chess.so", parameters), error);
	assert_int_equal(fake_allocations(), 0);
	assert_int_equal(fake_mode("chess"), -ENOENT);
	assert_non_null(strstr(fake_log(), message));
	assert_true(!*message || !strncmp(fake_log(), "3chess: ", 8));
}

static void alone_it_makes_one_board(void **state)
{
	(void)state;
	must_load("");
	assert_int_equal(fake_mode("chess"), 0666);
	assert_int_equal(fake_mode("chess1"), -ENOENT);
	must_value("chess", "level", "3");
	assert_string_equal(fake_log(),
			    "6chess: " RK_VERSION ", 1 board, level 3\n");
	must_unload();
	assert_int_equal(fake_mode("chess"), -ENOENT);
}

/* Each open file has a board of its own, and there is a limit. */
static void private_boards_are_private(void **state)
{
	struct file *one, *two;
	int before;

	(void)state;
	must_load("private_boards=2 level=2");
	assert_int_equal(fake_mode("chess-private"), 0666);
	before = fake_allocations();
	one = must_open("chess-private");
	two = must_open("chess-private");
	assert_null(fake_open("chess-private"));
	assert_int_equal(errno, EBUSY);
	must_answer(one, "00 B", "OK");
	must_answer(two, "01", "NOGAME");
	must_answer(one, "03", "OK");
	must_answer(two, "05", "OK");
	must_answer(two, "08", START ";");
	must_value("chess", "fen", "");
	fake_close(one);
	one = must_open("chess-private");
	must_answer(one, "08", "NOGAME");
	/* Without memory it is not counted. */
	fake_close(two);
	for (int fail = 1; fail <= 2; fail++) {
		fake_fail.allocation = fail;
		assert_null(fake_open("chess-private"));
		assert_int_equal(errno, ENOMEM);
	}
	two = must_open("chess-private");
	fake_close(one);
	fake_close(two);
	assert_int_equal(fake_allocations(), before);
	must_unload();
	assert_int_equal(fake_mode("chess-private"), -ENOENT);
	must_load("private_boards=0");
	assert_int_equal(fake_mode("chess-private"), -ENOENT);
	must_unload();
}

static void boards_have_names_and_games_of_their_own(void **state)
{
	struct file *three, *four;
	char name[16] = "chess";

	(void)state;
	must_load("boards=16 level=7");
	for (int i = 1; i <= 16; i++) {
		assert_int_equal(fake_mode(name), 0666);
		must_value(name, "level", "7");
		snprintf(name, sizeof(name), "chess%d", i);
	}
	assert_int_equal(fake_mode("chess16"), -ENOENT);
	three = must_open("chess3");
	four = must_open("chess4");
	must_answer(three, "05", "OK");
	must_answer(three, "02 WNg1-f3", "OK");
	must_answer(four, "01", "NOGAME");
	must_value("chess3", "last_move", "g1f3");
	must_value("chess4", "last_move", "");
	fake_close(three);
	fake_close(four);
	must_unload();
}

static void bad_parameters_are_refused(void **state)
{
	(void)state;
	must_refuse("boards=0", -EINVAL, "boards=0");
	must_refuse("boards=17", -EINVAL, "boards=17");
	must_refuse("boards=4294967295", -EINVAL, "boards=4294967295");
	must_refuse("level=0", -EINVAL, "level=0");
	must_refuse("level=13", -EINVAL, "level=13");
	must_refuse("level=4294967295 boards=2", -EINVAL, "level=4294967295");
	must_load("level=1");
	must_unload();
	must_load("level=12 boards=1");
	must_unload();
}

static void an_open_board_holds_it(void **state)
{
	struct file *one, *two;

	(void)state;
	must_load("boards=2");
	one = must_open("chess");
	two = must_open("chess1");
	assert_int_equal(fake_rmmod(), -EBUSY);
	fake_close(one);
	assert_int_equal(fake_rmmod(), -EBUSY);
	must_answer(two, "00 W", "OK");
	fake_close(two);
	must_unload();
}

static void every_allocation_may_fail(void **state)
{
	int failure = 0;

	(void)state;
	for (;;) {
		fake_fail.allocation = ++failure;
		if (!fake_insmod("chess.so", "boards=3"))
			break;
		assert_int_equal(fake_fail.allocation, 0);
		assert_int_equal(fake_allocations(), 0);
		assert_int_equal(fake_mode("chess"), -ENOENT);
	}
	assert_true(failure > 3);
	fake_fail.allocation = 0;
	must_unload();

	fake_fail.allocation = 1;
	must_refuse("selftest=1", -ENOMEM, "");
}

/* No first node, no module. One of the others is missed, but not much. */
static void a_node_may_fail(int *countdown, int error)
{
	struct file *file;

	*countdown = 1;
	must_refuse("", error, "3chess: chess: ");
	*countdown = 1;
	must_refuse("boards=3", error, "3chess: chess: ");

	*countdown = 2;
	must_load("boards=3");
	assert_non_null(strstr(fake_log(), "3chess: chess1: "));
	assert_int_equal(fake_mode("chess"), 0666);
	assert_int_equal(fake_mode("chess1"), -ENOENT);
	assert_int_equal(fake_mode("chess2"), 0666);
	file = must_open("chess2");
	must_answer(file, "00 W", "OK");
	fake_close(file);
	must_unload();

	*countdown = 3;
	must_load("boards=3");
	assert_int_equal(fake_mode("chess1"), 0666);
	assert_int_equal(fake_mode("chess2"), -ENOENT);
	must_unload();
}

static void a_node_may_lack_a_number(void **state)
{
	(void)state;
	a_node_may_fail(&fake_fail.node, -EBUSY);
}

static void a_node_may_lack_memory(void **state)
{
	(void)state;
	a_node_may_fail(&fake_fail.node_late, -ENOMEM);
}

/* The number after these words in the log. */
static unsigned long number_after(const char *words)
{
	const char *place = strstr(fake_log(), words);

	assert_non_null(place);
	return strtoul(place + strlen(words), NULL, 10);
}

static void the_self_test_decides(void **state)
{
	unsigned long nodes;

	(void)state;
	must_load("selftest=1");
	nodes = number_after("6chess: perft agrees; bench: ");
	assert_true(nodes > 1);
	assert_int_equal(fake_allocations(), 1);
	must_unload();

	assert_int_equal(fake_insmod("chess_wrong.so", "selftest=1"), -EINVAL);
	assert_int_equal(number_after("3chess: bench: "), nodes);
	assert_non_null(strstr(fake_log(), "instead of 1\n"));
	assert_int_equal(fake_allocations(), 0);

	assert_int_equal(fake_insmod("chess_wrong.so", "selftest=0"), 0);
	must_unload();
}

static void the_self_test_can_be_killed(void **state)
{
	(void)state;
	current->kill_at = 10;
	must_refuse("selftest=1", -EINTR, "");
}

static void it_comes_and_goes(void **state)
{
	struct file *file;

	(void)state;
	for (int i = 0; i < 50; i++) {
		must_load("boards=2");
		file = must_open("chess1");
		must_answer(file, "01", "NOGAME");
		must_answer(file, "00 W", "OK");
		fake_close(file);
		must_unload();
	}
}

int test_load(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(alone_it_makes_one_board, reset),
		cmocka_unit_test_setup(private_boards_are_private, reset),
		cmocka_unit_test_setup(boards_have_names_and_games_of_their_own,
				       reset),
		cmocka_unit_test_setup(bad_parameters_are_refused, reset),
		cmocka_unit_test_setup(an_open_board_holds_it, reset),
		cmocka_unit_test_setup(every_allocation_may_fail, reset),
		cmocka_unit_test_setup(a_node_may_lack_a_number, reset),
		cmocka_unit_test_setup(a_node_may_lack_memory, reset),
		cmocka_unit_test_setup(the_self_test_decides, reset),
		cmocka_unit_test_setup(the_self_test_can_be_killed, reset),
		cmocka_unit_test_setup(it_comes_and_goes, reset),
	};

	return cmocka_run_group_tests_name("load", tests, NULL, NULL);
}
