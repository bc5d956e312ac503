/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Bytes to and from /dev/chess: how many, which ones, from and to where. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/kernel/io.h"

#define GUARD 0x5a
#define PAGE 4096

/* NULL that the compiler does not know for what it is. */
static char *volatile nowhere;

/* A reply of 129 bytes in pieces; nothing is written behind a piece. */
static void read_in_pieces(struct board *board, size_t size)
{
	static const char expected[] = START_BOARD "\n";
	const size_t length = sizeof(expected) - 1;
	char text[2 * PAGE];

	board_write(board, "01\n", 3);
	for (size_t done = 0; done < length;) {
		size_t piece = length - done < size ? length - done : size;

		memset(text, GUARD, sizeof(text));
		must(read(board->file, text, 0) == 0);
		must(read(board->file, text, size) == (ssize_t)piece);
		must(!memcmp(text, expected + done, piece));
		for (size_t i = piece; i < sizeof(text); i++)
			must(text[i] == GUARD);
		done += piece;
	}
	must(read(board->file, text, size) == 0);
	must(read(board->file, text, size) == 0);
}

static void reads(void)
{
	static const size_t sizes[] = {1, 16, 128, 129, 4096};
	struct board board;

	start(&board);
	for (size_t i = 0; i < COUNT(sizes); i++)
		read_in_pieces(&board, sizes[i]);
	must_be_silent(board.file);
	stop(&board);
}

static void empty_write(void)
{
	struct board board;
	char text[64];

	start(&board);
	board_write(&board, "", 0);
	must_be_silent(board.file);
	must(write(board.file, nowhere, 0) == 0);
	must_be_silent(board.file);
	/* The rest of a reply is not lost by it. */
	board_write(&board, "04\n", 3);
	must(read(board.file, text, 1) == 1 && text[0] == 'O');
	board_write(&board, "", 0);
	must(read(board.file, text, sizeof(text)) == 2);
	must(!memcmp(text, "K\n", 2));
	stop(&board);
}

struct odd_write {
	const char *head;
	char filling;
	const char *tail;
	size_t length;
	const char *answer;
};

static void odd_write(struct board *board, const struct odd_write *odd)
{
	char *bytes = malloc(odd->length);
	size_t head = strlen(odd->head), tail = strlen(odd->tail);

	must(bytes);
	memset(bytes, odd->filling, odd->length);
	memcpy(bytes, odd->head, head);
	memcpy(bytes + odd->length - tail, odd->tail, tail);
	board_write(board, bytes, odd->length);
	if (strcmp(board_read(board), odd->answer) != 0)
		die("%zu bytes, \"%s\", \\%o, \"%s\": %s, expected %s",
		    odd->length, odd->head, (unsigned char)odd->filling,
		    odd->tail, board->reply, odd->answer);
	must_be_silent(board->file);
	must_be_at(board, START_FEN ";e2e4");
	free(bytes);
}

/* Any content of any size is taken whole, answered, and changes nothing. */
static void writes(void)
{
	static const size_t sizes[] = {16, 4096, 65536, 1 << 20};
	struct board board;

	start(&board);
	board_must(&board, "02 WPe2-e4", "OK");
	for (size_t i = 0; i < COUNT(sizes); i++) {
		size_t n = sizes[i];
		/* Longer than any command can be: no number any more. */
		const char *number = n < 100000 ? "ILLMOVE" : "INVFMT";
		const struct odd_write odd[] = {
			{"", 0, "", n, "UNKCMD"},
			{"", '\xff', "", n, "UNKCMD"},
			{"", ' ', "", n, "UNKCMD"},
			{"", '\n', "", n, "UNKCMD"},
			{"", 0, "\n", n, "UNKCMD"},
			{"", '\xff', "\n", n, "UNKCMD"},
			{"", 'x', "\n", n, "UNKCMD"},
			{"10", ' ', "\n", n, "UNKCMD"},
			{"01", 0, "", n, "UNKCMD"},
			{"01", 0, "\n", n, "INVFMT"},
			{"01", '\xff', "\n", n, "INVFMT"},
			{"01", ' ', "\n", n, "INVFMT"},
			{"01\n", '\n', "01\n", n, "INVFMT"},
			{"00 W\n", 0, "\n", n, "INVFMT"},
			{"02 BPe7-e5", ' ', "\n", n, "INVFMT"},
			{"02 BPe7", 0, "-e5\n", n, "INVFMT"},
			{"04", '\n', "\n", n, "INVFMT"},
			{"06 ", '1', "\n", n, number},
			{"09 ", '/', ";\n", n, "INVFMT"},
		};

		for (size_t j = 0; j < COUNT(odd); j++)
			odd_write(&board, &odd[j]);
	}
	stop(&board);
}

