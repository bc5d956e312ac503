/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A rank that helps in a search; see search.h. It carries out the orders of rank
 * 0 one after the other, and between them reports what its threads have found.
 */
#include <stdlib.h>
#include <string.h>

#include "ports/cluster/hands.h"
#include "ports/cluster/search.h"

#define REPORT_US 10000

struct follower {
	struct search_entries *entries;
	struct host_pool *pool;
	const struct rk_thinker *thinker;
	bool is_searching;
	uint64_t task;       /* its number at rank 0 */
	uint64_t told_nodes; /* in the last report */
	uint64_t told_us;
	uint64_t line_nodes[SEARCH_LINES]; /* of the lines that were told */
	struct host_text report;
	uint64_t said_ms; /* when rank 0 heard last of this rank */
};

/* ---- Speaking ---- */

static void say(struct follower *self, enum transport_kind kind,
		uint64_t number, const char *bytes, size_t length)
{
	const struct transport_head head = {.number = number};

	transport_send(0, kind, &head, bytes, length);
	self->said_ms = host_now();
}

static void refuse(struct follower *self, const char *reason)
{
	say(self, TRANSPORT_REMARK, 0, reason, strlen(reason));
}

/* Appends the lines that are new since the last report. */
static uint64_t add_lines(struct follower *self)
{
	struct search_line line = {.thread = 0};
	uint64_t count = 0;

	for (int i = 0; i < SEARCH_LINES; i++) {
		if (!host_guests_line(self->pool, i, &line.line) ||
		    line.line.info.nodes == self->line_nodes[i])
			continue;
		self->line_nodes[i] = line.line.info.nodes;
		line.thread = (uint64_t)i;
		host_text_add(&self->report, (const char *)&line, sizeof(line));
		count++;
	}
	return count;
}

static void report(struct follower *self)
{
	struct search_report head = {.nodes = host_pool_nodes(self->pool)};
	uint64_t now = host_now_us(NULL);

	if (!self->is_searching || now - self->told_us < REPORT_US)
		return;
	self->told_us = now;
	self->report.length = 0;
	host_text_add(&self->report, (const char *)&head, sizeof(head));
	head.lines = add_lines(self);
	if (!head.lines && head.nodes == self->told_nodes)
		return;
	memcpy(self->report.bytes, &head, sizeof(head));
	self->told_nodes = head.nodes;
	say(self, TRANSPORT_REPORT, self->task, self->report.bytes,
	    self->report.length);
}

/* ---- Orders ---- */

/* Rank 0 answers: it has the lines already. */
static void ignore_info(void *self, const struct rk_info *info)
{
	(void)self;
	(void)info;
}

static void ignore_answer(void *self, const struct rk_answer *answer)
{
	(void)self;
	(void)answer;
}

static void stop(struct follower *self)
{
	if (self->is_searching)
		self->thinker->stop(self->thinker->self);
	self->is_searching = false;
}

/* Without the limits, which rank 0 sees to; but the nodes are shared out. */
static void start(struct follower *self, const struct search_order *order)
{
	const struct rk_listener listener = {self, ignore_info, ignore_answer};
	struct rk_task task;

	memcpy(&task, order + 1, sizeof(task));
	task.rules = rk_rules_all[order->what];
	task.keys = (const void *)((const char *)(order + 1) + sizeof(task));
	task.only = (const void *)(task.keys + task.key_count);
	task.has_clock = task.ponder = false;
	task.infinite = true;
	task.move_time = 0;
	task.depth = 0;
	task.nodes /= (uint64_t)transport_size();
	task.helper = transport_rank();
	task.started_us = 0;
	memset(self->line_nodes, 0, sizeof(self->line_nodes));
	self->told_nodes = 0;
	self->task = order->task;
	self->thinker->start(self->thinker->self, &task, &listener);
	self->is_searching = true;
}

static void set(struct follower *self, const struct search_order *order)
{
	const struct rk_thinker *thinker = self->thinker;
	char text[200];

	if (!thinker->set(thinker->self, (enum rk_think_option)order->what,
			  order->value))
		refuse(self, order->what == RK_THINK_HASH
				     ? "has no memory for a table of that size"
				     : "cannot have so many threads");
	else if (order->what == RK_THINK_THREADS &&
		 search_is_bound(order->value, text, sizeof(text)))
		refuse(self, text);
}

static void load(struct follower *self, const char *name, size_t length)
{
	const char *wrong = host_pool_load_network(self->pool, name, length);

	if (wrong)
		refuse(self, wrong);
}

static void carry_out(struct follower *self,
		      const struct transport_message *message)
{
	const struct search_order *order = (const void *)message->bytes.bytes;
	const struct rk_thinker *thinker = self->thinker;

	if (order->kind != SEARCH_STOP || order->task == self->task)
		stop(self);
	self->entries->epoch = order->epoch;
	switch ((enum search_order_kind)order->kind) {
	case SEARCH_SET:
		set(self, order);
		break;
	case SEARCH_LOAD:
		load(self, (const char *)(order + 1),
		     message->bytes.length - sizeof(*order));
		break;
	case SEARCH_FORGET:
		thinker->forget(thinker->self);
		break;
	case SEARCH_PREPARE:
		thinker->prepare(thinker->self, rk_rules_all[order->what]);
		say(self, TRANSPORT_READY, message->head.number, NULL, 0);
		break;
	case SEARCH_START:
		start(self, order);
		break;
	case SEARCH_STOP:
		break;
	}
}

enum host_exit search_follow(struct search_entries *entries,
			     const struct cluster_options *options)
{
	struct follower self = {
		.entries = entries,
		.pool = entries->pool,
		.thinker = host_pool_thinker(entries->pool),
		.said_ms = host_now(),
	};
	struct transport_message message = {.rank = 0};
	uint64_t every_ms = options->silence * UINT64_C(1000) / 4;

	while (true) {
		while (transport_receive(&message) &&
		       message.kind != TRANSPORT_STOP)
			if (message.kind == TRANSPORT_ORDER)
				carry_out(&self, &message);
			else if (message.kind == TRANSPORT_ENTRIES)
				search_entries_take(entries, &message);
		if (message.kind == TRANSPORT_STOP)
			break;
		if (self.is_searching)
			search_entries_send(entries);
		report(&self);
		if (host_now() - self.said_ms > every_ms)
			say(&self, TRANSPORT_ALIVE, 0, NULL, 0);
		hands_wait(NULL,
			   self.is_searching ? SEARCH_NAP_US : SEARCH_REST_US);
	}
	stop(&self);
	say(&self, TRANSPORT_BYE, 0, NULL, 0);
	host_text_free(&message.bytes);
	host_text_free(&self.report);
	return (enum host_exit)message.head.number;
}
