/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tunes the weights of the four-player evaluation, so that it predicts the results
 * and scores of the games that tools/arena.c wrote; tune_fit.h says how.
 *
 *	tune_four [ffa] WEIGHTS_H [OPTION N]... GAMES...
 *
 * starts from the weights that it was compiled with and writes WEIGHTS_H, with
 * the row for teams changed, or with `ffa` that for free-for-all games. A tenth
 * of the games is held out. The evaluation is compiled with calls of
 * rk4_trace_term() and rk4_trace_danger().
 *
 * A sample has the factors of every seat's value. In teams the score is that of
 * Red and Yellow, in a free-for-all game that of the seat to move. There the
 * result is a win if that seat had more points at the end than the others on
 * average; this is what the score compares, and about half of the seats do.
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
#include "tools/tune_fit.h"

#define HOLD_EVERY 10  /* games, of which one is held out */
#define SCORE_MAX 2000 /* positions beyond this are decided */
#define SCORE_MAX_FFA 5000
#define SKIP_PLIES 2    /* after the random moves */
#define DANGER_MAX 4000 /* as in engine/four/eval.c */

/* What one enemy contributes to the danger of a king. */
struct attack {
	uint8_t used, moment;
	int8_t counts[8];
};

/* The place of a factor is that of the weight, and RK4_WEIGHTS for each seat. */
struct sample {
	struct label label;
	uint8_t us;   /* whose score it is; in teams the first of the two */
	uint8_t left; /* a set of seats */
	uint16_t factors;
	uint32_t first; /* in the heap */
	int16_t points[RK4_SEATS];
	struct attack attacks[RK4_SEATS][3];
};

static bool teams = true;
static float weights[RK4_WEIGHTS], old[RK4_WEIGHTS];
static struct rk4_engine engine;
static struct rk4_ply plies[2];

/* ---- The trace ---- */

static int16_t trace[RK4_SEATS * RK4_WEIGHTS];
static struct attack attacks[RK4_SEATS][3];

void rk4_trace_term(int place, int times, int seat)
{
	int16_t *at = &trace[seat * RK4_WEIGHTS + place];

	*at = (int16_t)(*at + times);
}

void rk4_trace_danger(int seat, int moment, const int counts[8])
{
	struct attack *attack = attacks[seat];

	while (attack->used)
		attack++;
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
		if (engine.pos.left >> seat & 1)
			continue;
		to = rk4_relative_square(seat, square);
		file = (to & 15) - 1 > 6 ? 14 - (to & 15) : (to & 15) - 1;
		rk4_trace_term(RK4_AT_material + rk4_type(cell), 1, seat);
		rk4_trace_term(RK4_AT_psqt + rk4_type(cell) * RK4_HALF_BOARD +
				       ((to >> 4) - 1) * 7 + file,
			       1, seat);
	}
}

/* The result of a game for one seat, in halves. */
static int result_of(const struct rk4_pos *end, int winners, int seat)
{
	int total = 0;

	if (teams)
		return !winners ? 1 : winners >> seat & 1 ? 2 : 0;
	for (int i = 0; i < RK4_SEATS; i++)
		total += end->points[i];
	return RK4_SEATS * end->points[seat] > total ? 2 : 0;
}

static void take_sample(struct samples *samples, const struct rk4_pos *pos,
			int score, bool held_out)
{
	int sign = teams && pos->turn & 1 ? -1 : 1;
	struct sample sample = {
		.label.held_out = held_out,
		.label.score = (int16_t)(sign * score),
		.us = teams ? 0 : pos->turn,
		.left = pos->left,
		.first = (uint32_t)samples->used,
	};

	memset(trace, 0, sizeof(trace));
	memset(attacks, 0, sizeof(attacks));
	engine.pos = *pos;
	engine.root_seat = pos->turn;
	rk4_psqt_start(&plies[0].psqt, &engine);
	sample.label.eval = (int16_t)(sign * rk4_eval(&engine, 0));
	memcpy(sample.points, pos->points, sizeof(sample.points));
	memcpy(sample.attacks, attacks, sizeof(attacks));
	trace_squares();
	sample.factors = (uint16_t)samples_add_factors(samples, trace,
						       RK4_SEATS * RK4_WEIGHTS);
	samples_add(samples, &sample);
}

static bool is_quiet(const struct rk4_pos *pos, rk4_move move)
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (rk4_in_check(pos, seat))
			return false;
	return pos->board[rk4_move_to(move)] == RK4_EMPTY &&
	       !rk4_move_promoted(move);
}

