/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tunes the weights of the evaluation, so that it predicts the results of the
 * games of tools/selfplay.c best. A position's evaluation E means the expected
 * result 1 / (1 + exp(-E / width)); the squared error against the result, mixed
 * with the score of the search, is minimised by gradient descent (Adam). A tenth
 * of the games is held out for validation.
 *
 *	tune WEIGHTS_H [OPTION N]... GAMES...
 *
 * starts from the weights that it was compiled with and writes WEIGHTS_H. The
 * options are in a table below.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/tune.h"

#define THREADS_MAX 16

static long epochs = 30, batch = 16384, result_share = 70, width, threads = 2;
static long rate = 100, hold = 5;

static const struct {
	const char *name;
	long *value;
	long least, most;
	const char *meaning;
} options[] = {
	{"epochs", &epochs, 0, 10000, "times through all positions"},
	{"batch", &batch, 100, 1000000, "positions for a step"},
	{"result", &result_share, 0, 100,
	 "percent that the result counts, the search's score the rest"},
	{"width", &width, 0, 2000, "of the curve; 0: the one that fits best"},
	{"threads", &threads, 1, THREADS_MAX, ""},
	{"rate", &rate, 1, 10000, "first step, hundredths of a point"},
	{"hold", &hold, 0, 1000000, "pull towards the old weights"},
};

#define OPTIONS (sizeof(options) / sizeof(options[0]))

static struct samples samples;
static float old[WEIGHTS], weights[WEIGHTS];
static double mean[WEIGHTS], spread[WEIGHTS]; /* Adam's two averages */

/* A thread's part of a batch. */
struct share {
	size_t from, to;
	double width;
	double gradient[WEIGHTS];
	double loss[2]; /* training and validation */
	size_t count[2];
	bool learn;
};

static double expected(double score, double curve)
{
	return 1 / (1 + exp(-score / curve));
}

static double target(const struct sample *sample, double curve)
{
	double share = (double)result_share / 100;

	return share * sample->result / 2 +
	       (1 - share) * expected(sample->score, curve);
}

static void *work(void *argument)
{
	struct share *share = argument;

	for (size_t i = share->from; i < share->to; i++) {
		const struct sample *sample = &samples.list[i];
		double e = model(&samples, sample, weights);
		double p = expected(e, share->width);
		double miss = p - target(sample, share->width);

		share->loss[sample->held_out] += miss * miss;
		share->count[sample->held_out]++;
		if (share->learn && !sample->held_out)
			model_gradient(&samples, sample, weights,
				       2 * miss * p * (1 - p) / share->width,
				       share->gradient);
	}
	return NULL;
}

