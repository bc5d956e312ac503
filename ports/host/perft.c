/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery perft: counts the leaves of the tree of legal moves, for two players
 * or four.
 *
 * The tree is cut after two plies (fewer if it is not that deep), and every
 * subtree becomes a job. Workers take jobs from one counter until none is left;
 * one thread is the same with one worker. A job's result is written by its
 * worker and read after all have been joined, so only the counter is shared.
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
#include "rookery/rules.h"

#define MAX_DEPTH 99
#define MAX_THREADS 256
#define MAX_FEN 2047
#define NO_MOVE 0

struct perft_options {
	const struct rk_rules *rules;
	int start;
	int depth;
	int threads;
	bool divide;
	bool chess960;
	bool four;
	const char *rules_name; /* NULL: not given */
	const char *start_name;
};

/* Move lists for one tree after the other, of either width. */
union move_buf {
	rk_move two[MAX_DEPTH * RK_MAX_MOVES];
	rk4_move four[MAX_DEPTH * RK4_MAX_MOVES];
};

/*
 * The functions that perft needs beyond a row of rules, whose make() plays a
 * game.
 */
struct counter {
	const char *fen;
	size_t max_fen; /* bytes of the longest text, with blanks */
	bool (*read)(union rk_any_pos *pos, const char *text, size_t length,
		     struct rk_error *error);
	void (*make)(union rk_any_pos *pos, rk_any_move move);
	uint64_t (*perft)(union rk_any_pos *pos, int depth,
			  union move_buf *buf);
};

static bool read_two(union rk_any_pos *pos, const char *text, size_t length,
		     struct rk_error *error)
{
	return rk_fen_read(&pos->two, text, length, error);
}

static void make_two(union rk_any_pos *pos, rk_any_move move)
{
	struct rk_undo undo;

	rk_pos_make(&pos->two, (rk_move)move, &undo);
}

static uint64_t perft_two(union rk_any_pos *pos, int depth, union move_buf *buf)
{
	return rk_perft(&pos->two, depth, buf->two);
}

/* Reads by the rules of the position that is there already. */
static bool read_four(union rk_any_pos *pos, const char *text, size_t length,
		      struct rk_error *error)
{
	return rk4_fen_read(&pos->four, text, length, pos->four.options, error);
}

/* No player leaves the game in this tree. */
static void make_four(union rk_any_pos *pos, rk_any_move move)
{
	struct rk4_undo undo;

	rk4_make(&pos->four, move, &undo);
}

static uint64_t perft_four(union rk_any_pos *pos, int depth,
			   union move_buf *buf)
{
	return rk4_perft(&pos->four, depth, buf->four);
}

static const struct counter counters[] = {
	{"FEN", 511, read_two, make_two, perft_two},
	{"FEN4", MAX_FEN, read_four, make_four, perft_four},
};

struct perft_job {
	union rk_any_pos pos;
	rk_any_move root;
	uint64_t nodes;
};

struct work {
	const struct rk_rules *rules;
	const struct counter *counter;
	struct perft_job *jobs;
	size_t count;
	size_t cap;
	int depth; /* depth below every job */
	atomic_size_t next;
};

static bool add_job(struct work *work, const union rk_any_pos *pos,
		    rk_any_move root)
{
	if (work->count == work->cap) {
		size_t cap = 2 * work->cap + 64;
		struct perft_job *jobs =
			realloc(work->jobs, cap * sizeof(*jobs));

		if (!jobs)
			return false;
		work->jobs = jobs;
		work->cap = cap;
	}
	work->jobs[work->count++] = (struct perft_job){*pos, root, 0};
	return true;
}

static bool add_jobs(struct work *work, const union rk_any_pos *pos, int plies,
		     rk_any_move root)
{
	rk_any_move list[RK_ANY_MAX_MOVES];
	union rk_any_pos child;
	int count;

	if (!plies)
		return add_job(work, pos, root);
	count = work->rules->moves(pos, list);
	for (int i = 0; i < count; i++) {
		child = *pos;
		work->counter->make(&child, list[i]);
		if (!add_jobs(work, &child, plies - 1,
			      root == NO_MOVE ? list[i] : root))
			return false;
	}
	return true;
}

static void *draw_jobs(void *argument)
{
	struct work *work = argument;
	union move_buf buf;
	size_t i;

	while ((i = atomic_fetch_add(&work->next, 1)) < work->count)
		work->jobs[i].nodes = work->counter->perft(&work->jobs[i].pos,
							   work->depth, &buf);
	return NULL;
}

/* If fewer threads can be started, the result is the same. */
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