/* Every byte alone, and in the place of each byte of a command. */
static void every_byte(void)
{
	struct board board;
	char text[] = "01\n";

	start(&board);
	for (int byte = 0; byte < 256; byte++)
		for (int at = -1; at < 3; at++) {
			const char *expected = "UNKCMD";

			memcpy(text, "01\n", 3);
			text[at < 0 ? 0 : at] = (char)byte;
			if (at == 1 && byte >= '0' && byte <= '9')
				continue; /* another command */
			if (at >= 0 && !memcmp(text, "01\n", 3))
				expected = START_BOARD;
			board_write(&board, text, at < 0 ? 1 : 3);
			must(!strcmp(board_read(&board), expected));
		}
	must_be_at(&board, START_FEN ";");
	stop(&board);
}

/* One call is one command, in however many parts. */
static void vectors(void)
{
	struct iovec parts[] = {
		{"0", 1},
		{"2 WPe2", 6},
		{"", 0},
		{"-e4\n", 4},
	};
	char first[2], second[8];
	struct iovec rooms[] = {{first, 2}, {second, 8}};
	struct board board;

	start(&board);
	must(writev(board.file, parts, 4) == 11);
	must(readv(board.file, rooms, 2) == 3);
	must(!memcmp(first, "OK", 2) && second[0] == '\n');
	must_be_silent(board.file);
	must_be_at(&board, START_FEN ";e2e4");
	must(writev(board.file, parts, 0) == 0);
	must_be_silent(board.file);
	stop(&board);
}

static bool fails_with(ssize_t result, int error)
{
	return result == -1 && errno == error;
}

/* A stream has no places. */
static void seeks(void)
{
	struct board board;
	char text[16];

	start(&board);
	must(fails_with(lseek(board.file, 0, SEEK_SET), ESPIPE));
	must(fails_with(lseek(board.file, 0, SEEK_CUR), ESPIPE));
	must(fails_with(lseek(board.file, 0, SEEK_END), ESPIPE));
	board_write(&board, "04\n", 3);
	must(fails_with(pread(board.file, text, 16, 0), ESPIPE));
	must(fails_with(pwrite(board.file, "00 W\n", 5, 7), ESPIPE));
	must(!strcmp(board_read(&board), "OK"));
	board_must(&board, "02 WPe2-e4", "NOGAME");
	stop(&board);
}

