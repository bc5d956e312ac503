/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Playing like somebody with an Elo number: what such a player overlooks, how
 * far he misjudges, how far he looks. docs/levels.md tells how it is meant and
 * what was measured.
 */
#ifndef RK_ENGINE_WEAK_H
#define RK_ENGINE_WEAK_H

#include "rookery/engine.h"

/* How somebody plays, for one task. */
struct rk_weakness {
	uint64_t salt;  /* chance: of the seed and the position */
	uint16_t blind; /* how much is overlooked */
	uint16_t noise; /* how far it misjudges, in hundredths of a pawn */
	rk_move sure;   /* at the root one move is always seen */
	bool sees_root; /* or all of them are */
	struct rk_table table; /* the part of the engine's that it uses */
	struct rk_table *whole;
};

/*
 * Before and after the task of an engine that is ready to think of it. In
 * between engine->weak says how it plays, or is NULL where nothing is to be
 * weakened: no strength was asked for, one beyond RK_ELO_MOST, or the truth.
 */
void rk_weak_begin(struct rk_engine *engine);
void rk_weak_end(struct rk_engine *engine);

/* Is this legal move of the position at hand overlooked? */
bool rk_weak_misses(const struct rk_engine *engine, int ply, rk_move move);

/* What it believes if the evaluation is really that. */
int rk_weak_judge(const struct rk_engine *engine, int ply, int eval);

#endif
