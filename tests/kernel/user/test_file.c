/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Reading and writing a board: who reads what, how much, how often. */
#include <stdlib.h>

#include "rookery/device.h"
#include "test.h"

static void answers_are_one_line_of_their_length(void **state)
{
	struct file *file = must_open("chess");
	char line[LINE_SIZE];

	(void)state;
	assert_true(file->is_stream);
	must_be_silent(file);
	must_answer(file, "01", "NOGAME");
	must_answer(file, "00 W", "OK");
	must_write(file, "01\n", 3);
	assert_int_equal(fake_read(file, line, sizeof(line)), 129);
	assert_memory_equal(line, START_BOARD "\n", 129);
	must_answer(file, "02 WPe2-e4", "OK");
	must_answer(file, "02 WPe2-e4", "OOT");
	must_answer(file, "03", "OK");
	must_answer(file, "02 WPe2-e4", "ILLMOVE");
	must_answer(file, "04", "OK");
	must_answer(file, "04", "NOGAME");
	must_answer(file, "10", "UNKCMD");
	must_answer(file, "01\r", "INVFMT");
	fake_close(file);
}

static void nothing_written_changes_nothing(void **state)
{
	struct file *writer = must_open("chess"), *reader = must_open("chess");

	(void)state;
	must_write(writer, "00 W\n", 5);
	must_write(writer, "", 0);
	assert_int_equal(fake_write_bad(writer, "", 0, 0, 1), 0);
	must_read(writer, "OK\n");
	/* One that wrote nothing has not written. */
	must_write(reader, "", 0);
	must_read(reader, "OK\n");
	must_answer(writer, "01", START_BOARD);
	must_read(reader, START_BOARD "\n");
	fake_close(writer);
	fake_close(reader);
}

static void must_take(struct file *file, const char *bytes, size_t length,
		      const char *answer)
{
	must_write(file, bytes, length);
	must_read(file, answer);
}

static void any_bytes_are_taken(void **state)
{
	struct file *file = must_open("chess");

	(void)state;
	must_answer(file, "00 W", "OK");
	must_take(file, "\0", 1, "UNKCMD\n");
	must_take(file, "\n", 1, "UNKCMD\n");
	must_take(file, "01", 2, "UNKCMD\n");
	must_take(file, "01\n\n", 4, "INVFMT\n");
	must_take(file, "01\n01\n", 6, "INVFMT\n");
	must_take(file, "01\0\n", 4, "INVFMT\n");
	must_take(file, "\xff\xff\xff\n", 4, "UNKCMD\n");
	must_take(file, "                \n", 17, "UNKCMD\n");
	/* The longest on the stack, and one more. */
	must_take(file, "09                             \n", 32, "INVFMT\n");
	must_take(file, "09                              \n", 33, "INVFMT\n");
	must_answer(file, "01", START_BOARD);
	fake_close(file);
}

static void any_length_is_taken(void **state)
{
	static const size_t lengths[] = {
		4096,
		65536,
		RK_DEVICE_LINE_SIZE - 1,
		RK_DEVICE_LINE_SIZE,
		RK_DEVICE_LINE_SIZE + 1,
		RK_DEVICE_LINE_SIZE + 2,
		1 << 20,
		(1 << 20) + 1,
	};
	struct file *file = must_open("chess");
	char *bytes = malloc((1 << 20) + 1);

	(void)state;
	must_answer(file, "00 W", "OK");
	for (size_t i = 0; i < COUNT(lengths); i++) {
		size_t length = lengths[i];

		memset(bytes, ' ', length);
		must_take(file, bytes, length, "UNKCMD\n");
		bytes[length - 1] = '\n';
		must_take(file, bytes, length, "UNKCMD\n");
		memcpy(bytes, "09 ", 3);
		must_take(file, bytes, length, "INVFMT\n");
		memcpy(bytes, "01\n", 3);
		must_take(file, bytes, length, "INVFMT\n");
		bytes[length - 1] = 0;
		must_take(file, bytes, length, "UNKCMD\n");
	}
	must_answer(file, "01", START_BOARD);
	free(bytes);
	fake_close(file);
}

static void a_short_read_leaves_the_rest(void **state)
{
	static const size_t sizes[] = {1, 2, 16, 127, 128, 129, 130, 1024};
	struct file *file = must_open("chess");

	(void)state;
	must_answer(file, "00 W", "OK");
	for (size_t i = 0; i < COUNT(sizes); i++) {
		char line[LINE_SIZE];
		size_t length = 0, size = sizes[i];

		must_write(file, "01\n", 3);
		assert_int_equal(fake_read(file, line, 0), 0);
		while (length < 129) {
			size_t left = 129 - length;

			assert_int_equal(fake_read(file, line + length,
						   left < size ? left : size),
					 left < size ? left : size);
			length += left < size ? left : size;
		}
		assert_memory_equal(line, START_BOARD "\n", 129);
		must_be_silent(file);
	}
	fake_close(file);
}

