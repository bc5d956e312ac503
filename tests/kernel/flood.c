/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Random commands in great number on several boards at once:
 *
 *	flood SEED COMMANDS
 *
 * Some write and check that an answer is whole and one that the command can
 * have; one reads and sets values in /sys; one waits for what others are
 * answered; one starts thinkers on the last board and kills them. After every
 * round all are gone and the module is loaded anew.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/kernel/board.h"
#include "tests/kernel/flood.h"

#define WRITERS 5
#define ROUND 50000
#define PATIENCE 120 /* seconds until a killed process must be gone */

struct writer {
	struct board board;
	struct flood flood;
	int moves_file;
	long commands;
	pthread_t thread;
};

static struct writer writers[WRITERS];
static unsigned int boards;
static uint64_t seed;
static atomic_bool over;
static atomic_long answered, refused, moves, thoughts, kills, reads, waits;

static void name_of(char path[64], const char *format, unsigned int number)
{
	char digits[12] = "";

	if (number)
		snprintf(digits, sizeof(digits), "%u", number);
	snprintf(path, 64, format, digits);
}

static void pause_for(unsigned int microseconds)
{
	struct timespec time = {.tv_nsec = 1000l * microseconds};

	nanosleep(&time, NULL);
}

static void look_at_moves(struct writer *writer)
{
	char *text = writer->flood.moves;
	ssize_t length = pread(writer->moves_file, text,
			       sizeof(writer->flood.moves) - 1, 0);

	must(length > 0 && text[length - 1] == '\n');
	text[length - 1] = 0;
}

static void count(const struct flood *flood, const char *answer)
{
	bool is_success = !strcmp(answer, "OK") || !strcmp(answer, "CHECK") ||
			  !strcmp(answer, "MATE") || !strcmp(answer, "TIE");

	answered++;
	if (!strcmp(answer, "UNKCMD") || !strcmp(answer, "INVFMT"))
		refused++;
	if (is_success && flood->bytes[1] == '2')
		moves++;
	if (is_success && flood->bytes[1] == '3')
		thoughts++;
}

static void write_one(struct writer *writer)
{
	struct flood *flood = &writer->flood;
	const char *answer;

	flood_next(flood);
	board_write(&writer->board, flood->bytes, flood->length);
	if (!flood->length)
		return;
	answer = board_read(&writer->board);
	if (!flood_accepts(flood, answer))
		die("%zu bytes, \"%.100s\": %.200s", flood->length,
		    flood->bytes, answer);
	count(flood, answer);
	if (flood->bytes[1] == '1')
		look_at_moves(writer);
}

static void *write_all(void *self)
{
	struct writer *writer = self;

	for (long i = 0; i < writer->commands; i++)
		write_one(writer);
	return NULL;
}

/* A level is a number from 1 to 12, whoever else sets one. */
static void set_value(uint64_t *random)
{
	static const char *const levels[] = {
		"1\n", "2\n",  "3\n",  "4\n", "5\n",
		"0\n", "13\n", "-1\n", "x\n", "4294967297\n",
	};
	size_t which = flood_random(random, COUNT(levels));
	char path[64];
	int error;

	name_of(path, "/sys/class/misc/chess%s/level",
		flood_random(random, boards - 1));
	error = value_write(path, levels[which]);
	if (which < 5 ? error != 0 : error != EINVAL && error != ERANGE)
		die("level %s: %s", levels[which], strerror(error));
}

static void *read_values(void *self)
{
	static const char *const names[] = {
		"level", "fen", "last_move", "legal_moves", "result",
	};
	uint64_t random = seed ^ 0x5a5a5a5a5a5a5a5a;

	(void)self;
	while (!over) {
		const char *name = names[flood_random(&random, COUNT(names))];
		char path[64], full[80], text[4096];

		name_of(path, "/sys/class/misc/chess%s",
			flood_random(&random, boards));
		snprintf(full, sizeof(full), "%s/%s", path, name);
		value_read(full, text, sizeof(text));
		reads++;
		if (!flood_random(&random, 4))
			set_value(&random);
		pause_for(1000);
	}
	return NULL;
}

