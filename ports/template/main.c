/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The smallest port that is a complete program: bytes come in, bytes go out,
 * and the library turns them into a game of chess, with a board, menus,
 * computers of every level, hints and clocks. Copy this file to begin a port
 * of your own; docs/porting.md walks through it.
 *
 * Here the bytes are standard input and output. On a board they are a serial
 * line; then only read_byte(), print() and now_us() are different.
 */
#define _POSIX_C_SOURCE 200809L

#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "rookery/levels.h"
#include "rookery/tty.h"

/* ---- 1. What the machine can do ---- */

/* Is there a byte to read, now or within this many milliseconds? */
static bool has_input(int milliseconds)
{
	struct pollfd input = {STDIN_FILENO, POLLIN, 0};

	return poll(&input, 1, milliseconds) > 0;
}

/* The next byte, or -1 at the end of the input. */
static int read_byte(void)
{
	uint8_t byte;

	return read(STDIN_FILENO, &byte, 1) == 1 ? byte : -1;
}

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
}

static uint64_t now_us(void *self)
{
	struct timespec time;

	(void)self;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/* ---- 2. Memory: all of it is here, none is allocated ---- */

#define EVENTS 1024 /* the longest game: moves, offers, claims and so on */

static struct rk_tty tty;
static struct rk_console console;
static struct rk_player player;
static struct rk_thinker thinker;
static struct rk_event events[EVENTS];
static uint64_t memory[(1 << 16) / sizeof(uint64_t)];

/* ---- 3. What the library asks while it runs ---- */

/* A real port uses a random generator; counting repeats the same games. */
static uint64_t next_random(void *self)
{
	static uint64_t number = 1;

	(void)self;
	return number++;
}

/*
 * While a computer thinks: a key cancels the search, and the clocks on the
 * screen are updated ten times a second. A clock that runs out cancels it,
 * too.
 */
static enum rk_signal get_signal(void *self, uint64_t nodes)
{
	static uint64_t drawn;

	(void)nodes;
	if (rk_tty_is_rich(&tty) && has_input(0))
		return RK_SIGNAL_CANCEL;
	if (now_us(self) - drawn < 100000)
		return RK_SIGNAL_NONE;
	drawn = now_us(self);
	if (rk_tty_update_clocks(&tty))
		return RK_SIGNAL_CANCEL;
	fflush(stdout);
	return RK_SIGNAL_NONE;
}

static const struct rk_platform platform = {
	.write = print,
	.now_us = now_us,
	.random = next_random,
	.poll = get_signal,
	.memory = memory,
	.memory_size = sizeof(memory),
};

static void greet(void *self)
{
	(void)self;
	rk_tty_say(&tty, "Ready.");
}

/* ---- 4. Putting it together ---- */

int main(void)
{
	enum rk_tty_event event = RK_TTY_NOTHING;

	rk_levels_init(&player, &platform);
	rk_thinker_init(&thinker, &platform);
	rk_console_new(&console, &platform, &player, &thinker, events, EVENTS);
	rk_tty_new(&tty, &console, greet);
	while (event == RK_TTY_NOTHING) {
		int byte;

		fflush(stdout);
		if (!has_input(5)) {
			rk_tty_tick(&tty);
			continue;
		}
		byte = read_byte();
		if (byte < 0)
			break;
		event = rk_tty_byte(&tty, (uint8_t)byte);
	}
	fflush(stdout);
	return 0;
}
