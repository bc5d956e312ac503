/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Random games of four players, repeatable from a seed: many kinds of starting
 * position, and moves chosen so that the rare ones come often enough.
 */
#ifndef ORACLE_FOUR_WALK_H
#define ORACLE_FOUR_WALK_H

#include <stdint.h>

#include "tests/oracle/four.h"

enum four_walk_kind {
	FOUR_WALK_USUAL,   /* the five starts */
	FOUR_WALK_OPEN,    /* the same with half of the pieces taken away */
	FOUR_WALK_CASTLE,  /* kings and rooks at home and a few others */
	FOUR_WALK_PAWNS,   /* pawns at home and near their goals */
	FOUR_WALK_ENDGAME, /* a few pieces thrown on the board */
	FOUR_WALK_BARE,    /* fewer, and two players at most */
	FOUR_WALK_QUEENS,  /* the same with strong ones */
	FOUR_WALK_KINDS,
};

/* The start of game number 0, 1, 2 ... of a kind; nobody in it is mated. */
void four_walk_start(struct four_pos *pos, enum four_rules rules, int kind,
		     int game, uint64_t *seed);

/* One of the moves of a list that is not empty. */
const struct four_move *four_walk_choose(const struct four_pos *pos,
					 const struct four_list *list,
					 uint64_t *seed);

#endif
