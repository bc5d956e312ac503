/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The interface between protocols and a searching engine: a task goes in,
 * progress reports and finally an answer come out. struct rk_thinker is
 * implemented by rk_thinker_init() without threads, or by a port with threads;
 * protocols only call it.
 */
#ifndef ROOKERY_THINK_H
#define ROOKERY_THINK_H

#include "rookery/platform.h"
#include "rookery/rules.h"

/*
 * Scores are hundredths of a pawn, from the view of the side to move. A score
 * beyond +-RK_SCORE_MATE_SOON is a mate: RK_SCORE_MATE less the plies to it.
 * With four players a score is that of the player to move, and a mate wins the
 * game.
 */
#define RK_SCORE_MATE 32000
#define RK_SCORE_MATE_SOON (RK_SCORE_MATE - 256)
#define RK_SCORE_NONE 32001
/* A win by endgame tables: this less the plies to the position found there. */
#define RK_SCORE_TB 25000

static inline bool rk_score_is_mate(int score)
{
	return score > RK_SCORE_MATE_SOON || score < -RK_SCORE_MATE_SOON;
}

/* Moves to the mate; negative if the side to move is mated. */
static inline int rk_score_mate_moves(int score)
{
	return score > 0 ? (RK_SCORE_MATE - score + 1) / 2
			 : -(RK_SCORE_MATE + score) / 2;
}

enum rk_bound {
	RK_BOUND_NONE,
	RK_BOUND_UPPER, /* the true score is at most this */
	RK_BOUND_LOWER, /* at least this */
	RK_BOUND_EXACT,
};

#define RK_MAX_PLY 128  /* the longest line, in moves */
#define RK_MAX_LINES 64 /* the most lines (MultiPV) */

/* The range of `elo`; docs/levels.md says what the numbers mean. */
#define RK_ELO_LEAST 500
#define RK_ELO_MOST 2850

/*
 * One question to an engine. The caller owns all that it points to until the
 * answer. Times are milliseconds; in every limit, 0 means none.
 */
struct rk_task {
	const struct rk_rules *rules;
	union rk_any_pos pos;
	/* Repetition keys of the positions before this one, oldest first. */
	const uint64_t *keys;
	int key_count;
	/* If only_count is not 0: search only these legal moves. */
	const rk_any_move *only;
	int only_count;
	uint64_t started_us; /* platform time at which the task came; 0: now */
	bool has_clock;
	int64_t time; /* on the clock of the side to move; may be negative */
	int64_t increment;
	int moves_to_go;
	int64_t overhead;  /* lost between engine and clock with every move */
	int64_t move_time; /* search for exactly this long */
	uint64_t nodes;
	int depth;
	int mate;      /* stop at a mate in at most this many moves */
	bool infinite; /* no answer before a stop */
	bool ponder;   /* the clock starts at ponderhit */
	bool analyse;  /* full strength and no book, whatever the options */
	int lines;     /* best lines to report (MultiPV); 0 means 1 */
	int elo;       /* limited strength; 0: full strength */
	uint64_t seed; /* of the random choices at limited strength */
	int helper;    /* Lazy SMP: 0 answers, the others help */
#ifndef RK_NO_FILES
	/* Endgame tables: the most pieces of a position to look up; 0: none. */
	uint8_t tb_men;
	uint8_t tb_depth; /* least depth for positions with that many pieces */
	bool tb_no_fifty; /* a win is a win, whatever the fifty-move rule says */
	uint8_t tb_root;  /* enum rk_tb_result of this position */
#endif
};

/*
 * Is the strength of this task limited? Never in an analysis, nor with four
 * players.
 */
static inline bool rk_task_is_weak(const struct rk_task *task)
{
	return task->elo && task->elo <= RK_ELO_MOST && !task->infinite &&
	       !task->analyse && task->rules->players == 2;
}

