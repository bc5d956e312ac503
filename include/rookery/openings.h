/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The names of openings, from data/openings.txt, and openings for four players,
 * from data/openings-four.txt.
 */
#ifndef ROOKERY_OPENINGS_H
#define ROOKERY_OPENINGS_H

#include "rookery/player.h"

/*
 * Writes the name of the position with this book key (see book_key() of struct
 * rk_rules). Returns false, and leaves `name` as it is, if it has none.
 */
bool rk_opening_name(char name[RK_OPENING_SIZE], uint64_t key);

/* Chips do without openings for four players. */
#if defined(RK_TWO_PLAYERS) || defined(RK_NO_FILES)
#define RK_HAS_OPENINGS_FOUR 0
#else
#define RK_HAS_OPENINGS_FOUR 1
#endif

/*
 * With four players: chooses one of the legal moves by the weights that
 * data/openings-four.txt gives it here, 0 if it has none of them. Any seed will
 * do. Only where RK_HAS_OPENINGS_FOUR says so.
 */
rk_any_move rk_opening_pick_four(const struct rk_rules *rules,
				 const union rk_any_pos *pos,
				 const rk_any_move *list, int count,
				 uint64_t seed);

#endif
