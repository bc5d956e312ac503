/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The openings of data/openings.txt: names of positions, moves that answer
 * the opponent, and set-ups, which are built whatever he does. Positions are
 * known by their book key; a game without such keys has no openings.
 */
#ifndef RK_ENGINE_OPENINGS_H
#define RK_ENGINE_OPENINGS_H

#include "rookery/player.h"

/* Writes the name of the position with this book key; false if it has none. */
bool rk_opening_name(char name[RK_OPENING_SIZE], uint64_t key);

/* Is this a known move for whoever is to move? */
bool rk_opening_has_move(uint64_t key, int from, int to);

/* One move of a set-up: this type of piece goes from here to there. */
struct rk_step {
	uint8_t from;
	uint8_t to;
	uint8_t type;
};

/*
 * The set-ups' moves, one set-up after the other: step `at`, or false where
 * a set-up ends. `at` counts on to rk_opening_steps().
 */
bool rk_opening_step(struct rk_step *step, int at);
int rk_opening_steps(void);

#endif
