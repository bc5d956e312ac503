/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tunes the weights of the evaluation for two players, so that it predicts the
 * results of the games of tools/selfplay.c best; tune_fit.h says how.
 *
 *	tune WEIGHTS_H [OPTION N]... GAMES...
 *
 * starts from the weights that it was compiled with and writes WEIGHTS_H. A tenth
 * of the games is held out.
 */
#include <math.h>

#include "tools/tune.h"

static float old[WEIGHTS], weights[WEIGHTS];

/* King danger weights have a larger scale. */
static double reach(int place)
{
	return place >= DANGER && place < COMPLEXITY ? 4 : 1;
}

static double penalty(const struct tuner *tuner, int place)
{
	return (double)tuner->pull * 1e-10 / (reach(place) * reach(place)) *
	       (double)(weights[place] - old[place]);
}

/* Moves the mean of a type's square values into its material value. */
static void centre_squares(float *row)
{
	for (int type = RK_PAWN; type <= RK_KING; type++) {
		float *squares = row + RK_AT_psqt + 32 * type;
		int from = type == RK_PAWN ? 4 : 0;
		int to = type == RK_PAWN ? 28 : 32;
		float total = 0;

		for (int i = from; i < to; i++)
			total += squares[i];
		total = (float)lround(total / (float)(to - from));
		for (int i = from; i < to; i++)
			squares[i] -= total;
		if (type < RK_KING)
			row[RK_AT_material + type] += total;
	}
}

static void finish(float *all)
{
	centre_squares(all + MIDDLE);
	centre_squares(all + END);
}

int main(int count, char **words)
{
	/* Rounding can decide which side an even end game favours. */
	struct tuner tuner = {
		.program = "tune",
		.samples.size = sizeof(struct sample),
		.weight_count = WEIGHTS,
		.weights = weights,
		.old = old,
		.batch = 16384,
		.result = 70,
		.rate = 100,
		.pull_name = "hold",
		.pull_meaning = "pull towards the old weights",
		.pull = 5,
		.width_least = 50,
		.width_most = 800,
		.rounding = 3,
		.read = samples_read,
		.model = model,
		.gradient = model_gradient,
		.reach = reach,
		.penalty = penalty,
		.finish = finish,
		.write = weights_write,
	};

	weights_now(old);
	weights_now(weights);
	return tune_main(&tuner, count, words);
}
