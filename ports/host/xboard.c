/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery xboard: the protocol on standard input and output, with the engines
 * of a pool. The end of the input is `quit`; SIGINT is ignored.
 *
 * The protocol wants one caller at a time, but lines come from standard input
 * and thoughts from the pool's threads. So those only leave reports in a box.
 * Who holds `inside` takes them out and hands them on: a thread that waits
 * for them, or stop(), which must not return before the answer was heard.
 * `inside` is taken before `box`, never the other way round.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/host.h"
#include "ports/host/pool.h"
#include "ports/host/shelf.h"
#include "rookery/version.h"
#include "rookery/xboard.h"

struct report {
	struct report *next;
	struct rk_info info;
	rk_any_move moves[RK_MAX_PLY];
};

struct session {
	struct rk_xboard xb;
	struct rk_xboard_port port;
	struct rk_xboard_ply plies[RK_XBOARD_PLIES];
	struct host_pool *pool;
	const struct rk_thinker *thinker; /* the pool's */
	struct rk_thinker table;          /* what the protocol sees of it */
	struct rk_listener reporter;      /* what the pool sees of that one, */
	const struct rk_listener *listener; /* and who is told in the end */
	pthread_mutex_t inside;

	pthread_mutex_t box; /* for what follows */
	pthread_cond_t news;
	struct report *first;
	struct report **last;
	struct rk_answer answer;
	bool has_answer;
	bool ended;

	struct host_shelf shelf;
	struct rk_book_move book_moves[RK_XBOARD_BOOK_MOVES];
};

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
	if (length && text[length - 1] == '\n')
		fflush(stdout);
}

/* From the pool's threads. Without memory a thought is lost, no answer is. */
static void report_info(void *self, const struct rk_info *info)
{
	struct session *session = self;
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
	pthread_mutex_lock(&session->box);
	*session->last = report;
	session->last = &report->next;
	pthread_cond_signal(&session->news);
	pthread_mutex_unlock(&session->box);
}

static void report_answer(void *self, const struct rk_answer *answer)
{
	struct session *session = self;

	pthread_mutex_lock(&session->box);
	session->answer = *answer;
	session->has_answer = true;
	pthread_cond_signal(&session->news);
	pthread_mutex_unlock(&session->box);
}

/* Hands on all that is in the box. */
static void deliver(struct session *session)
{
	const struct rk_listener *listener = session->listener;
	struct report *report, *next;
	bool has_answer;

	pthread_mutex_lock(&session->box);
	report = session->first;
	has_answer = session->has_answer;
	session->first = NULL;
	session->last = &session->first;
	session->has_answer = false;
	pthread_mutex_unlock(&session->box);
	for (; report; report = next) {
		next = report->next;
		listener->info(listener->self, &report->info);
		free(report);
	}
	/* Nobody writes it before the next task starts, which we would do. */
	if (has_answer)
		listener->answer(listener->self, &session->answer);
}

static void *hand_on(void *self)
{
	struct session *session = self;

	pthread_mutex_lock(&session->box);
	while (!session->ended) {
		if (!session->first && !session->has_answer) {
			pthread_cond_wait(&session->news, &session->box);
			continue;
		}
		pthread_mutex_unlock(&session->box);
		pthread_mutex_lock(&session->inside);
		deliver(session);
		rk_xboard_settle(&session->xb);
		pthread_mutex_unlock(&session->inside);
		pthread_mutex_lock(&session->box);
	}
	pthread_mutex_unlock(&session->box);
	return NULL;
}

/* The thinker that the protocol sees: the pool, with the box in between. */

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct session *session = self;

	session->listener = listener;
	session->thinker->start(session->thinker->self, task,
				&session->reporter);
}

static void stop(void *self)
{
	struct session *session = self;

	session->thinker->stop(session->thinker->self);
	deliver(session);
}

static void ponderhit(void *self)
{
	const struct rk_thinker *thinker = ((struct session *)self)->thinker;

	thinker->ponderhit(thinker->self);
}

static void forget(void *self)
{
	const struct rk_thinker *thinker = ((struct session *)self)->thinker;

	thinker->forget(thinker->self);
}

static bool set(void *self, enum rk_think_option option, int64_t value)
{
	const struct rk_thinker *thinker = ((struct session *)self)->thinker;

	return thinker->set(thinker->self, option, value);
}

static bool knows(void *self, const struct rk_rules *rules)
{
	const struct rk_thinker *thinker = ((struct session *)self)->thinker;

	return thinker->knows(thinker->self, rules);
}

