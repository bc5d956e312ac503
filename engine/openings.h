/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The openings of data/openings.txt: names of positions, moves of opening lines,
 * and set-ups, which are built whatever the opponent does. A position is known
 * by its book key; a kind of chess without book keys has no openings.
 */
#ifndef RK_ENGINE_OPENINGS_H
#define RK_ENGINE_OPENINGS_H

#include "rookery/openings.h"

/* Is this a move of an opening line for the side to move? */
bool rk_opening_has_move(uint64_t key, int from, int to);

/* One move of a set-up. */
struct rk_setup_step {
	uint8_t from;
	uint8_t to;
	uint8_t type;
};

/*
 * The steps of all set-ups, one set-up after the other, with a gap after each.
 * `at` is an index below rk_opening_steps(); false: the gap.
 */
bool rk_opening_step(struct rk_setup_step *step, int at);
int rk_opening_steps(void);

#endif
