/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The course of a task, the same for two players and for four: what is asked
 * for, what it has cost so far, the best lines that were found, and when to
 * stop. clock.c says how much time there is, course.c looks at the clock and
 * tells what was found, deepen.c searches deeper and deeper.
 */
#ifndef RK_ENGINE_COURSE_H
#define RK_ENGINE_COURSE_H

#include "rookery/engine.h"

#define RK_INFINITE 32500

static inline int rk_clip(int score, int most)
{
	if (score > most)
		return most;
	return score < -most ? -most : score;
}

/* ---- clock.c ---- */

struct rk_budget {
	bool counts;   /* time matters at all */
	uint64_t soft; /* microseconds: begin no further depth after it */
	uint64_t hard; /* stop */
};

void rk_budget_plan(struct rk_budget *budget, const struct rk_task *task);

/* ---- what a search brings with it ---- */

/* What makes it take more or less than its share of time. */
struct rk_patience {
	uint8_t by_steadiness[7]; /* per cent of the soft limit */
	uint8_t back;     /* iterations to the score that is compared, 1 to 4 */
	uint8_t depth;    /* from which on a fall counts */
	uint8_t fall;     /* the largest fall that counts, ... */
	uint8_t per_fall; /* ... and how much of it doubles the time */
	uint8_t all;      /* per cent if the best move took no work, ... */
	uint8_t share;    /* ... and how much less if it took all */
};

/* The position is that of the task; `self` is the engine. */
struct rk_searcher {
	int (*search)(void *self, int alpha, int beta, int depth);
	/* The best line of it, 0: none; returns how many moves that are. */
	int (*copy_line)(const void *self, rk_any_move *moves);
	/* The chances, and how full the table is. */
	void (*describe)(void *self, struct rk_info *info);
	/* How far around the last score to search first; 0: for all. */
	int (*width)(const void *self, int previous);
	int16_t widest;  /* beyond it all scores are searched for */
	uint16_t stride; /* nodes between two looks, if the port does not say */
	struct rk_patience patience;
};

/* ---- course.c ---- */

struct rk_line {
	rk_any_move *moves;
	int count;
	int score;
	int previous;
	int depth;
	int selective;
	enum rk_bound bound;
	bool told; /* as it is now */
};

struct rk_course {
	const struct rk_searcher *searcher;
	void *self;
	const struct rk_task *task;
	const struct rk_engine_port *port;
	uint64_t nodes;
	uint64_t most;       /* nodes; 0: no limit */
	uint64_t enough;     /* no deeper look begins after them; or 0 */
	uint64_t next_look;  /* at the clock, at this many nodes */
	uint64_t seen_nodes; /* for others to read */
	uint64_t started;
	uint64_t pondered; /* microseconds on the other's clock */
	struct rk_budget budget;
	bool stop;
	bool told; /* to stop, from outside */
	bool pondering;
	int selective;
	int depth;           /* of the iteration */
	int line;            /* of several, that is being searched */
	int best_score;      /* at the root in this iteration */
	uint64_t root_nodes; /* when the move at the root was begun */
	uint64_t best_nodes; /* spent on the best move of the iteration */
	struct rk_line *lines;
};

/* The searcher, `self` and the lines are there already. */
void rk_course_begin(struct rk_course *course, const struct rk_task *task,
		     const struct rk_engine_port *port);
/* To be asked once a node; now and then it looks at the clock. */
bool rk_must_stop(struct rk_course *course);
/* Nothing left to think about, but nobody has asked for the answer yet. */
void rk_course_wait(const struct rk_course *course);
void rk_course_answer(const struct rk_course *course, struct rk_answer *answer);

/* Microseconds since the task began; and of them on the own clock. */
uint64_t rk_elapsed(const struct rk_course *course);
uint64_t rk_spent(const struct rk_course *course);
/* From so many microseconds on, what is looked at is worth telling. */
#define RK_LONG 3000000
/* Nodes as another thread may read them. */
uint64_t rk_seen_nodes(const struct rk_course *course);

/* At the root: not among the moves that are asked for, or shown already? */
bool rk_is_left_out(const struct rk_course *course, rk_any_move move);
/* A move at the root begins; when it takes long, that is told. */
void rk_root_begin(struct rk_course *course, rk_any_move move, int number);
/* It is done; the clock wants to know how much it took. */
void rk_root_end(struct rk_course *course, int score, bool best);

/* How many lines to look for, if there are so many. */
int rk_lines_wanted(const struct rk_task *task, int most);
/* Something to answer before anything is searched. */
void rk_line_start(struct rk_line *line, rk_any_move move);
void rk_line_tell(const struct rk_course *course, int number);
/* Mated or stalemated: there is a score but no move. */
void rk_tell_the_end(const struct rk_course *course, bool checked);

/* ---- deepen.c ---- */

/*
 * Until a limit is reached, for so many lines that were started. Of how many
 * moves there is a choice matters to the clock.
 */
void rk_course_deepen(struct rk_course *course, int lines, int choices,
		      int deepest);

#endif
