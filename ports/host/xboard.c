/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery xboard: the protocol on standard input and output, with a pool of
 * engines. The end of the input is `quit`; SIGINT is ignored.
 *
 * The protocol allows one caller at a time, but lines come from standard input
 * and reports from the pool's threads. So these threads only queue their
 * reports. The queue is delivered to the protocol by a thread of its own, or
 * by stop(), which must not return before the answer was delivered. Both hold
 * `protocol_lock`, which is always taken before `queue_lock`.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/book.h"
#include "ports/host/host.h"
#include "ports/host/network.h"
#include "ports/host/pool.h"
#include "rookery/xboard.h"

struct report {
	struct report *next;
	struct rk_info info;
	rk_any_move moves[RK_MAX_PLY];
};

struct xboard_session {
	struct rk_xboard xb;
	struct rk_platform platform;
	struct rk_event log[RK_XBOARD_PLIES];
	struct host_pool *pool;
	const struct rk_thinker *thinker; /* the thinker of the pool */
	struct rk_thinker proxy;     /* the thinker that the protocol calls */
	struct rk_listener reporter; /* queues what the pool reports */
	const struct rk_listener *listener; /* the protocol's listener */
	pthread_mutex_t protocol_lock;

	pthread_mutex_t queue_lock; /* protects the members below */
	pthread_cond_t queued;
	struct report *first;
	struct report **last;
	struct rk_answer answer;
	bool has_answer;
	bool ended;

	struct host_book book;
};

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
	if (length && text[length - 1] == '\n')
		fflush(stdout);
}

/*
 * Called from the pool's threads. Without memory a report is lost, but never
 * the answer.
 */
static void report_info(void *self, const struct rk_info *info)
{
	struct xboard_session *session = self;
	struct report *report = malloc(sizeof(*report));
	int count = info->move_count < RK_MAX_PLY ? info->move_count
						  : RK_MAX_PLY;

	if (!report)
		return;
	report->next = NULL;
	report->info = *info;
	report->info.moves = report->moves;
	report->info.move_count = count;
	if (count)
		memcpy(report->moves, info->moves,
		       (size_t)count * sizeof(*report->moves));
	pthread_mutex_lock(&session->queue_lock);
	*session->last = report;
	session->last = &report->next;
	pthread_cond_signal(&session->queued);
	pthread_mutex_unlock(&session->queue_lock);
}

static void report_answer(void *self, const struct rk_answer *answer)
{
	struct xboard_session *session = self;

	pthread_mutex_lock(&session->queue_lock);
	session->answer = *answer;
	session->has_answer = true;
	pthread_cond_signal(&session->queued);
	pthread_mutex_unlock(&session->queue_lock);
}

/* Delivers all queued reports. */
static void deliver(struct xboard_session *session)
{
	const struct rk_listener *listener = session->listener;
	struct report *report, *next;
	bool has_answer;

	pthread_mutex_lock(&session->queue_lock);
	report = session->first;
	has_answer = session->has_answer;
	session->first = NULL;
	session->last = &session->first;
	session->has_answer = false;
	pthread_mutex_unlock(&session->queue_lock);
	for (; report; report = next) {
		next = report->next;
		listener->info(listener->self, &report->info);
		free(report);
	}
	/*
	 * It is not written again before the next task, which starts in this
	 * thread.
	 */
	if (has_answer)
		listener->answer(listener->self, &session->answer);
}

static void *deliver_reports(void *self)
{
	struct xboard_session *session = self;

	pthread_mutex_lock(&session->queue_lock);
	while (!session->ended) {
		if (!session->first && !session->has_answer) {
			pthread_cond_wait(&session->queued,
					  &session->queue_lock);
			continue;
		}
		pthread_mutex_unlock(&session->queue_lock);
		pthread_mutex_lock(&session->protocol_lock);
		deliver(session);
		rk_xboard_settle(&session->xb);
		pthread_mutex_unlock(&session->protocol_lock);
		pthread_mutex_lock(&session->queue_lock);
	}
	pthread_mutex_unlock(&session->queue_lock);
	return NULL;
}

/* The thinker that the protocol calls: the pool, with the queue in between. */

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct xboard_session *session = self;

	session->listener = listener;
	session->thinker->start(session->thinker->self, task,
				&session->reporter);
}

static void stop(void *self)
{
	struct xboard_session *session = self;

	session->thinker->stop(session->thinker->self);
	deliver(session);
}

static void ponderhit(void *self)
{
	const struct rk_thinker *thinker =
		((struct xboard_session *)self)->thinker;

	thinker->ponderhit(thinker->self);
}

static void forget(void *self)
{
	const struct rk_thinker *thinker =
		((struct xboard_session *)self)->thinker;

	thinker->forget(thinker->self);
}

