/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What to think of a move that was played, once the engine has looked at the
 * positions before and after it. What counts is not pawns but the result to
 * be expected: who is a queen up loses little by losing a pawn.
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

/*
 * What the side to move can expect of the game, in thousandths: 1000 is a
 * win, 500 a draw.
 */
int rk_expected(const struct rk_pos *pos, int score);

/*
 * How bad it is to give away so many thousandths of the game. Where more than
 * two sides play, each has less to lose.
 */
enum rk_verdict rk_verdict_of(const struct rk_rules *rules, int loss);

/* What a move gave away. */
struct rk_judgement {
	enum rk_verdict verdict;
	int loss;       /* in thousandths of the game */
	int hundredths; /* in hundredths of a pawn; mates are ten pawns */
};

/*
 * Judges a move made in `pos`. Both scores are as the player sees them: the
 * best that could be had, and what there is after the move. `is_best`: it is
 * the move that the engine would have made.
 */
struct rk_judgement rk_judge_move(const struct rk_pos *pos, int best, int got,
				  bool is_best);

/* The moves of a player added up. Zeroed, there are none. */
struct rk_conduct {
	uint32_t moves;
	uint32_t count[RK_VERDICTS];
	uint64_t hundredths;
	uint64_t accuracy;
};

void rk_conduct_add(struct rk_conduct *conduct,
		    const struct rk_judgement *judgement);

/* Per cent, in tenths: 1000 if nothing was given away, nor any move made. */
uint32_t rk_conduct_accuracy(const struct rk_conduct *conduct);

/* Hundredths of a pawn a move. */
uint32_t rk_conduct_loss(const struct rk_conduct *conduct);

#endif
