/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tunes the weights of the four-player evaluation in teams, so that it predicts
 * the results of games that tools/arena.c wrote. As tools/tune.c does it: a
 * position's evaluation E means the expected result 1 / (1 + exp(-E / width));
 * the squared error against the result, mixed with the score of the search, is
 * minimised by gradient descent (Adam). A tenth of the games is held out.
 *
 *	tune_four WEIGHTS_H [OPTION N]... GAMES...
 *
 * starts from the weights that it was compiled with and writes WEIGHTS_H. The
 * evaluation is compiled with calls of rk4_trace_term() and rk4_trace_danger().
 */
/* The Makefile says so for all its files; clang-tidy has only this. */
#ifndef RK_TRACE
#define RK_TRACE
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/four/board.h"
#include "engine/four/search.h"
#include "ports/host/output.h"
#include "rookery/rules.h"
#include "tools/games_four.h"

#define SCORE_MAX 2000 /* positions beyond this are decided */
#define SKIP_PLIES 2   /* after the random moves */

static long epochs = 30, batch = 4096, result_share = 60, width, rate = 200;
static long smooth = 100;

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
	{"width", &width, 0, 5000, "of the curve; 0: the one that fits best"},
	{"rate", &rate, 1, 10000, "first step, hundredths of a point"},
	{"smooth", &smooth, 0, 1000000,
	 "pull of a square towards those beside it"},
};

/* What one enemy contributes to the danger of a king. */
struct attack {
	uint8_t used, moment;
	int8_t counts[8];
};

struct factor {
	int16_t place, times;
};

struct sample {
	struct attack attacks[RK4_SEATS][2];
	uint32_t first;
	uint16_t factors;
	uint8_t held_out;
	uint8_t result; /* Red's and Yellow's, in halves */
	int16_t score;  /* the search's, their view */
	int16_t eval;   /* the engine's, their view */
};

static struct sample *samples;
static struct factor *heap;
static size_t sample_count, sample_cap, heap_count, heap_cap;
static float weights[RK4_WEIGHTS], old[RK4_WEIGHTS];
static double mean[RK4_WEIGHTS], spread[RK4_WEIGHTS];
static struct rk4_engine engine;
static struct rk4_ply plies[2];

/* ---- The trace ---- */

static int16_t trace[RK4_WEIGHTS];
static struct attack attacks[RK4_SEATS][2];

void rk4_trace_term(int place, int times, int seat)
{
	trace[place] = (int16_t)(trace[place] + (seat & 1 ? -times : times));
}

void rk4_trace_danger(int seat, int moment, const int counts[8])
{
	struct attack *attack = &attacks[seat][attacks[seat][0].used];

	attack->used = 1;
	attack->moment = (uint8_t)moment;
	for (int i = 0; i < 8; i++)
		attack->counts[i] = (int8_t)counts[i];
}

static void trace_squares(void)
{
	for (int square = 0; square < RK4_BOARD; square++) {
		int cell = engine.pos.board[square], seat, to, file;

		if (!rk4_is_piece(cell) || cell & RK4_DEAD)
			continue;
		seat = rk4_seat(cell);
		to = rk4_relative_square(seat, square);
		file = (to & 15) - 1 > 6 ? 14 - (to & 15) : (to & 15) - 1;
		rk4_trace_term(RK4_AT_material + rk4_type(cell), 1, seat);
		rk4_trace_term(RK4_AT_psqt + rk4_type(cell) * RK4_HALF_BOARD +
				       ((to >> 4) - 1) * 7 + file,
			       1, seat);
	}
}

static void *grown(void *list, size_t count, size_t *cap, size_t size)
{
	if (count < *cap)
		return list;
	*cap = *cap ? 2 * *cap : 65536;
	list = realloc(list, *cap * size);
	if (!list) {
		fprintf(stderr, "tune_four: out of memory\n");
		exit(1);
	}
	return list;
}

