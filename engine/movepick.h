/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The move picker: hands out the legal moves of a node one by one, those that
 * are likely to cause a cutoff first, and generates and scores them only when
 * they are due.
 */
#ifndef RK_ENGINE_MOVEPICK_H
#define RK_ENGINE_MOVEPICK_H

#include "core/position.h"
#include "rookery/engine.h"

/*
 * A move in the low 16 bits, its score (biased by 32768) above: comparing two
 * of these numbers compares scores.
 */
typedef uint32_t rk_scored_move;

/*
 * A scored move below this has lost its score: it was handed out, searched
 * and did not cut off. No score is that low otherwise.
 */
#define RK_SCORED_TRIED 65536

enum rk_stage {
	RK_STAGE_TT_MOVE,
	RK_STAGE_GENERATE_CAPTURES,
	RK_STAGE_GOOD_CAPTURES,
	RK_STAGE_GENERATE_QUIETS,
	RK_STAGE_QUIETS,
	RK_STAGE_BAD_CAPTURES,
	RK_STAGE_DONE,
};

/*
 * The lists live in the engine's pool, which is used like a stack: [start,
 * bad_end) are bad captures, [next, end) is what is left of the current stage.
 * Every node has a picker on the C stack, so it is kept small.
 */
struct rk_picker {
	rk_move tt_move;
	int16_t see_threshold; /* captures that win less are bad ones */
	uint8_t stage;
	bool captures_only; /* ends after the good captures */
	bool skip_quiets;   /* may be set at any time */
	bool keep_checks;   /* skip_quiets spares quiet checks */
	bool overflow;      /* the pool was full: treat the node as a leaf */
	bool overlooked;    /* a move was left out; see skill.c */
	bool tt_move_tried;
	uint8_t tried_count; /* moves marked as tried, with the tt_move */
	uint16_t start, next, end, bad_end;
};

/* False: the pool is too full for another list of moves. */
bool rk_picker_has_space(const struct rk_engine *engine);

/* `tt_move` is legal or none. The position must not change before the end. */
void rk_picker_init(struct rk_picker *picker, struct rk_engine *engine,
		    rk_move tt_move, bool captures_only, int see_threshold);
/* The next move, or none. Between calls the position is the same. */
rk_move rk_picker_next(struct rk_picker *picker, struct rk_engine *engine,
		       int ply);

/* From now on only those quiet moves that give check. */
static inline void rk_picker_skip_quiets(struct rk_picker *picker)
{
	picker->skip_quiets = picker->keep_checks = true;
}

/*
 * The last move handed out was searched and did not cut off. The first 32
 * are marked in the pool, for rk_history_update().
 */
void rk_picker_mark_tried(struct rk_picker *picker, struct rk_engine *engine);
/* Frees its part of the pool. Pickers are released in reverse order. */
void rk_picker_release(struct rk_picker *picker, struct rk_engine *engine);

/* Neither a capture nor a promotion. */
bool rk_is_quiet(const struct rk_pos *pos, rk_move move);
/* As rk_move_gives_check(), but cheap when asked for many moves of a node. */
bool rk_gives_check(const struct rk_engine *engine, int ply, rk_move move);
/* Computes and keeps `threats` of struct rk_ply_context; not in the small profile. */
rk_bits rk_picker_find_threats(const struct rk_engine *engine, int ply);

#endif
