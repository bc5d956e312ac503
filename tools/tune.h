/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of tools/tune, which tune the evaluation for two players:
 * what is recorded of a position (tune_trace.c), and the evaluation as a formula
 * of the weights with known derivatives (tune_model.c).
 */
#ifndef TOOLS_TUNE_H
#define TOOLS_TUNE_H

#include "engine/terms.h"
#include "tools/tune_fit.h"

/* All weights in one row: terms twice, dangers, complexities. */
enum {
	MIDDLE = 0,
	END = RK_TERM_COUNT,
	DANGER = 2 * RK_TERM_COUNT,
	COMPLEXITY = DANGER + RK_DANGER_COUNT,
	WEIGHTS = COMPLEXITY + RK_COMPLEXITY_COUNT,
};

/*
 * Scores and result are White's. Factors are in the heap from `first` on: terms,
 * White's minus Black's, dangers for White's king, for Black's, chances.
 */
struct sample {
	struct label label;
	uint8_t terms, white, black, complexities;
	uint8_t phase; /* of 24 */
	uint8_t scale; /* of 64 */
	size_t first;
};

/* These are the functions of a struct tuner. */
bool samples_read(struct samples *samples, const char *name);
double model(const struct samples *samples, const void *sample,
	     const float *weights);
void model_gradient(const struct samples *samples, const void *sample,
		    const float *weights, double by, double *gradient);
bool weights_write(const char *name, const float *weights);

/* The current weights of engine/weights.h. */
void weights_now(float weights[WEIGHTS]);

#endif
