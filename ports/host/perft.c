/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery perft: counts the leaves of the tree of legal moves.
 *
 * The tree is cut after two plies (or fewer where it is not that deep) and
 * every piece of it becomes a job. Workers draw jobs from one counter until
 * none is left; one thread is the same thing with one worker. A job's result
 * is written by the worker that drew it and read after all have been joined,
 * so nothing but the counter is shared.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ports/host/host.h"
#include "rookery/moves.h"
#include "rookery/notation.h"

#define MAX_DEPTH 99
#define MAX_THREADS 256
#define MAX_FEN 511 /* bytes of text, blanks at will included */
#define MAX_JOBS ((size_t)RK_MAX_MOVES * RK_MAX_MOVES)

struct options {
	int depth;
	int threads;
	bool divide;
	bool chess960;
};

struct job {
	struct rk_pos pos;
	rk_move root;
	uint64_t nodes;
};

struct work {
	struct job *jobs;
	size_t count;
	int depth; /* what is left of it below every job */
	atomic_size_t next;
};

static void add_jobs(struct work *work, const struct rk_pos *pos, int plies,
		     rk_move root)
{
	rk_move list[RK_MAX_MOVES];
	struct rk_pos child;
	struct rk_undo undo;
	int count;

	if (!plies) {
		work->jobs[work->count++] = (struct job){ *pos, root, 0 };
		return;
	}
	count = rk_gen_legal(pos, list);
	for (int i = 0; i < count; i++) {
		child = *pos;
		rk_pos_make(&child, list[i], &undo);
		add_jobs(work, &child, plies - 1,
			 root == RK_NO_MOVE ? list[i] : root);
	}
}

static void *draw_jobs(void *argument)
{
	struct work *work = argument;
	rk_move room[MAX_DEPTH * RK_MAX_MOVES];
	size_t i;

	while ((i = atomic_fetch_add(&work->next, 1)) < work->count)
		work->jobs[i].nodes = rk_perft(&work->jobs[i].pos, work->depth,
					       room);
	return NULL;
}

/* Any number of threads gives the right result; fewer are only slower. */
static void do_jobs(struct work *work, int threads)
{
	pthread_t helpers[MAX_THREADS];
	int started = 0;

	while (started < threads - 1 &&
	       !pthread_create(&helpers[started], NULL, draw_jobs, work))
		started++;
	if (started < threads - 1)
		fprintf(stderr, "rookery: only %d of %d threads would start\n",
			started + 1, threads);
	draw_jobs(work);
	while (started > 0)
		pthread_join(helpers[--started], NULL);
}

static void print_divide(const struct work *work, const struct rk_pos *pos,
			 const struct options *options)
{
	rk_move list[RK_MAX_MOVES];
	char text[RK_COORD_SIZE];
	int count = rk_gen_legal(pos, list);

	for (int i = 0; i < count; i++) {
		uint64_t nodes = 0;

		for (size_t j = 0; j < work->count; j++)
			if (work->jobs[j].root == list[i])
				nodes += work->jobs[j].nodes;
		rk_coord_write(text, list[i],
			       options->chess960 ? RK_CASTLE_ROOK :
						   RK_CASTLE_KING);
		printf("%s: %" PRIu64 "\n", text, nodes);
	}
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static enum host_exit count_leaves(const struct rk_pos *pos,
				   const struct options *options)
{
	int plies = options->depth < 2 ? options->depth : 2;
	struct work work = { .depth = options->depth - plies };
	double start = seconds(), time;
	uint64_t nodes = 0;

	work.jobs = malloc(MAX_JOBS * sizeof(*work.jobs));
	if (!work.jobs) {
		fprintf(stderr, "rookery: not enough memory\n");
		return HOST_FAILED;
	}
	add_jobs(&work, pos, plies, RK_NO_MOVE);
	do_jobs(&work, options->threads);
	for (size_t i = 0; i < work.count; i++)
		nodes += work.jobs[i].nodes;
	time = seconds() - start;

	if (options->divide && plies)
		print_divide(&work, pos, options);
	printf("nodes %" PRIu64 "  time %.4f s  %.1f Mnps\n", nodes, time,
	       time > 0 ? (double)nodes / time / 1e6 : 0.0);
	free(work.jobs);
	return HOST_OK;
}

static bool read_number(int *number, const char *text, int least, int most)
{
	int value = 0;

	if (!*text)
		return false;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return false;
		value = value * 10 + (*text - '0');
		if (value > most)
			return false;
	}
	*number = value;
	return value >= least;
}

static void show_place(const char *text, size_t column)
{
	fputs("  ", stderr);
	for (; *text; text++)
		fputc(*text < ' ' || *text > '~' ? '?' : *text, stderr);
	fprintf(stderr, "\n  %*c\n", (int)column, '^');
}

/* A shell that was not told to quote hands a FEN over in several words. */
static bool read_fen(struct rk_pos *pos, int count, char **words)
{
	char text[MAX_FEN + 1];
	size_t length = 0;
	struct rk_error error;

	for (int i = 0; i < count && length <= MAX_FEN; i++)
		length += (size_t)snprintf(text + length, sizeof(text) - length,
					   i ? " %s" : "%s", words[i]);
	if (length > MAX_FEN) {
		host_refuse("FEN: more than %d bytes", MAX_FEN);
	} else if (rk_fen_read(pos, text, length, &error)) {
		return true;
	} else if (!error.column) {
		host_refuse("FEN: %s", error.reason);
	} else {
		host_refuse("FEN, column %zu: expected %s", error.column,
			    error.reason);
		show_place(text, error.column);
	}
	return false;
}

/*
 * Takes the options out of the words, wherever they stand, and moves the
 * others to the front. Returns how many those are, or -1 after a complaint.
 */
static int take_options(struct options *options, int count, char **words)
{
	int left = 0;

	for (int i = 0; i < count; i++) {
		if (!strcmp(words[i], "--divide")) {
			options->divide = true;
		} else if (!strcmp(words[i], "--chess960")) {
			options->chess960 = true;
		} else if (!strcmp(words[i], "--threads")) {
			if (++i < count && read_number(&options->threads,
						       words[i], 1, MAX_THREADS))
				continue;
			host_refuse("--threads needs a number from 1 to %d",
				    MAX_THREADS);
			return -1;
		} else if (!strncmp(words[i], "--", 2)) {
			host_refuse("perft has no option \"%s\"", words[i]);
			return -1;
		} else {
			words[left++] = words[i];
		}
	}
	return left;
}

enum host_exit host_perft(int count, char **words)
{
	struct options options = { .threads = 1 };
	struct rk_pos pos;

	count = take_options(&options, count, words);
	if (count < 0)
		return HOST_USAGE;
	if (!count)
		return host_refuse("perft needs a DEPTH");
	if (!read_number(&options.depth, words[0], 0, MAX_DEPTH))
		return host_refuse("DEPTH is a number from 0 to %d, not \"%s\"",
				   MAX_DEPTH, words[0]);
	if (count == 1)
		rk_pos_start(&pos);
	else if (!read_fen(&pos, count - 1, words + 1))
		return HOST_USAGE;
	return count_leaves(&pos, &options);
}
