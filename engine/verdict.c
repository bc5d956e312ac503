/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Verdicts on moves. With two sides, giving away a twentieth of the expected
 * result is an inaccuracy, a tenth a mistake, a fifth a blunder. These limits
 * are a choice of this program; docs/analyse.md tells users.
 */
#include "rookery/verdict.h"

#include "engine/wdl.h"

/* Scores beyond ten pawns, and mates, count as ten pawns. */
#define MOST_HUNDREDTHS 1000

/* The loss, in thousandths of the result, from which a verdict applies. */
static const int limits[RK_VERDICTS] = {
	[RK_VERDICT_INACCURACY] = 50,
	[RK_VERDICT_MISTAKE] = 100,
	[RK_VERDICT_BLUNDER] = 200,
};

/*
 * What people make of a score: to them a small lead in an opening is not yet half
 * the game, and a larger one wins in every ending. The engine against itself has
 * other chances, see wdl.c. These numbers too are a choice.
 */
static const struct rk_wdl_curve curve = {.even = 110,
					  .even_men = 2,
					  .spread = 60};

int rk_expected(const struct rk_pos *pos, int score)
{
	uint16_t win, loss;

	rk_wdl_of(&curve, pos, score, &win, &loss);
	return (1000 + win - loss) / 2;
}

/* Sides are numbered from 0; partners are on the same side. */
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
 * The expected result depends on the material. Both scores are taken with that
 * before the move, so that an exchange by itself is no loss.
 */
struct rk_move_verdict rk_verdict_of_move(const struct rk_pos *pos, int best,
					  int got, bool is_best)
{
	struct rk_move_verdict result = {
		RK_VERDICT_GOOD,
		rk_expected(pos, best) - rk_expected(pos, got),
		clip(best) - clip(got),
	};

	if (is_best || result.loss < 0)
		result.loss = 0;
	if (is_best || result.hundredths < 0)
		result.hundredths = 0;
	result.verdict = rk_verdict_of(&rk_rules_standard, result.loss);
	return result;
}

/*
 * Accuracy of one move: 1000 if it gives nothing away, 500 for a mistake, and
 * falling ever more slowly after that.
 */
static uint32_t accuracy(int loss)
{
	uint32_t half = (uint32_t)limits[RK_VERDICT_MISTAKE];

	return 1000 * half / (half + (uint32_t)loss);
}

void rk_accuracy_add(struct rk_accuracy *total,
		     const struct rk_move_verdict *result)
{
	total->moves++;
	total->count[result->verdict]++;
	total->hundredths += (uint32_t)result->hundredths;
	total->accuracy += accuracy(result->loss);
}

uint32_t rk_accuracy_percent(const struct rk_accuracy *total)
{
	if (!total->moves)
		return 1000;
	return (uint32_t)(total->accuracy / total->moves);
}

uint32_t rk_accuracy_loss(const struct rk_accuracy *total)
{
	if (!total->moves)
		return 0;
	return (uint32_t)(total->hundredths / total->moves);
}
