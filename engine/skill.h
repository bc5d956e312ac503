/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Playing at a given Elo strength: which moves such a player overlooks, how
 * far off the evaluation is, and how many nodes are searched. docs/levels.md
 * explains the idea and gives measurements.
 */
#ifndef RK_ENGINE_SKILL_H
#define RK_ENGINE_SKILL_H

#include "rookery/engine.h"

/* The strength of one task. */
struct rk_skill {
	uint64_t salt;      /* random: from the seed and the root position */
	uint16_t blindness; /* how many moves are overlooked */
	uint16_t noise; /* error of the evaluation, in hundredths of a pawn */
	rk_move visible_move; /* a root move that is always seen */
	bool sees_root;       /* all root moves are seen */
	struct rk_tt tt;      /* the part of the engine's table in use */
	struct rk_tt *whole_tt;
};

/*
 * Around the search of a task, once the control and the position are set.
 * Between the two calls engine->skill is set, unless the task is to be played
 * at full strength (see rk_task_is_weak() in rookery/think.h).
 */
void rk_skill_begin(struct rk_engine *engine);
void rk_skill_end(struct rk_engine *engine);

/* Is this legal move of the current node overlooked? */
bool rk_skill_overlooks(const struct rk_engine *engine, int ply, rk_move move);

/* The evaluation as this player sees it, within +-RK_EVAL_MAX. */
int rk_skill_eval(const struct rk_engine *engine, int ply, int eval);

#endif