/* The samples of a game; its results are known only at its end. */
static void read_game(struct samples *samples, const struct four_game *game,
		      bool held_out)
{
	const struct rk_rules *rules = teams ? &rk_rules_teams : &rk_rules_ffa;
	int score_max = teams ? SCORE_MAX : SCORE_MAX_FFA;
	size_t first = samples->count;
	union rk_any_undo undo;
	union rk_any_pos pos;

	memset(&pos, 0, sizeof(pos));
	rules->start(&pos, game->start);
	engine.has_dead = false;
	for (int i = 0; i < game->plies; i++) {
		int score = game->scores[i];

		if (!rk4_move_is_legal(&pos.four, game->moves[i]))
			break;
		engine.has_dead |= pos.four.left != 0;
		if (i >= game->random_moves + SKIP_PLIES &&
		    abs(score) <= score_max &&
		    !(pos.four.left >> pos.four.turn & 1) &&
		    is_quiet(&pos.four, game->moves[i]))
			take_sample(samples, &pos.four, score, held_out);
		rules->make(&pos, game->moves[i], &undo);
	}
	for (size_t i = first; i < samples->count; i++) {
		struct sample *sample = (struct sample *)samples->list + i;

		sample->label.result = (uint8_t)result_of(&pos.four,
							  game->winners,
							  sample->us);
	}
}

static bool read_games(struct samples *samples, const char *name)
{
	FILE *file = fopen(name, "rb");
	static struct four_game game;
	long number = 0;

	if (!file)
		return false;
	while (four_game_read(file, &game)) {
		number++;
		read_game(samples, &game, number % HOLD_EVERY == 0);
	}
	fclose(file);
	return number > 0;
}

/* ---- The evaluation as a formula ---- */

static double square_share(void)
{
	return teams ? RK4_DANGER_SQUARE_TEAMS : RK4_DANGER_SQUARE_FFA;
}

/* The danger of a seat's king before the square; `one` are the attacks. */
static double danger_of(const struct sample *sample, const float *row, int seat,
			double one[3], bool *both)
{
	int attackers = 0;
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		const struct attack *attack = &sample->attacks[seat][i];

		one[i] = 0;
		if (!attack->used)
			continue;
		for (int k = 0; k < 8; k++)
			one[i] += attack->counts[k] *
				  (double)row[RK4_AT_zone + k];
		sum += one[i] *
		       (double)row[RK4_AT_danger_moment + attack->moment] / 64;
		attackers += attack->counts[0] + attack->counts[1] +
				     attack->counts[2] + attack->counts[3] >
			     0;
	}
	*both = attackers > 1;
	return sum;
}

/* The derivative of the danger by the weights of one attack. */
static void add_attack(const struct attack *attack, const float *row,
		       double one, double slope, double *gradient)
{
	double share;

	if (!attack->used)
		return;
	share = (double)row[RK4_AT_danger_moment + attack->moment] / 64;
	gradient[RK4_AT_danger_moment + attack->moment] += slope * one / 64;
	for (int k = 0; k < 8; k++)
		gradient[RK4_AT_zone + k] += slope * share * attack->counts[k];
}

/*
 * What the danger to a king takes from the value of its seat. With `gradient` it
 * adds `by` times the derivative there.
 */
static double king_value(const struct sample *sample, const float *row,
			 int seat, double by, double *gradient)
{
	double one[3];
	bool both;
	double base = danger_of(sample, row, seat, one, &both);
	double more = 1 + both * (double)row[RK4_AT_danger_both] / 64;
	double danger = base * more, slope;

	if (danger <= 0)
		return 0;
	if (danger >= DANGER_MAX)
		return -DANGER_MAX - DANGER_MAX * DANGER_MAX / square_share();
	if (gradient) {
		slope = -by * (1 + 2 * danger / square_share());
		gradient[RK4_AT_danger_both] += slope * base * both / 64;
		for (int i = 0; i < 3; i++)
			add_attack(&sample->attacks[seat][i], row, one[i],
				   slope * more, gradient);
	}
	return -danger - danger * danger / square_share();
}

/* Low values are compressed, as in eval.c; the slope becomes smaller with them. */
static double seat_score(const struct sample *sample, double value, int seat,
			 double *slope)
{
	*slope = 1;
	if (teams)
		return value;
	if (!(sample->left >> seat & 1) && value < RK4_FLOOR) {
		value = RK4_FLOOR - (RK4_FLOOR - value) / 8;
		*slope = 1.0 / 8;
		if (value < RK4_FLOOR / 8.0) {
			value = RK4_FLOOR / 8.0;
			*slope = 0;
		}
	}
	return value + RK4_POINT * sample->points[seat];
}

/* By how much the score of a seat counts; `most` is the strongest opponent. */
static double share_of(const struct sample *sample, int seat, int most)
{
	double share = -RK4_AVERAGE_PERCENT / 300.0;

	if (teams)
		return seat & 1 ? -1 : 1;
	if (seat == sample->us)
		return 1;
	return seat == most ? share - RK4_STRONGEST_PERCENT / 100.0 : share;
}

/* The score, and in slope[] its derivative by the value of each seat. */
static double score_of(const struct sample *sample,
		       const double value[RK4_SEATS], double slope[RK4_SEATS])
{
	double score[RK4_SEATS], sum = 0;
	int most = -1;

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		score[seat] =
			seat_score(sample, value[seat], seat, &slope[seat]);
		if (seat != sample->us &&
		    (most < 0 || score[seat] > score[most]))
			most = seat;
	}
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		double share = share_of(sample, seat, most);

		sum += share * score[seat];
		slope[seat] *= share;
	}
	return sum;
}

