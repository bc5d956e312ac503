/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Rank 0 of a search by all ranks; see search.h. UCI has a thread of its own and
 * gets a thinker that passes everything to the pool of this rank and leaves orders
 * for the others in a queue. The main thread, which alone may use the transport,
 * sends them and hears what comes back.
 *
 * `lock` protects what both threads use. It is the last to be taken: nobody calls
 * the pool with it.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ports/cluster/search.h"
#include "ports/host/uci.h"
#include "rookery/player.h"

#define LEAST_NODES 50000   /* of a rank, for a search by all to be worth it */
#define LEAST_TIME_US 20000 /* the same */
#define READY_MS 2000       /* that `isready` waits for others */
#define BYE_MS 5000         /* that `quit` does */

struct root_rank {
	uint64_t heard_ms; /* when it was heard last */
	bool is_lost;
	uint64_t nodes; /* for the task that has that number */
	uint64_t nodes_task;
	uint64_t started; /* the last task that it was given */
	uint64_t ready;   /* the last PREPARE that it has answered */
	bool is_late;     /* not waited for until it does */
};

struct root_queued {
	struct root_queued *next;
	uint64_t number;
	size_t length; /* of the order and what follows it */
	struct search_order order;
};

struct root {
	struct search_entries *entries;
	struct host_pool *pool;
	const struct rk_thinker *own; /* the pool's */
	struct rk_thinker thinker;    /* UCI's */
	const struct cluster_options *options;
	struct root_rank *ranks;
	int rank_count;
	uint64_t task; /* that was started last */

	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct root_queued *queue, **queue_end;
	uint64_t number; /* of the last order */
	uint64_t epoch;
	bool is_changed; /* since the last PREPARE */
	bool is_running; /* a task, at this rank */
	bool is_shared;  /* others were told to start it, but not to stop */
	bool is_over;    /* UCI has ended */
	const struct rk_rules *rules;
	struct rk_listener listener;
	enum host_exit status;
};

/* ---- Orders; the thread of UCI, or one of the pool that answers ---- */

/* The lock is held; the bytes follow the order. */
static void add_order(struct root *self, struct search_order order,
		      const void *bytes, size_t length)
{
	struct root_queued *queued = malloc(sizeof(*queued) + length);

	if (!queued)
		return; /* the ranks do without it */
	order.epoch = self->epoch;
	*queued = (struct root_queued){
		.number = ++self->number,
		.length = sizeof(order) + length,
		.order = order,
	};
	if (length)
		memcpy(queued + 1, bytes, length);
	*self->queue_end = queued;
	self->queue_end = &queued->next;
	pthread_cond_broadcast(&self->changed);
}

/* Something that makes entries useless which are on their way. */
static void order_change(struct root *self, struct search_order order,
			 const char *bytes, size_t length)
{
	pthread_mutex_lock(&self->lock);
	self->epoch++;
	self->is_changed = true;
	add_order(self, order, bytes, length);
	pthread_mutex_unlock(&self->lock);
}

/* Is it worth the while to tell others? */
static bool is_for_all(const struct root *self, const struct rk_task *task)
{
	return self->rank_count > 1 && !rk_task_is_weak(task) &&
	       (task->ponder || rk_task_hard_limit(task) >= LEAST_TIME_US) &&
	       (!task->nodes ||
		task->nodes / (uint64_t)self->rank_count >= LEAST_NODES);
}

/* The lock is held. */
static void order_start(struct root *self, const struct rk_task *task,
			unsigned int number)
{
	struct host_text bytes = {NULL, 0, 0};
	const struct search_order order = {
		.kind = SEARCH_START,
		.task = number,
		.what = cluster_rules_index(task->rules),
	};

	host_text_add(&bytes, (const char *)task, sizeof(*task));
	host_text_add(&bytes, (const char *)task->keys,
		      (size_t)task->key_count * sizeof(*task->keys));
	host_text_add(&bytes, (const char *)task->only,
		      (size_t)task->only_count * sizeof(*task->only));
	add_order(self, order, bytes.bytes, bytes.length);
	host_text_free(&bytes);
	self->is_shared = true;
}

static void on_info(void *context, const struct rk_info *info)
{
	struct root *self = context;

	self->listener.info(self->listener.self, info);
}

