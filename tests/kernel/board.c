/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The module, its boards and their values, for the programs in the guest. */
#define _GNU_SOURCE
#include "tests/kernel/board.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MODULE_FILE "/chess.ko"

void die(const char *format, ...)
{
	va_list list;

	fflush(stdout);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
	exit(1);
}

int module_try(const char *parameters)
{
	int file = open(MODULE_FILE, O_RDONLY | O_CLOEXEC);
	int error;

	if (file < 0)
		die("%s: %s", MODULE_FILE, strerror(errno));
	error = syscall(SYS_finit_module, file, parameters, 0) ? errno : 0;
	close(file);
	return error;
}

void module_load(const char *parameters)
{
	int error = module_try(parameters);

	if (error)
		die("load of the module, \"%s\": %s", parameters,
		    strerror(error));
}

int module_remove(void)
{
	return syscall(SYS_delete_module, "chess", O_NONBLOCK) ? errno : 0;
}

void module_unload(void)
{
	int error = module_remove();

	if (error)
		die("unload of the module: %s", strerror(error));
}

int board_open_file(const char *node, int flags)
{
	int file = open(node, flags | O_CLOEXEC);

	if (file < 0)
		die("%s: %s", node, strerror(errno));
	return file;
}

void board_open(struct board *board, const char *node)
{
	board->file = board_open_file(node, O_RDWR);
}

void board_close(struct board *board)
{
	close(board->file);
}

void board_write(const struct board *board, const void *bytes, size_t length)
{
	ssize_t taken = write(board->file, bytes, length);

	if (taken != (ssize_t)length)
		die("write of %zu bytes: %zd, %s", length, taken,
		    taken < 0 ? strerror(errno) : "not all");
}

const char *board_read(struct board *board)
{
	ssize_t length = read(board->file, board->reply, BOARD_REPLY);
	const char *newline;

	if (length <= 0)
		die("read: %zd, %s", length,
		    length ? strerror(errno) : "no reply");
	newline = memchr(board->reply, '\n', (size_t)length);
	if (newline != board->reply + length - 1 ||
	    memchr(board->reply, 0, (size_t)length))
		die("read: %zd bytes that are not one line: %.*s", length,
		    (int)length, board->reply);
	board->length = (size_t)length;
	board->reply[length - 1] = 0;
	return board->reply;
}

const char *board_ask(struct board *board, const char *command)
{
	char line[BOARD_REPLY];
	int length = snprintf(line, sizeof(line), "%s\n", command);

	board_write(board, line, (size_t)length);
	return board_read(board);
}

void board_must(struct board *board, const char *command, const char *expected)
{
	const char *got = board_ask(board, command);

	if (strcmp(got, expected) != 0)
		die("%s: %s, expected %s", command, got, expected);
}

void value_read(const char *path, char *text, size_t size)
{
	int file = board_open_file(path, O_RDONLY);
	ssize_t length = read(file, text, size - 1);

	if (length < 0)
		die("%s: %s", path, strerror(errno));
	text[length] = 0;
	text[strcspn(text, "\n")] = 0;
	close(file);
}

int value_write(const char *path, const char *text)
{
	int file = board_open_file(path, O_WRONLY);
	size_t length = strlen(text);
	int error = 0;

	if (write(file, text, length) != (ssize_t)length)
		error = errno;
	close(file);
	return error;
}

void value_must(const char *name, const char *expected)
{
	char path[64], text[4096];

	snprintf(path, sizeof(path), BOARD_VALUES "%s", name);
	value_read(path, text, sizeof(text));
	if (strcmp(text, expected) != 0)
		die("%s: \"%s\", expected \"%s\"", path, text, expected);
}

void board_set_level(int level)
{
	char text[16];

	snprintf(text, sizeof(text), "%d\n", level);
	if (value_write(BOARD_VALUES "level", text))
		die("level %d: %s", level, strerror(errno));
}
