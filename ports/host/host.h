/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the rooms of the `rookery` program share. */
#ifndef RK_HOST_H
#define RK_HOST_H

#include <stdint.h>
#include <stdio.h>

/*
 * Exit status: everything went well; it could not be done; it was asked for
 * in words that mean nothing.
 */
enum host_exit {
	HOST_OK,
	HOST_FAILED,
	HOST_USAGE,
};

/* A command gets the words that follow its name; it may rearrange them. */
enum host_exit host_console(int count, char **words);
enum host_exit host_resume(int count, char **words);
enum host_exit host_perft(int count, char **words);
enum host_exit host_pgn(int count, char **words);
enum host_exit host_device(int count, char **words);
enum host_exit host_analyse(int count, char **words);
enum host_exit host_uci(int count, char **words);
enum host_exit host_xboard(int count, char **words);
enum host_exit host_bench(int count, char **words);
enum host_exit host_web(int count, char **words);

/* The options of a command that has many. */
void host_analyse_help(FILE *to);

/*
 * Speaks a protocol on standard input and output. `first` is a line that was
 * read already, without its newline, or NULL.
 */
enum host_exit host_speak_uci(const char *first);
enum host_exit host_speak_xboard(const char *first);

/* The one that a line is the beginning of, or NULL. */
struct host_protocol {
	const char *name;
	enum host_exit (*speak)(const char *first);
};

const struct host_protocol *host_find_protocol(const char *first);

/* Says in one line on standard error what is wrong with the words given. */
enum host_exit host_refuse(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

uint64_t host_now(void);  /* milliseconds of a clock that only goes forward */
uint64_t host_seed(void); /* another one each time */

#endif
