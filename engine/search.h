/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of the search know of each other. docs/engine.md is the
 * guide: table.c remembers positions, exchange.c counts trades, order.c says
 * which move comes next and learns from what happened, search.c looks ahead,
 * think.c drives it deeper and deeper; course.h has what it shares with the
 * search for four players.
 */
#ifndef RK_ENGINE_SEARCH_H
#define RK_ENGINE_SEARCH_H

#include "core/position.h"
#include "engine/course.h"
#include "engine/eval.h"
#include "engine/weak.h"
#include "rookery/engine.h"

/* ---- table.c: what is remembered of a position ---- */

struct rk_memory {
	rk_move move;
	int16_t score;
	int16_t eval;
	int16_t depth;
	uint8_t bound;
	bool was_pv;
};

/* False: nothing is known. Scores of mates count from `ply`. */
bool rk_table_probe(const struct rk_table *table, uint64_t key, int ply,
		    struct rk_memory *memory);
void rk_table_store(struct rk_table *table, uint64_t key, int ply,
		    const struct rk_memory *memory);
/*
 * The entry itself, 0: there is none. Its lower 48 bits belong to the kind of
 * chess; `move` are those of them that hold a move, which is kept if there
 * is no newer one. The upper ones are what rk_table_kind() makes, and an age.
 */
uint64_t rk_table_find(const struct rk_table *table, uint64_t key);
void rk_table_put(struct rk_table *table, uint64_t key, uint64_t data,
		  uint64_t move);

/* Depths begin at -1, which is 0 here. */
static inline uint64_t rk_table_kind(int depth, bool was_pv, int bound)
{
	return (uint64_t)(uint8_t)(depth + 1) << 48 | (uint64_t)was_pv << 61 |
	       (uint64_t)(unsigned int)bound << 62;
}

/* In the table a mate is so far from the position, not from the root. */
static inline int rk_score_to_table(int score, int ply)
{
	if (score > RK_SCORE_MATE_SOON)
		return score + ply;
	return score < -RK_SCORE_MATE_SOON ? score - ply : score;
}

static inline int rk_score_from_table(int score, int ply)
{
	if (score > RK_SCORE_MATE_SOON)
		return score - ply;
	return score < -RK_SCORE_MATE_SOON ? score + ply : score;
}

void rk_table_prefetch(const struct rk_table *table, uint64_t key);
int rk_table_fullness(const struct rk_table *table);

/* ---- exchange.c ---- */

/* What a man is worth in a trade. */
extern const int16_t rk_trade_value[8];

/* Does this move win at least so much, all captures there counted? */
bool rk_trade_wins(const struct rk_pos *pos, rk_move move, int least);

/* ---- a line of moves being looked at ---- */

/* One ply of it. That before the root is zero. */
struct rk_ply {
	struct rk_undo undo;
	struct rk_tally tally; /* before the move */
	rk_move move;          /* being tried; none: a pass */
	rk_move excluded;      /* is another move as good as this one? */
	rk_move killers[2];
	int16_t eval;
	uint8_t piece;   /* that makes the move */
	uint8_t doubled; /* times the line was extended by two */
	uint8_t cutoffs; /* of late in the nodes that follow */
};

/* And what only those want to know of it who keep histories. */
struct rk_context {
	rk_bits attacked; /* by the enemy; 0: not known yet */
	int16_t *follow;  /* what is learnt of replies to the move */
};

/* So far they look back, at the root as well. */
#define RK_PLIES_BEFORE 6
/* The last ply looks no further, but that before it writes into two more. */
#define RK_PLIES_AFTER 1

/* A move and its place in the order, in one number. */
typedef uint32_t rk_choice;

/* Counts how a quiet move, a capture or a reply did. */
#define RK_HISTORY_MAX 16384

#define RK_QUIET_BIG (2 * 2 * 2 * 64 * 64)
#define RK_QUIET_SMALL (12 * 64)
#define RK_FOLLOWS (12 * 64)
#define RK_CORRECTIONS 16384

struct rk_history {
	int16_t captures[12 * 64 * 8];
	rk_move counters[12 * 64];
	int16_t follow[RK_FOLLOWS + 1][RK_FOLLOWS];
	int16_t pawns[2][RK_CORRECTIONS];
	int16_t pieces[2][2][RK_CORRECTIONS];
	struct rk_context line[RK_PLIES_BEFORE + RK_MAX_PLY];
};

