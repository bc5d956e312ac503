/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery uci: the protocol on standard input and output, with the engines of
 * a pool. Every line is written out at once. The end of the input is `quit`.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/bench.h"
#include "ports/host/host.h"
#include "ports/host/pool.h"
#include "ports/host/shelf.h"
#include "rookery/uci.h"
#include "rookery/version.h"

#define PERFT_PLIES 32

struct session {
	struct rk_uci uci;
	struct rk_uci_port port;
	struct host_pool *pool;
	pthread_mutex_t mutex;
	struct host_shelf shelf;
	union rk_uci_desk desk;
	rk_any_move room[PERFT_PLIES * RK_ANY_MAX_MOVES];
	rk_any_move only[RK_ANY_MAX_MOVES];
};

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
	if (length && text[length - 1] == '\n')
		fflush(stdout);
}

static void lock(void *self)
{
	pthread_mutex_lock(&((struct session *)self)->mutex);
}

static void unlock(void *self)
{
	pthread_mutex_unlock(&((struct session *)self)->mutex);
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

static rk_move book_move(void *self, const struct rk_pos *pos, uint64_t chance)
{
	return host_shelf_pick(&((struct session *)self)->shelf, pos, chance);
}

static void bench(void *self, int depth, const struct rk_out *out)
{
	(void)self;
	host_bench_run(depth, out);
}

static bool open_session(struct session *session)
{
	session->pool = host_pool_new();
	if (!session->pool)
		return false;
	pthread_mutex_init(&session->mutex, NULL);
	session->port = (struct rk_uci_port){
		.out = {print, NULL},
		.self = session,
		.thinker = host_pool_thinker(session->pool),
		.version = RK_VERSION,
		.hash = HOST_POOL_HASH,
		.most_hash = HOST_POOL_MOST_HASH,
		.most_threads = HOST_POOL_MOST_THREADS,
		.desk = &session->desk,
		.room = session->room,
		.plies = PERFT_PLIES,
		.only = session->only,
		.most_only = RK_ANY_MAX_MOVES,
		.lock = lock,
		.unlock = unlock,
		.seed = seed,
		.book_open = book_open,
		.book_move = book_move,
		.bench = bench,
	};
	rk_uci_new(&session->uci, &session->port);
	return true;
}

static void close_session(struct session *session)
{
	host_pool_free(session->pool);
	pthread_mutex_destroy(&session->mutex);
	host_shelf_close(&session->shelf);
}

static void talk(struct rk_uci *uci, const char *first)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	bool more = !first || rk_uci_line(uci, first, strlen(first));

	while (more && (length = getline(&line, &room, stdin)) >= 0) {
		if (length > 0 && line[length - 1] == '\n')
			length--;
		more = rk_uci_line(uci, line, (size_t)length);
	}
	rk_uci_end(uci);
	free(line);
}

enum host_exit host_speak_uci(const char *first)
{
	static struct session session; /* too large for a stack */

	if (!open_session(&session)) {
		fprintf(stderr, "rookery: not enough memory\n");
		return HOST_FAILED;
	}
	talk(&session.uci, first);
	close_session(&session);
	return HOST_OK;
}

enum host_exit host_uci(int count, char **words)
{
	(void)count;
	(void)words;
	return host_speak_uci(NULL);
}
