/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The fit itself, and the program around it; tune_fit.h says what is minimised.
 * All processors that are asked for share a batch. The same call gives the same
 * weights.
 */
#include "tools/tune_fit.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/options.h"

#define THREADS_MAX 16

static struct tuner *tuner;
static long epochs = 30, width, threads = 2;
static double *mean, *spread; /* Adam's two averages */

/* ---- Memory ---- */

static void *checked(void *memory)
{
	if (memory)
		return memory;
	fprintf(stderr, "tune: out of memory\n");
	exit(1);
}

static void *grown(void *memory, size_t *cap, size_t size)
{
	*cap += *cap / 2 + 4096;
	return checked(realloc(memory, *cap * size));
}

void samples_add(struct samples *samples, const void *sample)
{
	if (samples->count == samples->cap)
		samples->list =
			grown(samples->list, &samples->cap, samples->size);
	memcpy((char *)samples->list + samples->count++ * samples->size, sample,
	       samples->size);
}

size_t samples_add_factors(struct samples *samples, const int16_t *times,
			   int count)
{
	size_t before = samples->used;

	for (int i = 0; i < count; i++) {
		if (!times[i])
			continue;
		if (samples->used == samples->heap_cap)
			samples->heap = grown(samples->heap, &samples->heap_cap,
					      sizeof(*samples->heap));
		samples->heap[samples->used++] =
			(struct factor){(int16_t)i, times[i]};
	}
	return samples->used - before;
}

static void *sample_at(size_t i)
{
	return (char *)tuner->samples.list + i * tuner->samples.size;
}

/* ---- The loss and its gradient ---- */

/* A thread's part of a batch. */
struct share {
	size_t from, to;
	double width;
	double *gradient;
	double loss[2]; /* training and validation */
	size_t count[2];
	bool learn;
};

static struct share shares[THREADS_MAX];

static double expected(double score, double curve)
{
	return 1 / (1 + exp(-score / curve));
}

static double target(const struct label *label, double curve)
{
	double share = (double)tuner->result / 100;

	return share * label->result / 2 +
	       (1 - share) * expected(label->score, curve);
}

static void *work(void *argument)
{
	struct share *share = argument;

	for (size_t i = share->from; i < share->to; i++) {
		const void *sample = sample_at(i);
		const struct label *label = sample;
		double e =
			tuner->model(&tuner->samples, sample, tuner->weights);
		double p = expected(e, share->width);
		double miss = p - target(label, share->width);

		share->loss[label->held_out] += miss * miss;
		share->count[label->held_out]++;
		if (share->learn && !label->held_out)
			tuner->gradient(&tuner->samples, sample, tuner->weights,
					2 * miss * p * (1 - p) / share->width,
					share->gradient);
	}
	return NULL;
}

static void begin_share(struct share *share, size_t from, size_t to,
			double curve, bool learn)
{
	*share = (struct share){
		.from = from,
		.to = to,
		.width = curve,
		.learn = learn,
		.gradient = share->gradient,
	};
	memset(share->gradient, 0,
	       (size_t)tuner->weight_count * sizeof(*share->gradient));
}

/* Processes samples `from` to `to` in all threads; totals are in shares[0]. */
static const struct share *run(size_t from, size_t to, double curve, bool learn)
{
	pthread_t ids[THREADS_MAX];
	size_t size = (to - from) / (size_t)threads + 1;

	for (long i = 0; i < threads; i++) {
		size_t first = from + (size_t)i * size, last = first + size;

		begin_share(&shares[i], first < to ? first : to,
			    last < to ? last : to, curve, learn);
		pthread_create(&ids[i], NULL, work, &shares[i]);
	}
	for (long i = 0; i < threads; i++) {
		pthread_join(ids[i], NULL);
		for (int w = 0; i && learn && w < tuner->weight_count; w++)
			shares[0].gradient[w] += shares[i].gradient[w];
		for (int k = 0; i && k < 2; k++) {
			shares[0].loss[k] += shares[i].loss[k];
			shares[0].count[k] += shares[i].count[k];
		}
	}
	return &shares[0];
}

static double loss_of(const struct share *share, int which)
{
	return share->count[which]
		       ? share->loss[which] / (double)share->count[which]
		       : 0;
}

/* The width with which scores foretell results best, by ternary search. */
static double best_width(void)
{
	double low = tuner->width_least, high = tuner->width_most;
	long share = tuner->result;

	tuner->result = 100;
	while (high - low > 1) {
		double a = low + (high - low) / 3, b = high - (high - low) / 3;
		double at_a =
			loss_of(run(0, tuner->samples.count, a, false), 0);

		if (at_a < loss_of(run(0, tuner->samples.count, b, false), 0))
			high = b;
		else
			low = a;
	}
	tuner->result = share;
	return (low + high) / 2;
}

/* ---- The descent ---- */