static bool set(void *self, enum rk_think_option option, int64_t value)
{
	const struct rk_thinker *thinker =
		((struct xboard_session *)self)->thinker;

	return thinker->set(thinker->self, option, value);
}

static bool knows(void *self, const struct rk_rules *rules)
{
	const struct rk_thinker *thinker =
		((struct xboard_session *)self)->thinker;

	return thinker->knows(thinker->self, rules);
}

static int evaluate(void *self, const struct rk_rules *rules,
		    const union rk_any_pos *pos)
{
	const struct rk_thinker *thinker =
		((struct xboard_session *)self)->thinker;

	return thinker->evaluate(thinker->self, rules, pos);
}

static const char *book_open(void *self, const char *name, size_t length)
{
	return host_book_open(&((struct xboard_session *)self)->book, name,
			      length);
}

static int book_moves(void *self, const struct rk_pos *pos,
		      struct rk_book_move *list, int cap)
{
	struct xboard_session *session = self;
	const struct rk_book *book = host_book_get(&session->book);

	return book ? rk_book_moves(book, pos, list, cap) : 0;
}

static rk_move book_pick(void *self, const struct rk_pos *pos, uint64_t random)
{
	return host_book_pick(&((struct xboard_session *)self)->book, pos,
			      random);
}

static const char *network_open(void *self, const char *name, size_t length)
{
	return host_pool_load_network(((struct xboard_session *)self)->pool,
				      name, length);
}

static bool open_session(struct xboard_session *session)
{
	session->pool = host_pool_new();
	if (!session->pool)
		return false;
	session->thinker = host_pool_thinker(session->pool);
	session->reporter =
		(struct rk_listener){session, report_info, report_answer};
	session->proxy = (struct rk_thinker){
		.self = session,
		.start = start,
		.stop = stop,
		.ponderhit = ponderhit,
		.forget = forget,
		.set = set,
		.knows = knows,
		.evaluate = evaluate,
	};
	session->platform = (struct rk_platform){
		.self = session,
		.write = print,
		.now_us = host_now_us,
		.random = host_random,
		.book_open = book_open,
		.book_pick = book_pick,
		.book_moves = book_moves,
		.network_open = network_open,
		.network_name = host_network_embedded() ? HOST_NETWORK_NAME
							: NULL,
	};
	session->last = &session->first;
	pthread_mutex_init(&session->protocol_lock, NULL);
	pthread_mutex_init(&session->queue_lock, NULL);
	pthread_cond_init(&session->queued, NULL);
	rk_xboard_new(&session->xb, &session->platform, &session->proxy,
		      session->log, RK_XBOARD_PLIES);
	return true;
}

static void close_session(struct xboard_session *session)
{
	host_pool_free(session->pool);
	host_book_close(&session->book);
	pthread_cond_destroy(&session->queued);
	pthread_mutex_destroy(&session->queue_lock);
	pthread_mutex_destroy(&session->protocol_lock);
}

static bool say_line(struct xboard_session *session, const char *line,
		     size_t length)
{
	bool more;

	pthread_mutex_lock(&session->protocol_lock);
	more = rk_xboard_line(&session->xb, line, length);
	pthread_mutex_unlock(&session->protocol_lock);
	return more;
}

static enum host_exit talk(struct xboard_session *session, const char *first)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length = 0;
	bool more = !first || say_line(session, first, strlen(first));

	while (more && (length = host_read_line(&line, &size)) >= 0)
		more = say_line(session, line, (size_t)length);
	free(line);
	return host_read_failed(length) ? HOST_FAILED : HOST_OK;
}

/* No search runs any more when this returns. */
static void end(struct xboard_session *session)
{
	pthread_mutex_lock(&session->protocol_lock);
	rk_xboard_end(&session->xb);
	pthread_mutex_unlock(&session->protocol_lock);
	pthread_mutex_lock(&session->queue_lock);
	session->ended = true;
	pthread_cond_signal(&session->queued);
	pthread_mutex_unlock(&session->queue_lock);
}

enum host_exit host_speak_xboard(const char *first)
{
	struct xboard_session *session = calloc(1, sizeof(*session));
	enum host_exit status;
	pthread_t thread;

	if (!session || !open_session(session)) {
		fprintf(stderr, "rookery: not enough memory\n");
		free(session);
		return HOST_FAILED;
	}
	/*
	 * Old interfaces send SIGINT before a command, to interrupt a search.
	 */
	signal(SIGINT, SIG_IGN);
	if (pthread_create(&thread, NULL, deliver_reports, session)) {
		fprintf(stderr, "rookery: cannot start a thread\n");
		close_session(session);
		free(session);
		return HOST_FAILED;
	}
	status = talk(session, first);
	end(session);
	pthread_join(thread, NULL);
	close_session(session);
	free(session);
	return status;
}

enum host_exit host_xboard(int count, char **words)
{
	(void)count;
	(void)words;
	return host_speak_xboard(NULL);
}
