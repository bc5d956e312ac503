/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Judging moves that were played. The numbers are ours, for two sides: a
 * twentieth of the game given away is an inaccuracy, a tenth a mistake, a fifth
 * a blunder. docs/analyse.md tells them to users.
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

/* They are numbered from 0. */
static int count_sides(const struct rk_rules *rules)
{
	int last = 0;

	for (int seat = 0; seat < rules->players; seat++)
		if (rules->sides[seat] > last)
			last = rules->sides[seat];
	return last + 1;
}

enum rk_verdict rk_verdict_of(const struct rk_rules *rules, int loss)
{
	int verdict = RK_VERDICT_BLUNDER;
	int sides = count_sides(rules);

	while (verdict > RK_VERDICT_GOOD && loss * sides / 2 < limits[verdict])
		verdict--;
	return (enum rk_verdict)verdict;
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
		RK_VERDICT_GOOD,
		rk_expected(pos, best) - rk_expected(pos, got),
		clip(best) - clip(got),
	};

	if (is_best || judgement.loss < 0)
		judgement.loss = 0;
	if (is_best || judgement.hundredths < 0)
		judgement.hundredths = 0;
	judgement.verdict = rk_verdict_of(&rk_rules_standard, judgement.loss);
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
