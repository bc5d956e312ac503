/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * There is no memory, at every place where some is asked for: the command
 * fails, has changed nothing, and works when it is given again.
 */
#include "test.h"

struct row {
	const char *before; /* a command */
	const char *command;
	const char *answer;
};

static const struct row rows[] = {
	{"05", "00 W", "OK"},
	{"00 W", "01", START_BOARD},
	{"00 W", "02 WPe2-e4", "OK"},
	{"00 B", "03", "OK"},
	{"00 W", "04", "OK"},
	{"00 W", "05", "OK"},
	{"09 " START ";" PAWNS, "06 32", "OK"},
	{"05", "07", "OK"},
	{"00 W", "07", "OK"},
	{"09 " START ";" PAWNS, "08", START ";" PAWNS},
	{"05", "09 " START ";" PAWNS, "OK"},
	{"05", "09 " START ";" PAWNS " a1a1", "ILLMOVE"},
	{"05", "nothing that anybody knows, but a long line of it", "UNKCMD"},
	{"05", "01                                          ", "INVFMT"},
	{"05", "03", "OOT"},
};

/* A board as `before` leaves it, and two bytes read of its answer. */
static struct file *prepare(const struct row *row, char *begun)
{
	struct file *file;
	char line[LINE_SIZE];
	int length = snprintf(line, sizeof(line), "%s\n", row->before);

	load_one(NULL);
	file = must_open("chess");
	must_write(file, line, (size_t)length);
	assert_int_equal(fake_read(file, begun, 2), 2);
	return file;
}

/* Returns false if it came through without that many allocations. */
static bool fail_once(const struct row *row, int failure)
{
	struct view view;
	char line[LINE_SIZE], begun[3] = "";
	struct file *file = prepare(row, begun), *reader = must_open("chess");
	int before = fake_allocations();
	int length = snprintf(line, sizeof(line), "%s\n", row->command);
	bool failed;
	ssize_t result;

	view_take(&view);
	fake_fail.allocation = failure;
	result = fake_write(file, line, (size_t)length);
	failed = !fake_fail.allocation;
	fake_fail.allocation = 0;
	if (failed) {
		assert_int_equal(result, -ENOMEM);
		/* A board may keep one reply for the next command. */
		assert_true(fake_allocations() <= before + 1);
		view_must_be(&view);
		must_read(reader, "OK\n");
		assert_string_equal(begun, "OK");
		must_read(file, "\n");
		must_answer(file, row->command, row->answer);
	} else {
		assert_int_equal(result, length);
		snprintf(line, sizeof(line), "%s\n", row->answer);
		must_read(file, line);
		must_read(reader, line);
	}
	fake_close(file);
	fake_close(reader);
	must_unload();
	return failed;
}

static void a_command_needs_memory(void **state)
{
	int failures = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (int n = 1; fail_once(&rows[i], n); n++)
			failures++;
	/* At least the long lines have to be put somewhere. */
	assert_true(failures >= 4);
}

static void an_open_file_needs_memory(void **state)
{
	struct file *file;
	int failures = 0;

	(void)state;
	load_one(NULL);
	for (;;) {
		fake_fail.allocation = failures + 1;
		file = fake_open("chess");
		if (file)
			break;
		assert_int_equal(errno, ENOMEM);
		assert_int_equal(fake_allocations(), 1);
		failures++;
	}
	assert_in_range(failures, 1, 9);
	fake_fail.allocation = 0;
	must_answer(file, "00 W", "OK");
	fake_close(file);
	must_unload();
}

/* What is delivered is there already. */
static void to_read_needs_none(void **state)
{
	struct file *file, *reader;

	(void)state;
	load_one(NULL);
	file = must_open("chess");
	reader = must_open("chess");
	must_write(file, "00 W\n", 5);
	fake_fail.allocation = 1;
	must_read(file, "OK\n");
	must_read(reader, "OK\n");
	must_value("chess", "result", "*");
	assert_int_equal(fake_fail.allocation, 1);
	fake_fail.allocation = 0;
	fake_close(file);
	fake_close(reader);
	must_unload();
}

int test_memory(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_needs_memory),
		cmocka_unit_test(an_open_file_needs_memory),
		cmocka_unit_test(to_read_needs_none),
	};

	return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