static void add_sample(const struct rk4_pos *pos, int score, int winners,
		       bool held_out)
{
	int sign = pos->turn & 1 ? -1 : 1;
	struct sample *sample;

	samples = grown(samples, sample_count, &sample_cap, sizeof(*samples));
	sample = &samples[sample_count++];
	memset(trace, 0, sizeof(trace));
	memset(attacks, 0, sizeof(attacks));
	engine.pos = *pos;
	rk4_psqt_start(&plies[0].psqt, &engine);
	*sample = (struct sample){
		.first = (uint32_t)heap_count,
		.held_out = held_out,
		.result = (uint8_t)(winners & 5 ? 2
				    : winners   ? 0
						: 1),
		.score = (int16_t)(sign * score),
		.eval = (int16_t)(sign * rk4_eval(&engine, 0)),
	};
	memcpy(sample->attacks, attacks, sizeof(attacks));
	trace_squares();
	for (int i = 0; i < RK4_WEIGHTS; i++) {
		if (!trace[i])
			continue;
		heap = grown(heap, heap_count, &heap_cap, sizeof(*heap));
		heap[heap_count++] = (struct factor){(int16_t)i, trace[i]};
		sample->factors++;
	}
}

static bool is_quiet(const struct rk4_pos *pos, rk4_move move)
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (rk4_in_check(pos, seat))
			return false;
	return pos->board[rk4_move_to(move)] == RK4_EMPTY &&
	       !rk4_move_promoted(move);
}

static bool read_games(const char *name)
{
	FILE *file = fopen(name, "rb");
	static struct four_game game;
	union rk_any_pos pos;
	struct rk4_undo undo;
	long number = 0;

	if (!file)
		return false;
	while (four_game_read(file, &game)) {
		number++;
		memset(&pos, 0, sizeof(pos));
		rk_rules_teams.start(&pos, game.start);
		for (int i = 0; i < game.plies; i++) {
			int score = game.scores[i];

			if (!rk4_move_is_legal(&pos.four, game.moves[i]))
				break;
			if (i >= game.random_moves + SKIP_PLIES &&
			    abs(score) <= SCORE_MAX &&
			    is_quiet(&pos.four, game.moves[i]))
				add_sample(&pos.four, score, game.winners,
					   number % 10 == 0);
			rk4_make(&pos.four, game.moves[i], &undo);
		}
	}
	fclose(file);
	return number > 0;
}

/* ---- The evaluation as a formula, Red's and Yellow's view ---- */

/* The danger of a seat's king before the square; `one` are the two attacks. */
static double danger_of(const struct sample *sample, int seat, double one[2],
			bool *both)
{
	int attackers = 0;
	double sum = 0;

	for (int i = 0; i < 2; i++) {
		const struct attack *attack = &sample->attacks[seat][i];

		one[i] = 0;
		if (!attack->used)
			continue;
		for (int k = 0; k < 8; k++)
			one[i] += attack->counts[k] *
				  (double)weights[RK4_AT_zone + k];
		sum += one[i] *
		       (double)weights[RK4_AT_danger_moment + attack->moment] /
		       64;
		attackers += attack->counts[0] + attack->counts[1] +
				     attack->counts[2] + attack->counts[3] >
			     0;
	}
	*both = attackers > 1;
	return sum;
}

static double model(const struct sample *sample, double gradient[RK4_WEIGHTS],
		    double by)
{
	const struct factor *factor = heap + sample->first;
	double sum = 0, one[2];

	for (int i = 0; i < sample->factors; i++, factor++) {
		sum += factor->times * (double)weights[factor->place];
		if (gradient)
			gradient[factor->place] += by * factor->times;
	}
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		bool both;
		double base = danger_of(sample, seat, one, &both), sign, slope;
		double more =
			1 + both * (double)weights[RK4_AT_danger_both] / 64;
		double danger = base * more;

		if (danger <= 0)
			continue;
		danger = danger < 4000 ? danger : 4000;
		sign = seat & 1 ? 1 : -1;
		sum += sign *
		       (danger + danger * danger / RK4_DANGER_SQUARE_TEAMS);
		if (!gradient || danger >= 4000)
			continue;
		slope = by * sign * (1 + 2 * danger / RK4_DANGER_SQUARE_TEAMS);
		gradient[RK4_AT_danger_both] += slope * base * both / 64;
		for (int i = 0; i < 2; i++) {
			const struct attack *attack = &sample->attacks[seat][i];
			double share;

			if (!attack->used)
				continue;
			share = (double)weights[RK4_AT_danger_moment +
						attack->moment] /
				64;
			gradient[RK4_AT_danger_moment + attack->moment] +=
				slope * more * one[i] / 64;
			for (int k = 0; k < 8; k++)
				gradient[RK4_AT_zone + k] += slope * more *
							     share *
							     attack->counts[k];
		}
	}
	return sum;
}

