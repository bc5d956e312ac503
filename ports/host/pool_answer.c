/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Answers in time even if threads are not scheduled. Usually the leader answers
 * when it is done, without waiting for the helpers, whose results are in their
 * lines. If the leader has no processor when the time is over, the timekeeper
 * answers with the lines that exist. That thread sleeps until the deadline, and
 * the system favours a thread that has slept over those that compute. After
 * `stop` the caller does the same.
 */
#define _DEFAULT_SOURCE

#include <time.h>

#include "ports/host/pool_inside.h"

#define GRACE 5000 /* microseconds that the leader has to answer itself */
#define LEAST_GRACE 1000

/*
 * May another thread answer for the leader? Not with limited strength, where
 * the chosen move is not the best line's.
 */
static bool is_answerable(struct host_pool *pool)
{
	return !pool->has_answered && host_task_is_shared(&pool->task) &&
	       host_pool_choose(pool);
}

uint64_t host_pool_helpers_nodes(const struct host_pool *pool)
{
	uint64_t sum =
		atomic_load_explicit(&pool->guests.nodes, memory_order_relaxed);

	for (int i = 1; i < pool->count; i++)
		if (atomic_load_explicit(&pool->workers[i]->counting,
					 memory_order_acquire) ==
		    pool->task_number)
			sum += rk_engine_nodes(pool->workers[i]->engine);
	return sum;
}

uint64_t host_pool_tb_hits(const struct host_pool *pool)
{
	uint64_t sum = 0;

	for (int i = 0; i < pool->count; i++)
		sum += atomic_load_explicit(&pool->workers[i]->tb_hits,
					    memory_order_relaxed);
	return sum;
}

static uint64_t leader_nodes(struct host_pool *pool)
{
	struct host_worker *leader = host_pool_leader(pool);

	return atomic_load(&leader->counting) == pool->task_number
		       ? rk_engine_nodes(leader->engine)
		       : 0;
}

uint64_t host_pool_nodes(struct host_pool *pool)
{
	return leader_nodes(pool) + host_pool_helpers_nodes(pool);
}

static struct rk_answer answer_of(const struct rk_info *line)
{
	return (struct rk_answer){
		.best = line->moves[0],
		.ponder = line->move_count > 1 ? line->moves[1] : 0,
		.score = line->score,
		.depth = line->depth,
	};
}

/* If is_leader_done, the leader's line has been reported. */
void host_answer_give(struct host_pool *pool, bool is_leader_done)
{
	const struct rk_listener *listener = &pool->listener;
	struct host_worker *leader = host_pool_leader(pool);
	const struct rk_info *best = host_pool_choose(pool);
	bool is_leader = !best || best == &leader->line.info;
	struct rk_answer answer = best && !(is_leader && is_leader_done)
					  ? answer_of(best)
					  : leader->answer;

	atomic_store(&pool->stop, true);
	atomic_store(&pool->helping, 0);
	answer.nodes = is_leader_done ? leader->answer.nodes
				      : leader_nodes(pool);
	answer.nodes += host_pool_helpers_nodes(pool);
	/* The count of a leader that is late is older than its last line. */
	if (answer.nodes < pool->told_nodes)
		answer.nodes = pool->told_nodes;
	if (!is_leader) {
		struct rk_info line = *best;

		line.nodes = answer.nodes;
		line.tb_hits = host_pool_tb_hits(pool);
		line.time = (host_now_us(NULL) - pool->task.started_us) / 1000;
		listener->info(listener->self, &line);
	}
	listener->answer(listener->self, &answer);
	pool->has_answered = true;
	pool->deadline = UINT64_MAX;
	pthread_cond_broadcast(&pool->answered);
}

/* A short time gets a short grace period. */
static void set_deadline(struct host_pool *pool, uint64_t from)
{
	uint64_t limit = rk_task_hard_limit(&pool->task);
	uint64_t grace = LEAST_GRACE + limit / 16;

	if (limit == RK_NO_LIMIT)
		return;
	pool->deadline = from + limit + (grace < GRACE ? grace : GRACE);
	pthread_cond_signal(&pool->alarm);
}

void host_answer_expect(struct host_pool *pool)
{
	pool->has_answered = false;
	pool->deadline = UINT64_MAX;
	if (!pool->task.ponder)
		set_deadline(pool, pool->task.started_us);
}

void host_answer_hit(struct host_pool *pool)
{
	if (!pool->has_answered)
		set_deadline(pool, host_now_us(NULL));
}

/*
 * Sleeps until that time or until the condition is signalled; report_mutex is
 * held.
 */
static void sleep_until(struct host_pool *pool, pthread_cond_t *condition,
			uint64_t then)
{
	const struct timespec end = {
		.tv_sec = (time_t)(then / 1000000),
		.tv_nsec = (long)(then % 1000000) * 1000,
	};

	if (then == UINT64_MAX)
		pthread_cond_wait(condition, &pool->report_mutex);
	else
		pthread_cond_timedwait(condition, &pool->report_mutex, &end);
}

void host_answer_wait(struct host_pool *pool, bool is_asked_for)
{
	uint64_t moment = is_asked_for ? host_now_us(NULL) + GRACE : UINT64_MAX;

	while (!pool->has_answered) {
		sleep_until(pool, &pool->answered, moment);
		if (host_now_us(NULL) < moment)
			continue;
		if (is_answerable(pool))
			host_answer_give(pool, false);
		moment = host_now_us(NULL) + GRACE;
	}
}

static void *keep_time(void *self)
{
	struct host_pool *pool = self;

	pthread_mutex_lock(&pool->report_mutex);
	while (!pool->is_leaving) {
		sleep_until(pool, &pool->alarm, pool->deadline);
		if (host_now_us(NULL) < pool->deadline)
			continue;
		/* If there is no line yet, there will be one soon. */
		if (is_answerable(pool))
			host_answer_give(pool, false);
		else
			pool->deadline = host_now_us(NULL) + GRACE;
	}
	pthread_mutex_unlock(&pool->report_mutex);
	return NULL;
}

bool host_answer_open(struct host_pool *pool)
{
	pthread_condattr_t steady;

	pthread_condattr_init(&steady);
	pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
	pthread_mutex_init(&pool->report_mutex, NULL);
	pthread_cond_init(&pool->answered, &steady);
	pthread_cond_init(&pool->alarm, &steady);
	pthread_condattr_destroy(&steady);
	pool->has_answered = true;
	pool->deadline = UINT64_MAX;
	if (pthread_create(&pool->timekeeper, NULL, keep_time, pool))
		return false;
	host_thread_name(pool->timekeeper, "timekeeper");
	return true;
}

void host_answer_close(struct host_pool *pool)
{
	pthread_mutex_lock(&pool->report_mutex);
	pool->is_leaving = true;
	pthread_cond_signal(&pool->alarm);
	pthread_mutex_unlock(&pool->report_mutex);
	pthread_join(pool->timekeeper, NULL);
}
