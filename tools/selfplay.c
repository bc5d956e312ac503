/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lets the engine play against itself and writes the games for tools/tune.c;
 * tools/games.h describes the format. A game begins with some random moves, then
 * each move is searched for about the same number of nodes. A game depends only
 * on the seed and its number, not on the thread, and games are written in order:
 * the same call gives the same file. Repeated, it goes on after the last whole
 * game of the file.
 *
 *	selfplay FILE [games N] [nodes N] [seed N] [threads N] [chess960 N]
 *		[seconds N] [network FILE]
 *
 * chess960 N: N of a hundred games start from a position of Chess960.
 * seconds N: no game begins later than that; 0 is no limit.
 * network FILE: evaluates with that network rather than the one in the program;
 * `network none`: with the classical evaluation.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <unistd.h>

#include "tools/selfplay.h"

static struct selfplay run;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t written = PTHREAD_COND_INITIALIZER;
static long next_game; /* to play; run.ready is the next one to write */

/* Waits until it is this game's turn to be written. */
static void write_game(const struct game *game, long number)
{
	pthread_mutex_lock(&lock);
	while (run.ready != number)
		pthread_cond_wait(&written, &lock);
	selfplay_write(&run, game);
	if (run.ready % 100 == 0) {
		fflush(run.file);
		selfplay_report(&run);
	}
	pthread_cond_broadcast(&written);
	pthread_mutex_unlock(&lock);
}

static long take_number(void)
{
	long number;

	pthread_mutex_lock(&lock);
	number = next_game < run.games && !selfplay_is_late(&run) ? next_game++
								  : -1;
	pthread_mutex_unlock(&lock);
	return number;
}

static void *work(void *nothing)
{
	struct selfplay_player *player = selfplay_player_new(&run);
	long number;

	while ((number = take_number()) >= 0)
		write_game(selfplay_play(player, number), number);
	selfplay_player_free(player);
	return nothing;
}

static long processors(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	if (count < 1)
		return 1;
	return count < SELFPLAY_MAX_THREADS ? count : SELFPLAY_MAX_THREADS;
}

int main(int count, char **words)
{
	pthread_t threads[SELFPLAY_MAX_THREADS];
	bool is_told;

	if (!selfplay_read_options(&run, count - 1, words + 1, &is_told)) {
		if (!is_told)
			fprintf(stderr, "usage: selfplay " SELFPLAY_USAGE "\n");
		return is_told ? 1 : 2;
	}
	if (!run.threads)
		run.threads = processors();
	if (!selfplay_open(&run))
		return 1;
	next_game = run.ready;
	for (long i = 0; i < run.threads; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (long i = 0; i < run.threads; i++)
		pthread_join(threads[i], NULL);
	selfplay_report(&run);
	fprintf(stderr, "\n");
	if (fclose(run.file)) {
		perror(run.name);
		return 1;
	}
	return 0;
}
