/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The threads of the pool: waiting for work, and the callbacks of their
 * engines. The leader wakes and stops the helpers, calls the listener and
 * answers.
 */
#define _GNU_SOURCE /* for the names of threads */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ports/host/pool_inside.h"
#include "ports/host/tables.h"

#define STACK_SIZE ((size_t)2 << 20)
#define LEAST_SHARE 4096 /* nodes */
#define LEAST_TIME 5000  /* microseconds */

void host_thread_name(pthread_t thread, const char *name)
{
#ifdef __linux__
	pthread_setname_np(thread, name);
#else
	(void)thread;
	(void)name;
#endif
}

void host_worker_give(struct host_worker *worker, enum host_job job)
{
	worker->job = job;
	worker->has_begun = false;
	pthread_cond_signal(&worker->wake);
}

/* ---- callbacks of the engines during a search ---- */

/* An engine that has finished polls in a loop; yield to others. */
static void yield_if_idle(struct host_worker *worker, uint64_t nodes)
{
	const struct timespec moment = {0, 1000000};

	if (nodes == worker->polled)
		nanosleep(&moment, NULL);
	worker->polled = nodes;
}

static uint64_t helpers_nodes(const struct host_worker *worker)
{
	return host_pool_helpers_nodes(worker->pool);
}

/* From its first poll on, an engine's nodes belong to this task. */
static void count_nodes(struct host_worker *worker, unsigned int task_number)
{
	atomic_store_explicit(&worker->counting, task_number,
			      memory_order_release);
}

/* Each engine knows only its own share of a node limit. */
static bool is_enough(struct host_worker *leading, uint64_t nodes)
{
	const struct rk_task *task = &leading->pool->task;

	return task->nodes && !task->infinite && !leading->pool->pondering &&
	       nodes + helpers_nodes(leading) >= task->nodes;
}

static enum rk_signal leader_poll(void *self, uint64_t nodes)
{
	struct host_worker *worker = self;
	struct host_pool *pool = worker->pool;

	count_nodes(worker, pool->task_number);
	if (atomic_load_explicit(&pool->stop, memory_order_relaxed) ||
	    is_enough(worker, nodes))
		return RK_SIGNAL_MOVE_NOW;
	if (atomic_load_explicit(&pool->hit, memory_order_relaxed)) {
		atomic_store(&pool->hit, false);
		pool->pondering = false;
		return RK_SIGNAL_PONDERHIT;
	}
	yield_if_idle(worker, nodes);
	return RK_SIGNAL_NONE;
}

static enum rk_signal helper_poll(void *self, uint64_t nodes)
{
	struct host_worker *worker = self;

	if (atomic_load_explicit(&worker->pool->helping,
				 memory_order_relaxed) != worker->task_number)
		return RK_SIGNAL_MOVE_NOW;
	count_nodes(worker, worker->task_number);
	yield_if_idle(worker, nodes);
	return RK_SIGNAL_NONE;
}

/* Stores the best line; report_mutex is held. */
static void keep_line(struct host_worker *worker, const struct rk_info *info)
{
	if (info->bound != RK_BOUND_EXACT || info->line > 1 ||
	    !info->move_count || info->move_count > RK_MAX_PLY)
		return;
	host_line_copy(&worker->line, info);
}

static void helper_info(void *self, const struct rk_info *info)
{
	struct host_worker *worker = self;
	struct host_pool *pool = worker->pool;

	pthread_mutex_lock(&pool->report_mutex);
	if (atomic_load(&pool->helping) == worker->task_number)
		keep_line(worker, info);
	pthread_mutex_unlock(&pool->report_mutex);
}

static void leader_info(void *self, const struct rk_info *info)
{
	struct host_worker *worker = self;
	struct host_pool *pool = worker->pool;
	const struct rk_listener *listener = &pool->listener;
	struct rk_info all = *info;

	all.nodes += helpers_nodes(worker);
	all.tb_hits = host_pool_tb_hits(pool);
	pthread_mutex_lock(&pool->report_mutex);
	if (!pool->has_answered) {
		pool->told_nodes = all.nodes;
		keep_line(worker, &all);
		listener->info(listener->self, &all);
	}
	pthread_mutex_unlock(&pool->report_mutex);
}

static enum rk_tb_result tb_probe(void *self, const struct rk_pos *pos)
{
	struct host_worker *worker = self;
	enum rk_tb_result result = host_tables_probe(pos);

	if (result != RK_TB_UNKNOWN)
		atomic_fetch_add_explicit(&worker->tb_hits, 1,
					  memory_order_relaxed);
	return result;
}

/* ---- the threads ---- */

/* Creates the engine in advance, since it touches megabytes of memory. */
static void prepare(struct host_worker *worker)
{
	worker->engine = rk_engine_new(worker->memory,
				       rk_engine_bound(RK_PROFILE_FULL),
				       RK_PROFILE_FULL, &worker->pool->table);
	rk_engine_set_network(worker->engine, host_pool_network(worker->pool));
}

/*
 * The number of workers that are worth waking, the leader included. They poll
 * every thousand nodes or so, so a small number of nodes or a short time is
 * not shared by many.
 */
