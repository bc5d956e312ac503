/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A pool of engines (Lazy SMP): every thread searches the same position with
 * its own engine, and they share only the transposition table. The first one,
 * the leader, watches the time and reports; when it is done, the best answer of
 * all is given and the others, the helpers, are stopped. Nobody waits for
 * helpers: with more threads than processors that takes a while, and a late one
 * joins the next task later. Threads and their memory persist between tasks.
 *
 * This file has the operations of the pool; pool_worker.c has the threads,
 * pool_answer.c makes answers come in time.
 */
#define _DEFAULT_SOURCE

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ports/host/host.h"
#include "ports/host/pool_inside.h"
#include "rookery/openings.h"

#define HUGE_PAGE ((size_t)2 << 20)

static size_t whole_pages(size_t size)
{
	return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

static void give_back(char *from, char *to)
{
	if (from < to)
		munmap(from, (size_t)(to - from));
}

/* Maps one page more than needed and unmaps what is outside the alignment. */
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

/* The mutex is held. A worker that has answered may still be busy. */
static void wait_for(struct host_pool *pool, const struct host_worker *worker)
{
	while (worker->job != HOST_IDLE)
		pthread_cond_wait(&pool->idle, &pool->mutex);
}

static void wait_for_idle(struct host_pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		wait_for(pool, pool->workers[i]);
}

void host_task_copy(struct rk_task *copy, uint64_t *keys, rk_any_move *only,
		    const struct rk_task *task)
{
	int skip = task->key_count > RK_QUIET_KEYS
			   ? task->key_count - RK_QUIET_KEYS
			   : 0;

	*copy = *task;
	copy->keys = keys;
	copy->key_count = task->key_count - skip;
	copy->only = only;
	if (copy->key_count)
		memcpy(keys, task->keys + skip,
		       (size_t)copy->key_count * sizeof(*keys));
	if (task->only_count)
		memcpy(only, task->only,
		       (size_t)task->only_count * sizeof(*only));
}

/* The mutex is held, and all workers are idle. */
static void forget_now(struct host_pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		host_worker_give(pool->workers[i], HOST_FORGET);
	wait_for_idle(pool);
	pool->is_used = false;
	pool->is_touched = true;
}

/* Both locks are held, and the leader is idle. */
static void set_task(struct host_pool *pool, const struct rk_task *task,
		     const struct rk_listener *listener, uint64_t started_us)
{
	host_task_copy(&pool->task, pool->keys, pool->only, task);
	pool->task.started_us = started_us;
	pool->listener = *listener;
	pool->pondering = task->ponder;
	pool->is_used = true;
	if (!++pool->task_number)
		pool->task_number = 1;
	pool->told_nodes = 0;
	atomic_store(&pool->stop, false);
	atomic_store(&pool->hit, false);
	atomic_store(&pool->helping, pool->task_number);
	rk_tt_new_search(&pool->table);
	for (int i = 0; i < pool->count; i++) {
		pool->workers[i]->line.info.depth = 0;
		atomic_store(&pool->workers[i]->tb_hits, 0);
	}
	host_guests_reset(pool);
	host_answer_expect(pool);
}

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct host_pool *pool = self;
	/* The clock runs from here, also while waiting for the leader. */
	uint64_t started_us = host_now_us(NULL);

	pthread_mutex_lock(&pool->mutex);
	wait_for(pool, host_pool_leader(pool));
	/* The table is useless for another kind of game. */
	if (pool->is_used && pool->task.rules != task->rules) {
		wait_for_idle(pool);
		pool->ready_for = task->rules;
		forget_now(pool);
	}
	pthread_mutex_unlock(&pool->mutex);
	pthread_mutex_lock(&pool->report_mutex);
	pthread_mutex_lock(&pool->mutex);
	set_task(pool, task, listener, started_us);
	host_worker_give(host_pool_leader(pool), HOST_THINK);
	pthread_mutex_unlock(&pool->mutex);
	pthread_mutex_unlock(&pool->report_mutex);
}

static void wait(void *self)
{
	struct host_pool *pool = self;

	pthread_mutex_lock(&pool->report_mutex);
	host_answer_wait(pool, false);
	pthread_mutex_unlock(&pool->report_mutex);
}

static void stop(void *self)
{
	struct host_pool *pool = self;

	atomic_store(&pool->stop, true);
	/* With many threads it takes a while until the leader stops them. */
	atomic_store(&pool->helping, 0);
	pthread_mutex_lock(&pool->report_mutex);
	host_answer_wait(pool, true);
	pthread_mutex_unlock(&pool->report_mutex);
}

static void ponderhit(void *self)
{
	struct host_pool *pool = self;

	atomic_store(&pool->hit, true);
	pthread_mutex_lock(&pool->report_mutex);
	host_answer_hit(pool);
	pthread_mutex_unlock(&pool->report_mutex);
}

/* Waits until the pool can be changed. */
static void wait_for_all(struct host_pool *pool)
{
	wait(pool);
	pthread_mutex_lock(&pool->mutex);
	wait_for_idle(pool);
	pthread_mutex_unlock(&pool->mutex);
}

void host_pool_wait(struct host_pool *pool)
{
	wait_for_all(pool);
}

static void forget_all(void *self)
{
	struct host_pool *pool = self;

	wait_for_all(pool);
	pthread_mutex_lock(&pool->mutex);
	forget_now(pool);
	pthread_mutex_unlock(&pool->mutex);
}

