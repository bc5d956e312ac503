/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engines of this machine (Lazy SMP): every thread searches the same
 * position with an engine of its own, and all they share is the table of
 * positions. The first one, the leader, keeps the time and talks; when it is
 * done, the others are stopped, and the best answer of all is given. Threads
 * wait for work; none is made for a task.
 *
 * Here is what the pool can be asked to do; pool_worker.c is the threads.
 */
#define _DEFAULT_SOURCE

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "ports/host/host.h"
#include "ports/host/pool_inside.h"

#define HUGE_PAGE ((size_t)2 << 20)

uint64_t host_pool_clock(void *self)
{
	struct timespec now;

	(void)self;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static size_t whole_pages(size_t size)
{
	return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

static void give_back(char *from, char *to)
{
	if (from < to)
		munmap(from, (size_t)(to - from));
}

/* A page more is taken, and what sticks out of whole ones given back. */
void *host_pool_allocate(size_t size)
{
	size_t rounded = whole_pages(size);
	char *memory, *first;

	memory = mmap(NULL, rounded + HUGE_PAGE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	first = memory +
		(HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE) % HUGE_PAGE;
	give_back(memory, first);
	give_back(first + rounded, memory + rounded + HUGE_PAGE);
#ifdef MADV_HUGEPAGE
	madvise(first, rounded, MADV_HUGEPAGE);
#endif
	return first;
}

void host_pool_release(void *memory, size_t size)
{
	if (memory)
		munmap(memory, whole_pages(size));
}

/* The mutex is held. Who has answered may not have come back yet. */
static void wait_for_rest(struct host_pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		while (pool->workers[i]->job != HOST_REST)
			pthread_cond_wait(&pool->rested, &pool->mutex);
}

static void copy_task(struct host_pool *pool, const struct rk_task *task)
{
	int skip = task->key_count > RK_QUIET_KEYS
			   ? task->key_count - RK_QUIET_KEYS
			   : 0;

	pool->task = *task;
	pool->task.keys = pool->keys;
	pool->task.key_count = task->key_count - skip;
	pool->task.only = pool->only;
	if (pool->task.key_count)
		memcpy(pool->keys, task->keys + skip,
		       (size_t)pool->task.key_count * sizeof(*pool->keys));
	if (task->only_count)
		memcpy(pool->only, task->only,
		       (size_t)task->only_count * sizeof(*pool->only));
}

/* The same without any limit. */
static struct rk_task helper_task(const struct rk_task *task, int number)
{
	struct rk_task copy = *task;

	copy.has_clock = false;
	copy.move_time = 0;
	copy.nodes = 0;
	copy.depth = 0;
	copy.mate = 0;
	copy.ponder = false;
	copy.infinite = true;
	copy.helper = number;
	return copy;
}

/* The mutex is held, and all are at rest. */
static void forget_now(struct host_pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		host_worker_give(pool->workers[i], HOST_FORGET);
	wait_for_rest(pool);
	pool->is_used = false;
}

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct host_pool *pool = self;

	pthread_mutex_lock(&pool->mutex);
	wait_for_rest(pool);
	/* What is in the table is of no use for another kind of game. */
	if (pool->is_used && pool->task.rules != task->rules)
		forget_now(pool);
	copy_task(pool, task);
	pool->listener = *listener;
	pool->start_time = host_pool_clock(NULL);
	atomic_store(&pool->stop, false);
	atomic_store(&pool->hit, false);
	atomic_store(&pool->stop_helpers, false);
	pool->pondering = task->ponder;
	pool->is_used = true;
	rk_table_grow_old(&pool->table);
	for (int i = 0; i < pool->count; i++) {
		struct host_worker *worker = pool->workers[i];

		worker->task = helper_task(&pool->task, i);
		worker->line.depth = 0;
		worker->answer.nodes = 0;
		worker->polled = UINT64_MAX;
		atomic_store(&worker->began, false);
	}
	host_worker_give(host_pool_leader(pool), HOST_THINK);
	pthread_mutex_unlock(&pool->mutex);
}

static void wait(void *self)
{
	struct host_pool *pool = self;

	pthread_mutex_lock(&pool->mutex);
	wait_for_rest(pool);
	pthread_mutex_unlock(&pool->mutex);
}

static void stop(void *self)
{
	struct host_pool *pool = self;

	atomic_store(&pool->stop, true);
	/* With many threads it takes a while until the leader knows. */
	atomic_store(&pool->stop_helpers, true);
	wait(pool);
}

static void ponderhit(void *self)
{
	atomic_store(&((struct host_pool *)self)->hit, true);
}

static void forget_all(void *self)
{
	struct host_pool *pool = self;

	pthread_mutex_lock(&pool->mutex);
	wait_for_rest(pool);
	forget_now(pool);
	pthread_mutex_unlock(&pool->mutex);
}

/* More than the machine has would be promised all the same, and not kept. */
static bool is_there(size_t size)
{
	long pages = sysconf(_SC_PHYS_PAGES);
	long page = sysconf(_SC_PAGESIZE);

	return pages <= 0 || page <= 0 || size / (size_t)page < (size_t)pages;
}

static bool set_hash(struct host_pool *pool, int64_t megabytes)
{
	size_t size = (size_t)megabytes << 20;
	void *memory;

	if (megabytes > (int64_t)(SIZE_MAX >> 21) || !is_there(size))
		return false;
	memory = host_pool_allocate(size);
	if (!memory)
		return false;
	host_pool_release(pool->table_memory, pool->table_size);
	pool->table_memory = memory;
	pool->table_size = size;
	pool->is_used = false;
	rk_table_init_zeroed(&pool->table, memory, size);
	return true;
}

static bool set_threads(struct host_pool *pool, int64_t threads)
{
	int before = pool->count;
	bool done;

	while (pool->count < threads && host_pool_add(pool))
		;
	done = pool->count >= threads;
	while (pool->count > (done ? threads : before))
		host_pool_remove(pool);
	return done;
}

static bool set(void *self, enum rk_think_option option, int64_t value)
{
	struct host_pool *pool = self;

	wait(pool);
	if (option == RK_THINK_HASH)
		return value >= 1 && value <= HOST_POOL_MOST_HASH &&
		       set_hash(pool, value);
	return value >= 1 && value <= HOST_POOL_MOST_THREADS &&
	       set_threads(pool, value);
}

static bool knows(void *self, const struct rk_rules *rules)
{
	struct host_pool *pool = self;

	return rk_engine_knows(host_pool_leader(pool)->engine, rules);
}

static int evaluate(void *self, const struct rk_rules *rules, const void *pos)
{
	struct host_pool *pool = self;

	return rk_engine_evaluate(host_pool_leader(pool)->engine, rules, pos);
}

static uint64_t now(void *self)
{
	(void)self;
	return host_now();
}

struct host_pool *host_pool_new(void)
{
	struct host_pool *pool = calloc(1, sizeof(*pool));

	if (!pool)
		return NULL;
	pool->thinker = (struct rk_thinker){
		.self = pool,
		.start = start,
		.stop = stop,
		.wait = wait,
		.ponderhit = ponderhit,
		.forget = forget_all,
		.set = set,
		.knows = knows,
		.evaluate = evaluate,
		.now = now,
	};
	pthread_mutex_init(&pool->mutex, NULL);
	pthread_cond_init(&pool->rested, NULL);
	if (!set_hash(pool, HOST_POOL_HASH) || !host_pool_add(pool)) {
		host_pool_free(pool);
		return NULL;
	}
	return pool;
}

void host_pool_free(struct host_pool *pool)
{
	if (!pool)
		return;
	stop(pool);
	while (pool->count)
		host_pool_remove(pool);
	pthread_cond_destroy(&pool->rested);
	pthread_mutex_destroy(&pool->mutex);
	host_pool_release(pool->table_memory, pool->table_size);
	free(pool);
}

const struct rk_thinker *host_pool_thinker(struct host_pool *pool)
{
	return &pool->thinker;
}
