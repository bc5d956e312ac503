/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The threads of the pool: how they wait for work, and what their engines ask
 * while they think. The leader wakes the others and stops them, talks to the
 * listener and answers.
 */
#define _DEFAULT_SOURCE

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ports/host/pool_inside.h"

#define STACK_SIZE ((size_t)2 << 20)
#define LEAST_SHARE 4096 /* nodes */

void host_worker_give(struct host_worker *worker, enum host_job job)
{
	worker->job = job;
	worker->has_begun = false;
	pthread_cond_signal(&worker->wake);
}

/* ---- what engines ask while they think ---- */

/* An engine that has come to its end asks on and on; let others work. */
static void rest_if_idle(struct host_worker *worker, uint64_t nodes)
{
	const struct timespec moment = {0, 1000000};

	if (nodes == worker->polled)
		nanosleep(&moment, NULL);
	worker->polled = nodes;
}

static uint64_t helpers_nodes(void *self)
{
	struct host_pool *pool = ((struct host_worker *)self)->pool;
	uint64_t sum = 0;

	for (int i = 1; i < pool->count; i++)
		if (atomic_load_explicit(&pool->workers[i]->began,
					 memory_order_acquire))
			sum += rk_engine_nodes(pool->workers[i]->engine);
	return sum;
}

/* Of a limit each engine only knows its own share. */
static bool is_enough(struct host_worker *leading, uint64_t nodes)
{
	const struct rk_task *task = &leading->pool->task;

	return task->nodes && !task->infinite && !leading->pool->pondering &&
	       nodes + helpers_nodes(leading) >= task->nodes;
}

static enum rk_wish leader_poll(void *self, uint64_t nodes)
{
	struct host_worker *worker = self;
	struct host_pool *pool = worker->pool;

	if (atomic_load_explicit(&pool->stop, memory_order_relaxed) ||
	    is_enough(worker, nodes))
		return RK_STOP_NOW;
	if (atomic_load_explicit(&pool->hit, memory_order_relaxed)) {
		atomic_store(&pool->hit, false);
		pool->pondering = false;
		return RK_PONDER_HIT;
	}
	rest_if_idle(worker, nodes);
	return RK_GO_ON;
}

static enum rk_wish helper_poll(void *self, uint64_t nodes)
{
	struct host_worker *worker = self;

	atomic_store_explicit(&worker->began, true, memory_order_release);
	if (atomic_load_explicit(&worker->pool->stop_helpers,
				 memory_order_relaxed))
		return RK_STOP_NOW;
	rest_if_idle(worker, nodes);
	return RK_GO_ON;
}

/* Keeps the best line. */
static void helper_info(void *self, const struct rk_info *info)
{
	struct host_worker *worker = self;

	if (info->bound != RK_BOUND_EXACT || info->line > 1 ||
	    info->move_count > RK_MAX_PLY)
		return;
	worker->line = *info;
	worker->line.moves = worker->moves;
	if (info->move_count)
		memcpy(worker->moves, info->moves,
		       (size_t)info->move_count * sizeof(*info->moves));
}

static void leader_info(void *self, const struct rk_info *info)
{
	const struct rk_listener *listener =
		&((struct host_worker *)self)->pool->listener;

	helper_info(self, info);
	listener->info(listener->self, info);
}

/* ---- the threads ---- */

/*
 * Makes its engine, if there is none yet. That writes to megabytes, so many
 * threads are quicker to be had if each does it when it first thinks.
 */
static void need_engine(struct host_worker *worker)
{
	if (!worker->engine)
		worker->engine = rk_engine_new(worker->memory,
					       rk_engine_bound(RK_PROFILE_FULL),
					       RK_PROFILE_FULL,
					       &worker->pool->table);
}

/*
 * How many are worth waking up. They look up every thousand nodes or so, and of
 * few nodes none are left for many.
 */
static int sharers(const struct host_pool *pool)
{
	uint64_t shares = pool->task.nodes / LEAST_SHARE;

	if (!host_task_is_shared(&pool->task))
		return 1;
	return pool->task.nodes && shares < (uint64_t)pool->count ? (int)shares
								  : pool->count;
}

static void help(struct host_worker *worker)
{
	const struct rk_engine_port port = {
		.self = worker,
		.now = host_pool_clock,
		.poll = helper_poll,
		.info = helper_info,
	};

	need_engine(worker);
	/* A limit of nodes holds, even if the leader is slow to look up. */
	worker->task.nodes =
		worker->pool->task.nodes / (uint64_t)sharers(worker->pool);
	rk_engine_think(worker->engine, &worker->task, &port, &worker->answer);
}

/* By the leader itself, which so is awake before them. */
static void begin_help(struct host_pool *pool)
{
	int count = sharers(pool);

	pthread_mutex_lock(&pool->mutex);
	for (int i = 1; i < count; i++)
		host_worker_give(pool->workers[i], HOST_THINK);
	pthread_mutex_unlock(&pool->mutex);
}

