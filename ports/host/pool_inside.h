/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of the pool share; pool.c says how it works. Holds always:
 * `mutex` guards the jobs. The task is written while all are at rest,
 * and read while they work. What a worker found is read when it is at rest
 * again.
 */
#ifndef RK_HOST_POOL_INSIDE_H
#define RK_HOST_POOL_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "ports/host/pool.h"
#include "rookery/engine.h"
#include "rookery/player.h"

enum host_job {
	HOST_REST,
	HOST_THINK,
	HOST_FORGET,
	HOST_LEAVE,
};

struct host_worker {
	struct host_pool *pool;
	int number; /* 0 is the leader */
	pthread_t thread;
	pthread_cond_t wake;
	enum host_job job;
	bool has_begun;           /* to do it */
	struct rk_engine *engine; /* NULL: has not thought yet */
	void *memory;
	struct rk_task task;
	uint64_t polled;   /* nodes when it asked last whether to go on */
	atomic_bool began; /* its nodes are those of this task */
	/* The best line with an exact score, and the answer. */
	struct rk_info line;
	rk_any_move moves[RK_MAX_PLY];
	struct rk_answer answer;
};

struct host_pool {
	struct rk_thinker thinker;
	pthread_mutex_t mutex;
	pthread_cond_t rested; /* somebody has come to rest */
	struct host_worker *workers[HOST_POOL_MOST_THREADS];
	int count;
	struct rk_table table;
	void *table_memory;
	size_t table_size;
	bool is_used;        /* the table, since it was all zeros */
	uint64_t start_time; /* of the task, in microseconds */
	struct rk_task task;
	bool pondering; /* the leader's: the expected move is not played yet */
	uint64_t keys[RK_QUIET_KEYS];
	rk_any_move only[RK_ANY_MAX_MOVES];
	struct rk_listener listener;
	atomic_bool stop;         /* the leader is to answer */
	atomic_bool hit;          /* the expected move was played */
	atomic_bool stop_helpers; /* the leader is done */
};

static inline struct host_worker *host_pool_leader(struct host_pool *pool)
{
	return pool->workers[0];
}

/* Several engines think about it, as well as they can. */
static inline bool host_task_is_shared(const struct rk_task *task)
{
	return !rk_task_is_weak(task);
}

uint64_t host_pool_clock(void *self); /* microseconds */

/*
 * Memory of the system's largest pages, where there are such; or NULL. It is
 * all zeros, and costs time only where it is used.
 */
void *host_pool_allocate(size_t size);
void host_pool_release(void *memory, size_t size);

/* pool_worker.c: one thread more, or less. Nobody works meanwhile. */
bool host_pool_add(struct host_pool *pool);
void host_pool_remove(struct host_pool *pool);

/* Wakes a worker up; the mutex is held. */
void host_worker_give(struct host_worker *worker, enum host_job job);

/* pool_vote.c: the worker with the best answer. */
struct host_worker *host_pool_choose(struct host_pool *pool);

#endif