/* So many pages, with none behind them nor, if wanted, in their middle. */
static char *pages(size_t count, size_t hole)
{
	char *at = mmap(NULL, (count + 1) * PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	must(at != MAP_FAILED);
	must(!munmap(at + count * PAGE, PAGE));
	if (hole)
		must(!munmap(at + hole * PAGE, PAGE));
	return at;
}

static void bad_writes(void)
{
	void *const wrong[] = {
		NULL,
		(void *)1,
		(void *)0xffff888000000000,
		(void *)0xffffffff81000000,
		(void *)0x8000000000000000,
		(void *)-1,
	};
	static const size_t lengths[] = {1, 3, 5, 32, 33, 4096, 1 << 20};
	char *edge = pages(1, 0) + PAGE, *middle = pages(64, 20);
	char *start_of_none = pages(2, 0);
	struct board board;

	start(&board);
	board_write(&board, "01\n", 3); /* not read yet */
	for (size_t i = 0; i < COUNT(wrong); i++)
		for (size_t j = 0; j < COUNT(lengths); j++)
			must(fails_with(write(board.file, wrong[i], lengths[j]),
					EFAULT));
	memcpy(edge - 3, "00 ", 3);
	must(fails_with(write(board.file, edge - 3, 5), EFAULT));
	memset(middle, ' ', 20 * PAGE);
	memcpy(middle, "04", 2);
	middle[21 * PAGE] = '\n';
	must(fails_with(write(board.file, middle, 21 * PAGE + 1), EFAULT));
	must(!munmap(start_of_none, PAGE));
	must(fails_with(write(board.file, start_of_none + PAGE - 2, 4),
			EFAULT));
	/* Nothing of it happened: neither to the reply nor to the game. */
	must(!strcmp(board_read(&board), START_BOARD));
	must_be_silent(board.file);
	board_must(&board, "02 WPe2-e4", "OK");
	must_be_at(&board, START_FEN ";e2e4");
	stop(&board);
}

/* Far inside what is longer than any command nothing is read. */
static void bad_long_writes(void)
{
	char *bytes = pages(256, 200);
	struct board board;

	start(&board);
	memset(bytes, ' ', 200 * PAGE);
	memset(bytes + 201 * PAGE, '\n', 55 * PAGE);
	memcpy(bytes, "04", 2);
	must(write(board.file, bytes, 256 * PAGE) == 256 * PAGE);
	must(!strcmp(board_read(&board), "INVFMT"));
	must(!munmap(bytes + 255 * PAGE, PAGE));
	must(fails_with(write(board.file, bytes, 256 * PAGE), EFAULT));
	must_be_silent(board.file);
	must_be_at(&board, START_FEN ";");
	stop(&board);
}

/* A file that could not write is one that never wrote. */
static void bad_first_write(void)
{
	struct board board, other;

	start(&board);
	board_open(&other, BOARD_NODE);
	must(fails_with(write(other.file, nowhere, 5), EFAULT));
	must(!strcmp(board_read(&other), "OK"));
	must_be_silent(other.file);
	board_close(&other);
	stop(&board);
}

static void bad_reads(void)
{
	void *const wrong[] = {
		NULL,
		(void *)1,
		(void *)0xffff888000000000,
		(void *)0xffffffff81000000,
		(void *)0x8000000000000000,
	};
	char *edge = pages(1, 0) + PAGE;
	char text[2 * 129];
	ssize_t part;
	struct board board;

	start(&board);
	board_write(&board, "01\n", 3);
	for (size_t i = 0; i < COUNT(wrong); i++)
		must(fails_with(read(board.file, wrong[i], 129), EFAULT));
	/* What did not come comes next time. */
	part = read(board.file, edge - 100, 129);
	must(part == 100);
	memcpy(text, edge - 100, (size_t)part);
	must(read(board.file, text + part, 129) == 129 - part);
	must(!memcmp(text, START_BOARD "\n", 129));
	must_be_silent(board.file);
	/* Nothing to deliver is nothing to fail with. */
	must(read(board.file, nowhere, 129) == 0);
	must_be_at(&board, START_FEN ";");
	stop(&board);
}

const struct test tests_of_bytes[] = {
	{"reads", reads},
	{"empty_write", empty_write},
	{"writes", writes},
	{"every_byte", every_byte},
	{"vectors", vectors},
	{"seeks", seeks},
	{"bad_writes", bad_writes},
	{"bad_long_writes", bad_long_writes},
	{"bad_first_write", bad_first_write},
	{"bad_reads", bad_reads},
	{NULL, NULL},
};