static bool helpers_work(const struct host_pool *pool)
{
	for (int i = 1; i < pool->count; i++)
		if (pool->workers[i]->job == HOST_THINK)
			return true;
	return false;
}

/* The mutex is held. Who has not woken up yet need not do so. */
static void call_off(struct host_pool *pool)
{
	for (int i = 1; i < pool->count; i++)
		if (!pool->workers[i]->has_begun)
			pool->workers[i]->job = HOST_REST;
}

static void end_help(struct host_pool *pool)
{
	atomic_store(&pool->stop_helpers, true);
	pthread_mutex_lock(&pool->mutex);
	call_off(pool);
	while (helpers_work(pool))
		pthread_cond_wait(&pool->rested, &pool->mutex);
	pthread_mutex_unlock(&pool->mutex);
}

/* The leader's own line has been told. */
static struct rk_answer answer_of(struct host_pool *pool,
				  struct host_worker *best,
				  const struct rk_listener *listener)
{
	struct rk_answer answer = best->answer;
	struct rk_info line = best->line;

	answer.nodes = 0;
	for (int i = 0; i < pool->count; i++)
		answer.nodes += pool->workers[i]->answer.nodes;
	if (best != host_pool_leader(pool)) {
		line.nodes = answer.nodes;
		line.time = (host_pool_clock(NULL) - pool->start_time) / 1000;
		listener->info(listener->self, &line);
	}
	return answer;
}

static void lead(struct host_worker *worker)
{
	struct host_pool *pool = worker->pool;
	const struct rk_listener *listener = &pool->listener;
	const struct rk_engine_port port = {
		.self = worker,
		.now = host_pool_clock,
		.poll = leader_poll,
		.info = leader_info,
		.others = pool->count > 1 ? helpers_nodes : NULL,
	};
	struct rk_answer answer;

	begin_help(pool);
	rk_engine_think(worker->engine, &pool->task, &port, &worker->answer);
	end_help(pool);
	answer = answer_of(pool, host_pool_choose(pool), listener);
	listener->answer(listener->self, &answer);
}

static void forget(struct host_worker *worker)
{
	struct host_pool *pool = worker->pool;

	if (worker->engine)
		rk_engine_forget(worker->engine);
	if (pool->is_used)
		rk_table_clear(&pool->table, worker->number, pool->count);
}

static void come_to_rest(struct host_worker *worker)
{
	pthread_mutex_lock(&worker->pool->mutex);
	worker->job = HOST_REST;
	pthread_cond_broadcast(&worker->pool->rested);
	pthread_mutex_unlock(&worker->pool->mutex);
}

static enum host_job wait_for_job(struct host_worker *worker)
{
	enum host_job job;

	pthread_mutex_lock(&worker->pool->mutex);
	while (worker->job == HOST_REST)
		pthread_cond_wait(&worker->wake, &worker->pool->mutex);
	job = worker->job;
	worker->has_begun = true;
	pthread_mutex_unlock(&worker->pool->mutex);
	return job;
}

static void *work(void *self)
{
	struct host_worker *worker = self;
	enum host_job job;

	while ((job = wait_for_job(worker)) != HOST_LEAVE) {
		if (job == HOST_FORGET)
			forget(worker);
		else if (worker->number)
			help(worker);
		else
			lead(worker);
		come_to_rest(worker);
	}
	return NULL;
}

/* ---- making and ending them; nobody works meanwhile ---- */

static bool start_thread(struct host_worker *worker)
{
	pthread_attr_t attributes;
	bool started;

	if (pthread_attr_init(&attributes))
		return false;
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	started = !pthread_create(&worker->thread, &attributes, work, worker);
	pthread_attr_destroy(&attributes);
	return started;
}

static void free_worker(struct host_worker *worker)
{
	pthread_cond_destroy(&worker->wake);
	host_pool_release(worker->memory, rk_engine_bound(RK_PROFILE_FULL));
	free(worker);
}

bool host_pool_add(struct host_pool *pool)
{
	struct host_worker *worker = calloc(1, sizeof(*worker));

	if (!worker)
		return false;
	worker->pool = pool;
	worker->number = pool->count;
	worker->memory = host_pool_allocate(rk_engine_bound(RK_PROFILE_FULL));
	pthread_cond_init(&worker->wake, NULL);
	/* The leader is to lose no time with it when a clock runs. */
	if (worker->memory && !worker->number)
		need_engine(worker);
	if (!worker->memory || !start_thread(worker)) {
		free_worker(worker);
		return false;
	}
	pool->workers[pool->count++] = worker;
	return true;
}

void host_pool_remove(struct host_pool *pool)
{
	struct host_worker *worker = pool->workers[--pool->count];

	pthread_mutex_lock(&pool->mutex);
	host_worker_give(worker, HOST_LEAVE);
	pthread_mutex_unlock(&pool->mutex);
	pthread_join(worker->thread, NULL);
	free_worker(worker);
}