static int useful_workers(const struct host_pool *pool)
{
	uint64_t shares = pool->task.nodes / LEAST_SHARE;

	if (!host_task_is_shared(&pool->task) ||
	    (!pool->task.ponder &&
	     rk_task_hard_limit(&pool->task) < LEAST_TIME))
		return 1;
	return pool->task.nodes && shares < (uint64_t)pool->count ? (int)shares
								  : pool->count;
}

/*
 * Copies the task without its limits, except that a node limit holds even if
 * the leader polls late. The mutex is held.
 */
static void take_task(struct host_worker *worker)
{
	const struct host_pool *pool = worker->pool;
	struct rk_task *task = &worker->task;

	host_task_copy(task, worker->keys, worker->only, &pool->task);
	task->has_clock = false;
	task->move_time = 0;
	task->nodes = pool->task.nodes / (uint64_t)useful_workers(pool);
	task->depth = 0;
	task->ponder = false;
	task->infinite = true;
	task->helper = pool->task.helper + worker->number;
	worker->task_number = pool->task_number;
}

static void help(struct host_worker *worker)
{
	const struct rk_platform platform = {
		.self = worker,
		.now_us = host_now_us,
		.poll = helper_poll,
		.tb_probe = tb_probe,
	};
	const struct rk_listener listener = {.self = worker,
					     .info = helper_info};

	rk_engine_think(worker->engine, &worker->task, &platform, &listener,
			&worker->answer);
}

/* Called by the leader, so that it is awake before the helpers. */
static void wake_helpers(struct host_pool *pool)
{
	int count = useful_workers(pool);

	pthread_mutex_lock(&pool->mutex);
	for (int i = 1; i < count; i++) {
		struct host_worker *worker = pool->workers[i];

		worker->is_late = worker->job != HOST_IDLE;
		if (!worker->is_late)
			host_worker_give(worker, HOST_THINK);
	}
	pthread_mutex_unlock(&pool->mutex);
}

/* Cancels the jobs of workers that have not begun. */
static void cancel_waiting_helpers(struct host_pool *pool)
{
	pthread_mutex_lock(&pool->mutex);
	for (int i = 1; i < pool->count; i++) {
		struct host_worker *worker = pool->workers[i];

		worker->is_late = false;
		if (worker->job == HOST_THINK && !worker->has_begun)
			worker->job = HOST_IDLE;
	}
	pthread_mutex_unlock(&pool->mutex);
}

static void lead(struct host_worker *worker)
{
	struct host_pool *pool = worker->pool;
	const struct rk_platform platform = {
		.self = worker,
		.now_us = host_now_us,
		.poll = leader_poll,
		.tb_probe = tb_probe,
	};
	const struct rk_listener listener = {.self = worker,
					     .info = leader_info};

	wake_helpers(pool);
	rk_engine_think(worker->engine, &pool->task, &platform, &listener,
			&worker->answer);
	pthread_mutex_lock(&pool->report_mutex);
	if (!pool->has_answered)
		host_answer_give(pool, true);
	pthread_mutex_unlock(&pool->report_mutex);
	cancel_waiting_helpers(pool);
}

static void forget(struct host_worker *worker)
{
	struct host_pool *pool = worker->pool;

	if (pool->ready_for)
		rk_engine_prepare(worker->engine, pool->ready_for);
	rk_engine_forget(worker->engine);
	if (pool->is_used || !pool->is_touched)
		rk_tt_clear(&pool->table, worker->number, pool->count);
}

static void finish_job(struct host_worker *worker)
{
	pthread_mutex_lock(&worker->pool->mutex);
	worker->job = worker->is_late ? HOST_THINK : HOST_IDLE;
	worker->is_late = false;
	worker->has_begun = false;
	pthread_cond_broadcast(&worker->pool->idle);
	pthread_mutex_unlock(&worker->pool->mutex);
}

static enum host_job wait_for_job(struct host_worker *worker)
{
	enum host_job job;

	pthread_mutex_lock(&worker->pool->mutex);
	while (worker->job == HOST_IDLE)
		pthread_cond_wait(&worker->wake, &worker->pool->mutex);
	job = worker->job;
	worker->has_begun = true;
	worker->polled = UINT64_MAX;
	if (job == HOST_THINK && worker->number)
		take_task(worker);
	pthread_mutex_unlock(&worker->pool->mutex);
	return job;
}

static void *work(void *self)
{
	struct host_worker *worker = self;
	enum host_job job;

	while ((job = wait_for_job(worker)) != HOST_LEAVE) {
		if (job == HOST_PREPARE)
			prepare(worker);
		else if (job == HOST_FORGET)
			forget(worker);
		else if (worker->number)
			help(worker);
		else
			lead(worker);
		finish_job(worker);
	}
	return NULL;
}

/* ---- starting and ending threads; all workers are idle ---- */

static bool start_thread(struct host_worker *worker)
{
	pthread_attr_t attributes;
	bool started;

	if (pthread_attr_init(&attributes))
		return false;
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	started = !pthread_create(&worker->thread, &attributes, work, worker);
	pthread_attr_destroy(&attributes);
	if (started)
		host_thread_name(worker->thread,
				 worker->number ? "helper" : "leader");
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
	worker->job = HOST_PREPARE;
	pthread_cond_init(&worker->wake, NULL);
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