/* ---- The descent ---- */

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

static void measure(double curve, double loss[2])
{
	size_t count[2] = {0};

	loss[0] = loss[1] = 0;
	for (size_t i = 0; i < sample_count; i++) {
		double miss = expected(model(&samples[i], NULL, 0), curve) -
			      target(&samples[i], curve);

		loss[samples[i].held_out] += miss * miss;
		count[samples[i].held_out]++;
	}
	for (int i = 0; i < 2; i++)
		loss[i] /= count[i] ? (double)count[i] : 1;
}

/* The width with the least loss, by ternary search. */
static double best_width(void)
{
	double low = 100, high = 2000, at_a[2], at_b[2];
	long share = result_share;

	result_share = 100;
	while (high - low > 10) {
		double a = low + (high - low) / 3, b = high - (high - low) / 3;

		measure(a, at_a);
		measure(b, at_b);
		if (at_a[0] < at_b[0])
			high = b;
		else
			low = a;
	}
	result_share = share;
	return (low + high) / 2;
}

/*
 * By how much the squares beside this one have changed, on average. Single squares
 * would learn the games by heart, so they are pulled towards that, and a little
 * towards their old values. Files are mirrored.
 */
static double around(int place)
{
	int table = place - (place - RK4_AT_psqt) % RK4_HALF_BOARD;
	int square = (place - RK4_AT_psqt) % RK4_HALF_BOARD;
	int rank = square / 7, file = square % 7, count = 0;
	double sum = 0;

	for (int to = 0; to < RK4_HALF_BOARD; to++) {
		int up = abs(to / 7 - rank), aside = abs(to % 7 - file);

		if (to == square || up > 1 || aside > 1)
			continue;
		sum += (double)(weights[table + to] - old[table + to]);
		count++;
	}
	return sum / count;
}

static void step(const double *gradient, double size, long number, double now)
{
	double first = 1 - pow(0.9, (double)number);
	double second = 1 - pow(0.999, (double)number);

	for (int i = 0; i < RK4_WEIGHTS; i++) {
		double g = gradient[i] / size, change = weights[i] - old[i];

		/* The sum is the same for everybody. */
		if (i == RK4_AT_in_game)
			continue;
		if (i >= RK4_AT_psqt && i <= RK4_END_psqt)
			g += (double)smooth * 1e-10 *
			     (change - around(i) + change / 20);
		else
			g += 1e-10 * change;
		mean[i] = 0.9 * mean[i] + 0.1 * g;
		spread[i] = 0.999 * spread[i] + 0.001 * g * g;
		weights[i] -= (float)(now * mean[i] / first /
				      (sqrt(spread[i] / second) + 1e-9));
	}
}

static void shuffle(void)
{
	uint64_t seed = 1;

	for (size_t i = sample_count; i > 1; i--) {
		struct sample kept = samples[i - 1];
		size_t other;

		seed = seed * 6364136223846793005u + 1442695040888963407u;
		other = (size_t)(seed >> 20) % i;
		samples[i - 1] = samples[other];
		samples[other] = kept;
	}
}

static void print_loss(long epoch, double curve)
{
	double loss[2];

	measure(curve, loss);
	printf("%4ld  loss %.6f  held out %.6f\n", epoch, loss[0], loss[1]);
	fflush(stdout);
}

static void descend(double curve)
{
	static double gradient[RK4_WEIGHTS];
	const double pi = 3.14159265358979;
	long number = 0;

	print_loss(0, curve);
	for (long epoch = 1; epoch <= epochs; epoch++) {
		double now =
			(double)rate / 200 *
			(1 + cos(pi * (double)(epoch - 1) / (double)epochs));

		for (size_t i = 0; i < sample_count; i += (size_t)batch) {
			size_t to = i + (size_t)batch;

			to = to < sample_count ? to : sample_count;
			memset(gradient, 0, sizeof(gradient));
			for (size_t j = i; j < to; j++) {
				const struct sample *sample = &samples[j];
				double p =
					expected(model(sample, NULL, 0), curve);
				double miss = p - target(sample, curve);

				if (!sample->held_out)
					model(sample, gradient,
					      2 * miss * p * (1 - p) / curve);
			}
			step(gradient, (double)(to - i), ++number, now);
		}
		if (epoch % 5 == 0 || epoch == epochs)
			print_loss(epoch, curve);
	}
}

