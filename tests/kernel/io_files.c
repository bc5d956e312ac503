/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Open files on /dev/chess: whose reply a file reads, how often, and who is
 * told that one is waiting.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/kernel/io.h"

static void must_read(int file, const char *expected)
{
	struct board board = {.file = file};

	if (strcmp(board_read(&board), expected) != 0)
		die("read: %s, expected %s", board.reply, expected);
}

static void write_line(int file, const char *line)
{
	const struct board board = {.file = file};

	board_write(&board, line, strlen(line));
}

/* What needs no thought is answered as ever; io_thinking.c has the rest. */
static void nonblock(void)
{
	int file;

	module_load("");
	file = board_open_file(BOARD_NODE, O_RDWR | O_NONBLOCK);
	must_be_silent(file);
	write_line(file, "00 B\n");
	must_read(file, "OK");
	must_be_silent(file);
	write_line(file, "01\n");
	must_read(file, START_BOARD);
	must_be_silent(file);
	close(file);
	module_unload();
}

/* `echo "00 W" >/dev/chess; cat /dev/chess`, in the small. */
static void last_reply(void)
{
	int writer, reader, late;

	module_load("");
	reader = board_open_file(BOARD_NODE, O_RDONLY);
	must_be_silent(reader); /* there was no reply yet */
	writer = board_open_file(BOARD_NODE, O_WRONLY);
	write_line(writer, "00 W\n");
	must_read(reader, "OK");
	must_be_silent(reader);
	late = board_open_file(BOARD_NODE, O_RDONLY);
	must_read(late, "OK");
	must_be_silent(late);
	write_line(writer, "03\n");
	write_line(writer, "01\n");
	must_read(late, START_BOARD); /* the last one, not all of them */
	must_be_silent(late);
	must_read(reader, START_BOARD);
	must_be_silent(reader);
	close(writer);
	must_be_silent(reader);
	close(late);
	late = board_open_file(BOARD_NODE, O_RDWR);
	must_read(late, START_BOARD);
	close(late);
	close(reader);
	module_unload();
}

/* Who has written is not told what others are answered. */
static void own_reply(void)
{
	struct board one, other;

	start(&one);
	board_open(&other, BOARD_NODE);
	write_line(one.file, "01\n");
	write_line(other.file, "04\n");
	write_line(other.file, "03\n");
	must_read(one.file, START_BOARD);
	must_be_silent(one.file);
	must_read(other.file, "NOGAME"); /* its last one */
	must_be_silent(other.file);
	board_close(&other);
	stop(&one);
}

/* Half a reply has been read when the next one comes: no mixture of both. */
static void newer_reply(void)
{
	struct board one, reader;
	char text[256];
	ssize_t length;

	start(&one);
	board_open(&reader, BOARD_NODE);
	write_line(one.file, "01\n");
	must(read(reader.file, text, 10) == 10);
	write_line(one.file, "00 W\n");
	length = read(reader.file, text, sizeof(text));
	if (length == 119) {
		must(!memcmp(text, &(START_BOARD "\n")[10], 119));
		length = read(reader.file, text, sizeof(text));
	}
	must(length == 3 && !memcmp(text, "OK\n", 3));
	must_be_silent(reader.file);
	/* Its own next command replaces what it has not read. */
	write_line(one.file, "01\n");
	must(read(one.file, text, 10) == 10);
	write_line(one.file, "00 W\n");
	must_read(one.file, "OK");
	must_be_silent(one.file);
	board_close(&reader);
	stop(&one);
}

static void many_commands(void)
{
	struct board board;

	start(&board);
	for (int i = 0; i < 1000; i++) {
		board_must(&board, "02 WNg1-f3", "OK");
		board_must(&board, "06 1", "OK");
	}
	must_be_at(&board, START_FEN ";");
	stop(&board);
}

/* The same open file by two numbers. */
static void dups(void)
{
	struct board board;
	char text[256];
	int again;

	start(&board);
	again = dup(board.file);
	must(again >= 0);
	write_line(board.file, "01\n");
	must(read(again, text, 100) == 100);
	must(read(board.file, text + 100, 100) == 29);
	must(!memcmp(text, START_BOARD "\n", 129));
	must_be_silent(again);
	write_line(again, "04\n");
	close(again);
	must_read(board.file, "OK");
	must_be_silent(board.file);
	stop(&board);
}

static void child_plays(void *self)
{
	const struct board *board = self;

	must_read(board->file, "OK"); /* of the parent's command */
	write_line(board->file, "02 WPe2-e4\n");
}

