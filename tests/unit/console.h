/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A console for unit tests: it writes to `said`, its clock is `time_now`, and it
 * has the levels of the computer. LOG may be defined before: the events of a game.
 */
#ifndef RK_TESTS_UNIT_CONSOLE_H
#define RK_TESTS_UNIT_CONSOLE_H

#include "proto/console.h"
#include "tests/scratch.h"
#include "tests/unit/unit.h"

#ifndef LOG
#define LOG 64
#endif

static struct rk_console console;
static struct rk_platform platform;
static struct rk_player player;
static union shared_scratch scratch;
static struct rk_event events[LOG];
static struct unit_text said;
static uint64_t time_now; /* milliseconds */

static inline uint64_t now_us(void *self)
{
	(void)self;
	return time_now * 1000;
}

/* A machine with time and computers, but without files. */
static inline void new_console(void)
{
	time_now = 1000;
	platform = (struct rk_platform){
		.self = &said,
		.write = unit_write,
		.now_us = now_us,
		.memory = &scratch,
		.memory_size = sizeof(scratch),
	};
	rk_levels_init(&player, &platform);
	rk_console_new(&console, &platform, &player, NULL, events, LOG);
}

/* What the console answers to a line. */
static inline const char *type(const char *line)
{
	unit_clear(&said);
	assert_true(rk_console_line(&console, line, strlen(line)));
	return said.text;
}

/* Sets a position up, to be played by the next game. */
static inline void set_up_position(const char *fen)
{
	char line[128];

	snprintf(line, sizeof(line), "fen %s", fen);
	type("setup");
	type(line);
	assert_string_equal(type("done"), "");
}

#endif
