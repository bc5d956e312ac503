/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * In the guest: round trips a second on one descriptor, a command written and
 * its answer read. Prints three rates for each round: /dev/echo with the bytes
 * of the moves, command 01, command 02.
 *
 *	trips ROUNDS MILLISECONDS
 */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Morphy against two amateurs, Paris 1858, repeated. */
static const char *const moves[] = {
	"02 WPe2-e4\n",    "02 BPe7-e5\n",    "02 WNg1-f3\n",
	"02 BPd7-d6\n",    "02 WPd2-d4\n",    "02 BBc8-g4\n",
	"02 WPd4-e5xBP\n", "02 BBg4-f3xWN\n", "02 WQd1-f3xBB\n",
	"02 BPd6-e5xWP\n", "02 WBf1-c4\n",    "02 BNg8-f6\n",
	"02 WQf3-b3\n",    "02 BQd8-e7\n",    "02 WNb1-c3\n",
	"02 BPc7-c6\n",    "02 WBc1-g5\n",    "02 BPb7-b5\n",
	"02 WNc3-b5xBP\n", "02 BPc6-b5xWN\n", "02 WBc4-b5xBP\n",
	"02 BNb8-d7\n",    "02 WKe1-c1\n",    "02 BRa8-d8\n",
	"02 WRd1-d7xBN\n", "02 BRd8-d7xWR\n", "02 WRh1-d1\n",
	"02 BQe7-e6\n",    "02 WBb5-d7xBR\n", "02 BNf6-d7xWB\n",
	"02 WQb3-b8\n",    "02 BNd7-b8xWQ\n", "02 WRd1-d8\n",
};

static const char *const board[] = {"01\n"};

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define ROUND COUNT(moves)

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void trip(int file, const char *command)
{
	char answer[256];
	ssize_t length = (ssize_t)strlen(command);

	if (write(file, command, (size_t)length) != length)
		die("write");
	length = read(file, answer, sizeof(answer));
	if (length <= 0)
		die("read");
	/* A refused move would be too fast to count. */
	if (memchr("UIN", answer[0], 3) || memcmp(answer, "OOT", 3) == 0) {
		fprintf(stderr, "%.*s", (int)length, answer);
		exit(1);
	}
}

/*
 * Round trips per second. Every round of the commands begins with a new game,
 * which is not counted.
 */
static double rate(int file, const char *const *commands, int count,
		   double seconds)
{
	double spent = 0;
	long trips = 0;

	while (spent < seconds) {
		double start;

		trip(file, "05\n");
		start = now();
		for (int i = 0; i < ROUND; i++)
			trip(file, commands[i % count]);
		spent += now() - start;
		trips += ROUND;
	}
	return (double)trips / spent;
}

int main(int count, char **words)
{
	int rounds = count > 1 ? atoi(words[1]) : 5;
	double seconds = (count > 2 ? atoi(words[2]) : 50) / 1000.0;
	int echo = open("/dev/echo", O_RDWR),
	    chess = open("/dev/chess", O_RDWR);

	if (echo < 0 || chess < 0)
		die("open");
	for (int i = 0; i < rounds; i++) {
		printf("%.0f", rate(echo, moves, COUNT(moves), seconds));
		printf(" %.0f", rate(chess, board, COUNT(board), seconds));
		printf(" %.0f\n", rate(chess, moves, COUNT(moves), seconds));
	}
	return 0;
}
