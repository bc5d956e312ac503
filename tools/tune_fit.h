/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the tuners for two and for four players have in common: they look for the
 * weights of an evaluation with which it predicts the results of games best.
 *
 * What the evaluation counts in a position is recorded once, as a sample; from
 * then on the evaluation is a formula of the weights with known derivatives. A
 * score E means the expected result 1 / (1 + exp(-E / width)). The squared error
 * against the result, mixed with the score of the search, is minimised by
 * gradient descent (Adam). Some games are held out for validation.
 */
#ifndef TOOLS_TUNE_FIT_H
#define TOOLS_TUNE_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A weight and how often it counts. */
struct factor {
	int16_t place;
	int16_t times;
};

/* How every sample begins. Scores and result are those of the same side. */
struct label {
	uint8_t held_out; /* for validation */
	uint8_t result;   /* in halves */
	int16_t score;    /* the search's */
	int16_t eval;     /* the engine's */
};

struct samples {
	void *list;  /* structs that begin with a struct label */
	size_t size; /* of one of them */
	size_t count, cap;
	struct factor *heap; /* the factors of all samples */
	size_t used, heap_cap;
};

/* Appends a sample; ends the program if memory is short. */
void samples_add(struct samples *samples, const void *sample);

/* Appends a factor for each number but 0; returns how many there were. */
size_t samples_add_factors(struct samples *samples, const int16_t *times,
			   int count);

/*
 * An evaluation that is tuned. `weights` and `old` are rows of weight_count that
 * begin as the weights the program was compiled with. The numbers of the options are
 * defaults.
 */
struct tuner {
	const char *program;
	struct samples samples;
	int weight_count;
	float *weights, *old;
	long batch, result, rate;
	/* The option that keeps weights from learning the games by heart. */
	const char *pull_name, *pull_meaning;
	long pull;
	/* Between these the width is looked for. */
	double width_least, width_most;
	/* More than this is no rounding between formula and engine. */
	int rounding;

	/* Appends the samples of a file of games; false if it is none. */
	bool (*read)(struct samples *samples, const char *name);
	double (*model)(const struct samples *samples, const void *sample,
			const float *weights);
	/* Adds `by` times the derivative of the model to the gradient. */
	void (*gradient)(const struct samples *samples, const void *sample,
			 const float *weights, double by, double *gradient);
	/* How far a step moves this weight, compared with others; may be 0. */
	double (*reach)(int place);
	/* The derivative of the penalty for what this weight has become. */
	double (*penalty)(const struct tuner *tuner, int place);
	/* What is left to do with the weights at the end. */
	void (*finish)(float *weights);
	bool (*write)(const char *name, const float *weights);
};

/* The program: `PROGRAM WEIGHTS_H [OPTION N]... GAMES...`; its exit status. */
int tune_main(struct tuner *tuner, int count, char **words);

#endif