/* Processes samples `from` to `to` in all threads; totals are in shares[0]. */
static const struct share *run(size_t from, size_t to, double curve, bool learn)
{
	static struct share shares[THREADS_MAX];
	pthread_t ids[THREADS_MAX];
	size_t size = (to - from) / (size_t)threads + 1;

	memset(shares, 0, sizeof(shares));
	for (long i = 0; i < threads; i++) {
		size_t first = from + (size_t)i * size;

		shares[i].from = first < to ? first : to;
		shares[i].to = first + size < to ? first + size : to;
		shares[i].width = curve;
		shares[i].learn = learn;
		pthread_create(&ids[i], NULL, work, &shares[i]);
	}
	for (long i = 0; i < threads; i++) {
		pthread_join(ids[i], NULL);
		for (int w = 0; i && learn && w < WEIGHTS; w++)
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

/* The width with the least loss, by ternary search. */
static double best_width(void)
{
	double low = 50, high = 800;
	long share = result_share;

	result_share = 100;
	while (high - low > 1) {
		double a = low + (high - low) / 3, b = high - (high - low) / 3;
		double at_a = loss_of(run(0, samples.count, a, false), 0);

		if (at_a < loss_of(run(0, samples.count, b, false), 0))
			high = b;
		else
			low = a;
	}
	result_share = share;
	return (low + high) / 2;
}

static void step(const double *gradient, double size, long number, double now)
{
	double first = 1 - pow(0.9, (double)number);
	double second = 1 - pow(0.999, (double)number);

	for (int i = 0; i < WEIGHTS; i++) {
		/* King danger weights have a larger scale. */
		double reach = i >= DANGER && i < COMPLEXITY ? 4 : 1;
		double g = gradient[i] / size +
			   (double)hold * 1e-10 / (reach * reach) *
				   (double)(weights[i] - old[i]);

		mean[i] = 0.9 * mean[i] + 0.1 * g;
		spread[i] = 0.999 * spread[i] + 0.001 * g * g;
		weights[i] -= (float)(now * reach * mean[i] / first /
				      (sqrt(spread[i] / second) + 1e-12));
	}
}

static void shuffle(void)
{
	uint64_t seed = 1;

	for (size_t i = samples.count; i > 1; i--) {
		size_t other;
		struct sample kept = samples.list[i - 1];

		seed = seed * 6364136223846793005u + 1442695040888963407u;
		other = (size_t)(seed >> 20) % i;
		samples.list[i - 1] = samples.list[other];
		samples.list[other] = kept;
	}
}

static void print_loss(long epoch, double curve)
{
	const struct share *share = run(0, samples.count, curve, false);

	printf("%4ld  loss %.6f  held out %.6f\n", epoch, loss_of(share, 0),
	       loss_of(share, 1));
	fflush(stdout);
}

static void descend(double curve)
{
	const double pi = 3.14159265358979;
	long number = 0;

	print_loss(0, curve);
	for (long epoch = 1; epoch <= epochs; epoch++) {
		double slower = 0.5 * (1 + cos(pi * (double)(epoch - 1) /
					       (double)epochs));

		for (size_t i = 0; i < samples.count; i += (size_t)batch) {
			size_t to = i + (size_t)batch;
			const struct share *share;

			to = to < samples.count ? to : samples.count;
			share = run(i, to, curve, true);
			step(share->gradient, (double)(to - i), ++number,
			     (double)rate / 100 * slower);
		}
		if (epoch % 5 == 0 || epoch == epochs)
			print_loss(epoch, curve);
	}
}

/* Moves the mean of a type's square values into its material value. */
static void centre_squares(int half)
{
	for (int type = RK_PAWN; type <= RK_KING; type++) {
		float *squares = weights + half + RK_AT_psqt + 32 * type;
		int from = type == RK_PAWN ? 4 : 0;
		int to = type == RK_PAWN ? 28 : 32;
		float total = 0;

		for (int i = from; i < to; i++)
			total += squares[i];
		total = (float)lround(total / (float)(to - from));
		for (int i = from; i < to; i++)
			squares[i] -= total;
		if (type < RK_KING)
			weights[half + RK_AT_material + type] += total;
	}
}

/*
 * The formula and the engine must agree up to rounding, which can decide which
 * side an even end game favours.
 */
static void compare_with_engine(void)
{
	size_t far = 0;

	for (size_t i = 0; i < samples.count; i++)
		far += fabs(model(&samples, &samples.list[i], weights) -
			    samples.list[i].eval) > 3;
	printf("formula and engine differ by more than 3 in %zu\n", far);
}

static bool set_option(const char *name, const char *text)
{
	for (size_t i = 0; text && i < OPTIONS; i++) {
		char *end;
		long value = strtol(text, &end, 10);

		if (strcmp(name, options[i].name) != 0)
			continue;
		if (*end || end == text || value < options[i].least ||
		    value > options[i].most) {
			fprintf(stderr, "tune: %s is %ld to %ld\n", name,
				options[i].least, options[i].most);
			exit(2);
		}
		*options[i].value = value;
		return true;
	}
	return false;
}

static void usage(void)
{
	fprintf(stderr, "usage: tune WEIGHTS_H [OPTION N]... GAMES...\n");
	for (size_t i = 0; i < OPTIONS; i++)
		fprintf(stderr, "  %-8s %6ld  %s\n", options[i].name,
			*options[i].value, options[i].meaning);
}

static bool read_arguments(int count, char **words)
{
	for (int i = 2; i < count; i++) {
		if (set_option(words[i], i + 1 < count ? words[i + 1] : NULL)) {
			i++;
			continue;
		}
		if (!samples_read(&samples, words[i], 10)) {
			fprintf(stderr, "tune: %s: no file of games\n",
				words[i]);
			return false;
		}
	}
	return count > 2 && samples.count > 0;
}

int main(int count, char **words)
{
	double curve;

	if (!read_arguments(count, words)) {
		usage();
		return 2;
	}
	weights_now(old);
	weights_now(weights);
	printf("%zu positions, %zu factors\n", samples.count, samples.used);
	compare_with_engine();
	shuffle();
	curve = width ? (double)width : best_width();
	printf("width %.0f\n", curve);
	descend(curve);
	centre_squares(MIDDLE);
	centre_squares(END);
	if (weights_write(words[1], weights))
		return 0;
	perror(words[1]);
	return 1;
}
