/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of tools/tune. What the evaluation counts in a position
 * is recorded once (tune_trace.c); from then on the evaluation is a formula of
 * the weights with known derivatives (tune_model.c).
 */
#ifndef TOOLS_TUNE_H
#define TOOLS_TUNE_H

#include <stddef.h>

#include "engine/terms.h"

/* All weights in one row: terms twice, dangers, complexities. */
enum {
	MIDDLE = 0,
	END = RK_TERM_COUNT,
	DANGER = 2 * RK_TERM_COUNT,
	COMPLEXITY = DANGER + RK_DANGER_COUNT,
	WEIGHTS = COMPLEXITY + RK_COMPLEXITY_COUNT,
};

/* A weight and how often it counts, White's minus Black's. */
struct factor {
	int16_t place;
	int16_t times;
};

/*
 * Factors are in a common heap from `first` on: terms, dangers for White's
 * king, for Black's, chances.
 */
struct sample {
	size_t first;
	uint8_t terms, white, black, complexities;
	uint8_t held_out; /* for validation */
	uint8_t phase;    /* of 24 */
	uint8_t scale;    /* of 64 */
	uint8_t result;   /* White's, in halves */
	int16_t score;    /* the search's, White's view */
	int16_t eval;     /* the engine's, White's view */
};

struct samples {
	struct sample *list;
	size_t count, cap;
	struct factor *heap;
	size_t used, heap_cap;
};

/* Reads the positions of a file of games; false on failure. */
bool samples_read(struct samples *samples, const char *name, int every);

/* The current weights of engine/weights.h. */
void weights_now(float weights[WEIGHTS]);

/* Writes engine/weights.h; false on failure. */
bool weights_write(const char *name, const float weights[WEIGHTS]);

/* The evaluation as a formula, White's view. */
double model(const struct samples *samples, const struct sample *sample,
	     const float weights[WEIGHTS]);

/*
 * Adds the derivative of this sample's evaluation times a factor to the
 * gradient.
 */
void model_gradient(const struct samples *samples, const struct sample *sample,
		    const float weights[WEIGHTS], double by,
		    double gradient[WEIGHTS]);

#endif
