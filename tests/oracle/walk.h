/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Random games for the tests, repeatable from a seed: many kinds of starting
 * position, and moves chosen so that the rare ones come often enough.
 */
#ifndef ORACLE_WALK_H
#define ORACLE_WALK_H

#include <stdint.h>

#include "tests/oracle/oracle.h"

enum walk_kind {
	WALK_USUAL,
	WALK_CHESS960,
	WALK_MIXED960, /* White and Black start from different arrays */
	WALK_SHARP,    /* crowded positions that catch known errors */
	WALK_ENDGAME,  /* a few pieces thrown on the board */
	WALK_KINDS,
};

/* True if RK_QUICK is set: the tests should do about a twentieth. */
bool walk_is_quick(void);

/* 0 to limit - 1. */
int walk_random(uint64_t *seed, int limit);

/* The start of game number 0, 1, 2 ... of a kind. */
void walk_start(struct oracle_pos *pos, int kind, int game, uint64_t *seed);

/*
 * Pieces by the letters of FEN, but B is a bishop on a light square and D one
 * on a dark square, in either case. May the piece stand there? What is its
 * letter on the board?
 */
bool walk_may_stand(char piece, int square);
char walk_letter(char piece);

/* Throws such pieces on an empty board, again until it is legal. */
void walk_place(struct oracle_pos *pos, const char *pieces, uint64_t *seed);

/* One of the moves of a list that is not empty. */
const struct oracle_move *walk_choose(const struct oracle_list *list,
				      uint64_t *seed);

#endif