/* ---- Weights ---- */

static const struct {
	const char *name;
	int count;
} terms[] = {
#define ROW(name, count, meaning) {#name, count},
	RK4_TERMS(ROW){NULL, 0}};

static void write_row(FILE *file, const float *row)
{
	fprintf(file, "\t{\n");
	for (int i = 0; terms[i].name; i++) {
		fprintf(file, "\t/* %s */", terms[i].name);
		for (int k = 0; k < terms[i].count; k++)
			fprintf(file, "%s%ld,", k % 7 ? " " : "\n\t",
				lroundf(*row++));
		fprintf(file, "\n");
	}
	fprintf(file, "\t},\n");
}

static bool write_weights(const char *name)
{
	struct host_output output;
	float ffa[RK4_WEIGHTS];

	for (int i = 0; i < RK4_WEIGHTS; i++)
		ffa[i] = rk4_weights[0][i];
	if (!host_output_open(&output, name))
		return false;
	fprintf(output.file,
		"/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */\n"
		"/*\n * The value of every term in terms.h: a row for "
		"free-for-all games, set by hand,\n * and one for teams. "
		"Written by tools/tune_four.c; do not edit.\n */\n"
		"#ifndef RK_ENGINE_FOUR_WEIGHTS_H\n"
		"#define RK_ENGINE_FOUR_WEIGHTS_H\n\n"
		"#include \"engine/four/terms.h\"\n\n"
		"/* clang-format off */\n"
		"const int16_t rk4_weights[2][RK4_WEIGHTS] = {\n");
	write_row(output.file, ffa);
	write_row(output.file, weights);
	fprintf(output.file, "};\n/* clang-format on */\n\n#endif\n");
	return host_output_close(&output, true);
}

/* Moves the mean of a type's square values into its material value. */
static void centre_squares(void)
{
	for (int type = RK_PAWN; type < RK_KING; type++) {
		float *squares = weights + RK4_AT_psqt + type * RK4_HALF_BOARD;
		float total = 0;

		for (int i = 0; i < RK4_HALF_BOARD; i++)
			total += squares[i];
		total = roundf(total / RK4_HALF_BOARD);
		for (int i = 0; i < RK4_HALF_BOARD; i++)
			squares[i] -= total;
		weights[RK4_AT_material + type] += total;
	}
}

/* ---- The program ---- */

static bool set_option(const char *name, const char *text)
{
	for (size_t i = 0; text && i < sizeof(options) / sizeof(options[0]);
	     i++) {
		char *end;
		long value = strtol(text, &end, 10);

		if (strcmp(name, options[i].name) != 0)
			continue;
		if (*end || end == text || value < options[i].least ||
		    value > options[i].most) {
			fprintf(stderr, "tune_four: %s is %ld to %ld\n", name,
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
	fprintf(stderr, "usage: tune_four WEIGHTS_H [OPTION N]... GAMES...\n");
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
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
		if (!read_games(words[i])) {
			fprintf(stderr, "tune_four: %s: no file of games\n",
				words[i]);
			return false;
		}
	}
	return count > 2 && sample_count > 0;
}

static void compare_with_engine(void)
{
	size_t far = 0;

	for (size_t i = 0; i < sample_count; i++)
		far += fabs(model(&samples[i], NULL, 0) - samples[i].eval) > 16;
	printf("formula and engine differ by more than 16 in %zu\n", far);
}

int main(int count, char **words)
{
	double curve;

	engine.plies = plies;
	engine.teams = true;
	engine.psqt_kind = 255;
	rk4_psqt_fill(&engine);
	for (int i = 0; i < RK4_WEIGHTS; i++)
		weights[i] = old[i] = rk4_weights[1][i];
	if (!read_arguments(count, words)) {
		usage();
		return 2;
	}
	printf("%zu positions, %zu factors\n", sample_count, heap_count);
	compare_with_engine();
	shuffle();
	curve = width ? (double)width : best_width();
	printf("width %.0f\n", curve);
	descend(curve);
	centre_squares();
	if (write_weights(words[1]))
		return 0;
	perror(words[1]);
	return 1;
}
