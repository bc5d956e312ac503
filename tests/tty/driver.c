/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A console for a terminal (proto/tty.h) on standard input and output, as a
 * chip has one on its serial line: one memory for whatever is done, in which
 * the engine thinks too. Input that ends ends the program.
 */
#define _POSIX_C_SOURCE 200809L

#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "proto/tty.h"
#include "rookery/levels.h"
#include "rookery/single.h"

#define LOG 1024
#define LOOK_UP 100 /* milliseconds */
#define DESK (1 << 16)

static struct machine {
	struct rk_tty tty;
	struct rk_console console;
	struct rk_console_port port;
	struct rk_tty_port tty_port;
	struct rk_player player;
	struct rk_levels levels;
	struct rk_thinker thinker;
	struct rk_single single;
	struct rk_event log[LOG];
	uint64_t desk[DESK / 8];
	uint64_t seed; /* counted on, so that a run can be repeated */
	uint64_t looked_up;
} machine = {.seed = 1};

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
}

static uint64_t microseconds(void *self)
{
	struct timespec time;

	(void)self;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static uint64_t now(void *self)
{
	return microseconds(self) / 1000;
}

static uint64_t seed(void *self)
{
	return ((struct machine *)self)->seed++;
}

static void greet(void *self)
{
	rk_tty_say(&((struct machine *)self)->tty, "Ready.");
}

static bool has_input(int timeout)
{
	struct pollfd input = {STDIN_FILENO, POLLIN, 0};

	return poll(&input, 1, timeout) > 0;
}

static enum rk_haste interrupt(void *self)
{
	if (rk_tty_is_rich(&machine.tty) && has_input(0))
		return RK_NEVER_MIND;
	if (now(self) - machine.looked_up < LOOK_UP)
		return RK_NO_HASTE;
	machine.looked_up = now(self);
	if (rk_tty_look_up(&machine.tty))
		return RK_NEVER_MIND;
	fflush(stdout);
	return RK_NO_HASTE;
}

static bool is_enough(void *self)
{
	return interrupt(self) != RK_NO_HASTE;
}

static void set_up(void)
{
	machine.port = (struct rk_console_port){
		.out = {rk_tty_write, &machine.tty},
		.self = &machine,
		.now = now,
		.seed = seed,
		.interrupt = interrupt,
		.thinker = &machine.thinker,
		.desk = (union rk_console_desk *)machine.desk,
	};
	machine.tty_port = (struct rk_tty_port){
		.line = {print, NULL},
		.self = &machine,
		.greet = greet,
	};
	rk_levels_init(&machine.player, &machine.levels, NULL);
	rk_levels_add_room(&machine.player, machine.desk, sizeof(machine.desk),
			   microseconds, NULL);
	machine.single = (struct rk_single){
		.room = machine.desk,
		.room_size = sizeof(machine.desk),
		.stop = is_enough,
	};
	rk_single_init(&machine.thinker, &machine.single);
	rk_console_new(&machine.console, &machine.port, &machine.player,
		       machine.log, LOG);
	rk_tty_new(&machine.tty, &machine.console, &machine.tty_port);
}

int main(void)
{
	enum rk_tty_event event = RK_TTY_NOTHING;
	uint8_t byte;

	set_up();
	while (event == RK_TTY_NOTHING) {
		fflush(stdout);
		if (!has_input(5)) {
			rk_tty_tick(&machine.tty);
			continue;
		}
		if (read(STDIN_FILENO, &byte, 1) != 1)
			break;
		event = rk_tty_byte(&machine.tty, byte);
	}
	printf("%s", event == RK_TTY_UCI ? "(uci)\n" : "(end)\n");
	return 0;
}