static int evaluate(void *self, const struct rk_rules *rules, const void *pos)
{
	const struct rk_thinker *thinker = ((struct session *)self)->thinker;

	return thinker->evaluate(thinker->self, rules, pos);
}

static uint64_t now(void *self)
{
	(void)self;
	return host_now();
}

static uint64_t seed(void *self)
{
	(void)self;
	return host_seed();
}

static const char *book_open(void *self, const char *name, size_t length)
{
	return host_shelf_open(&((struct session *)self)->shelf, name, length);
}

static int book_moves(void *self, const struct rk_pos *pos,
		      struct rk_xboard_book_move *list, int room)
{
	struct session *session = self;
	const struct rk_book *book = host_shelf_book(&session->shelf);
	int count = 0;

	if (room > RK_XBOARD_BOOK_MOVES)
		room = RK_XBOARD_BOOK_MOVES;
	if (book)
		count = rk_book_moves(book, pos, session->book_moves, room);
	for (int i = 0; i < count; i++) {
		list[i].move = session->book_moves[i].move;
		list[i].weight = session->book_moves[i].weight;
	}
	return count;
}

static rk_move book_pick(void *self, const struct rk_pos *pos, uint64_t chance)
{
	return host_shelf_pick(&((struct session *)self)->shelf, pos, chance);
}

static bool open_session(struct session *session)
{
	session->pool = host_pool_new();
	if (!session->pool)
		return false;
	session->thinker = host_pool_thinker(session->pool);
	session->reporter =
		(struct rk_listener){session, report_info, report_answer};
	session->table = (struct rk_thinker){
		.self = session,
		.start = start,
		.stop = stop,
		.ponderhit = ponderhit,
		.forget = forget,
		.set = set,
		.knows = knows,
		.evaluate = evaluate,
		.now = now,
	};
	session->port = (struct rk_xboard_port){
		.out = {print, NULL},
		.thinker = &session->table,
		.name = "Rookery " RK_VERSION,
		.self = session,
		.seed = seed,
		.book_open = book_open,
		.book_moves = book_moves,
		.book_pick = book_pick,
	};
	session->last = &session->first;
	pthread_mutex_init(&session->inside, NULL);
	pthread_mutex_init(&session->box, NULL);
	pthread_cond_init(&session->news, NULL);
	rk_xboard_new(&session->xb, &session->port, session->plies,
		      RK_XBOARD_PLIES);
	return true;
}

static void close_session(struct session *session)
{
	host_pool_free(session->pool);
	host_shelf_close(&session->shelf);
	pthread_cond_destroy(&session->news);
	pthread_mutex_destroy(&session->box);
	pthread_mutex_destroy(&session->inside);
}

static bool say_line(struct session *session, const char *line, size_t length)
{
	bool more;

	pthread_mutex_lock(&session->inside);
	more = rk_xboard_line(&session->xb, line, length);
	pthread_mutex_unlock(&session->inside);
	return more;
}

static void talk(struct session *session, const char *first)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	bool more = !first || say_line(session, first, strlen(first));

	while (more && (length = getline(&line, &room, stdin)) >= 0)
		more = say_line(session, line, (size_t)length);
	free(line);
}

/* Nobody thinks any more when this returns. */
static void end(struct session *session)
{
	pthread_mutex_lock(&session->inside);
	rk_xboard_end(&session->xb);
	pthread_mutex_unlock(&session->inside);
	pthread_mutex_lock(&session->box);
	session->ended = true;
	pthread_cond_signal(&session->news);
	pthread_mutex_unlock(&session->box);
}

enum host_exit host_speak_xboard(const char *first)
{
	struct session *session = calloc(1, sizeof(*session));
	pthread_t thread;

	if (!session || !open_session(session)) {
		fprintf(stderr, "rookery: not enough memory\n");
		free(session);
		return HOST_FAILED;
	}
	/* Old interfaces send it to engines that they think do not listen. */
	signal(SIGINT, SIG_IGN);
	if (pthread_create(&thread, NULL, hand_on, session)) {
		fprintf(stderr, "rookery: cannot start a thread\n");
		close_session(session);
		free(session);
		return HOST_FAILED;
	}
	talk(session, first);
	end(session);
	pthread_join(thread, NULL);
	close_session(session);
	free(session);
	return HOST_OK;
}

enum host_exit host_xboard(int count, char **words)
{
	(void)count;
	(void)words;
	return host_speak_xboard(NULL);
}
