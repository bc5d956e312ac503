/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The evaluation as a floating-point formula of its weights. Must equal
 * engine/eval.c, which uses integers, up to rounding.
 */
#include "tools/tune.h"

#include "engine/eval_king.h"

#define PHASE_FULL 24.0

/* Intermediate values for the gradient. */
struct steps {
	double danger[2]; /* 0 if it does not count */
	double end;       /* before the complexities */
	double complexity;
	bool lost; /* nothing is left of the edge */
};

static double sum(const struct factor *factors, int count, const float *weights)
{
	double total = 0;

	for (int i = 0; i < count; i++)
		total += factors[i].times * (double)weights[factors[i].place];
	return total;
}

static double counted(double danger)
{
	if (danger < 0)
		return 0;
	return danger < RK_DANGER_MAX ? danger : RK_DANGER_MAX;
}

static double evaluate(const struct samples *samples,
		       const struct sample *sample, const float *weights,
		       struct steps *steps)
{
	const struct factor *terms = samples->heap + sample->first;
	const struct factor *white = terms + sample->terms;
	const struct factor *black = white + sample->white;
	const struct factor *complexities = black + sample->black;
	double middle = 0, end = 0, size;

	for (int i = 0; i < sample->terms; i++) {
		middle += terms[i].times *
			  (double)weights[MIDDLE + terms[i].place];
		end += terms[i].times * (double)weights[END + terms[i].place];
	}
	steps->danger[0] = counted(sum(white, sample->white, weights + DANGER));
	steps->danger[1] = counted(sum(black, sample->black, weights + DANGER));
	middle += (steps->danger[1] * steps->danger[1] -
		   steps->danger[0] * steps->danger[0]) /
		  4096;
	end += (steps->danger[1] - steps->danger[0]) / 16;
	steps->end = end;
	steps->complexity =
		sum(complexities, sample->complexities, weights + COMPLEXITY);
	size = end < 0 ? -end : end;
	steps->lost = steps->complexity <= -size;
	size = steps->lost ? 0 : size + steps->complexity;
	end = (end < 0 ? -size : size) * sample->scale / 64.0;
	return (middle * sample->phase + end * (PHASE_FULL - sample->phase)) /
	       PHASE_FULL;
}

double model(const struct samples *samples, const void *sample,
	     const float *weights)
{
	struct steps steps;

	return evaluate(samples, sample, weights, &steps);
}

void model_gradient(const struct samples *samples, const void *given,
		    const float *weights, double by, double *gradient)
{
	const struct sample *sample = given;
	const struct factor *factor = samples->heap + sample->first;
	double middle = by * sample->phase / PHASE_FULL;
	double end = by * (1 - sample->phase / PHASE_FULL) * sample->scale / 64;
	uint8_t dangers[2] = {sample->white, sample->black};
	struct steps steps;
	double complexity;

	evaluate(samples, sample, weights, &steps);
	if (steps.lost)
		end = 0;
	complexity = steps.end < 0 ? -end : end;
	for (int i = 0; i < sample->terms; i++, factor++) {
		gradient[MIDDLE + factor->place] += middle * factor->times;
		gradient[END + factor->place] += end * factor->times;
	}
	for (int side = 0; side < 2; side++) {
		double danger = steps.danger[side];
		double slope = middle * danger / 2048 + end / 16;

		slope = danger <= 0 || danger >= RK_DANGER_MAX ? 0 : slope;
		slope = side ? slope : -slope;
		for (int i = 0; i < dangers[side]; i++, factor++)
			gradient[DANGER + factor->place] +=
				slope * factor->times;
	}
	for (int i = 0; i < sample->complexities; i++, factor++)
		gradient[COMPLEXITY + factor->place] +=
			complexity * factor->times;
}
