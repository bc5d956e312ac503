/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The searching engine. Its whole state is in memory from the caller, so there
 * can be any number of engines. They are independent of each other, but may
 * share a transposition table, also across threads. One engine is used by one
 * thread at a time; functions that other threads may call say so.
 * docs/engine.md explains how it works.
 */
#ifndef ROOKERY_ENGINE_H
#define ROOKERY_ENGINE_H

#include "rookery/platform.h"
#include "rookery/think.h"

/*
 * RK_PROFILE_SMALL: RK_ENGINE_SMALL bytes are enough on every machine; the
 * rest of the memory becomes its transposition table. Lines end after
 * RK_SMALL_PLY plies, which bounds the C stack. With RK_ENGINE_SMALL_FOUR
 * bytes it also plays with four players, one kind of game at a time: switching
 * clears everything. RK_PROFILE_MIDDLE: small histories as well, two players
 * only, lines of RK_MIDDLE_PLY plies; for 100 KB to 1 MB, of which the table
 * gets the rest. RK_PROFILE_FULL: megabytes of histories, and a transposition
 * table from the caller.
 */
enum rk_profile {
	RK_PROFILE_SMALL,
	RK_PROFILE_MIDDLE, /* not in a build with RK_SMALL */
	RK_PROFILE_FULL,
};

/*
 * A build for chips of 16 KB (RK_SMALL) has no place for a network and a bitbase,
 * and remembers few evaluations and pawn structures.
 */
#ifdef RK_SMALL
#define RK_ENGINE_SMALL (7296 + 38 * sizeof(void *))
#else
#define RK_ENGINE_SMALL (20544 + 42 * sizeof(void *))
#endif
#define RK_ENGINE_SMALL_FOUR 43008
#define RK_SMALL_PLY 20
#define RK_MIDDLE_PLY 32

/*
 * Entries for the tables of other machines that search the same position. Only
 * machines of 64 bits have them, as only those have threads.
 */
#if __SIZEOF_POINTER__ >= 8
#define RK_TT_FEED 4096   /* entries in a feed, a power of two */
#define RK_TT_NO_FEED 255 /* more than the depth of any entry */

struct rk_tt_item {
	uint64_t key, data;
};

/* All zero: empty. */
struct rk_tt_feed {
	uint64_t written; /* entries so far; the newest of them are there */
	struct rk_tt_item items[RK_TT_FEED];
};
#endif

/* A transposition table. The memory of the buckets is the caller's. */
struct rk_tt {
	struct rk_bucket *buckets;
	size_t count; /* of buckets; 0: stores nothing */
	uint8_t age;  /* of the current search */
#ifdef RK_TT_FEED
	uint8_t feed_from; /* depth + 1 from which on entries are fed */
	struct rk_tt_feed *feed;
#endif
};

/*
 * An empty table in `size` bytes, at most 256 GB. The memory is aligned for a
 * uint64_t; an alignment of 64, a cache line, is faster. It must stay valid as
 * long as the table is used.
 */
void rk_tt_init(struct rk_tt *tt, void *memory, size_t size);

/* The same for memory that is already zeroed, which is not written to. */
void rk_tt_init_zeroed(struct rk_tt *tt, void *memory, size_t size);

/*
 * Starts a new age, so that entries of earlier searches are replaced first.
 * The owner of a shared table calls it once before the engines think; an
 * engine does so for a table of its own.
 */
void rk_tt_new_search(struct rk_tt *tt);

/*
 * Clears part number `part` of `parts`, so that several threads can share the
 * work. Nobody may search with the table meanwhile.
 */
void rk_tt_clear(struct rk_tt *tt, int part, int parts);

#ifdef RK_TT_FEED
/*
 * From now on, entries that are stored with at least that depth are written into
 * the feed too. Nobody may search meanwhile, but for a change of the depth. It
 * must stay valid as long as the table is used.
 */
void rk_tt_set_feed(struct rk_tt *tt, struct rk_tt_feed *feed, int depth);

/*
 * Copies up to `most` of the entries that were written since number *read, the
 * newest if there are more, and moves *read behind them. Searches may go on. An
 * item that is overwritten meanwhile is wrong as a torn entry is, and does as
 * little harm.
 */
size_t rk_tt_read_feed(const struct rk_tt_feed *feed, uint64_t *read,
		       struct rk_tt_item *items, size_t most);

/*
 * Stores entries of another table, with the age of this one. What this one knows
 * of a position from a search that was as deep stays. Searches may go on.
 */
void rk_tt_put(struct rk_tt *tt, const struct rk_tt_item *items, size_t count);
#endif

struct rk_engine;

/* The least memory for an engine of that profile, in bytes. */
size_t rk_engine_bound(enum rk_profile profile);
/*
 * The same for a small engine that also plays with four; (size_t)-1 if none
 * can.
 */
size_t rk_engine_bound_four(void);

/*
 * Makes an engine in `size` bytes aligned for a uint64_t; NULL if that is too
 * small. All its tables are empty. The full profile needs `tt`; the others
 * use the rest of the memory as their table if `tt` is NULL. There is nothing
 * to free except the memory.
 */