static void step(const double *gradient, double size, long number, double now)
{
	double first = 1 - pow(0.9, (double)number);
	double second = 1 - pow(0.999, (double)number);

	for (int i = 0; i < tuner->weight_count; i++) {
		double g = gradient[i] / size + tuner->penalty(tuner, i);

		mean[i] = 0.9 * mean[i] + 0.1 * g;
		spread[i] = 0.999 * spread[i] + 0.001 * g * g;
		tuner->weights[i] -=
			(float)(now * tuner->reach(i) * mean[i] / first /
				(sqrt(spread[i] / second) + 1e-12));
	}
}

static void swap(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char kept = a[i];

		a[i] = b[i];
		b[i] = kept;
	}
}

static void shuffle(void)
{
	uint64_t seed = 1;

	for (size_t i = tuner->samples.count; i > 1; i--) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		swap(sample_at(i - 1), sample_at((size_t)(seed >> 20) % i),
		     tuner->samples.size);
	}
}

static void print_loss(long epoch, double curve)
{
	const struct share *share = run(0, tuner->samples.count, curve, false);

	printf("%4ld  loss %.6f  held out %.6f\n", epoch, loss_of(share, 0),
	       loss_of(share, 1));
	fflush(stdout);
}

static void descend(double curve)
{
	const double pi = 3.14159265358979;
	size_t count = tuner->samples.count, size = (size_t)tuner->batch;
	long number = 0;

	print_loss(0, curve);
	for (long epoch = 1; epoch <= epochs; epoch++) {
		double slower = 0.5 * (1 + cos(pi * (double)(epoch - 1) /
					       (double)epochs));

		for (size_t i = 0; i < count; i += size) {
			size_t to = i + size < count ? i + size : count;
			const struct share *share = run(i, to, curve, true);

			step(share->gradient, (double)(to - i), ++number,
			     (double)tuner->rate / 100 * slower);
		}
		if (epoch % 5 == 0 || epoch == epochs)
			print_loss(epoch, curve);
	}
}

/* ---- The program ---- */

/* The formula and the engine must agree up to rounding. */
static void compare_with_engine(void)
{
	size_t far = 0;

	for (size_t i = 0; i < tuner->samples.count; i++) {
		const struct label *label = sample_at(i);

		far += fabs(tuner->model(&tuner->samples, label,
					 tuner->weights) -
			    label->eval) > tuner->rounding;
	}
	printf("formula and engine differ by more than %d in %zu\n",
	       tuner->rounding, far);
}

static bool read_arguments(const struct tool_option *options, size_t known,
			   int count, char **words)
{
	for (int i = 2; i < count; i++) {
		switch (tool_option_set(tuner->program, options, known,
					words[i],
					i + 1 < count ? words[i + 1] : NULL)) {
		case TOOL_OPTION_SET:
			i++;
			continue;
		case TOOL_OPTION_REFUSED:
			return false;
		default:
			break;
		}
		if (!tuner->read(&tuner->samples, words[i])) {
			fprintf(stderr, "%s: %s: no file of games\n",
				tuner->program, words[i]);
			return false;
		}
	}
	if (count > 2 && tuner->samples.count > 0)
		return true;
	fprintf(stderr, "usage: %s WEIGHTS_H [OPTION N]... GAMES...\n",
		tuner->program);
	tool_options_list(options, known);
	return false;
}

static void take_memory(void)
{
	size_t count = (size_t)tuner->weight_count;

	mean = checked(calloc(count, sizeof(*mean)));
	spread = checked(calloc(count, sizeof(*spread)));
	for (long i = 0; i < threads; i++)
		shares[i].gradient =
			checked(calloc(count, sizeof(*shares[i].gradient)));
}

int tune_main(struct tuner *given, int count, char **words)
{
	const struct tool_option options[] = {
		{"epochs", &epochs, 0, 10000, "times through all positions"},
		{"batch", &given->batch, 100, 1000000, "positions for a step"},
		{"result", &given->result, 0, 100,
		 "percent that the result counts, the search's score the rest"},
		{"width", &width, 0, 5000,
		 "of the curve; 0: the one that fits best"},
		{"threads", &threads, 1, THREADS_MAX, "processors that work"},
		{"rate", &given->rate, 1, 10000,
		 "first step, hundredths of a point"},
		{given->pull_name, &given->pull, 0, 1000000,
		 given->pull_meaning},
	};
	double curve;

	tuner = given;
	if (!read_arguments(options, sizeof(options) / sizeof(options[0]),
			    count, words))
		return 2;
	take_memory();
	printf("%zu positions, %zu factors\n", tuner->samples.count,
	       tuner->samples.used);
	compare_with_engine();
	shuffle();
	curve = width ? (double)width : best_width();
	printf("width %.0f\n", curve);
	descend(curve);
	tuner->finish(tuner->weights);
	if (tuner->write(words[1], tuner->weights))
		return 0;
	perror(words[1]);
	return 1;
}