static void who_wrote_reads_his_own(void **state)
{
	struct file *one = must_open("chess"), *two = must_open("chess");

	(void)state;
	must_write(one, "05\n", 3);
	must_write(two, "01\n", 3);
	must_read(one, "OK\n");
	must_read(two, START_BOARD "\n");
	must_answer(one, "04", "OK");
	must_be_silent(two);
	/* Of two answers the last one. */
	must_write(one, "00 W\n", 5);
	must_write(one, "nonsense\n", 9);
	must_read(one, "UNKCMD\n");
	/* What is left of one goes when the next one comes. */
	must_write(one, "01\n", 3);
	assert_int_equal(fake_read(one, (char[8]){0}, 8), 8);
	must_answer(one, "03", "OOT");
	fake_close(one);
	fake_close(two);
}

static void who_never_wrote_reads_the_last(void **state)
{
	struct file *writer = must_open("chess"), *early = must_open("chess");
	struct file *late;
	char part[4] = "";

	(void)state;
	must_be_silent(early);
	must_write(writer, "05\n", 3);
	must_read(early, "OK\n");
	late = must_open("chess");
	must_read(late, "OK\n");
	must_read(writer, "OK\n");
	/* An answer that says the same is a newer one. */
	must_answer(writer, "05", "OK");
	must_read(early, "OK\n");
	/* The rest of one, and then the newest. */
	must_answer(writer, "08", START ";");
	assert_int_equal(fake_read(early, part, 3), 3);
	assert_string_equal(part, "rnb");
	must_answer(writer, "02 WNg1-f3", "OK");
	must_answer(writer, "03", "OOT");
	{
		char rest[LINE_SIZE] = "";

		fake_read(early, rest, sizeof(rest) - 1);
		assert_string_equal(rest, &(START ";\n")[3]);
	}
	must_read(early, "OOT\n");
	must_read(late, "OOT\n");
	/* It writes, and from then on reads its own. */
	must_answer(late, "1", "UNKCMD");
	must_answer(writer, "06 1", "OK");
	must_be_silent(late);
	must_read(early, "OK\n");
	fake_close(writer);
	fake_close(late);
	fake_close(early);
}

/* A reader who got nothing of an answer, when a newer one comes. */
static void who_read_nothing_reads_the_last(void **state)
{
	struct file *writer = must_open("chess"), *reader = must_open("chess");
	char byte;

	(void)state;
	must_answer(writer, "05", "OK");
	assert_int_equal(fake_read(reader, &byte, 0), 0);
	must_answer(writer, "03", "OOT");
	must_read(reader, "OOT\n");

	must_answer(writer, "05", "OK");
	assert_int_equal(fake_read_bad(reader, &byte, 1, 0, 1), -EFAULT);
	must_answer(writer, "03", "OOT");
	must_read(reader, "OOT\n");
	fake_close(writer);
	fake_close(reader);
}

static void echo_and_cat(void **state)
{
	struct file *file = must_open("chess");

	(void)state;
	must_write(file, "00 W\n", 5);
	fake_close(file);
	for (int i = 0; i < 2; i++) {
		file = must_open("chess");
		must_read(file, "OK\n");
		fake_close(file);
	}
}

static void poll_says_what_waits(void **state)
{
	const __poll_t out = EPOLLOUT | EPOLLWRNORM;
	const __poll_t both = out | EPOLLIN | EPOLLRDNORM;
	struct file *writer = must_open("chess"), *reader = must_open("chess");
	wait_queue_head_t *queue, *other;
	unsigned int wakes;
	char bytes[2];

	(void)state;
	assert_int_equal(fake_poll(writer, &queue), out);
	assert_int_equal(fake_poll(reader, &other), out);
	assert_non_null(queue);
	assert_ptr_equal(queue, other);
	queue->sleepers = 1;
	wakes = queue->wakes;
	must_write(writer, "05\n", 3);
	assert_int_equal(queue->wakes, wakes + 1);
	assert_int_equal(fake_poll(writer, &queue), both);
	assert_int_equal(fake_poll(reader, &queue), both);
	assert_int_equal(fake_read(reader, bytes, 2), 2);
	assert_int_equal(fake_poll(reader, &queue), both);
	assert_int_equal(fake_read(reader, bytes, 2), 1);
	assert_int_equal(fake_poll(reader, &queue), out);
	assert_int_equal(fake_poll(writer, &queue), both);
	must_write(writer, "bad\n", 4);
	assert_int_equal(queue->wakes, wakes + 2);
	assert_int_equal(fake_poll(reader, &queue), both);
	must_write(writer, "", 0);
	assert_int_equal(queue->wakes, wakes + 2);
	fake_close(writer);
	fake_close(reader);
}