struct rk_engine {
	/* First, so that no register is needed for its address. */
	struct rk_course course;
	const struct rk_rules *rules; /* of the last task, or NULL */
	void *four_memory;     /* for four players, in the full profile */
	struct rk4_mind *four; /* NULL: not needed yet */
	size_t shared; /* bytes of a small one for either kind of game, or 0 */
	struct rk_pos pos;
	struct rk_table *table;
	struct rk_table own;
	int max_ply;
	int max_lines;
	int null_from; /* no passing before this ply */
	int again;     /* nodes of the line that are being searched twice */
	int max_again;
	struct rk_ply *plies;
	rk_choice *pool;
	int pool_used;
	int pool_size;
	rk_move *pv; /* a triangle; pv_count[] has its rows' lengths */
	uint8_t *pv_count;
	int16_t *quiets;
	int quiet_count;
	struct rk_history *history; /* or NULL, in the small profile */
	struct rk_pawn_memory pawns;
	const struct rk_weakness *weak; /* NULL: as strong as it can */
	struct rk_weakness weakness;
};

/* Of an engine with histories. */
static inline struct rk_context *rk_context(const struct rk_engine *engine,
					    int ply)
{
	return &engine->history->line[RK_PLIES_BEFORE + ply];
}

/* ---- order.c: which move is tried next ---- */

enum rk_stage {
	RK_STAGE_KNOWN,
	RK_STAGE_LIST_CAPTURES,
	RK_STAGE_CAPTURES,
	RK_STAGE_LIST_QUIETS,
	RK_STAGE_QUIETS,
	RK_STAGE_BAD_CAPTURES,
	RK_STAGE_OVER,
};

struct rk_picker {
	rk_move known; /* the move from the table, comes first */
	int16_t least; /* captures that win less come last */
	uint8_t stage;
	bool captures_only;
	bool skip_quiets; /* may be set at any time */
	bool cut_short;   /* there was no room for all moves: it is a leaf */
	bool missed;      /* a move was overlooked; see weak.c */
	bool known_tried;
	uint8_t tried; /* moves that are marked so, the known one included */
	uint16_t start, next, end, bad;
};

/* Where the pool is too full for another list; then it is a leaf. */
bool rk_picker_has_room(const struct rk_engine *engine);

void rk_picker_start(struct rk_picker *picker, struct rk_engine *engine,
		     rk_move known, bool captures_only, int least);
rk_move rk_picker_next(struct rk_picker *picker, struct rk_engine *engine,
		       int ply);
/* The move that came last was tried; the first ones of a node are marked. */
void rk_picker_mark(struct rk_picker *picker, struct rk_engine *engine);
/* Gives the room back. In the order of a stack. */
void rk_picker_end(struct rk_picker *picker, struct rk_engine *engine);

bool rk_is_quiet(const struct rk_pos *pos, rk_move move);
int rk_quiet_history(const struct rk_engine *engine, int ply, rk_move move);
int rk_capture_history(const struct rk_engine *engine, rk_move move);

/* A move was good enough; the others that are marked as tried were not. */
void rk_history_learn(struct rk_engine *engine, int ply, int depth,
		      rk_move best, const struct rk_picker *picker);
/* A quiet move as a reply to those before it, be it made already or not. */
void rk_history_reply(struct rk_engine *engine, int ply, int piece,
		      rk_move move, int bonus);
/* A quiet move alone. */
void rk_history_reward(struct rk_engine *engine, int ply, rk_move move,
		       int bonus);

/* The evaluation with what was learnt of its errors; and the learning. */
int rk_correct(const struct rk_engine *engine, int ply, int eval);
void rk_correct_learn(struct rk_engine *engine, int ply, int depth, int error);

/* ---- engine.c and think.c: the engine for two players ---- */

/* A small one becomes one for this kind of game; what it was is gone. */
void rk_engine_share(struct rk_engine *engine, bool four);
int rk_evaluate_two(const struct rk_pos *pos);
void rk_forget_two(struct rk_engine *engine);
void rk_think_two(struct rk_engine *engine, const struct rk_task *task,
		  const struct rk_engine_port *port, struct rk_answer *answer);

/* ---- search.c, prune.c ---- */

/* In the small profile, how many nodes of a line may be searched twice. */
#define RK_SMALL_AGAIN 2

int rk_search(struct rk_engine *engine, int alpha, int beta, int depth, int ply,
	      bool cut);
rk_move *rk_search_pv(const struct rk_engine *engine, int ply);
/*
 * How much less to look at a late move, in 1/1024 of a ply: the product of two
 * logarithms. Each search adds what is its own.
 */
int rk_reduction(int depth, int moves);

static inline int rk_piece_index(int piece)
{
	return rk_piece_colour(piece) * 6 + rk_piece_type(piece);
}

/* The continuation histories' row: who went where. */
static inline int rk_follow_index(int piece, rk_move move)
{
	return rk_piece_index(piece) * 64 + rk_move_to(move);
}

#endif
