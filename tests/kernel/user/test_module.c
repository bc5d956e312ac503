/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The module of ports/linux in user space: its files compiled as for a kernel,
 * linked to a library, loaded by a kernel that is not one (fake.h). Reaches
 * what no real kernel does on demand: the n-th allocation fails, a signal or
 * another process comes at the n-th step of a thought.
 */
#define _POSIX_C_SOURCE 200809L

#include <unistd.h>

#include "test.h"

/* Seconds. What hangs is a failure. */
#define PATIENCE 300

void must_load(const char *parameters)
{
	assert_int_equal(fake_insmod("chess.so", parameters), 0);
}

void must_unload(void)
{
	assert_int_equal(fake_rmmod(), 0);
	assert_int_equal(fake_allocations(), 0);
}

int load_one(void **state)
{
	(void)state;
	fake_reset();
	must_load("");
	return 0;
}

int unload_one(void **state)
{
	(void)state;
	must_unload();
	return 0;
}

struct file *must_open(const char *node)
{
	struct file *file = fake_open(node);

	assert_non_null(file);
	return file;
}

void must_write(struct file *file, const char *bytes, size_t length)
{
	assert_int_equal(fake_write(file, bytes, length), length);
}

void must_be_silent(struct file *file)
{
	wait_queue_head_t *queue;
	char byte = '?';

	assert_int_equal(fake_poll(file, &queue), EPOLLOUT | EPOLLWRNORM);
	assert_int_equal(fake_read(file, &byte, 1), 0);
	assert_int_equal(byte, '?');
}

void must_read(struct file *file, const char *expected)
{
	wait_queue_head_t *queue;
	char line[LINE_SIZE] = "";
	ssize_t length;

	assert_int_equal(fake_poll(file, &queue),
			 EPOLLIN | EPOLLRDNORM | EPOLLOUT | EPOLLWRNORM);
	length = fake_read(file, line, sizeof(line) - 1);
	assert_string_equal(line, expected);
	assert_int_equal(length, strlen(expected));
	must_be_silent(file);
}

void must_answer(struct file *file, const char *command, const char *expected)
{
	char line[LINE_SIZE];
	int length = snprintf(line, sizeof(line), "%s\n", command);

	must_write(file, line, (size_t)length);
	snprintf(line, sizeof(line), "%s\n", expected);
	must_read(file, line);
}

void must_value(const char *node, const char *value, const char *expected)
{
	char page[PAGE_SIZE];
	ssize_t length = fake_show(node, value, page);

	assert_in_range(length, 1, PAGE_SIZE);
	assert_int_equal(page[length - 1], '\n');
	page[length - 1] = 0;
	assert_string_equal(page, expected);
	assert_int_equal(strlen(page), length - 1);
}

static const char *const values[] = {
	"level", "fen", "last_move", "legal_moves", "result",
};

void view_take(struct view *view)
{
	memset(view, 0, sizeof(*view));
	for (size_t i = 0; i < COUNT(values); i++)
		fake_show("chess", values[i], view->values[i]);
}

void view_must_be(const struct view *view)
{
	struct view now;

	view_take(&now);
	for (size_t i = 0; i < COUNT(values); i++)
		assert_string_equal(now.values[i], view->values[i]);
}

int main(void)
{
	alarm(PATIENCE);
	return test_load() + test_values() + test_file() + test_memory() +
	       test_thinking() + test_threads();
}
