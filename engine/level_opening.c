/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Openings for level 4 and up. A position of the opening lines is answered by
 * one of their moves. Elsewhere level 4 builds a set-up: a list of moves that it
 * makes whatever the opponent does. It takes the set-up that is furthest on, so
 * nothing has to be remembered between moves, and plays its first move that is
 * legal and safe. The first move of a game chooses between lines and set-ups at
 * random.
 */
#include "engine/level.h"
#include "engine/openings.h"

/* Other moves made during a set-up, and steps that can no longer be made. */
#define MAX_DEVIATIONS 2

static uint64_t book_key(const struct rk_candidates *candidates)
{
	return candidates->rules->book_key(candidates->pos);
}

static int rule_book_move(struct rk_candidates *candidates, rk_any_move move)
{
	const struct rk_rules *rules = candidates->rules;

	return rk_opening_has_move(book_key(candidates),
				   rules->from(candidates->pos, move),
				   rules->to(candidates->pos, move));
}

static rk_any_move find_move(const struct rk_candidates *candidates,
			     const struct rk_setup_step *step)
{
	const struct rk_rules *rules = candidates->rules;

	for (int i = 0; i < candidates->count; i++) {
		rk_any_move move = candidates->moves[i];

		if (rules->from(candidates->pos, move) == step->from &&
		    rules->to(candidates->pos, move) == step->to)
			return move;
	}
	return 0;
}

static bool has_piece(const struct rk_candidates *candidates, int square,
		      int type)
{
	return candidates->rules->cell(candidates->pos, square) ==
	       rk_cell(candidates->seat, type);
}

/* Has the piece arrived, or gone on by a later step of the same set-up? */
static bool is_done(const struct rk_candidates *candidates,
		    struct rk_setup_step step, int at)
{
	struct rk_setup_step later;

	if (has_piece(candidates, step.to, step.type))
		return true;
	while (rk_opening_step(&later, ++at))
		if (later.from == step.to && later.type == step.type &&
		    has_piece(candidates, later.to, later.type))
			return true;
	return false;
}

/*
 * Counts the steps of the set-up that begins at this index: how many are done,
 * and for how many the piece is missing. Returns the index of its end.
 */
static int measure_setup(const struct rk_candidates *candidates, int at,
			 int *done, int *missing)
{
	struct rk_setup_step step;

	*done = 0;
	*missing = 0;
	for (; rk_opening_step(&step, at); at++)
		if (is_done(candidates, step, at))
			++*done;
		else
			*missing +=
				!has_piece(candidates, step.from, step.type);
	return at;
}

/* The first step not yet done that is legal and safe, or 0. */
static rk_any_move next_step_move(struct rk_candidates *candidates, int at)
{
	struct rk_setup_step step;

	for (; rk_opening_step(&step, at); at++) {
		rk_any_move move = 0;

		if (!is_done(candidates, step, at) &&
		    has_piece(candidates, step.from, step.type))
			move = find_move(candidates, &step);
		if (move && rk_net_gain(candidates, move) >= 0)
			return move;
	}
	return 0;
}

/*
 * The next move of the set-up that is furthest on, or 0. Of several that are
 * equally far each has the same chance: the n-th replaces the choice with a
 * probability of 1/n.
 */
static rk_any_move find_setup_move(struct rk_candidates *candidates)
{
	int made = candidates->rules->move_number(candidates->pos) - 1;
	int most_done = 0, end, done, missing;
	rk_any_move best = 0;
	uint32_t equals = 0;

	for (int at = 0; at < rk_opening_steps(); at = end + 1) {
		rk_any_move move = 0;

		end = measure_setup(candidates, at, &done, &missing);
		if (missing <= MAX_DEVIATIONS &&
		    made - done <= MAX_DEVIATIONS && done >= most_done)
			move = next_step_move(candidates, at);
		if (!move)
			continue;
		equals = done > most_done ? 1 : equals + 1;
		most_done = done;
		if (rk_random_below(candidates, equals) == 0)
			best = move;
	}
	return best;
}

/* Winning material comes before the set-up. */
static bool can_win_material(struct rk_candidates *candidates)
{
	for (int i = 0; i < candidates->count; i++)
		if (rk_net_gain(candidates, candidates->moves[i]) > 0)
			return true;
	return false;
}

/* With four players one of the moves is chosen, by its weight. */
static bool keep_move_of_four(struct rk_candidates *candidates)
{
#if RK_HAS_OPENINGS_FOUR
	uint32_t random = rk_random_below(candidates, UINT32_MAX);
	rk_any_move move = rk_opening_pick_four(candidates->rules,
						candidates->pos,
						candidates->moves,
						candidates->count, random);

	for (int i = 0; move && i < candidates->count; i++)
		candidates->rejected[i] = candidates->moves[i] != move;
	return move != 0;
#else
	(void)candidates;
	return false;
#endif
}

bool rk_keep_book_moves(struct rk_candidates *candidates)
{
	if (RK_HAS_OPENINGS_FOUR && candidates->rules->players > 2)
		return keep_move_of_four(candidates);
	return book_key(candidates) &&
	       rk_keep_best(candidates, rule_book_move) > 0;
}

bool rk_keep_opening_moves(struct rk_candidates *candidates)
{
	bool first = candidates->rules->move_number(candidates->pos) == 1;
	rk_any_move move;

	if (RK_HAS_OPENINGS_FOUR && candidates->rules->players > 2)
		return keep_move_of_four(candidates);
	if (!book_key(candidates))
		return false;
	if (!(first && rk_random_below(candidates, 3) == 0) &&
	    rk_keep_book_moves(candidates))
		return true;
	if (can_win_material(candidates))
		return false;
	move = find_setup_move(candidates);
	for (int i = 0; move && i < candidates->count; i++)
		candidates->rejected[i] = candidates->moves[i] != move;
	return move != 0;
}
