/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Threads in the browser (Lazy SMP, as in ports/host/pool.c): workers with
 * instances of this module of their own, which all have one memory. The first
 * one, the leader, is the one that is asked. The others, the helpers, wait in
 * helper_run() for ever; they search what the leader searches and share only the
 * transposition table and the network with it. Everything else in memory belongs
 * to the leader, except for each helper's own struct, engine and stack.
 *
 * `helping` is the number of the task that helpers work on, or 0. A helper marks
 * itself as busy before it looks at `helping`; the leader sets `helping` to 0
 * before it looks whether any helper is busy. Atomic operations have one order
 * in WebAssembly, so one of the two sees the other, and no helper reads a task
 * that the leader writes.
 */
#include "ports/web/wasm/helpers.h"
#include "ports/web/wasm/think.h"
#include "ports/web/wasm/web.h"

#ifdef __wasm_atomics__

#define MOST_HELPERS 63
#define STACK_SIZE ((size_t)512 << 10)
#define MILLISECOND 1000000LL
#define FOR_EVER (-1LL)

#define LOAD(place) __atomic_load_n(place, __ATOMIC_SEQ_CST)
#define STORE(place, value) __atomic_store_n(place, value, __ATOMIC_SEQ_CST)

struct web_helper {
	int busy;        /* its thread is between two waits */
	int task_number; /* the last one that it has begun */
	uint64_t polled; /* nodes at its last poll */
	struct rk_engine *engine;
	char *stack;
	struct rk_task task;
	uint64_t keys[RK_QUIET_KEYS];
	rk_any_move only[RK_MAX_LINES];
};

static struct web_helper *helpers[MOST_HELPERS];
static int helper_count;
static const struct rk_task *shared_task;
static int task_number;
static int helping;

/* What JavaScript writes: the number of a job times 4, and a signal. */
static int signal_word;
static int job;

static void wait_while(int *place, int value, long long nanoseconds)
{
	__builtin_wasm_memory_atomic_wait32(place, value, nanoseconds);
}

static void wake(int *place)
{
	__builtin_wasm_memory_atomic_notify(place, MOST_HELPERS);
}

/* ---- In the leader ---- */

/* A helper for a new thread; NULL if there is no memory or there are enough. */
WEB_EXPORT(struct web_helper *, helper_new, void)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	struct web_helper *helper = web_alloc(sizeof(*helper));
	void *memory = web_alloc(size);
	char *stack = web_alloc(STACK_SIZE);

	if (!helper || !memory || !stack || helper_count == MOST_HELPERS) {
		web_free(helper);
		web_free(memory);
		web_free(stack);
		return NULL;
	}
	memset(helper, 0, sizeof(*helper));
	helper->engine =
		rk_engine_new(memory, size, RK_PROFILE_FULL, &web_table);
	rk_engine_set_network(helper->engine, web_network());
	helper->stack = stack;
	helper->task.helper = helper_count + 1;
	helpers[helper_count++] = helper;
	return helper;
}

/* Where the stack of its thread begins; it grows downwards. */
WEB_EXPORT(char *, helper_stack, const struct web_helper *helper)
{
	return helper->stack + STACK_SIZE;
}

WEB_EXPORT(int *, signal_place, void)
{
	return &signal_word;
}

/* The job of the next search, for which a signal may come. */
WEB_EXPORT(void, signal_for, int number)
{
	job = number;
}

enum rk_signal web_shared_signal(bool idle)
{
	int word = LOAD(&signal_word);

	if (idle && word >> 2 != job) {
		wait_while(&signal_word, word, 20 * MILLISECOND);
		word = LOAD(&signal_word);
	}
	return word >> 2 == job ? (enum rk_signal)(word & 3) : RK_SIGNAL_NONE;
}

void web_helpers_begin(const struct rk_task *task)
{
	if (!helper_count || rk_task_is_weak(task))
		return;
	shared_task = task;
	task_number = task_number == INT32_MAX ? 1 : task_number + 1;
	STORE(&helping, task_number);
	wake(&helping);
}

void web_helpers_end(void)
{
	STORE(&helping, 0);
	for (int i = 0; i < helper_count; i++)
		while (LOAD(&helpers[i]->busy))
			wait_while(&helpers[i]->busy, 1, MILLISECOND);
}

uint64_t web_helpers_nodes(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < helper_count; i++)
		if (LOAD(&helpers[i]->task_number) == task_number)
			sum += rk_engine_nodes(helpers[i]->engine);
	return sum;
}

void web_helpers_forget(void)
{
	for (int i = 0; i < helper_count; i++)
		rk_engine_forget(helpers[i]->engine);
}

void web_helpers_set_network(const struct rk_network *network)
{
	for (int i = 0; i < helper_count; i++)
		rk_engine_set_network(helpers[i]->engine, network);
}

/* ---- In a helper ---- */

/* A helper has no limits, and goes on until the leader is done. */
static enum rk_signal poll(void *self, uint64_t nodes)
{
	struct web_helper *helper = self;

	if (LOAD(&helping) != helper->task_number)
		return RK_SIGNAL_MOVE_NOW;
	if (nodes == helper->polled)
		wait_while(&helping, helper->task_number, MILLISECOND);
	helper->polled = nodes;
	return RK_SIGNAL_NONE;
}

static void take_task(struct web_helper *helper)
{
	struct rk_task *task = &helper->task;
	int number = task->helper;

	*task = *shared_task;
	memcpy(helper->keys, shared_task->keys,
	       (size_t)task->key_count * sizeof(*task->keys));
	memcpy(helper->only, shared_task->only,
	       (size_t)task->only_count * sizeof(*task->only));
	task->keys = helper->keys;
	task->only = helper->only;
	task->has_clock = false;
	task->move_time = 0;
	task->nodes = 0;
	task->depth = 0;
	task->mate = 0;
	task->infinite = true;
	task->helper = number;
}

/* The body of a thread; never returns. */
WEB_EXPORT(void, helper_run, struct web_helper *helper)
{
	const struct rk_platform platform = {.self = helper, .poll = poll};
	struct rk_answer answer;
	int number;

	for (;;) {
		STORE(&helper->busy, 1);
		number = LOAD(&helping);
		if (number && number != helper->task_number) {
			take_task(helper);
			helper->polled = UINT64_MAX;
			STORE(&helper->task_number, number);
			rk_engine_think(helper->engine, &helper->task,
					&platform, NULL, &answer);
		}
		STORE(&helper->busy, 0);
		wake(&helper->busy);
		wait_while(&helping, number, FOR_EVER);
	}
}

#else

void web_helpers_begin(const struct rk_task *task)
{
	(void)task;
}

void web_helpers_end(void)
{
}

uint64_t web_helpers_nodes(void)
{
	return 0;
}

void web_helpers_forget(void)
{
}

void web_helpers_set_network(const struct rk_network *network)
{
	(void)network;
}

enum rk_signal web_shared_signal(bool idle)
{
	(void)idle;
	return RK_SIGNAL_NONE;
}

#endif
