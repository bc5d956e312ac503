/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery-mpi uci: one search by all ranks. Rank 0 speaks UCI and has the clock; its
 * pool searches and answers like that of `rookery uci`, and would do so alone. The
 * other ranks, the followers, search the same position with pools of their own
 * until they are stopped. Three things travel meanwhile:
 *
 *	orders     rank 0 to all: what `setoption`, `ucinewgame` and `go` mean for
 *	           them. They are carried out in the order in which they were given.
 *	reports    to rank 0: nodes, and the line of each thread. The nodes are
 *	           counted, the lines vote when rank 0 answers.
 *	entries    everybody to everybody: deep entries of the transposition table.
 *
 * Rank 0 never waits for a report or an entry. search_root.c is rank 0,
 * search_follower.c the others, search_entries.c what both do with entries; the
 * pool's side is ports/host/pool_guests.c.
 */
#ifndef RK_CLUSTER_SEARCH_H
#define RK_CLUSTER_SEARCH_H

#include "ports/cluster/cluster.h"
#include "ports/cluster/transport.h"
#include "ports/host/pool.h"

enum search_order_kind {
	SEARCH_SET,     /* `value` for the option `what` */
	SEARCH_LOAD,    /* a network; its name follows */
	SEARCH_FORGET,  /* a new game */
	SEARCH_PREPARE, /* get ready for rules number `what`, and say so */
	SEARCH_START,   /* struct rk_task, keys and moves follow */
	SEARCH_STOP,
};

/* An order begins with this; the head of its message has its number. */
struct search_order {
	uint64_t kind; /* enum search_order_kind */
	/*
	 * Counted when older entries have become useless: another game, network
	 * or table.
	 */
	uint64_t epoch;
	uint64_t task; /* START, STOP and reports: its number at rank 0 */
	int64_t what;  /* enum rk_think_option, or an index of rk_rules_all */
	int64_t value;
};

/* Threads of a rank whose lines vote. */
#define SEARCH_LINES 16

/* A report: the head of its message has the task. Then come `lines` of these. */
struct search_report {
	uint64_t nodes;
	uint64_t lines;
};

struct search_line {
	uint64_t thread;
	struct host_pool_line line;
};

/* Microseconds between two looks for messages, at work and otherwise. */
#define SEARCH_NAP_US 1000
#define SEARCH_REST_US 2000

/* ---- Entries, sent and taken by the thread that has the transport ---- */

#define SEARCH_BATCH 512 /* entries in a message, at most */

struct search_entries {
	struct host_pool *pool;
	uint64_t epoch; /* entries of any other are not taken */
	uint64_t read;  /* of the feed */
	uint64_t sent_us;
	int depth; /* of the shallowest that are sent */
	struct rk_tt_item items[SEARCH_BATCH];
};

/* Room for the lines of so many threads of other ranks; false without memory. */
bool search_entries_open(struct search_entries *entries, struct host_pool *pool,
			 int lines);
void search_entries_send(struct search_entries *entries);
void search_entries_take(struct search_entries *entries,
			 const struct transport_message *message);

/*
 * A line about processors that this rank may not use although it has the threads
 * for them, as where mpirun binds it to one; NULL: there are none.
 */
const char *search_is_bound(int64_t threads, char *text, size_t size);

/* All ranks but 0, until they are told to end. */
enum host_exit search_follow(struct search_entries *entries,
			     const struct cluster_options *options);

/* Rank 0, until `quit`. */
enum host_exit search_lead(struct search_entries *entries,
			   const struct cluster_options *options);

#endif