static void on_answer(void *context, const struct rk_answer *answer)
{
	struct root *self = context;

	pthread_mutex_lock(&self->lock);
	self->is_running = false;
	if (self->is_shared)
		add_order(self,
			  (struct search_order){.kind = SEARCH_STOP,
						.task = self->task},
			  NULL, 0);
	self->is_shared = false;
	pthread_mutex_unlock(&self->lock);
	self->listener.answer(self->listener.self, answer);
}

/* The answer may come before the others have been told. */
static void start(void *context, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct root *self = context;
	const struct rk_listener own = {self, on_info, on_answer};
	unsigned int number;

	self->listener = *listener;
	pthread_mutex_lock(&self->lock);
	self->is_running = true;
	self->epoch += self->rules != task->rules;
	self->rules = task->rules;
	pthread_mutex_unlock(&self->lock);
	self->own->start(self->own->self, task, &own);
	number = host_guests_task(self->pool);
	pthread_mutex_lock(&self->lock);
	self->task = number;
	if (self->is_running && is_for_all(self, task))
		order_start(self, task, number);
	pthread_mutex_unlock(&self->lock);
}

static void stop(void *context)
{
	struct root *self = context;

	self->own->stop(self->own->self);
}

static void wait(void *context)
{
	struct root *self = context;

	self->own->wait(self->own->self);
}

static void ponderhit(void *context)
{
	struct root *self = context;

	self->own->ponderhit(self->own->self);
}

static void forget(void *context)
{
	struct root *self = context;

	order_change(self, (struct search_order){.kind = SEARCH_FORGET}, NULL,
		     0);
	self->own->forget(self->own->self);
}

/* ---- Waiting until all are ready, but not for long ---- */

static struct timespec moment_after(long ms)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	time.tv_sec += ms / 1000;
	time.tv_nsec += ms % 1000 * 1000000;
	time.tv_sec += time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

/* The lock is held. */
static bool is_missing(const struct root_rank *rank, uint64_t number)
{
	return !rank->is_lost && !rank->is_late && rank->ready < number;
}

static bool is_any_missing(const struct root *self, uint64_t number)
{
	for (int i = 1; i < self->rank_count; i++)
		if (is_missing(&self->ranks[i], number))
			return true;
	return false;
}

static void wait_until_ready(struct root *self, uint64_t number)
{
	struct timespec end = moment_after(READY_MS);
	int waited = 0;

	pthread_mutex_lock(&self->lock);
	while (!waited && is_any_missing(self, number))
		waited = pthread_cond_timedwait(&self->changed, &self->lock,
						&end);
	for (int i = 1; i < self->rank_count; i++)
		self->ranks[i].is_late |= is_missing(&self->ranks[i], number);
	pthread_mutex_unlock(&self->lock);
}

static void prepare(void *context, const struct rk_rules *rules)
{
	struct root *self = context;
	const struct search_order order = {
		.kind = SEARCH_PREPARE,
		.what = cluster_rules_index(rules),
	};
	uint64_t number = 0;

	pthread_mutex_lock(&self->lock);
	if (self->is_changed || rules != self->rules) {
		self->epoch += rules != self->rules;
		self->rules = rules;
		self->is_changed = false;
		add_order(self, order, NULL, 0);
		number = self->number;
	}
	pthread_mutex_unlock(&self->lock);
	self->own->prepare(self->own->self, rules);
	if (number)
		wait_until_ready(self, number);
}

/* ---- Options ---- */

static bool make_room(struct root *self, int64_t threads)
{
	int64_t lines = threads < SEARCH_LINES ? threads : SEARCH_LINES;

	return search_entries_open(self->entries, self->pool,
				   (self->rank_count - 1) * (int)lines);
}

static bool set(void *context, enum rk_think_option option, int64_t value)
{
	struct root *self = context;
	const struct search_order order = {
		.kind = SEARCH_SET,
		.what = (int64_t)option,
		.value = value,
	};
	char text[200];

	if (!self->own->set(self->own->self, option, value))
		return false;
	if (option == RK_THINK_THREADS) {
		if (!make_room(self, value))
			return false;
		if (search_is_bound(value, text, sizeof(text)))
			fprintf(stderr, "rookery-mpi: rank 0 %s\n", text);
	}
	order_change(self, order, NULL, 0);
	return true;
}

