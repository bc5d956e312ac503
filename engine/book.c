/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How the levels open, from 4 up. A position that the openings know is
 * answered as they say. Elsewhere level 4 builds a set-up: the one of which
 * most stands already, so that nothing needs to be remembered from move to
 * move. Its next move is the first that is legal and safe. Which way a game
 * begins is up to chance.
 */
#include "engine/level.h"
#include "engine/openings.h"

/* Moves that a set-up may be interrupted for, and steps that it may miss. */
#define SLACK 2

static uint64_t book_key(const struct rk_thought *thought)
{
	return thought->rules->book_key(thought->pos);
}

static int wish_known(struct rk_thought *thought, rk_any_move move)
{
	const struct rk_rules *rules = thought->rules;

	return rk_opening_has_move(book_key(thought),
				   rules->from(thought->pos, move),
				   rules->to(thought->pos, move));
}

static rk_any_move find_move(const struct rk_thought *thought,
			     const struct rk_step *step)
{
	const struct rk_rules *rules = thought->rules;

	for (int i = 0; i < thought->count; i++) {
		rk_any_move move = thought->moves[i];

		if (rules->from(thought->pos, move) == step->from &&
		    rules->to(thought->pos, move) == step->to)
			return move;
	}
	return 0;
}

static bool stands(const struct rk_thought *thought, int square, int type)
{
	return thought->rules->cell(thought->pos, square) ==
	       rk_cell(thought->seat, type);
}

/* Is this step done, or a later one of the same set-up and piece? */
static bool is_done(const struct rk_thought *thought, struct rk_step step,
		    int at)
{
	struct rk_step later;

	if (stands(thought, step.to, step.type))
		return true;
	while (rk_opening_step(&later, ++at))
		if (later.from == step.to && later.type == step.type &&
		    stands(thought, later.to, later.type))
			return true;
	return false;
}

/*
 * Looks at the set-up that begins at this step, and returns where it ends:
 * how many of its steps are done, and for how many the piece is missing.
 */
static int look_at(const struct rk_thought *thought, int at, int *done,
		   int *missing)
{
	struct rk_step step;

	*done = 0;
	*missing = 0;
	for (; rk_opening_step(&step, at); at++)
		if (is_done(thought, step, at))
			++*done;
		else
			*missing += !stands(thought, step.from, step.type);
	return at;
}

/* The first move of this set-up that is to be done, legal and safe, or 0. */
static rk_any_move find_next(struct rk_thought *thought, int at)
{
	struct rk_step step;

	for (; rk_opening_step(&step, at); at++) {
		rk_any_move move = 0;

		if (!is_done(thought, step, at) &&
		    stands(thought, step.from, step.type))
			move = find_move(thought, &step);
		if (move && rk_profit(thought, move) >= 0)
			return move;
	}
	return 0;
}

/* The next move of the set-up that is furthest on, or 0. */
static rk_any_move find_setup_move(struct rk_thought *thought)
{
	int made = thought->rules->move_number(thought->pos) - 1;
	int furthest = 0, end, done, missing;
	rk_any_move best = 0;
	uint32_t equals = 0;

	for (int at = 0; at < rk_opening_steps(); at = end + 1) {
		rk_any_move move = 0;

		end = look_at(thought, at, &done, &missing);
		if (missing <= SLACK && made - done <= SLACK &&
		    done >= furthest)
			move = find_next(thought, at);
		if (!move)
			continue;
		equals = done > furthest ? 1 : equals + 1;
		furthest = done;
		if (rk_chance(thought, equals) == 0)
			best = move;
	}
	return best;
}

/* Something to win comes before building. */
static bool can_win_something(struct rk_thought *thought)
{
	for (int i = 0; i < thought->count; i++)
		if (rk_profit(thought, thought->moves[i]) > 0)
			return true;
	return false;
}

bool rk_keep_known(struct rk_thought *thought)
{
	return book_key(thought) && rk_keep_best(thought, wish_known) > 0;
}

bool rk_keep_opening(struct rk_thought *thought)
{
	bool first = thought->rules->move_number(thought->pos) == 1;
	rk_any_move move;

	if (!book_key(thought))
		return false;
	if (!(first && rk_chance(thought, 3) == 0) && rk_keep_known(thought))
		return true;
	if (can_win_something(thought))
		return false;
	move = find_setup_move(thought);
	for (int i = 0; move && i < thought->count; i++)
		thought->dropped[i] = thought->moves[i] != move;
	return move != 0;
}
