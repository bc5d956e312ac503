/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: runs the engine on one position and waits for the end or for
 * Ctrl-C. The engine reports from another thread, so its results are kept under
 * a lock.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "ports/host/analyse.h"
#include "rookery/annotate.h"
#include "rookery/notation.h"

#define UPDATE_MS 50 /* milliseconds between two updates */

static volatile sig_atomic_t is_stopped;

static void stop(int signal)
{
	(void)signal;
	is_stopped = 1;
}

void host_analyse_stop(void)
{
	is_stopped = 1;
}

void host_analyse_catch(void)
{
	struct sigaction action = {.sa_handler = stop};

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

bool host_analyse_is_stopped(void)
{
	return is_stopped;
}

struct running_search {
	pthread_mutex_t lock;
	pthread_cond_t answered;
	bool is_over;
	struct host_search_result *found;
};

/*
 * A better move that is found late replaces the first line and drops the
 * others.
 */
static void keep_line(struct host_search_result *found,
		      const struct rk_info *info)
{
	struct host_line *line = &found->lines[info->line - 1];

	line->score = info->score;
	line->length = info->move_count < HOST_LINE_LENGTH ? info->move_count
							   : HOST_LINE_LENGTH;
	for (int i = 0; i < line->length; i++)
		line->moves[i] = (rk_move)info->moves[i];
	if (info->line > found->count)
		found->count = info->line;
	if (info->line == 1)
		found->depth = info->depth;
}

static void on_info(void *self, const struct rk_info *info)
{
	struct running_search *search = self;

	pthread_mutex_lock(&search->lock);
	search->found->nodes = info->nodes;
	search->found->time = info->time;
	if (info->move_count && info->bound == RK_BOUND_EXACT &&
	    info->line >= 1 && info->line <= RK_MAX_LINES)
		keep_line(search->found, info);
	pthread_mutex_unlock(&search->lock);
}

static void on_answer(void *self, const struct rk_answer *answer)
{
	struct running_search *search = self;

	pthread_mutex_lock(&search->lock);
	search->found->nodes = answer->nodes;
	search->is_over = true;
	pthread_cond_signal(&search->answered);
	pthread_mutex_unlock(&search->lock);
}

/* True when the search has ended; false after a timeout. */
static bool wait_a_moment(struct running_search *search)
{
	struct timespec until;
	bool is_over;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += UPDATE_MS * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	pthread_mutex_lock(&search->lock);
	if (!search->is_over)
		pthread_cond_timedwait(&search->answered, &search->lock,
				       &until);
	is_over = search->is_over;
	pthread_mutex_unlock(&search->lock);
	return is_over;
}

static void limit(struct rk_task *task,
		  const struct host_analyse_options *options)
{
	task->nodes = options->nodes;
	task->depth = (int)options->depth;
	task->move_time = options->time;
	task->infinite = options->infinite;
	task->lines = (int)options->lines;
	task->analyse = true;
}

bool host_analyse_think(struct host_analyse *analyse, struct rk_task *task,
			struct host_search_result *found,
			void (*watch)(void *self,
				      const struct host_search_result *found),
			void *self)
{
	const struct rk_thinker *thinker = analyse->thinker;
	struct running_search search = {.found = found};
	const struct rk_listener listener = {
		&search,
		on_info,
		on_answer,
	};
	uint64_t start = host_now();
	bool was_stopped = false;

	memset(found, 0, sizeof(*found));
	pthread_mutex_init(&search.lock, NULL);
	pthread_cond_init(&search.answered, NULL);
	limit(task, &analyse->options);
	thinker->start(thinker->self, task, &listener);
	while (!wait_a_moment(&search)) {
		if (is_stopped) {
			was_stopped = true;
			thinker->stop(thinker->self);
			continue;
		}
		pthread_mutex_lock(&search.lock);
		found->time = host_now() - start;
		watch(self, found);
		pthread_mutex_unlock(&search.lock);
	}
	pthread_cond_destroy(&search.answered);
	pthread_mutex_destroy(&search.lock);
	return !was_stopped;
}

void host_analyse_put_score(struct host_text *text, int score)
{
	char number[RK_SCORE_TEXT_SIZE];

	rk_score_write(number, score);
	if (*number != '#' && *number != '-' && score)
		host_text_put(text, "+");
	host_text_put(text, number);
}

void host_analyse_put_line(struct host_text *text, const struct rk_pos *pos,
			   const rk_move *moves, int count)
{
	struct rk_pos now = *pos;
	struct rk_undo undo;
	char san[RK_SAN_SIZE];

	for (int i = 0; i < count && rk_move_is_legal(&now, moves[i]); i++) {
		if (i)
			host_text_put(text, " ");
		if (now.side == RK_WHITE)
			host_text_format(text, "%d. ", now.fullmove);
		else if (!i)
			host_text_format(text, "%d... ", now.fullmove);
		rk_san_write(san, &now, moves[i]);
		host_text_put(text, san);
		rk_pos_make(&now, moves[i], &undo);
	}
}