/*
 * The system gives memory when it is touched first, a huge page at a time, and
 * zeroes it then. That must not happen while a clock runs.
 */
static void prepare(void *self, const struct rk_rules *rules)
{
	struct host_pool *pool = self;

	wait_for_all(pool);
	pthread_mutex_lock(&pool->mutex);
	if (pool->ready_for != rules || !pool->is_touched) {
		pool->ready_for = rules;
		forget_now(pool);
	}
	pthread_mutex_unlock(&pool->mutex);
}

/* Linux overcommits: it would grant more memory than the machine has. */
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
	pthread_mutex_lock(&pool->mutex);
	host_pool_release(pool->table_memory, pool->table_size);
	pool->table_memory = memory;
	pool->table_size = size;
	pool->is_used = false;
	pool->is_touched = false;
	rk_tt_init_zeroed(&pool->table, memory, size);
	host_guests_feed(pool);
	pthread_mutex_unlock(&pool->mutex);
	return true;
}

static bool set_threads(struct host_pool *pool, int64_t threads)
{
	int before = pool->count;
	bool done;

	while (pool->count < threads && host_pool_add(pool))
		;
	wait_for_all(pool);
	done = pool->count >= threads;
	while (pool->count > (done ? threads : before))
		host_pool_remove(pool);
	return done;
}

/* All workers are idle. What was searched with another evaluation is useless. */
static void hand_out_network(struct host_pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		rk_engine_set_network(pool->workers[i]->engine,
				      host_pool_network(pool));
	forget_all(pool);
}

const char *host_pool_load_network(struct host_pool *pool, const char *name,
				   size_t length)
{
	const char *wrong = NULL;

	wait_for_all(pool);
	if (length)
		wrong = host_network_load(&pool->loaded, name, length);
	if (wrong)
		return wrong;
	pool->network = length ? &pool->loaded.network
			       : host_network_embedded();
	hand_out_network(pool);
	if (!length)
		host_network_free(&pool->loaded);
	return NULL;
}

static bool set_network(struct host_pool *pool, int64_t value)
{
	if (pool->is_classical == !value)
		return true;
	pool->is_classical = !value;
	hand_out_network(pool);
	return true;
}

static bool set(void *self, enum rk_think_option option, int64_t value)
{
	struct host_pool *pool = self;

	wait_for_all(pool);
	if (option == RK_THINK_HASH) {
		if (value < 1 || value > HOST_POOL_MOST_HASH ||
		    !set_hash(pool, value))
			return false;
		forget_all(pool);
		return true;
	}
	if (option == RK_THINK_NETWORK)
		return set_network(pool, value);
	return value >= 1 && value <= HOST_POOL_MOST_THREADS &&
	       set_threads(pool, value);
}

static bool knows(void *self, const struct rk_rules *rules)
{
	struct host_pool *pool = self;

	return rk_engine_knows(host_pool_leader(pool)->engine, rules);
}

/*
 * The engine must exist, and a search that was answered must have ended. A
 * running search may go on for ever and is not waited for. The caller may hold
 * the lock that a listener takes, so report_mutex is not taken.
 */
static int evaluate(void *self, const struct rk_rules *rules,
		    const union rk_any_pos *pos)
{
	struct host_pool *pool = self;
	struct host_worker *leader = host_pool_leader(pool);

	if (atomic_load(&pool->has_answered)) {
		pthread_mutex_lock(&pool->mutex);
		wait_for(pool, leader);
		pthread_mutex_unlock(&pool->mutex);
	}
	return rk_engine_evaluate(leader->engine, rules, pos);
}

struct host_pool *host_pool_new(void)
{
	struct host_pool *pool = calloc(1, sizeof(*pool));

	if (!pool)
		return NULL;
	pool->thinker = (struct rk_thinker){
		.self = pool,
		.hash_mb = HOST_POOL_HASH,
		.max_hash_mb = HOST_POOL_MOST_HASH,
		.max_threads = HOST_POOL_MOST_THREADS,
#ifdef RK_TUNE
		.params = rk_param_list,
#endif
		.start = start,
		.stop = stop,
		.wait = wait,
		.ponderhit = ponderhit,
		.forget = forget_all,
		.prepare = prepare,
		.set = set,
		.knows = knows,
		.evaluate = evaluate,
		.open_four = rk_opening_pick_four,
	};
	pool->network = host_network_embedded();
	pthread_mutex_init(&pool->mutex, NULL);
	pthread_cond_init(&pool->idle, NULL);
	if (!host_answer_open(pool)) {
		free(pool);
		return NULL;
	}
	if (!set_hash(pool, HOST_POOL_HASH) || !host_pool_add(pool)) {
		host_pool_free(pool);
		return NULL;
	}
	wait_for_all(pool);
	return pool;
}

void host_pool_free(struct host_pool *pool)
{
	if (!pool)
		return;
	stop(pool);
	wait_for_all(pool);
	while (pool->count)
		host_pool_remove(pool);
	host_answer_close(pool);
	pthread_cond_destroy(&pool->idle);
	pthread_mutex_destroy(&pool->mutex);
	host_pool_release(pool->table_memory, pool->table_size);
	host_network_free(&pool->loaded);
	host_guests_free(pool);
	free(pool);
}

const struct rk_thinker *host_pool_thinker(struct host_pool *pool)
{
	return &pool->thinker;
}