static const char *load(void *context, const char *name, size_t length)
{
	struct root *self = context;
	const char *wrong = host_pool_load_network(self->pool, name, length);

	if (!wrong)
		order_change(self, (struct search_order){.kind = SEARCH_LOAD},
			     name, length);
	return wrong;
}

static bool knows(void *context, const struct rk_rules *rules)
{
	struct root *self = context;

	return self->own->knows(self->own->self, rules);
}

static int evaluate(void *context, const struct rk_rules *rules,
		    const union rk_any_pos *pos)
{
	struct root *self = context;

	return self->own->evaluate(self->own->self, rules, pos);
}

/* ---- The main thread ---- */

static bool is_for(struct root_rank *rank, const struct search_order *order)
{
	if (order->kind == SEARCH_STOP)
		return rank->started == order->task;
	if (order->kind != SEARCH_START)
		return true;
	if (rank->is_lost)
		return false;
	rank->started = order->task;
	return true;
}

static void send(struct root *self, const struct root_queued *queued)
{
	const struct transport_head head = {.number = queued->number};

	self->entries->epoch = queued->order.epoch;
	for (int i = 1; i < self->rank_count; i++)
		if (is_for(&self->ranks[i], &queued->order))
			transport_send(i, TRANSPORT_ORDER, &head,
				       (const char *)&queued->order,
				       queued->length);
}

static void send_all(struct root *self, struct root_queued *queued)
{
	while (queued) {
		struct root_queued *next = queued->next;

		send(self, queued);
		free(queued);
		queued = next;
	}
}

static void hear_report(struct root *self,
			const struct transport_message *message)
{
	const struct search_report *report = (const void *)message->bytes.bytes;
	const struct search_line *lines = (const void *)(report + 1);
	unsigned int task = (unsigned int)message->head.number;
	struct root_rank *from = &self->ranks[message->rank];
	int per_rank = self->rank_count > 1 ? host_guests_room(self->pool) /
						      (self->rank_count - 1)
					    : 0;
	uint64_t sum = 0;

	from->nodes = report->nodes;
	from->nodes_task = task;
	for (int i = 1; i < self->rank_count; i++)
		if (self->ranks[i].nodes_task == task)
			sum += self->ranks[i].nodes;
	host_guests_count(self->pool, task, sum);
	for (uint64_t i = 0; i < report->lines; i++) {
		struct rk_info info = lines[i].line.info;
		int thread = (int)lines[i].thread;

		info.moves = lines[i].line.moves;
		if (thread < per_rank)
			host_guests_hear(self->pool, task,
					 (message->rank - 1) * per_rank +
						 thread,
					 &info);
	}
}

static void welcome(struct root *self, int rank)
{
	struct root_rank *from = &self->ranks[rank];

	from->heard_ms = host_now();
	if (!from->is_lost)
		return;
	from->is_lost = false;
	fprintf(stderr, "rookery-mpi: rank %d is back\n", rank);
}

static void set_ready(struct root *self, int rank, uint64_t number)
{
	pthread_mutex_lock(&self->lock);
	self->ranks[rank].ready = number;
	self->ranks[rank].is_late = number < self->number &&
				    self->ranks[rank].is_late;
	pthread_cond_broadcast(&self->changed);
	pthread_mutex_unlock(&self->lock);
}

static void hear(struct root *self, const struct transport_message *message)
{
	welcome(self, message->rank);
	if (message->kind == TRANSPORT_REPORT)
		hear_report(self, message);
	else if (message->kind == TRANSPORT_ENTRIES)
		search_entries_take(self->entries, message);
	else if (message->kind == TRANSPORT_READY)
		set_ready(self, message->rank, message->head.number);
	else if (message->kind == TRANSPORT_REMARK)
		fprintf(stderr, "rookery-mpi: rank %d %.*s\n", message->rank,
			(int)message->bytes.length, message->bytes.bytes);
}

static void look_after(struct root *self)
{
	uint64_t now = host_now();

	for (int i = 1; i < self->rank_count; i++) {
		struct root_rank *rank = &self->ranks[i];
		uint64_t silent = now - rank->heard_ms;

		if (rank->is_lost ||
		    silent <= self->options->silence * UINT64_C(1000))
			continue;
		rank->is_lost = true;
		fprintf(stderr,
			"rookery-mpi: rank %d has not answered for %" PRIu64
			" s; the search goes on without it\n",
			i, silent / 1000);
	}
}

