/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Search control, shared by the engines for two and for four players: the
 * task, its limits, the node count, the root lines found so far, and the
 * decision when to stop. timeman.c turns a clock into a time budget,
 * control.c polls the platform and reports lines, iterate.c runs iterative
 * deepening with aspiration windows on top of a struct rk_searcher.
 *
 * All times here are microseconds.
 */
#ifndef RK_ENGINE_CONTROL_H
#define RK_ENGINE_CONTROL_H

#include "rookery/engine.h"

/* Outside of all scores; fits into 16 bits with either sign. */
#define RK_INFINITE 32500

static inline int rk_clamp(int score, int most)
{
	if (score > most)
		return most;
	return score < -most ? -most : score;
}

static inline int rk_at_most(int value, int most)
{
	return value < most ? value : most;
}

/* ---- timeman.c ---- */

struct rk_time_budget {
	bool limited;     /* false: no clock limits this task */
	uint64_t soft_us; /* start no further iteration after this */
	uint64_t hard_us; /* abort the search wherever it is */
};

/* The budget of a task; depends on nothing but the task. */
void rk_time_plan(struct rk_time_budget *budget, const struct rk_task *task);

/* ---- The interface of a search to iterate.c ---- */

/*
 * How the soft limit is scaled after each iteration. Three factors are
 * multiplied: best move stability, falling score, and effort, which is the
 * share of the iteration's nodes that went into the best move.
 */
struct rk_time_scale {
	/* Per cent of the soft limit, by iterations with the same best move. */
	uint8_t by_stability[7];
	uint8_t score_lag;    /* compared score: iterations back, 1 to 4 */
	uint8_t fall_depth;   /* the first depth at which a fall counts */
	uint8_t fall_max;     /* larger falls count as this one */
	uint8_t fall_unit;    /* a fall of this size doubles the time */
	uint8_t effort_max;   /* per cent if the best move took no nodes, ... */
	uint8_t effort_share; /* ... less this many if it took all of them */
};

/*
 * The operations that a search provides to iterate.c. `self` is the engine;
 * the root position is that of the task.
 */
struct rk_searcher {
	/* Fail-soft: the score may lie outside. Meaningless after a stop. */
	int (*search)(void *self, int alpha, int beta, int depth);
	/* Copies the principal variation, returns its length; 0: none. */
	int (*copy_pv)(const void *self, rk_any_move *moves);
#ifndef RK_SMALL
	/* Its first move; 0: there is none. */
	rk_any_move (*best_move)(const void *self);
#endif
	/* Fills in win, draw and loss, shares and hash_full of a report. */
	void (*describe)(void *self, struct rk_info *info);
	/* Half the width of the first aspiration window; 0: full window. */
	int (*aspiration)(const void *self, int previous_score);
	int16_t aspiration_max; /* a wider window becomes the full one */
	uint16_t poll_interval; /* nodes, unless the platform asks for another */
	struct rk_time_scale time_scale;
	bool proves_mates; /* mate distance pruning bounds its lines */
};

/* ---- control.c ---- */

/* One of the best lines at the root; there are several with MultiPV. */
struct rk_pv_line {
	rk_any_move *moves;
	int move_count;
	int score;
	int previous_score; /* of the last completed iteration */
	int depth;
	int seldepth;
	enum rk_bound bound;
	bool reported; /* to the listener, as it is now */
};

struct rk_control {
	const struct rk_searcher *searcher;
	void *self;
	const struct rk_task *task;
	const struct rk_platform *platform;
	const struct rk_listener *listener; /* or NULL */
	struct rk_pv_line *pv_lines;        /* each with memory for its moves */
	uint64_t nodes;
	uint64_t max_nodes;  /* abort here; 0: no limit */
	uint64_t soft_nodes; /* start no further iteration after this, or 0 */
	uint64_t next_poll;  /* poll the platform at this node count */
	uint64_t published_nodes; /* a copy for other threads to read */
	uint64_t start_us;
	uint64_t ponder_us; /* time that passed before the ponder hit */
	struct rk_time_budget time_budget;
	bool stop;      /* unwind; scores are meaningless from now on */
	uint8_t signal; /* that stopped it: enum rk_signal */
	bool pondering;
	uint8_t line_count; /* lines that are searched; see rk_line_count() */
	int seldepth;
	int depth;                /* of this iteration */
	int pv_index;             /* the line being searched, from 0 */
	int best_score;           /* at the root in this iteration */
	uint64_t root_move_start; /* nodes before the current root move */
	uint64_t best_move_nodes; /* nodes spent on the best root move */
};

/* The small profile has one line. */
static inline int rk_line_count(const struct rk_control *control)
{
#ifdef RK_SMALL
	return (void)control, 1;
#else
	return control->line_count;
#endif
}

/* `searcher`, `self` and `pv_lines` are set by the caller before. */
void rk_control_begin(struct rk_control *control, const struct rk_task *task,
		      const struct rk_platform *platform,
		      const struct rk_listener *listener);
/* Called once a node. Polls the platform from time to time. */
bool rk_must_stop(struct rk_control *control);
/*
 * An infinite or pondering task must not answer before it is stopped: polls
 * until then. Returns at once for any other task.
 */
void rk_control_wait(const struct rk_control *control);
/* The answer of the task is the first line. */
void rk_control_answer(const struct rk_control *control,
		       struct rk_answer *answer);

/* Since the task began; and without the time before a ponder hit. */
uint64_t rk_elapsed_us(const struct rk_control *control);
uint64_t rk_spent_us(const struct rk_control *control);
/* Current moves and fail highs are reported only after this long. */
#define RK_REPORT_AFTER_US 3000000
/* The node count as of the last poll; any thread may ask. */
uint64_t rk_published_nodes(const struct rk_control *control);

/* Is this root move not among those asked for, or first in an earlier line? */
bool rk_root_skips(const struct rk_control *control, rk_any_move move);
/* Around the search of a root move; `number` counts from 1. */
void rk_root_begin(struct rk_control *control, rk_any_move move, int number);
void rk_root_end(struct rk_control *control, int score, bool best);

/* How many lines the task asks for, at most `most`. */
int rk_multipv(const struct rk_task *task, int most);
/* A line of one move, so that there is an answer before any search. */
void rk_pv_line_init(struct rk_pv_line *line, rk_any_move move);
void rk_pv_line_report(const struct rk_control *control, int number);
/* Reports the score of a root position without legal moves. */
void rk_report_no_move(const struct rk_control *control, bool in_check);

/* ---- iterate.c ---- */

/*
 * Iterative deepening up to `max_depth` or until a limit is reached. The
 * first `lines` of pv_lines are initialised. `root_moves` is the number of
 * legal moves: an only move is played without using up the time.
 */
void rk_iterate(struct rk_control *control, int lines, int root_moves,
		int max_depth);

#endif