/* Each byte of a command in turn cannot be read. */
static void bad_command(struct file *file, const char *command, size_t length)
{
	struct view view;

	view_take(&view);
	for (size_t bad = 0; bad < length; bad++) {
		assert_int_equal(fake_write_bad(file, command, length, bad,
						length),
				 -EFAULT);
		assert_int_equal(fake_write_bad(file, command, length, bad,
						bad + 1),
				 -EFAULT);
	}
	view_must_be(&view);
}

static void a_bad_pointer_writes_nothing(void **state)
{
	struct file *file = must_open("chess"), *reader = must_open("chess");
	static const char move[] = "02 WPe2-e4\n", new[] = "00 B\n";
	static const char line[] = "09 " START ";" PAWNS "\n";
	char *much = calloc(1, 1 << 20);
	char two[3] = "";
	int before;

	(void)state;
	must_write(file, "00 W\n", 5);
	must_read(reader, "OK\n");
	assert_int_equal(fake_read(file, two, 2), 2);
	before = fake_allocations();
	bad_command(file, move, sizeof(move) - 1);
	bad_command(file, new, sizeof(new) - 1);
	bad_command(file, line, sizeof(line) - 1);
	assert_int_equal(fake_write_bad(file, much, 1 << 20, 0, 1 << 20),
			 -EFAULT);
	assert_int_equal(fake_write_bad(file, much, 1 << 20, 100, 1 << 20),
			 -EFAULT);
	/* The middle of what is too long for a command is not even touched. */
	for (size_t bad = 0; bad < 1 << 20; bad += 4096) {
		bool read = bad < 114688 || bad + 4096 == 1 << 20;

		assert_int_equal(fake_write_bad(file, much, 1 << 20, bad,
						bad + 4096),
				 read ? -EFAULT : 1 << 20);
		if (!read)
			must_read(file, "UNKCMD\n");
	}
	must_answer(file, "01", START_BOARD);
	must_write(file, "00 W\n", 5);
	must_read(reader, "OK\n");
	assert_int_equal(fake_read(file, two, 2), 2);
	before = fake_allocations();
	assert_int_equal(fake_write_bad(file, much, 1 << 20, (1 << 20) - 1,
					1 << 20),
			 -EFAULT);
	assert_true(fake_allocations() <= before);
	/* The answer of before is where it was. */
	must_read(file, "\n");
	must_be_silent(reader);
	/* And a file that could not write has not written. */
	assert_int_equal(fake_write_bad(reader, new, 5, 0, 5), -EFAULT);
	must_answer(file, "02 WPe2-e4", "OK");
	must_read(reader, "OK\n");
	free(much);
	fake_close(file);
	fake_close(reader);
}

/* What was delivered is not delivered again. */
static void a_bad_pointer_reads_what_comes_before(void **state)
{
	struct file *file = must_open("chess"), *reader = must_open("chess");
	char line[LINE_SIZE] = "";

	(void)state;
	must_answer(file, "00 W", "OK");
	must_write(file, "01\n", 3);
	for (size_t at = 0, part = 0; at < 128; at += part++) {
		if (part > 128 - at)
			part = 128 - at;
		assert_int_equal(fake_read_bad(reader, line + at, 129, part,
					       129),
				 part ? (ssize_t)part : -EFAULT);
	}
	must_read(reader, "\n");
	assert_memory_equal(line, START_BOARD, 128);
	assert_int_equal(fake_read(file, line, 100), 100);
	assert_int_equal(fake_read_bad(file, line, 29, 0, 29), -EFAULT);
	/* Bytes behind the answer do not matter. */
	assert_int_equal(fake_read_bad(file, line + 100, 100, 29, 100), 29);
	assert_memory_equal(line + 100, &(START_BOARD "\n")[100], 29);
	/* Where there is nothing to read, nothing is touched. */
	assert_int_equal(fake_read_bad(file, line, 1, 0, 1), 0);
	fake_close(file);
	fake_close(reader);
}

int test_file(void)
{
	const struct CMUnitTest tests[] = {
		TEST(answers_are_one_line_of_their_length),
		TEST(nothing_written_changes_nothing),
		TEST(any_bytes_are_taken),
		TEST(any_length_is_taken),
		TEST(a_short_read_leaves_the_rest),
		TEST(who_wrote_reads_his_own),
		TEST(who_never_wrote_reads_the_last),
		TEST(who_read_nothing_reads_the_last),
		TEST(echo_and_cat),
		TEST(poll_says_what_waits),
		TEST(a_bad_pointer_writes_nothing),
		TEST(a_bad_pointer_reads_what_comes_before),
	};

	return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