struct rk_engine *rk_engine_new(void *memory, size_t size,
				enum rk_profile profile, struct rk_tt *tt);

struct rk_network;

/*
 * From now on it evaluates with this network at full strength; NULL: the
 * classical evaluation. The network must stay valid as long as the engine is
 * used, and scores in its transposition table should be forgotten. Many engines
 * may share a network. Not during a search. False: the small profile has none.
 */
bool rk_engine_set_network(struct rk_engine *engine,
			   const struct rk_network *network);

/* Can it search games with these rules? A task must not have any others. */
bool rk_engine_knows(const struct rk_engine *engine,
		     const struct rk_rules *rules);

/* The same for a small engine in `size` bytes with its own table. */
bool rk_engine_would_know(size_t size, const struct rk_rules *rules);

/*
 * The profile of an engine that is made for one search in `size` bytes, its own
 * table included: small or, for two players in enough memory, middle.
 */
enum rk_profile rk_engine_profile(size_t size, const struct rk_rules *rules);

/* For a new game: clears all histories, and its own table if it has one. */
void rk_engine_forget(struct rk_engine *engine);

/* Makes the memory for games with these rules, which it knows. */
void rk_engine_prepare(struct rk_engine *engine, const struct rk_rules *rules);

/*
 * Searches until a limit of the task is reached or the platform's poll()
 * returns a signal; only a signal ends a task that is `infinite` or `ponder`.
 * Of the platform only now_us() and poll() are used. Before it returns, it
 * reports a line with an exact score to the listener's info(); it never calls
 * answer(). `listener` may be NULL. answer->best is a legal move if there is
 * one.
 */
void rk_engine_think(struct rk_engine *engine, const struct rk_task *task,
		     const struct rk_platform *platform,
		     const struct rk_listener *listener,
		     struct rk_answer *answer);

/*
 * A thinker without threads: start() returns after the answer. If the platform
 * has an engine, it is used, and forget() also clears its table, so that the
 * same task always gets the same answer. Otherwise every task makes a new
 * engine in the platform's memory; then the task, and all that it points to,
 * must lie elsewhere. evaluate() uses that memory for four players only.
 */
void rk_thinker_init(struct rk_thinker *thinker,
		     const struct rk_platform *platform);

/*
 * The hard time limit of a task in microseconds, after which its search is
 * aborted; RK_NO_LIMIT if no clock limits it. Time before a ponder hit does
 * not count.
 */
#define RK_NO_LIMIT (~(uint64_t)0)
uint64_t rk_task_hard_limit(const struct rk_task *task);

/* Nodes of the current task as of the last poll. Any thread may call it. */
uint64_t rk_engine_nodes(const struct rk_engine *engine);

/*
 * Static evaluation for the side to move, in hundredths of a pawn. With two
 * players it is 0 in check. Must not be called during a search.
 */
int rk_engine_evaluate(struct rk_engine *engine, const struct rk_rules *rules,
		       const union rk_any_pos *pos);
/* The same for two players; needs no engine and may be called at any time. */
int rk_evaluate_two(const struct rk_pos *pos);

/* How many of 1000 games with this score and material are won and lost. */
void rk_engine_wdl(const struct rk_pos *pos, int score, uint16_t *win,
		   uint16_t *loss);

#ifdef RK_TUNE
/* For a thinker's `params`; engine/params.h has their meanings. */
extern const struct rk_param rk_param_list[];
#endif

/* The positions of `bench`, as FEN, NULL at the end; and the search depth. */
extern const char *const rk_bench_positions[];
#define RK_BENCH_DEPTH 8

/* Memory for one position: a small engine, 1 KB of table, the task. */
#define RK_BENCH_TABLE 1024
#define RK_BENCH_MEMORY \
	(RK_ENGINE_SMALL + RK_BENCH_TABLE + sizeof(struct rk_task))

/*
 * Searches a position in RK_BENCH_MEMORY bytes aligned for a uint64_t. Returns
 * the number of nodes; 0 if the FEN is invalid.
 */
uint64_t rk_bench_search(const char *fen, int depth, void *memory,
			 const struct rk_platform *platform);

/* Called after each position with its nodes; false stops the bench. */
typedef bool rk_bench_done(void *self, const char *position, uint64_t nodes);

/*
 * Searches all of them, to this depth (0: RK_BENCH_DEPTH), each with a new
 * engine. Returns the sum of nodes. `done` may be NULL.
 */
uint64_t rk_bench_run(int depth, void *memory,
		      const struct rk_platform *platform, rk_bench_done *done,
		      void *self);

/* The same for four players: the name of the rules stands before each FEN4. */
extern const char *const rk4_bench_positions[];
#define RK4_BENCH_DEPTH 6
#define RK4_BENCH_TABLE 65536

/*
 * Searches either list as in games: with an engine of the full profile that has
 * a table of RK4_BENCH_TABLE bytes. The caller lends memory for a task.
 */
uint64_t rk_bench_run_full(const char *const *positions, int depth,
			   struct rk_engine *engine, struct rk_task *task,
			   rk_bench_done *done, void *self);

#endif
