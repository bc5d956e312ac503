/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the commands of the `rookery` program. */
#ifndef RK_HOST_H
#define RK_HOST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* Exit status: success; failure; wrong usage. */
enum host_exit {
	HOST_OK,
	HOST_FAILED,
	HOST_USAGE,
};

/* A command gets the words after its name and may reorder them. */
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
 * Runs a protocol on standard input and output. `first` is a line that was
 * already read, without its newline, or NULL.
 */
enum host_exit host_speak_uci(const char *first);
enum host_exit host_speak_xboard(const char *first);

/* The protocol that a first line belongs to, or NULL. */
struct host_protocol {
	const char *name;
	enum host_exit (*speak)(const char *first);
};

const struct host_protocol *host_find_protocol(const char *first);

/*
 * Reads a line of standard input, as getline() does. Errors are reported in one
 * line; the end of the input is not.
 */
ssize_t host_read_line(char **line, size_t *cap);

/* Did host_read_line() end with an error? */
bool host_read_failed(ssize_t length);

/* Reports wrong usage in one line on standard error. */
enum host_exit host_refuse(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

uint64_t host_now(void); /* milliseconds of a monotonic clock */
/* For a struct rk_platform; `self` is not used. */
uint64_t host_now_us(void *self);
uint64_t host_random(void *self);
bool host_today(void *self, int *year, int *month, int *day);

#endif