/* Does a limit end the task, without a stop? A mate may never be found. */
static inline bool rk_task_ends(const struct rk_task *task)
{
	return !task->infinite && !task->ponder &&
	       (task->has_clock || task->move_time || task->nodes ||
		task->depth);
}

/* A progress report: a line, or without moves the root move being searched. */
struct rk_info {
	int depth;
	int selective_depth;
	int line; /* its rank; 1 is the best */
	int score;
	enum rk_bound bound;
	uint16_t win, draw, loss; /* of 1000 games from here */
	/*
	 * Games that each seat wins; draws count half, partners win together.
	 */
	uint16_t shares[RK_MAX_SEATS];
	uint64_t nodes;
	uint64_t time; /* milliseconds */
	int hash_full; /* used entries of the table, per mille */
#ifndef RK_NO_FILES
	uint64_t tb_hits; /* positions found in endgame tables */
#endif
	const rk_any_move *moves;
	int move_count;
	rk_any_move tried; /* the root move being searched, and its number */
	int tried_number;
};

/* `best` is 0 only where there is no legal move. */
struct rk_answer {
	enum rk_signal signal; /* the one that ended the search */
	rk_any_move best;
	rk_any_move ponder; /* the expected reply, or 0 */
	int score;
	int depth;
	uint64_t nodes;
};

/*
 * Receives the reports of a search. Calls come from within start() or from
 * another thread, but never two at a time, and none after answer().
 */
struct rk_listener {
	void *self;
	void (*info)(void *self, const struct rk_info *info);
	void (*answer)(void *self, const struct rk_answer *answer);
};

enum rk_think_option {
	RK_THINK_HASH, /* megabytes */
	RK_THINK_THREADS,
	RK_THINK_NETWORK, /* 1: evaluate by the network, if there is one */
};

#ifdef RK_TUNE
/*
 * A parameter of the search, in builds for tuning: a variable for all engines,
 * which must not change during a search.
 */
struct rk_param {
	const char *name;
	int *value;
	int usual, least, most;
};
#endif

struct rk_thinker {
	void *self;
#ifdef RK_TUNE
	const struct rk_param *params; /* the last one has no name; or NULL */
#endif
	int32_t hash_mb;     /* default size of the table, and ... */
	int32_t max_hash_mb; /* ... the largest that set() accepts */
	int32_t max_threads;
	bool in_memory; /* searches in the platform's memory */
	/*
	 * Searches a copy of the task; what the task points to stays the
	 * caller's. Either returns at once and searches in other threads, or
	 * returns after the answer. One task at a time.
	 */
	void (*start)(void *self, const struct rk_task *task,
		      const struct rk_listener *listener);
	/* Makes it answer now. Returns after answer() was called. */
	void (*stop)(void *self);
	/* Waits for the answer. NULL: start() returns after it. */
	void (*wait)(void *self);
	/* The expected move was played: ponder becomes an ordinary search. */
	void (*ponderhit)(void *self);
	/* Clears tables and histories for a new game. */
	void (*forget)(void *self);
	/*
	 * Makes and clears the memory for games with these rules, so that no
	 * search has to. Not during a task. NULL: there is nothing to prepare.
	 */
	void (*prepare)(void *self, const struct rk_rules *rules);
	/* False: not possible; then nothing has changed. */
	bool (*set)(void *self, enum rk_think_option option, int64_t value);
	/* Can it search games with these rules? */
	bool (*knows)(void *self, const struct rk_rules *rules);
	/* The static evaluation, for the side to move. */
	int (*evaluate)(void *self, const struct rk_rules *rules,
			const union rk_any_pos *pos);
	/*
	 * With four players: one of the legal moves in the list, out of the
	 * openings, chosen by the seed; 0: none. NULL: no openings.
	 */
	rk_any_move (*open_four)(const struct rk_rules *rules,
				 const union rk_any_pos *pos,
				 const rk_any_move *list, int count,
				 uint64_t seed);
};

#endif
