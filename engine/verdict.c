/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Judging moves that were played. The numbers are ours: a twentieth of the
 * game given away is an inaccuracy, a tenth a mistake, a fifth a blunder.
 * docs/analyse.md tells them to users.
 */
#include "rookery/verdict.h"

#include "rookery/engine.h"

#define MOST_HUNDREDTHS 1000

static const int limits[RK_VERDICTS] = {
	[RK_VERDICT_INACCURACY] = 50,
	[RK_VERDICT_MISTAKE] = 100,
	[RK_VERDICT_BLUNDER] = 200,
};

int rk_expected(const struct rk_pos *pos, int score)
{
	uint16_t win, loss;

	rk_engine_chances(pos, score, &win, &loss);
	return (1000 + win - loss) / 2;
}

static int clip(int score)
{
	if (score > MOST_HUNDREDTHS)
		return MOST_HUNDREDTHS;
	return score < -MOST_HUNDREDTHS ? -MOST_HUNDREDTHS : score;
}

/*
 * Both scores are weighed with the material before the move, so that a trade
 * by itself changes nothing.
 */
struct rk_judgement rk_judge_move(const struct rk_pos *pos, int best, int got,
				  bool is_best)
{
	struct rk_judgement judgement = {
		RK_VERDICT_GOOD, rk_expected(pos, best) - rk_expected(pos, got),
		clip(best) - clip(got),
	};

	if (is_best || judgement.loss < 0)
		judgement.loss = 0;
	if (is_best || judgement.hundredths < 0)
		judgement.hundredths = 0;
	for (int i = RK_VERDICT_INACCURACY; i < RK_VERDICTS; i++)
		if (judgement.loss >= limits[i])
			judgement.verdict = (enum rk_verdict)i;
	return judgement;
}

/* 1000 for a move that gives nothing away, 500 for a mistake. */
static uint32_t accuracy(int loss)
{
	uint32_t half = (uint32_t)limits[RK_VERDICT_MISTAKE];

	return 1000 * half / (half + (uint32_t)loss);
}

void rk_conduct_add(struct rk_conduct *conduct,
		    const struct rk_judgement *judgement)
{
	conduct->moves++;
	conduct->count[judgement->verdict]++;
	conduct->hundredths += (uint32_t)judgement->hundredths;
	conduct->accuracy += accuracy(judgement->loss);
}

uint32_t rk_conduct_accuracy(const struct rk_conduct *conduct)
{
	if (!conduct->moves)
		return 1000;
	return (uint32_t)(conduct->accuracy / conduct->moves);
}

uint32_t rk_conduct_loss(const struct rk_conduct *conduct)
{
	if (!conduct->moves)
		return 0;
	return (uint32_t)(conduct->hundredths / conduct->moves);
}
