/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The module in user space as a program, for tests/transcripts/run.py: what is
 * written comes in frames, a line with a number and then that many bytes, each
 * of which is one write() to the board; what can be read then goes out in one.
 */
#include <stdlib.h>

#include "fake.h"

#define ROOM (1 << 17)

static void die(const char *what)
{
	fprintf(stderr, "talk_module: %s\n", what);
	exit(2);
}

/* Writes the bytes of the next frame; false at the end. */
static bool pass_on(struct file *file)
{
	size_t length;
	char *bytes;

	if (scanf("%zu", &length) != 1)
		return false;
	getchar();
	bytes = malloc(length + 1);
	if (!bytes || fread(bytes, 1, length, stdin) != length)
		die("a frame is cut off");
	if (fake_write(file, bytes, length) != (ssize_t)length)
		die("a write is not taken whole");
	free(bytes);
	return true;
}

int main(int count, char **words)
{
	static char answer[ROOM];
	struct file *file;

	if (fake_insmod("chess.so", count > 1 && strcmp(words[1], "device")
					    ? "announce=1 queen=1"
					    : ""))
		die("cannot be loaded");
	file = fake_open("chess");
	if (!file)
		die("cannot be opened");
	while (pass_on(file)) {
		ssize_t length = fake_read(file, answer, ROOM);

		if (length < 0)
			die("cannot be read");
		printf("%zd\n", length);
		fwrite(answer, 1, (size_t)length, stdout);
	}
	fake_close(file);
	if (fake_rmmod() || fake_allocations())
		die("something is left behind");
	return 0;
}
