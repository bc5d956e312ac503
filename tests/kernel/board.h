/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the programs in the guest share: the module, its boards and their
 * values. Whatever goes wrong here ends the program with one line that says
 * what was expected; a function that may fail says so.
 */
#ifndef GUEST_BOARD_H
#define GUEST_BOARD_H

#include <stdbool.h>
#include <stddef.h>

#define BOARD_NODE "/dev/chess"
#define BOARD_VALUES "/sys/class/misc/chess/"
#define BOARD_REPLY 8192

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* An open file and the last line that was read from it. */
struct board {
	int file;
	size_t length; /* of the line, with its newline */
	char reply[BOARD_REPLY];
};

_Noreturn void die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* Dies with the place if it is not so. */
#define must(what) \
	((what) ? (void)0 : die("%s:%d: %s", __func__, __LINE__, #what))

/* Loads chess.ko; returns 0 or the errno. module_load() may not fail. */
int module_try(const char *parameters);
void module_load(const char *parameters);

/* Unloads it if nobody uses it; returns 0 or the errno. */
int module_remove(void);
void module_unload(void);

int board_open_file(const char *node, int flags);
void board_open(struct board *board, const char *node);
void board_close(struct board *board);

/* One write, which takes all of it; one read, a line without its newline. */
void board_write(const struct board *board, const void *bytes, size_t length);
const char *board_read(struct board *board);

/* A command without its newline, and its answer. */
const char *board_ask(struct board *board, const char *command);
void board_must(struct board *board, const char *command, const char *expected);

/* A file of /sys or /proc, without its last newline. */
void value_read(const char *path, char *text, size_t size);
/* Returns 0 or the errno. */
int value_write(const char *path, const char *text);
void value_must(const char *name, const char *expected);
void board_set_level(int level);

#endif
