/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of the pool; pool.c describes the design. `mutex`
 * protects jobs and the task, `report_mutex` results and reports; if both are
 * needed, report_mutex is taken first. The leader reads the task without a
 * lock, since it is written only while the leader is idle; a helper has a copy.
 */
#ifndef RK_HOST_POOL_INSIDE_H
#define RK_HOST_POOL_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "ports/host/host.h"
#include "ports/host/network.h"
#include "ports/host/pool.h"
#include "rookery/engine.h"
#include "rookery/player.h"

enum host_job {
	HOST_IDLE,
	HOST_PREPARE, /* make the engine */
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
	bool has_begun; /* has begun the job */
	bool is_late;   /* still at the last task; joins the next one later */
	struct rk_engine *engine;
	void *memory;
	/* A helper's copy, made when it begins. */
	struct rk_task task;
	unsigned int task_number;
	uint64_t keys[RK_QUIET_KEYS];
	rk_any_move only[RK_ANY_MAX_MOVES];
	uint64_t polled;       /* nodes at its last poll */
	atomic_uint counting;  /* number of the task that its nodes belong to */
	atomic_ullong tb_hits; /* positions found in endgame tables */
	struct host_pool_line line; /* the best one with an exact score */
	struct rk_answer answer;
};

/* The same task on other machines; see pool_guests.c. */
struct host_guests {
	struct rk_tt_feed *feed; /* NULL: the pool is alone */
	int feed_depth;
	struct host_pool_line *lines;
	int count;           /* of lines */
	atomic_ullong nodes; /* of all guests, for the current task */
};

struct host_pool {
	struct rk_thinker thinker;
	pthread_mutex_t mutex; /* and of the table, while it is exchanged */
	pthread_cond_t idle;   /* a worker has become idle */
	struct host_worker *workers[HOST_POOL_MOST_THREADS];
	struct rk_tt table;
	void *table_memory;
	size_t table_size;
	const struct rk_network *network; /* of all engines; NULL: classical */
	struct host_network loaded;       /* a network from a file */
	bool is_classical;                /* although there may be a network */
	bool is_used;    /* the table was written to since it was cleared */
	bool is_touched; /* the table's memory was written to at all */
	bool pondering; /* the leader is pondering: the expected move is not played yet */
	const struct rk_rules *ready_for; /* engines are made for these */
	struct rk_task task;
	int count; /* of workers */
	struct host_guests guests;
	unsigned int task_number; /* counted, but never 0 */
	uint64_t keys[RK_QUIET_KEYS];
	rk_any_move only[RK_ANY_MAX_MOVES];
	atomic_bool stop; /* the leader is to answer */
	atomic_bool hit;  /* the expected move was played */
	atomic_uint
		helping; /* number of the task that helpers work on; 0: none */

	/* pool_answer.c: reports, and the thread that watches the clock. */
	pthread_mutex_t report_mutex;
	pthread_cond_t answered;
	pthread_cond_t alarm; /* the deadline has changed */
	pthread_t timekeeper;
	struct rk_listener listener;
	atomic_bool has_answered; /* written while report_mutex is held */
	uint64_t told_nodes;      /* in the last report of this task */
	uint64_t deadline;        /* in microseconds, or UINT64_MAX */
	bool is_leaving;          /* the timekeeper is to end */
};

static inline struct host_worker *host_pool_leader(struct host_pool *pool)
{
	return pool->workers[0];
}

/* The network to evaluate with, or NULL. */
static inline const struct rk_network *host_pool_network(
	const struct host_pool *pool)
{
	return pool->is_classical ? NULL : pool->network;
}

/* Is the task searched by several engines? Only at full strength. */
static inline bool host_task_is_shared(const struct rk_task *task)
{
	return !rk_task_is_weak(task);
}

/*
 * Allocates memory in huge pages where possible; NULL on failure. It is zeroed,
 * and costs time only when it is touched.
 */
void *host_pool_allocate(size_t size);
void host_pool_release(void *memory, size_t size);

/* Deep copy of a task; the arrays must be large enough. */
void host_task_copy(struct rk_task *copy, uint64_t *keys, rk_any_move *only,
		    const struct rk_task *task);

/* Sets the name that the system shows for a thread. */
void host_thread_name(pthread_t thread, const char *name);

/* pool_worker.c: adds or removes a thread; all workers must be idle. */
bool host_pool_add(struct host_pool *pool);
void host_pool_remove(struct host_pool *pool);

/* Gives a worker a job and wakes it; the mutex is held. */
void host_worker_give(struct host_worker *worker, enum host_job job);

/*
 * pool_answer.c: starts and ends the timekeeper; called when a task is set; and
 * the leader's answer. Except for the first two, report_mutex is held.
 */
bool host_answer_open(struct host_pool *pool);
void host_answer_close(struct host_pool *pool);
void host_answer_expect(struct host_pool *pool);
void host_answer_hit(struct host_pool *pool);
void host_answer_give(struct host_pool *pool, bool is_leader_done);

/* Waits for the answer; only briefly if it was asked for by `stop`. */
void host_answer_wait(struct host_pool *pool, bool is_asked_for);

/* Nodes of the helpers and guests for the current task. */
uint64_t host_pool_helpers_nodes(const struct host_pool *pool);

/* Positions that all of them found in endgame tables. */
uint64_t host_pool_tb_hits(const struct host_pool *pool);

/*
 * pool_vote.c: the best line of all workers and guests; NULL if there is none.
 * report_mutex is held.
 */
const struct rk_info *host_pool_choose(struct host_pool *pool);

/* pool_guests.c: for a new table, for a new task, and at the end. */
void host_guests_feed(struct host_pool *pool);
void host_guests_reset(struct host_pool *pool);
void host_guests_free(struct host_pool *pool);

/* Copies a line with its moves. */
void host_line_copy(struct host_pool_line *to, const struct rk_info *info);

#endif
