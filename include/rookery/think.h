/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The table through which protocols reach a searching engine: a task goes
 * in, lines of thought and at last an answer come out. A port fills in the
 * table, with threads or without; protocols only call it.
 */
#ifndef ROOKERY_THINK_H
#define ROOKERY_THINK_H

#include "rookery/rules.h"

/*
 * Scores are hundredths of a pawn as the side to move sees them. Beyond
 * RK_SCORE_MATE_SOON it is a mate: RK_SCORE_MATE less the plies to it. With four
 * players they are those of who is to move; a mate wins the game.
 */
#define RK_SCORE_MATE 32000
#define RK_SCORE_MATE_SOON (RK_SCORE_MATE - 256)
#define RK_SCORE_NONE 32001

static inline bool rk_score_is_mate(int score)
{
	return score > RK_SCORE_MATE_SOON || score < -RK_SCORE_MATE_SOON;
}

/* Moves to the mate, negative if it is the side to move that is mated. */
static inline int rk_score_mate_moves(int score)
{
	return score > 0 ? (RK_SCORE_MATE - score + 1) / 2
			 : -(RK_SCORE_MATE + score) / 2;
}

enum rk_bound {
	RK_BOUND_NONE,
	RK_BOUND_UPPER, /* the score is at most that */
	RK_BOUND_LOWER, /* at least that */
	RK_BOUND_EXACT,
};

#define RK_MAX_PLY 128  /* no line is longer */
#define RK_MAX_LINES 64 /* nor are there more of them */

/* Strengths that can be asked for; docs/levels.md tells what they mean. */
#define RK_ELO_LEAST 500
#define RK_ELO_MOST 2850

/* 0 always means: no such limit. Times are milliseconds. */
struct rk_task {
	const struct rk_rules *rules;
	union rk_any_pos pos;
	/* Repetition keys of the positions before this one, oldest first. */
	const uint64_t *keys;
	int key_count;
	/* If there are any: look at these legal moves alone. */
	const rk_any_move *only;
	int only_count;
	bool has_clock;
	int64_t time; /* on the clock of the side to move; may be negative */
	int64_t increment;
	int moves_to_go;
	int64_t overhead;  /* what is lost on the way for every move */
	int64_t move_time; /* to be used up */
	uint64_t nodes;
	int depth;
	int mate;      /* done when there is a mate in so many moves */
	bool infinite; /* no answer before it is told to stop */
	bool ponder;   /* the clock counts after ponderhit only */
	bool analyse;  /* the truth about the position, not a game's result */
	int lines;     /* how many best moves to show, 0 and 1 are one */
	int elo;       /* play like that, 0: as well as possible */
	uint64_t seed; /* for what is left to chance in that */
	int helper;    /* 0: who answers; others look at other depths */
};

/*
 * Is it to be played less well than possible? The truth never is, nor is a
 * game of four.
 */
static inline bool rk_task_is_weak(const struct rk_task *task)
{
	return task->elo && task->elo <= RK_ELO_MOST && !task->infinite &&
	       !task->analyse && task->rules->players == 2;
}

/* Does it come to an end though nobody says stop? Not surely for a mate. */
static inline bool rk_task_ends(const struct rk_task *task)
{
	return !task->infinite && !task->ponder &&
	       (task->has_clock || task->move_time || task->nodes ||
		task->depth);
}

/* A line of thought. Without moves in it: what is being looked at. */
struct rk_info {
	int depth;
	int selective_depth;
	int line; /* 1 is the best */
	int score;
	enum rk_bound bound;
	uint16_t win, draw, loss; /* of 1000 games from here */
	/* And what each seat takes, half of each draw; partners win together. */
	uint16_t shares[RK_MAX_SEATS];
	uint64_t nodes;
	uint64_t time; /* milliseconds */
	int hash_full; /* of 1000 entries */
	const rk_any_move *moves;
	int move_count;
	rk_any_move tried; /* a move at the root, and which one it is */
	int tried_number;
};

/* `best` is 0 only where there is no legal move. */
struct rk_answer {
	rk_any_move best;
	rk_any_move ponder; /* the expected reply, or 0 */
	int score;
	int depth;
	uint64_t nodes;
};

/*
 * Who is told. The calls come from start() itself or from another thread,
 * but never two at a time and none after answer.
 */
struct rk_listener {
	void *self;
	void (*info)(void *self, const struct rk_info *info);
	void (*answer)(void *self, const struct rk_answer *answer);
};

enum rk_think_option {
	RK_THINK_HASH, /* megabytes */
	RK_THINK_THREADS,
};

struct rk_thinker {
	void *self;
	/*
	 * Thinks about a copy of the task. May return at once and think in
	 * other threads, or when all is over. One task at a time.
	 */
	void (*start)(void *self, const struct rk_task *task,
		      const struct rk_listener *listener);
	/* Answer now. Returns after the answer was given. */
	void (*stop)(void *self);
	/* Returns after the answer was given. NULL: so does start(). */
	void (*wait)(void *self);
	/* The expected move was played. */
	void (*ponderhit)(void *self);
	/* A new game: what was learnt is forgotten. */
	void (*forget)(void *self);
	/* false: cannot be had; then all is as it was. */
	bool (*set)(void *self, enum rk_think_option option, int64_t value);
	/* Can it think about games by these rules? */
	bool (*knows)(void *self, const struct rk_rules *rules);
	/* What the position is worth without looking ahead. */
	int (*evaluate)(void *self, const struct rk_rules *rules,
			const void *pos);
	uint64_t (*now)(void *self); /* milliseconds */
};

#endif
