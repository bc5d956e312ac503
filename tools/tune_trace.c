/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Replays the games of a file and records what the evaluation counts in their
 * quiet positions. The evaluation is compiled with calls of rk_trace_term() and
 * similar functions.
 */
#include <stdio.h>
#include <string.h>

#include "core/position.h"
#include "engine/endings.h"
#include "tools/games.h"
#include "tools/tune.h"

#define HOLD_EVERY 10  /* games, of which one is held out */
#define SCORE_MAX 1500 /* positions beyond this are decided */
#define SKIP_PLIES 2   /* after the random moves */

static struct {
	int16_t terms[RK_TERM_COUNT];
	int16_t dangers[2][RK_DANGER_COUNT];
	int16_t complexities[RK_COMPLEXITY_COUNT];
} trace;

void rk_trace_term(int place, int times, int colour)
{
	times = colour == RK_WHITE ? times : -times;
	trace.terms[place] = (int16_t)(trace.terms[place] + times);
}

void rk_trace_danger(int place, int times, int colour)
{
	int16_t *count = &trace.dangers[colour][place];

	*count = (int16_t)(*count + times);
}

void rk_trace_complexity(int place, int times)
{
	trace.complexities[place] =
		(int16_t)(trace.complexities[place] + times);
}

static int phase_of(const struct rk_pos *pos)
{
	int phase = rk_bits_count(pos->type[RK_KNIGHT] | pos->type[RK_BISHOP]) +
		    2 * rk_bits_count(pos->type[RK_ROOK]) +
		    4 * rk_bits_count(pos->type[RK_QUEEN]);

	return phase < 24 ? phase : 24;
}

/* The end game scale that the evaluation used for the better side. */
static int scale_of(const struct samples *samples, const struct sample *sample,
		    const struct rk_pos *pos, rk_bits passed)
{
	static float weights[WEIGHTS];
	struct sample end = *sample;

	if (weights[0] == 0)
		weights_now(weights);
	end.phase = 0;
	end.scale = RK_SCALE_FULL;
	return rk_ending_scale(pos, passed,
			       model(samples, &end, weights) > 0 ? RK_WHITE
								 : RK_BLACK);
}

/* The passed pawns, which the scale depends on. */
static rk_bits passed_of(const struct rk_pos *pos)
{
	rk_bits passed = 0, pawns = pos->type[RK_PAWN], left = pawns;

	while (left) {
		int square = rk_bits_pop(&left), file = rk_square_file(square);
		int us = (pos->colour[RK_BLACK] & rk_square_bit(square)) != 0;
		bool free = true;

		for (int s = 0; s < 64; s++) {
			int ahead = (s >> 3) - (square >> 3);
			int side = (s & 7) - file;

			ahead = us == RK_WHITE ? ahead : -ahead;
			if (ahead > 0 && pawns & rk_square_bit(s) &&
			    (side == 0 ||
			     ((side == 1 || side == -1) &&
			      pos->colour[us ^ 1] & rk_square_bit(s))))
				free = false;
		}
		if (free)
			passed |= rk_square_bit(square);
	}
	return passed;
}

static void take_sample(struct samples *samples, const struct rk_pos *pos,
			int score, int result, bool held_out)
{
	struct sample sample = {
		.first = samples->used,
		.label.result = (uint8_t)result,
		.label.held_out = held_out,
	};
	int sign = pos->side == RK_WHITE ? 1 : -1;

	memset(&trace, 0, sizeof(trace));
	sample.label.eval = (int16_t)(sign * rk_eval_alone(pos, NULL));
	sample.label.score = (int16_t)(sign * score);
	sample.phase = (uint8_t)phase_of(pos);
	sample.terms = (uint8_t)samples_add_factors(samples, trace.terms,
						    RK_TERM_COUNT);
	sample.white = (uint8_t)samples_add_factors(samples,
						    trace.dangers[RK_WHITE],
						    RK_DANGER_COUNT);
	sample.black = (uint8_t)samples_add_factors(samples,
						    trace.dangers[RK_BLACK],
						    RK_DANGER_COUNT);
	sample.complexities = (uint8_t)samples_add_factors(samples,
							   trace.complexities,
							   RK_COMPLEXITY_COUNT);
	sample.scale = (uint8_t)scale_of(samples, &sample, pos, passed_of(pos));
	if (!sample.scale) {
		samples->used = sample.first;
		return;
	}
	samples_add(samples, &sample);
}

static bool is_quiet(const struct rk_pos *pos, rk_move move, int score)
{
	int known;

	return !pos->checkers && pos->type[RK_PAWN] &&
	       !rk_move_is_capture(pos, move) &&
	       rk_move_kind(move) != RK_PROMOTION && score < SCORE_MAX &&
	       score > -SCORE_MAX && !rk_ending_known(pos, &known);
}

/* False if a move is not legal. */
static bool take_game(struct samples *samples, const struct game *game,
		      bool held_out)
{
	struct rk_pos pos;
	struct rk_undo undo;

	rk_pos_start960(&pos, game->start);
	for (int i = 0; i < game->plies; i++) {
		rk_move move = game->moves[i];

		if (!rk_move_is_legal(&pos, move))
			return false;
		if (i >= game->random_moves + SKIP_PLIES &&
		    is_quiet(&pos, move, game->scores[i]))
			take_sample(samples, &pos, game->scores[i],
				    game->result, held_out);
		rk_pos_make(&pos, move, &undo);
	}
	return true;
}

bool samples_read(struct samples *samples, const char *name)
{
	FILE *file = fopen(name, "rb");
	char magic[sizeof(GAMES_MAGIC)] = "";
	struct game game;
	int number = 0;

	if (!file)
		return false;
	if (!fread(magic, sizeof(magic) - 1, 1, file) ||
	    strcmp(magic, GAMES_MAGIC) != 0) {
		fclose(file);
		return false;
	}
	while (game_read(file, &game) &&
	       take_game(samples, &game, ++number % HOLD_EVERY == 0))
		;
	fclose(file);
	return true;
}