static void print_divide(const struct work *work, const union rk_any_pos *pos,
			 const struct perft_options *options)
{
	rk_any_move list[RK_ANY_MAX_MOVES];
	char text[RK_MOVE_TEXT_SIZE];
	int count = work->rules->moves(pos, list);

	for (int i = 0; i < count; i++) {
		uint64_t nodes = 0;

		for (size_t j = 0; j < work->count; j++)
			if (work->jobs[j].root == list[i])
				nodes += work->jobs[j].nodes;
		work->rules->write_move(text, pos, list[i],
					options->chess960 ? RK_STYLE_COORD_960
							  : RK_STYLE_COORD);
		printf("%s: %" PRIu64 "\n", text, nodes);
	}
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static enum host_exit count_leaves(const union rk_any_pos *pos,
				   const struct perft_options *options)
{
	int plies = options->depth < 2 ? options->depth : 2;
	struct work work = {.rules = options->rules,
			    .counter = &counters[options->four],
			    .depth = options->depth - plies};
	double start = seconds(), time;
	uint64_t nodes = 0;

	if (!add_jobs(&work, pos, plies, NO_MOVE)) {
		fprintf(stderr, "rookery: not enough memory\n");
		free(work.jobs);
		return HOST_FAILED;
	}
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

/* An unquoted FEN arrives as several words. */
static bool read_fen(union rk_any_pos *pos, const struct counter *counter,
		     int count, char **words)
{
	const char *name = counter->fen;
	char text[MAX_FEN + 1];
	size_t length = 0;
	struct rk_error error;

	for (int i = 0; i < count && length <= counter->max_fen; i++)
		length += (size_t)snprintf(text + length, sizeof(text) - length,
					   i ? " %s" : "%s", words[i]);
	if (length > counter->max_fen) {
		host_refuse("%s: more than %zu bytes", name, counter->max_fen);
	} else if (counter->read(pos, text, length, &error)) {
		return true;
	} else if (!error.column) {
		host_refuse("%s: %s", name, error.reason);
	} else {
		host_refuse("%s, column %zu: expected %s", name, error.column,
			    error.reason);
		show_place(text, error.column);
	}
	return false;
}

/* The word after an option, or NULL after an error message. */
static const char *take_word(int *i, int count, char **words)
{
	if (*i + 1 < count)
		return words[++*i];
	host_refuse("%s needs a word after it", words[*i]);
	return NULL;
}

static bool take_threads(struct perft_options *options, const char *word)
{
	if (word && read_number(&options->threads, word, 1, MAX_THREADS))
		return true;
	host_refuse("--threads needs a number from 1 to %d", MAX_THREADS);
	return false;
}

/*
 * Reads the options anywhere among the words and moves the other words to the
 * front. Returns their number, or -1 after an error message.
 */
static int take_options(struct perft_options *options, int count, char **words)
{
	int left = 0;

	for (int i = 0; i < count; i++) {
		if (!strcmp(words[i], "--divide")) {
			options->divide = true;
		} else if (!strcmp(words[i], "--chess960")) {
			options->chess960 = true;
		} else if (!strcmp(words[i], "--four")) {
			options->four = true;
		} else if (!strcmp(words[i], "--rules")) {
			options->rules_name = take_word(&i, count, words);
			if (!options->rules_name)
				return -1;
		} else if (!strcmp(words[i], "--start")) {
			options->start_name = take_word(&i, count, words);
			if (!options->start_name)
				return -1;
		} else if (!strcmp(words[i], "--threads")) {
			if (!take_threads(options,
					  ++i < count ? words[i] : NULL))
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

static bool find_start(struct perft_options *options)
{
	const char *const *names = options->rules->starts;

	if (!options->start_name)
		return true;
	for (int i = 0; names[i]; i++)
		if (!strcmp(names[i], options->start_name)) {
			options->start = i;
			return true;
		}
	host_refuse("--start is modern, classic, by, byg or rg, not \"%s\"",
		    options->start_name);
	return false;
}

/* Finds the row of rules, and rejects options that do not fit it. */
static bool find_rules(struct perft_options *options)
{
	const char *name = options->rules_name;

	options->rules = options->four ? &rk_rules_ffa : &rk_rules_standard;
	if (!options->four && (name || options->start_name)) {
		host_refuse("%s needs --four", name ? "--rules" : "--start");
		return false;
	}
	if (options->four && options->chess960) {
		host_refuse("--chess960 is not for four players");
		return false;
	}
	if (name)
		options->rules = rk_rules_find(name, strlen(name));
	if (options->rules &&
	    (options->rules->players == RK4_SEATS) == options->four)
		return find_start(options);
	host_refuse("--rules is ffa, still, last or teams, not \"%s\"", name);
	return false;
}

enum host_exit host_perft(int count, char **words)
{
	struct perft_options options = {.threads = 1};
	union rk_any_pos pos;

	count = take_options(&options, count, words);
	if (count < 0 || !find_rules(&options))
		return HOST_USAGE;
	if (!count)
		return host_refuse("perft needs a DEPTH");
	if (!read_number(&options.depth, words[0], 0, MAX_DEPTH))
		return host_refuse("DEPTH is a number from 0 to %d, not \"%s\"",
				   MAX_DEPTH, words[0]);
	if (count > 1 && options.start_name)
		return host_refuse("--start and a FEN4 exclude each other");
	options.rules->start(&pos, options.start);
	if (count > 1 &&
	    !read_fen(&pos, &counters[options.four], count - 1, words + 1))
		return HOST_USAGE;
	return count_leaves(&pos, &options);
}
