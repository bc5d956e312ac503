/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The parameters of the search for two players: every margin, bonus and limit
 * that has no reason but that games went well with it. In code a parameter is
 * PARAM(name). That is a constant, so a name costs nothing.
 *
 * In a build for tuning (RK_TUNE, `make FLAVOUR=tune build/tune/rookery`) it is
 * a variable with a UCI option of the same name. tools/spsa.py plays games with
 * other values and writes the better ones into this table.
 *
 * Scores are hundredths of a pawn, reductions 1/1024 of a ply. Where a value is
 * a share of 64, 128 and so on, that is because whole numbers would be too
 * coarse to be tuned. Time and windows are shared with four players.
 */
#ifndef RK_ENGINE_PARAMS_H
#define RK_ENGINE_PARAMS_H

/* clang-format off */
/* X(name, value, least, most, step, meaning); a step is what tuning tries. */
#define RK_PARAMS(X) \
	/* Pruning of a node. */ \
	X(razor_depth, 4, 0, 12, 1, "razoring: up to this depth") \
	X(razor_margin, 280, 50, 800, 28, "below alpha, for each ply") \
	X(rfp_depth, 9, 0, 20, 1, "reverse futility: up to this depth") \
	X(rfp_margin, 75, 10, 250, 8, "above beta, for each ply") \
	X(null_min_depth, 2, 1, 8, 1, "null move: from this depth on") \
	X(null_margin, 160, 0, 500, 20, "static evaluation above beta, ...") \
	X(null_margin_depth, 20, 0, 60, 3, "... less this for each ply") \
	X(null_reduction, 4, 1, 8, 1, "plies") \
	X(null_depth_share, 16, 0, 48, 2, "and this share of depth, of 64") \
	X(null_eval_unit, 180, 40, 600, 20, "and a ply for each of these") \
	X(null_eval_most, 3, 0, 8, 1, "plies for the evaluation at most") \
	X(null_verify_depth, 14, 4, 40, 1, "verification from this depth on") \
	X(null_verify_share, 48, 0, 64, 4, "of its plies, without it; of 64") \
	X(probcut_min_depth, 5, 2, 12, 1, "ProbCut: from this depth on") \
	X(probcut_reduction, 4, 2, 8, 1, "plies") \
	X(probcut_margin, 180, 50, 500, 18, "above beta") \
	X(probcut_improving, 50, 0, 150, 8, "less if improving") \
	X(iir_min_depth, 4, 2, 12, 1, "internal iterative reduction from here") \
	/* Pruning of a move. */ \
	X(capture_futility_depth, 6, 0, 16, 1, "captures: up to this depth") \
	X(capture_futility_base, 250, 0, 800, 25, "margin") \
	X(capture_futility_margin, 200, 0, 600, 20, "for each ply") \
	X(capture_futility_history, 512, 64, 4096, 64, "16/n of history") \
	X(capture_see, 100, 10, 300, 10, "SEE may lose this for each ply") \
	X(capture_see_history, 1024, 128, 8192, 128, "and 16/n of history") \
	X(lmp_base, 4, 0, 16, 1, "late move pruning: moves, and ...") \
	X(lmp_square, 128, 16, 400, 12, "... of depth squared; of 128") \
	X(check_see, 120, 10, 400, 12, "checks: SEE, by depth squared") \
	X(history_prune_depth, 5, 0, 16, 1, "history pruning to this depth") \
	X(history_prune, 3500, 500, 12000, 300, "below minus this, for a ply") \
	X(history_depth_unit, 8192, 1024, 32768, 700, "a ply of reduced depth") \
	X(futility_depth, 10, 0, 20, 1, "futility pruning to this depth") \
	X(futility_base, 100, 0, 400, 12, "margin") \
	X(futility_margin, 110, 20, 300, 10, "for each ply") \
	X(quiet_see, 24, 2, 100, 3, "SEE may lose this by depth squared") \
	/* Extensions. */ \
	X(singular_min_depth, 6, 4, 14, 1, "singular extension from here on") \
	X(singular_tt_depth, 3, 0, 8, 1, "plies that the entry may lack") \
	X(singular_margin, 96, 8, 320, 10, "below the entry, a ply; of 64") \
	X(singular_share, 32, 16, 48, 2, "depth of the search, of 64") \
	X(double_margin, 18, 0, 100, 4, "below that: two plies") \
	X(triple_margin, 100, 10, 400, 14, "three plies, a quiet move") \
	X(double_most, 8, 0, 32, 1, "extensions of two plies in a line") \
	/* Late move reductions. */ \
	X(lmr_offset, 600, 0, 2048, 80, "always") \
	X(lmr_slope, 100, 30, 255, 6, "of log(depth) * log(moves), of 220") \
	X(lmr_cut_node, 1600, 0, 4096, 150, "more in a cut node") \
	X(lmr_not_improving, 700, 0, 2048, 80, "more if not improving") \
	X(lmr_pv, 1000, 0, 3072, 100, "less in a PV node") \
	X(lmr_was_pv, 800, 0, 3072, 100, "less if it once was one") \
	X(lmr_check, 900, 0, 3072, 100, "less if the move gives check") \
	X(lmr_tt_capture, 800, 0, 3072, 100, "more if the TT move captures") \
	X(lmr_cutoffs, 3, 0, 12, 1, "more if the replies cut off so often, ...") \
	X(lmr_cutoffs_more, 900, 0, 3072, 100, "... by this much") \
	X(lmr_killer, 1000, 0, 3072, 100, "less for a killer") \
	X(lmr_history, 128, 32, 1024, 12, "less 16/n of quiet history") \
	X(lmr_capture, 700, 0, 3072, 100, "less for a capture") \
	X(lmr_capture_history, 160, 32, 1024, 16, "and 16/n of its history") \
	X(deeper_margin, 60, 5, 250, 8, "re-search a ply deeper") \
	X(shallower_margin, 10, 0, 60, 3, "re-search a ply less deep") \
	/* Quiescence search. */ \
	X(delta_margin, 150, 0, 500, 15, "delta pruning") \
	/* Histories. */ \
	X(bonus_slope, 160, 20, 500, 16, "a cutoff, for each ply") \
	X(bonus_offset, 60, 0, 500, 20, "less this") \
	X(bonus_most, 1700, 400, 4000, 120, "at most") \
	X(bonus_tt_slope, 120, 0, 400, 14, "a TT cutoff, for each ply") \
	X(bonus_tt_most, 1200, 200, 4000, 100, "at most") \
	X(bonus_research, 80, 0, 300, 10, "after a re-search, a ply") \
	X(bonus_fail_low, 90, 0, 300, 10, "for the move before a fail low") \
	X(correction_share, 16, 2, 64, 2, "of an error for each ply, of 128") \
	X(correction_limit, 256, 32, 512, 20, "most of a bonus, of 1024") \
	X(correction_pawns, 128, 0, 400, 12, "weight of the pawns, of 2560") \
	X(correction_pieces, 64, 0, 300, 8, "of the pieces, each colour") \
	X(correction_moves, 64, 0, 256, 8, "of the last two moves; of 64") \
	X(halfmove_scale, 220, 120, 500, 15, "halfmoves until a lead is gone") \
	/* Order of moves. */ \
	X(order_killer, 9000, 0, 24000, 700, "first killer") \
	X(order_killer_second, 7000, 0, 24000, 700, "second killer") \
	X(order_counter_move, 5000, 0, 24000, 700, "counter move") \
	X(order_threat, 32, 0, 128, 4, "SEE value of a threat, of 16") \
	X(order_quiet, 128, 0, 400, 12, "weight of quiet history, of 256") \
	X(order_reply, 128, 0, 400, 12, "continuation, a ply back, ...") \
	X(order_follow, 128, 0, 400, 12, "... two plies, ...") \
	X(order_fourth, 64, 0, 400, 12, "... four, ...") \
	X(order_sixth, 32, 0, 400, 12, "... six") \
	X(order_capture_history, 64, 4, 400, 8, "16/n of capture history") \
	/* Iterations and time. */ \
	X(aspiration_min_depth, 5, 2, 12, 1, "a window from this depth on") \
	X(aspiration_width, 12, 3, 80, 3, "half of it") \
	X(aspiration_score, 16000, 2000, 60000, 2000, "score squared / n") \
	X(aspiration_most, 700, 100, 3000, 80, "then the full window") \
	X(aspiration_growth, 64, 16, 256, 8, "after a failure, of 128") \
	X(aspiration_less, 3, 0, 6, 1, "plies less after fail highs, at most") \
	X(time_moves, 30, 12, 60, 3, "moves that are expected") \
	X(time_moves_most, 50, 20, 80, 3, "of a time control, at most") \
	X(time_reserve, 200, 0, 1000, 20, "milliseconds never planned") \
	X(time_hard, 5, 1, 12, 1, "hard limit: times the soft one") \
	X(time_hard_most, 60, 10, 95, 5, "and per cent of what is left") \
	X(time_increment_much, 48, 0, 64, 4, "of 64 of it, with much time, ...") \
	X(time_increment_some, 32, 0, 64, 4, "... some, ...") \
	X(time_increment_little, 16, 0, 64, 4, "... and little") \
	X(time_stable_0, 160, 50, 255, 10, "per cent, best move is new, ...") \
	X(time_stable_1, 125, 50, 255, 8, "... the same for 1 iteration, ...") \
	X(time_stable_2, 105, 40, 255, 7, "... 2, ...") \
	X(time_stable_3, 92, 40, 255, 7, "... 3, ...") \
	X(time_stable_4, 82, 30, 255, 6, "... 4, ...") \
	X(time_stable_5, 78, 30, 255, 6, "... 5, ...") \
	X(time_stable_6, 75, 30, 255, 6, "... 6 or more") \
	X(time_fall_most, 60, 0, 250, 8, "largest fall of the score") \
	X(time_fall_unit, 100, 20, 255, 10, "a fall that doubles the time") \
	X(time_effort_most, 190, 80, 255, 10, "per cent with no effort, ...") \
	X(time_effort_share, 130, 0, 250, 10, "... less this with all of it")
/* clang-format on */

#ifdef RK_TUNE

struct rk_params {
#define RK_PARAM_MEMBER(name, value, least, most, step, meaning) int name;
	RK_PARAMS(RK_PARAM_MEMBER)
};

extern struct rk_params rk_params;

#define PARAM(name) rk_params.name

#else

enum {
#define RK_PARAM_VALUE(name, value, least, most, step, meaning) \
	RK_PARAM_##name = (value),
	RK_PARAMS(RK_PARAM_VALUE)
};

#define PARAM(name) RK_PARAM_##name

#endif

#endif