/* With `gradient` it adds `by` times the derivative there. */
static double evaluate(const struct samples *samples,
		       const struct sample *sample, const float *row, double by,
		       double *gradient)
{
	const struct factor *factor = samples->heap + sample->first;
	const struct factor *end = factor + sample->factors;
	double value[RK4_SEATS], slope[RK4_SEATS], sum;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		value[seat] = king_value(sample, row, seat, 0, NULL);
	for (const struct factor *at = factor; at < end; at++)
		value[at->place / RK4_WEIGHTS] +=
			at->times * (double)row[at->place % RK4_WEIGHTS];
	sum = score_of(sample, value, slope);
	if (!gradient)
		return sum;
	for (const struct factor *at = factor; at < end; at++)
		gradient[at->place % RK4_WEIGHTS] +=
			by * slope[at->place / RK4_WEIGHTS] * at->times;
	for (int seat = 0; seat < RK4_SEATS; seat++)
		king_value(sample, row, seat, by * slope[seat], gradient);
	return sum;
}

static double model(const struct samples *samples, const void *sample,
		    const float *row)
{
	return evaluate(samples, sample, row, 0, NULL);
}

static void model_gradient(const struct samples *samples, const void *sample,
			   const float *row, double by, double *gradient)
{
	evaluate(samples, sample, row, by, gradient);
}

/* ---- The fit ---- */

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

/* The value of being in the game is not learnt: nearly all seats have it. */
static double reach(int place)
{
	return place == RK4_AT_in_game ? 0 : 1;
}

static double penalty(const struct tuner *tuner, int place)
{
	double change = (double)(weights[place] - old[place]);

	if (place < RK4_AT_psqt || place > RK4_END_psqt)
		return 1e-10 * change;
	return (double)tuner->pull * 1e-10 *
	       (change - around(place) + change / 20);
}

/* Moves the mean of a type's square values into its material value. */
static void centre_squares(float *row)
{
	for (int type = RK_PAWN; type < RK_KING; type++) {
		float *squares = row + RK4_AT_psqt + type * RK4_HALF_BOARD;
		float total = 0;

		for (int i = 0; i < RK4_HALF_BOARD; i++)
			total += squares[i];
		total = roundf(total / RK4_HALF_BOARD);
		for (int i = 0; i < RK4_HALF_BOARD; i++)
			squares[i] -= total;
		row[RK4_AT_material + type] += total;
	}
}

/*
 * In a free-for-all game all samples are seen from the seat to move. So the value
 * of the turn takes up whatever is the same in all of them, and is not kept.
 */
static void finish(float *row)
{
	if (!teams)
		row[RK4_AT_tempo] = old[RK4_AT_tempo];
	centre_squares(row);
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

static bool write_weights(const char *name, const float *row)
{
	struct host_output output;
	float other[RK4_WEIGHTS];

	for (int i = 0; i < RK4_WEIGHTS; i++)
		other[i] = rk4_weights[!teams][i];
	if (!host_output_open(&output, name))
		return false;
	fprintf(output.file,
		"/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */\n"
		"/*\n * The value of every term in terms.h: a row for "
		"free-for-all games and one for teams.\n"
		" * Written by tools/tune_four.c; do not edit.\n */\n"
		"#ifndef RK_ENGINE_FOUR_WEIGHTS_H\n"
		"#define RK_ENGINE_FOUR_WEIGHTS_H\n\n"
		"#include \"engine/four/terms.h\"\n\n"
		"/* clang-format off */\n"
		"const int16_t rk4_weights[2][RK4_WEIGHTS] = {\n");
	write_row(output.file, teams ? other : row);
	write_row(output.file, teams ? row : other);
	fprintf(output.file, "};\n/* clang-format on */\n\n#endif\n");
	return host_output_close(&output, true);
}

int main(int count, char **words)
{
	struct tuner tuner = {
		.program = "tune_four",
		.samples.size = sizeof(struct sample),
		.weight_count = RK4_WEIGHTS,
		.weights = weights,
		.old = old,
		.batch = 4096,
		.result = 60,
		.rate = 200,
		.pull_name = "smooth",
		.pull_meaning = "pull of a square towards those beside it",
		.pull = 100,
		.width_least = 100,
		.width_most = 2000,
		.rounding = 16,
		.read = read_games,
		.model = model,
		.gradient = model_gradient,
		.reach = reach,
		.penalty = penalty,
		.finish = finish,
		.write = write_weights,
	};

	if (count > 1 && strcmp(words[1], "ffa") == 0) {
		teams = false;
		tuner.result = 0;
		words++;
		count--;
	}
	engine.plies = plies;
	engine.teams = teams;
	engine.psqt_kind = 255;
	rk4_psqt_fill(&engine);
	for (int i = 0; i < RK4_WEIGHTS; i++)
		weights[i] = old[i] = rk4_weights[teams][i];
	return tune_main(&tuner, count, words);
}
