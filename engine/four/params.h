/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The parameters of the search for four players: margins, bonuses and limits
 * that have no reason but that games went well with them. Those for two players
 * are in engine/params.h.
 *
 * Scores are centipawns, reductions 1/1024 of a ply.
 */
#ifndef RK_ENGINE_FOUR_PARAMS_H
#define RK_ENGINE_FOUR_PARAMS_H

/* clang-format off */
#define RK4_PARAMS(X) \
	/* Pruning of a node. */ \
	X(razor_depth, 3, "razoring: up to this depth") \
	X(razor_margin, 350, "below alpha, for each ply") \
	X(rfp_depth, 8, "reverse futility: up to this depth") \
	X(rfp_margin, 110, "above beta, for each ply") \
	X(rfp_improving, 60, "less if improving") \
	X(null_reduction, 3, "null move: plies") \
	X(null_depth_share, 16, "and this share of the depth, of 64") \
	X(null_eval_unit, 200, "and a ply for each of these above beta, ...") \
	X(null_eval_most, 3, "... at most so many") \
	X(probcut_min_depth, 5, "ProbCut: from this depth on") \
	X(probcut_reduction, 4, "plies") \
	X(probcut_margin, 250, "above beta") \
	X(probcut_improving, 50, "less if improving") \
	X(iir_min_depth, 4, "internal iterative reduction from here") \
	/* Pruning of a move. */ \
	X(capture_see, 120, "SEE may lose this for each ply") \
	X(lmp_base, 5, "late move pruning: moves, and depth squared") \
	X(history_prune_depth, 4, "history pruning to this depth") \
	X(history_prune, 4000, "below minus this, for a ply") \
	X(futility_depth, 8, "futility pruning to this depth") \
	X(futility_base, 140, "margin") \
	X(futility_margin, 130, "for each ply") \
	X(futility_history, 128, "1/n of history") \
	X(quiet_see, 30, "SEE may lose this by depth squared") \
	/* Late move reductions. */ \
	X(lmr_offset, 200, "always") \
	X(lmr_scale, 64, "of the table, of 64") \
	X(lmr_cut_node, 1200, "more in a cut node") \
	X(lmr_not_improving, 600, "more if not improving") \
	X(lmr_pv, 1000, "less in a PV node") \
	X(lmr_was_pv, 700, "less if it once was one") \
	X(lmr_check, 1200, "less if a hostile king is in check") \
	X(lmr_tt_capture, 600, "more if the TT move captures") \
	X(lmr_cutoffs, 3, "more if the replies cut off so often, ...") \
	X(lmr_cutoffs_more, 800, "... by this much") \
	X(lmr_killer, 1000, "less for a killer") \
	X(lmr_history, 8, "less 1/n of quiet history") \
	X(lmr_capture, 800, "less for a capture") \
	X(lmr_capture_history, 10, "and 1/n of its history") \
	/* Quiescence search. */ \
	X(delta_margin, 200, "delta pruning") \
	/* Histories. */ \
	X(bonus_slope, 160, "a cutoff, for each ply") \
	X(bonus_offset, 60, "less this") \
	X(bonus_most, 1700, "at most") \
	X(bonus_fail_low, 90, "for the move before a fail low") \
	X(correction_share, 16, "of an error for each ply, of 128") \
	X(correction_limit, 256, "most of a bonus, of 1024") \
	X(correction_armies, 32, "weight of an army's pieces, of 2560") \
	X(correction_moves, 64, "of the last two moves") \
	/* Order of moves. */ \
	X(order_check, 12000, "a quiet check") \
	X(order_counter_move, 30000, "counter move") \
	/* Iterations. */ \
	X(aspiration_width, 20, "half of it, ...") \
	X(aspiration_score, 16, "... and 1/n of the score")
/* clang-format on */

enum {
#define RK4_PARAM_VALUE(name, value, meaning) RK4_PARAM_##name = (value),
	RK4_PARAMS(RK4_PARAM_VALUE)
};

#define PARAM4(name) RK4_PARAM_##name

#endif