/* The same open file in two processes. */
static void forks(void)
{
	struct board board;

	start(&board);
	write_line(board.file, "00 W\n");
	must_end_well(spawn(child_plays, &board));
	must_read(board.file, "OK");
	must_be_silent(board.file);
	must_be_at(&board, START_FEN ";e2e4");
	stop(&board);
}

/* What poll() says of a file. */
static short state(int file)
{
	struct pollfd poll_file = {.fd = file, .events = POLLIN | POLLOUT};

	must(poll(&poll_file, 1, 0) >= 0);
	return poll_file.revents;
}

static void polls(void)
{
	struct board board;
	int reader;
	char byte;

	start(&board);
	must(state(board.file) == POLLOUT);
	write_line(board.file, "01\n");
	must(state(board.file) == (POLLIN | POLLOUT));
	must(read(board.file, &byte, 1) == 1);
	must(state(board.file) == (POLLIN | POLLOUT));
	board_read(&board);
	must(state(board.file) == POLLOUT);
	reader = board_open_file(BOARD_NODE, O_RDWR);
	must(state(reader) == (POLLIN | POLLOUT));
	must_read(reader, START_BOARD);
	must(state(reader) == POLLOUT);
	write_line(board.file, "04\n");
	must(state(reader) == (POLLIN | POLLOUT));
	must_read(reader, "OK");
	/* Once it has written, the replies of others are not for it. */
	write_line(reader, "01\n");
	must_read(reader, START_BOARD);
	write_line(board.file, "04\n");
	must(state(reader) == POLLOUT);
	close(reader);
	stop(&board);
}

static void play_later(void *self)
{
	struct board board;

	pause_for(*(int *)self);
	board_open(&board, BOARD_NODE);
	board_must(&board, "02 WPe2-e4", "OK");
}

/* Returns what `wait` did while another process moved after a while. */
static void wait_for_move(int file, int (*wait)(int file))
{
	struct board board;
	int after = 150;
	int64_t begin;
	pid_t child;

	board_open(&board, BOARD_NODE);
	board_must(&board, "00 W", "OK");
	must_read(file, "OK");
	must_be_silent(file);
	begin = now();
	child = spawn(play_later, &after);
	must(wait(file) == 1);
	must(now() - begin >= after);
	must(now() - begin < 10000);
	must_read(file, "OK");
	must_be_silent(file);
	must_end_well(child);
	board_close(&board);
}

static int wait_poll(int file)
{
	struct pollfd poll_file = {.fd = file, .events = POLLIN};

	return poll(&poll_file, 1, 10000);
}

static int wait_select(int file)
{
	struct timeval limit = {.tv_sec = 10};
	fd_set set;

	FD_ZERO(&set);
	FD_SET(file, &set);
	return select(file + 1, &set, NULL, NULL, &limit);
}

static int wait_epoll_how(int file, uint32_t how)
{
	struct epoll_event event = {.events = EPOLLIN | how};
	int set = epoll_create1(EPOLL_CLOEXEC), count;

	must(set >= 0);
	must(!epoll_ctl(set, EPOLL_CTL_ADD, file, &event));
	count = epoll_wait(set, &event, 1, 10000);
	must(count < 1 || event.events == EPOLLIN);
	close(set);
	return count;
}

static int wait_epoll(int file)
{
	return wait_epoll_how(file, 0);
}

static int wait_epoll_edge(int file)
{
	return wait_epoll_how(file, EPOLLET);
}

/* A file that never wrote is told of another one's reply. */
static void wakes(void)
{
	int file;

	module_load("");
	file = board_open_file(BOARD_NODE, O_RDONLY);
	wait_for_move(file, wait_poll);
	wait_for_move(file, wait_select);
	wait_for_move(file, wait_epoll);
	wait_for_move(file, wait_epoll_edge);
	close(file);
	module_unload();
}

static void node(void)
{
	struct stat status;

	module_load("");
	must(!stat(BOARD_NODE, &status));
	must(S_ISCHR(status.st_mode));
	must((status.st_mode & 0777) == 0666);
	module_unload();
	must(stat(BOARD_NODE, &status) == -1 && errno == ENOENT);
}

const struct test tests_of_files[] = {
	{"node", node},
	{"nonblock", nonblock},
	{"last_reply", last_reply},
	{"own_reply", own_reply},
	{"newer_reply", newer_reply},
	{"many_commands", many_commands},
	{"dups", dups},
	{"forks", forks},
	{"polls", polls},
	{"wakes", wakes},
	{NULL, NULL},
};
