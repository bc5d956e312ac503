/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The core in the words of the second rule book, and the other way round. */
#ifndef ORACLE_COMPARE_H
#define ORACLE_COMPARE_H

#include "rookery/moves.h"
#include "tests/oracle/oracle.h"

/* A square of the core as one of the oracle, and a move of the oracle's. */
int compare_square(int square);
rk_move compare_move(const struct oracle_move *move);

/* The core's reading of the oracle's position; a failed test if it refuses. */
void compare_read(struct rk_pos *pos, const struct oracle_pos *oracle);

/*
 * Fails the test, with the position and both lists, unless the core's moves
 * are those of the oracle in any order. `what` names the list.
 */
void compare_lists(const char *what, const struct oracle_pos *oracle,
		   const rk_move *list, int count,
		   const struct oracle_list *expected);

#endif
