/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery uci: UCI on standard input and output, with a pool of engines, here or
 * on many machines (ports/cluster). Every line is flushed at once. The end of the
 * input is `quit`.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/bench.h"
#include "ports/host/book.h"
#include "ports/host/host.h"
#include "ports/host/network.h"
#include "ports/host/pool.h"
#include "ports/host/tables.h"
#include "ports/host/uci.h"
#include "rookery/uci.h"

#define PERFT_PLIES 32

struct uci_session {
	struct rk_uci uci;
	struct rk_platform platform;
	struct host_uci_engine engine;
	pthread_mutex_t mutex;
	struct host_book book;
	_Alignas(8) char memory[RK_UCI_MEMORY(PERFT_PLIES)];
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
	pthread_mutex_lock(&((struct uci_session *)self)->mutex);
}

static void unlock(void *self)
{
	pthread_mutex_unlock(&((struct uci_session *)self)->mutex);
}

static const char *book_open(void *self, const char *name, size_t length)
{
	return host_book_open(&((struct uci_session *)self)->book, name,
			      length);
}

static rk_move book_pick(void *self, const struct rk_pos *pos, uint64_t random)
{
	return host_book_pick(&((struct uci_session *)self)->book, pos, random);
}

/* Nobody may look into tables while others are opened. */
static const char *tb_open(void *self, const char *path, size_t length)
{
	host_pool_wait(((struct uci_session *)self)->engine.pool);
	return host_tables_open(path, length);
}

static int tb_men(void *self)
{
	(void)self;
	return host_tables_men();
}

static enum rk_tb_result tb_root(void *self, const struct rk_pos *pos,
				 bool repeated, bool fifty, rk_move *moves,
				 int *count)
{
	/* Unlike the lookups of a search this one is for one thread alone. */
	host_pool_wait(((struct uci_session *)self)->engine.pool);
	return host_tables_root(pos, repeated, fifty, moves, count);
}

static const char *network_open(void *self, const char *name, size_t length)
{
	const struct host_uci_engine *engine =
		&((struct uci_session *)self)->engine;

	return engine->load
		       ? engine->load(engine->self, name, length)
		       : host_pool_load_network(engine->pool, name, length);
}

static void bench(void *self, int depth, const struct rk_out *out)
{
	(void)self;
	host_bench_run(depth, out);
}

static void open_session(struct uci_session *session,
			 const struct host_uci_engine *engine)
{
	session->engine = *engine;
	pthread_mutex_init(&session->mutex, NULL);
	session->platform = (struct rk_platform){
		.self = session,
		.write = print,
		.now_us = host_now_us,
		.random = host_random,
		.memory = session->memory,
		.memory_size = sizeof(session->memory),
		.book_open = book_open,
		.book_pick = book_pick,
		.network_open = network_open,
		.network_name = host_network_embedded() ? HOST_NETWORK_NAME
							: NULL,
		.lock = lock,
		.unlock = unlock,
		.bench = bench,
	};
	if (host_tables_are_known()) {
		session->platform.tb_open = tb_open;
		session->platform.tb_men = tb_men;
		session->platform.tb_root = tb_root;
	}
	rk_uci_new(&session->uci, &session->platform, engine->thinker);
}

static void close_session(struct uci_session *session)
{
	pthread_mutex_destroy(&session->mutex);
	host_book_close(&session->book);
}

static enum host_exit talk(struct rk_uci *uci, const char *first)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length = 0;
	bool more = !first || rk_uci_line(uci, first, strlen(first));

	while (more && (length = host_read_line(&line, &size)) >= 0) {
		if (length > 0 && line[length - 1] == '\n')
			length--;
		more = rk_uci_line(uci, line, (size_t)length);
	}
	rk_uci_end(uci);
	free(line);
	return host_read_failed(length) ? HOST_FAILED : HOST_OK;
}

enum host_exit host_uci_talk(const struct host_uci_engine *engine,
			     const char *first)
{
	static struct uci_session session; /* too large for a stack */
	enum host_exit status;

	open_session(&session, engine);
	status = talk(&session.uci, first);
	/* A search may still be about to say its last word. */
	host_pool_wait(engine->pool);
	close_session(&session);
	return status;
}

enum host_exit host_speak_uci(const char *first)
{
	struct host_uci_engine engine = {.pool = host_pool_new()};
	enum host_exit status;

	if (!engine.pool) {
		fprintf(stderr, "rookery: not enough memory\n");
		return HOST_FAILED;
	}
	engine.thinker = host_pool_thinker(engine.pool);
	status = host_uci_talk(&engine, first);
	host_pool_free(engine.pool);
	return status;
}

enum host_exit host_uci(int count, char **words)
{
	(void)count;
	(void)words;
	return host_speak_uci(NULL);
}
