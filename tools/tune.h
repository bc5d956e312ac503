/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The parts of tools/tune.c. What the evaluation counted in a position is
 * taken down once (tune_trace.c); from then on it is a formula of the weights
 * whose derivatives are known (tune_model.c).
 */
#ifndef TOOLS_TUNE_H
#define TOOLS_TUNE_H

#include <stddef.h>

#include "engine/terms.h"

/* All weights in one row: terms twice, dangers, chances. */
enum {
	MIDDLE = 0,
	END = RK_TERM_COUNT,
	DANGER = 2 * RK_TERM_COUNT,
	CHANCE = DANGER + RK_DANGER_COUNT,
	WEIGHTS = CHANCE + RK_CHANCE_COUNT,
};

/* A weight counted so many times, White's less Black's. */
struct factor {
	int16_t place;
	int16_t times;
};

/*
 * Factors lie in a common heap from `first` on: terms, dangers for White's
 * king, for Black's, chances.
 */
struct sample {
	size_t first;
	uint8_t terms, white, black, chances;
	uint8_t held_out; /* not for learning */
	uint8_t phase;    /* of 24 */
	uint8_t scale;    /* of 64 */
	uint8_t result;   /* of White, in halves */
	int16_t score;    /* of the search, White's view */
	int16_t eval;     /* as the engine has it, White's view */
};

struct samples {
	struct sample *list;
	size_t count, room;
	struct factor *heap;
	size_t used, heap_room;
};

/* The positions of a file of games; false if it cannot be read. */
bool samples_read(struct samples *samples, const char *name, int every);

/* The weights as they are in engine/weights.h now. */
void weights_now(float weights[WEIGHTS]);

/* Writes engine/weights.h; false if that fails. */
bool weights_write(const char *name, const float weights[WEIGHTS]);

/* The evaluation as a formula, White's view. */
double model(const struct samples *samples, const struct sample *sample,
	     const float weights[WEIGHTS]);

/* Adds to the gradient what this sample's evaluation changing by 1 does. */
void model_gradient(const struct samples *samples, const struct sample *sample,
		    const float weights[WEIGHTS], double by,
		    double gradient[WEIGHTS]);

#endif
