/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The searching engine. All that it knows and learns is in memory that the
 * caller hands over, so there can be as many as wanted; they do not know of
 * each other, but may share a table of positions, also across threads.
 * docs/engine.md says how it works.
 */
#ifndef ROOKERY_ENGINE_H
#define ROOKERY_ENGINE_H

#include "rookery/think.h"

/*
 * Small: RK_ENGINE_SMALL bytes are enough on every machine, what is left is its
 * table of positions; lines end after RK_SMALL_PLY plies, which bounds the
 * stack. With RK_ENGINE_SMALL_FOUR bytes it knows games of four players too,
 * one kind of game at a time; what it has learnt of one is gone with the other.
 * Full: megabytes for what it learns about moves, the table comes apart from it.
 */
enum rk_profile {
	RK_PROFILE_SMALL,
	RK_PROFILE_FULL,
};

#define RK_ENGINE_SMALL (6480 + 36 * sizeof(void *))
#define RK_ENGINE_SMALL_FOUR 43008
#define RK_SMALL_PLY 20

/* The table of positions. `buckets` is the caller's memory. */
struct rk_table {
	struct rk_bucket *buckets;
	size_t count;
	uint8_t age;
};

/*
 * Starts empty. The memory is aligned for a uint64_t; to 64 bytes is faster. Not
 * more than 256 GB.
 */
void rk_table_init(struct rk_table *table, void *memory, size_t size);

/* The same in memory that is all zeros already: nothing is written to it. */
void rk_table_init_zeroed(struct rk_table *table, void *memory, size_t size);

/*
 * A new task begins: older entries go first. Called by who shares a table
 * among engines, before they think; an engine does it for a table of its own.
 */
void rk_table_grow_old(struct rk_table *table);

/* Empties one part of `parts`, so that threads can share the work. */
void rk_table_clear(struct rk_table *table, int part, int parts);

struct rk_engine;

/* How much memory an engine of that profile needs at least. */
size_t rk_engine_bound(enum rk_profile profile);
/* And a small one that knows four players; no size at all if they are left out. */
size_t rk_engine_bound_four(void);

/*
 * Makes an engine in memory that is aligned for a uint64_t; NULL if it is too
 * small. The full profile wants a table; the small one may be given one or
 * makes its own in what is left of the memory.
 */
struct rk_engine *rk_engine_new(void *memory, size_t size,
				enum rk_profile profile,
				struct rk_table *table);

/* Does it know games by these rules? No task is to be about others. */
bool rk_engine_knows(const struct rk_engine *engine,
		     const struct rk_rules *rules);

/* Would a small one, with a table of its own, in so much memory? */
bool rk_engine_would_know(size_t size, const struct rk_rules *rules);

/* Forgets what was learnt, the table excepted if it came from outside. */
void rk_engine_forget(struct rk_engine *engine);

enum rk_wish {
	RK_GO_ON,
	RK_STOP_NOW,
	RK_PONDER_HIT, /* the clock counts from now on */
};

/* What the engine asks of the machine while it thinks. */
struct rk_engine_port {
	void *self;
	uint64_t (*now)(void *self); /* microseconds; NULL: there is no clock */
	/* NULL: nobody wants anything. */
	enum rk_wish (*poll)(void *self, uint64_t nodes);
	/* Nodes from one poll to the next, 0: a thousand or so. */
	int every;
	/* A line of thought; NULL: nobody listens. */
	void (*info)(void *self, const struct rk_info *info);
	/* Nodes of other threads on the same task; NULL: there are none. */
	uint64_t (*others)(void *self);
};

/*
 * Thinks until a limit of the task is reached or poll says stop; a task that
 * is `infinite` or `ponder` ends by poll alone (poll is called on, with the
 * search at rest, when there is nothing left to think about). Before it
 * returns, an exact line was given to `info`. Always a legal move if there is
 * one.
 */
void rk_engine_think(struct rk_engine *engine, const struct rk_task *task,
		     const struct rk_engine_port *port,
		     struct rk_answer *answer);

/* Nodes of the task at hand; may be asked from another thread. */
uint64_t rk_engine_nodes(const struct rk_engine *engine);

/*
 * Without looking ahead, as who is to move sees it; in a game of two 0 where
 * that is in check. Not while the engine thinks.
 */
int rk_engine_evaluate(struct rk_engine *engine, const struct rk_rules *rules,
		       const void *pos);

/* Of 1000 games with this score and material, how many are won and lost. */
void rk_engine_chances(const struct rk_pos *pos, int score, uint16_t *win,
		       uint16_t *loss);

/*
 * The positions that `bench` searches, as FEN, NULL at the end, and the depth
 * to which.
 */
extern const char *const rk_bench_positions[];
#define RK_BENCH_DEPTH 8

/* The memory it searches them in: a small engine, 1 KB of table, the task. */
#define RK_BENCH_TABLE 1024
#define RK_BENCH_MEMORY \
	(RK_ENGINE_SMALL + RK_BENCH_TABLE + sizeof(struct rk_task))

/*
 * Searches one of them, in that much memory, aligned for a uint64_t. Returns
 * the number of nodes, 0 if the position is none.
 */
uint64_t rk_bench_search(const char *fen, int depth, void *memory,
			 const struct rk_engine_port *port);

/*
 * The same for four players: the name of the rules stands before each FEN4.
 * The engine is one of the full profile, with a table of so many bytes; the
 * task is room for one.
 */
extern const char *const rk4_bench_positions[];
#define RK4_BENCH_DEPTH 6
#define RK4_BENCH_TABLE 65536

uint64_t rk4_bench_search(const char *position, int depth,
			  struct rk_engine *engine, struct rk_task *task,
			  const struct rk_engine_port *port);

#endif