/* It never writes, so it reads what the last of all was answered. */
static void *wait_for_replies(void *self)
{
	struct board board;
	struct pollfd poll_file = {.events = POLLIN};

	(void)self;
	board.file = board_open_file(BOARD_NODE, O_RDONLY | O_NONBLOCK);
	poll_file.fd = board.file;
	while (!over) {
		if (poll(&poll_file, 1, 10) == 1) {
			board_read(&board);
			waits++;
		}
		pause_for(5000);
	}
	board_close(&board);
	return NULL;
}

static _Noreturn void think_for_ever(void)
{
	struct board board;
	char path[64];

	name_of(path, BOARD_NODE "%s", boards - 1);
	board_open(&board, path);
	for (;;) {
		board_ask(&board, "00 B");
		board_ask(&board, "03");
	}
}

static void kill_one(uint64_t *random)
{
	time_t end = time(NULL) + PATIENCE;
	pid_t child = fork();

	must(child >= 0);
	if (!child)
		think_for_ever();
	pause_for(flood_random(random, 100000));
	kill(child, SIGKILL);
	while (waitpid(child, NULL, WNOHANG) != child) {
		if (time(NULL) > end)
			die("a killed thinker is still there");
		pause_for(1000);
	}
	kills++;
}

static void *kill_thinkers(void *self)
{
	uint64_t random = seed ^ 0xa5a5a5a5a5a5a5a5;

	(void)self;
	while (!over) {
		kill_one(&random);
		for (int i = 0; i < 3 && !over; i++)
			pause_for(900000);
	}
	return NULL;
}

static void start_writer(unsigned int index, long commands)
{
	struct writer *writer = &writers[index];
	char path[64];

	name_of(path, BOARD_NODE "%s", index % (boards - 1));
	board_open(&writer->board, path);
	name_of(path, "/sys/class/misc/chess%s/legal_moves",
		index % (boards - 1));
	writer->moves_file = board_open_file(path, O_RDONLY);
	writer->flood.random = (seed + index + 1) * 0x9e3779b97f4a7c15;
	writer->flood.board[0] = writer->flood.moves[0] = 0;
	writer->commands = commands;
	must(!pthread_create(&writer->thread, NULL, write_all, writer));
}

static void play_round(long commands)
{
	static void *(*const others[])(void *) = {read_values, wait_for_replies,
						  kill_thinkers};
	pthread_t threads[COUNT(others)];
	char text[64];
	uint64_t random = seed;

	boards = 2 + flood_random(&random, 3);
	snprintf(text, sizeof(text), "boards=%u level=%u", boards,
		 1 + flood_random(&random, 4));
	module_load(text);
	name_of(text, "/sys/class/misc/chess%s/level", boards - 1);
	must(!value_write(text, "12\n"));
	over = false;
	for (unsigned int i = 0; i < WRITERS; i++)
		start_writer(i, commands / WRITERS + (i < commands % WRITERS));
	for (size_t i = 0; i < COUNT(others); i++)
		must(!pthread_create(&threads[i], NULL, others[i], NULL));
	for (unsigned int i = 0; i < WRITERS; i++) {
		pthread_join(writers[i].thread, NULL);
		close(writers[i].moves_file);
		board_close(&writers[i].board);
	}
	over = true;
	for (size_t i = 0; i < COUNT(others); i++)
		pthread_join(threads[i], NULL);
	module_unload();
}

int main(int argc, char **argv)
{
	long commands, left;

	if (argc != 3)
		die("usage: flood SEED COMMANDS");
	seed = strtoull(argv[1], NULL, 10) * WRITERS * 1000 + 1;
	commands = strtol(argv[2], NULL, 10);
	for (left = commands; left > 0; left -= ROUND, seed += WRITERS)
		play_round(left < ROUND ? left : ROUND);
	printf("%ld commands: %ld answers, %ld refusals, %ld moves, %ld thoughts; "
	       "%ld values, %ld waits, %ld kills\n",
	       commands, answered, refused, moves, thoughts, reads, waits,
	       kills);
	return 0;
}
