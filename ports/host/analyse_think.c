/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: has the engine think about one position, listens, and
 * waits for the end or for Ctrl-C. The engine speaks from a thread of its
 * own, so what it says is kept under a lock.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "ports/host/analyse.h"
#include "proto/annotate.h"
#include "rookery/notation.h"

#define LOOK 50 /* milliseconds between two looks at what it found */

static volatile sig_atomic_t is_stopped;

static void stop(int signal)
{
	(void)signal;
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

struct hearing {
	pthread_mutex_t lock;
	pthread_cond_t answered;
	bool is_over;
	struct host_thought *thought;
};

/* A better move that is found late comes first in line, alone at first. */
static void keep_line(struct host_thought *thought, const struct rk_info *info)
{
	struct host_line *line = &thought->lines[info->line - 1];

	line->score = info->score;
	line->length = info->move_count < HOST_LINE_LENGTH ? info->move_count
							   : HOST_LINE_LENGTH;
	for (int i = 0; i < line->length; i++)
		line->moves[i] = (rk_move)info->moves[i];
	if (info->line > thought->count)
		thought->count = info->line;
	if (info->line == 1)
		thought->depth = info->depth;
}

static void hear_info(void *self, const struct rk_info *info)
{
	struct hearing *hearing = self;

	pthread_mutex_lock(&hearing->lock);
	hearing->thought->nodes = info->nodes;
	hearing->thought->time = info->time;
	if (info->move_count && info->bound == RK_BOUND_EXACT &&
	    info->line >= 1 && info->line <= RK_MAX_LINES)
		keep_line(hearing->thought, info);
	pthread_mutex_unlock(&hearing->lock);
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	struct hearing *hearing = self;

	pthread_mutex_lock(&hearing->lock);
	hearing->thought->nodes = answer->nodes;
	hearing->is_over = true;
	pthread_cond_signal(&hearing->answered);
	pthread_mutex_unlock(&hearing->lock);
}

/* True when it is over; false after a moment. */
static bool wait_a_moment(struct hearing *hearing)
{
	struct timespec until;
	bool is_over;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += LOOK * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	pthread_mutex_lock(&hearing->lock);
	if (!hearing->is_over)
		pthread_cond_timedwait(&hearing->answered, &hearing->lock,
				       &until);
	is_over = hearing->is_over;
	pthread_mutex_unlock(&hearing->lock);
	return is_over;
}

static void limit(struct rk_task *task, const struct host_wishes *wishes)
{
	task->nodes = wishes->nodes;
	task->depth = (int)wishes->depth;
	task->move_time = wishes->time;
	task->infinite = wishes->infinite;
	task->lines = (int)wishes->lines;
	task->analyse = true;
}

bool host_analyse_think(struct host_analyse *analyse, struct rk_task *task,
			struct host_thought *thought,
			void (*watch)(void *self,
				      const struct host_thought *thought),
			void *self)
{
	const struct rk_thinker *thinker = analyse->thinker;
	struct hearing hearing = {.thought = thought};
	const struct rk_listener listener = {
		&hearing,
		hear_info,
		hear_answer,
	};
	uint64_t start = host_now();
	bool was_stopped = false;

	memset(thought, 0, sizeof(*thought));
	pthread_mutex_init(&hearing.lock, NULL);
	pthread_cond_init(&hearing.answered, NULL);
	limit(task, &analyse->wishes);
	thinker->start(thinker->self, task, &listener);
	while (!wait_a_moment(&hearing)) {
		if (is_stopped) {
			was_stopped = true;
			thinker->stop(thinker->self);
			continue;
		}
		pthread_mutex_lock(&hearing.lock);
		thought->time = host_now() - start;
		watch(self, thought);
		pthread_mutex_unlock(&hearing.lock);
	}
	pthread_cond_destroy(&hearing.answered);
	pthread_mutex_destroy(&hearing.lock);
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