/* Takes the orders, or waits a moment for some; NULL: there are none. */
static struct root_queued *take_orders(struct root *self, bool *is_running,
				       bool *is_over)
{
	struct root_queued *queued;
	struct timespec end;

	pthread_mutex_lock(&self->lock);
	end = moment_after(self->is_running ? SEARCH_NAP_US / 1000
					    : SEARCH_REST_US / 1000);
	if (!self->queue && !self->is_over)
		pthread_cond_timedwait(&self->changed, &self->lock, &end);
	queued = self->queue;
	self->queue = NULL;
	self->queue_end = &self->queue;
	*is_running = self->is_running;
	*is_over = self->is_over;
	pthread_mutex_unlock(&self->lock);
	return queued;
}

static void go_on(struct root *self)
{
	struct transport_message message = {.rank = 0};
	bool is_running, is_over = false;

	while (!is_over) {
		send_all(self, take_orders(self, &is_running, &is_over));
		while (transport_receive(&message))
			hear(self, &message);
		if (is_running)
			search_entries_send(self->entries);
		look_after(self);
	}
	host_text_free(&message.bytes);
}

/* Waits until all ranks have said their last word; false if one does not. */
static bool dismiss(struct root *self)
{
	const struct transport_head head = {.number = (uint64_t)self->status};
	struct transport_message message = {.rank = 0};
	uint64_t until = host_now() + BYE_MS;
	int left = self->rank_count - 1;

	for (int i = 1; i < self->rank_count; i++) {
		transport_send(i, TRANSPORT_STOP, &head, NULL, 0);
		if (self->ranks[i].is_lost)
			until = 0;
	}
	while (left && host_now() < until)
		if (!transport_receive(&message))
			nanosleep(&(struct timespec){0, SEARCH_NAP_US * 1000},
				  NULL);
		else if (message.kind == TRANSPORT_BYE)
			left--;
	host_text_free(&message.bytes);
	return !left;
}

static void *talk(void *context)
{
	struct root *self = context;
	const struct host_uci_engine engine = {
		.pool = self->pool,
		.thinker = &self->thinker,
		.load = load,
		.self = self,
	};
	enum host_exit status = host_uci_talk(&engine, NULL);

	pthread_mutex_lock(&self->lock);
	self->status = status;
	self->is_over = true;
	pthread_cond_broadcast(&self->changed);
	pthread_mutex_unlock(&self->lock);
	return NULL;
}

static void open_root(struct root *self)
{
	pthread_condattr_t steady;

	pthread_mutex_init(&self->lock, NULL);
	pthread_condattr_init(&steady);
	pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
	pthread_cond_init(&self->changed, &steady);
	pthread_condattr_destroy(&steady);
	self->queue_end = &self->queue;
	self->thinker = *self->own;
	self->thinker.self = self;
	self->thinker.start = start;
	self->thinker.stop = stop;
	self->thinker.wait = wait;
	self->thinker.ponderhit = ponderhit;
	self->thinker.forget = forget;
	self->thinker.prepare = prepare;
	self->thinker.set = set;
	self->thinker.knows = knows;
	self->thinker.evaluate = evaluate;
	for (int i = 0; i < self->rank_count; i++)
		self->ranks[i].heard_ms = host_now();
}

static void close_root(struct root *self)
{
	pthread_cond_destroy(&self->changed);
	pthread_mutex_destroy(&self->lock);
	free(self->ranks);
}

enum host_exit search_lead(struct search_entries *entries,
			   const struct cluster_options *options)
{
	struct root self = {
		.entries = entries,
		.pool = entries->pool,
		.own = host_pool_thinker(entries->pool),
		.options = options,
		.rank_count = transport_size(),
		.ranks = calloc((size_t)transport_size(), sizeof(*self.ranks)),
	};
	pthread_t thread;

	open_root(&self);
	if (!self.ranks || !make_room(&self, 1) ||
	    pthread_create(&thread, NULL, talk, &self)) {
		fprintf(stderr, "rookery-mpi: not enough memory\n");
		transport_abort(HOST_FAILED);
	}
	go_on(&self);
	pthread_join(thread, NULL);
	if (!dismiss(&self))
		transport_abort(self.status);
	close_root(&self);
	return self.status;
}
