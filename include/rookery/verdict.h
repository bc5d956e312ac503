/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Verdicts on moves that were played, from the engine's scores before and
 * after them. What counts is the expected result, not pawns: a side that is a
 * queen up gives little away with a pawn.
 */
#ifndef ROOKERY_VERDICT_H
#define ROOKERY_VERDICT_H

#include "rookery/think.h"

enum rk_verdict {
	RK_VERDICT_GOOD,
	RK_VERDICT_INACCURACY, /* ?! */
	RK_VERDICT_MISTAKE,    /* ? */
	RK_VERDICT_BLUNDER,    /* ?? */
	RK_VERDICTS,
};

/* The expected result of the side to move, in thousandths: a draw is 500. */
int rk_expected(const struct rk_pos *pos, int score);

/*
 * The verdict on giving away `loss` thousandths of the game. With more than
 * two sides each has less to lose, and the limits are lower.
 */
enum rk_verdict rk_verdict_of(const struct rk_rules *rules, int loss);

/* A verdict and what the move gave away; never negative. */
struct rk_move_verdict {
	enum rk_verdict verdict;
	int loss;       /* in thousandths of the game */
	int hundredths; /* in hundredths of a pawn; mates are ten pawns */
};

/*
 * The verdict on a move made in `pos`. Both scores are the player's view: of
 * the best move, and after the move that was played. `is_best`: the two are
 * the same move, which gives nothing away even if the scores differ.
 */
struct rk_move_verdict rk_verdict_of_move(const struct rk_pos *pos, int best,
					  int got, bool is_best);

/* Sums over the moves of a player; starts zeroed. */
struct rk_accuracy {
	uint32_t moves;
	uint32_t count[RK_VERDICTS];
	uint64_t hundredths;
	uint64_t accuracy;
};

/* Adds a move. */
void rk_accuracy_add(struct rk_accuracy *accuracy,
		     const struct rk_move_verdict *result);

/* Accuracy in tenths of a per cent; 1000 if nothing was given away. */
uint32_t rk_accuracy_percent(const struct rk_accuracy *accuracy);

/* Average loss in hundredths of a pawn per move. */
uint32_t rk_accuracy_loss(const struct rk_accuracy *accuracy);

#endif
