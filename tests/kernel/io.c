/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * /dev/chess as a file, chess.ko as a module:
 *
 *	io          names of the tests
 *	io NAME     runs one; silent if all is well
 *
 * What is expected is in the contract of the device; docs/device.md.
 */
#define _GNU_SOURCE
#include "tests/kernel/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct test *const tables[] = {
	tests_of_bytes, tests_of_files,   tests_of_thinking,
	tests_of_rings, tests_of_threads, tests_of_module,
};

void start(struct board *board)
{
	module_load("");
	board_open(board, BOARD_NODE);
	board_must(board, "00 W", "OK");
}

void stop(struct board *board)
{
	board_close(board);
	module_unload();
}

void must_be_silent(int file)
{
	struct pollfd poll_file = {.fd = file, .events = POLLIN};
	char byte;

	must(poll(&poll_file, 1, 0) == 0);
	must(read(file, &byte, 1) == 0);
}

void must_be_at(struct board *board, const char *line)
{
	board_must(board, "08", line);
}

int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void pause_for(int milliseconds)
{
	poll(NULL, 0, milliseconds);
}

pid_t spawn(void (*run)(void *self), void *self)
{
	pid_t child = fork();

	must(child >= 0);
	if (child)
		return child;
	run(self);
	_exit(0);
}

void must_end_well(pid_t child)
{
	int status;

	must(waitpid(child, &status, 0) == child);
	must(status == 0);
}

int main(int argc, char **argv)
{
	for (size_t i = 0; i < COUNT(tables); i++)
		for (const struct test *test = tables[i]; test->name; test++) {
			if (argc == 1) {
				puts(test->name);
			} else if (!strcmp(argv[1], test->name)) {
				test->run();
				return 0;
			}
		}
	if (argc > 1)
		die("io: there is no test %s", argv[1]);
	return 0;
}
