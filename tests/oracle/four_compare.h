/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* core/four in the words of the second rule book, and the other way round. */
#ifndef ORACLE_FOUR_COMPARE_H
#define ORACLE_FOUR_COMPARE_H

#include "rookery/rules.h"
#include "tests/oracle/four.h"

extern const struct rk_rules *const four_compare_rows[FOUR_RULES];
extern const unsigned int four_compare_options[FOUR_RULES];

/* A square of the oracle as one of the core, and back. */
int four_compare_square(int square);
int four_compare_back(int square);

rk4_move four_compare_move(const struct four_move *move);
enum rk_reason four_compare_reason(enum four_end end);

/* What the core's position must be, byte for byte. */
void four_compare_fill(struct rk4_pos *pos, const struct four_pos *oracle,
		       unsigned int fullmove);

/* Fails the test, with both positions, unless the core's is the oracle's. */
void four_compare_pos(const char *what, const struct rk4_pos *pos,
		      const struct four_pos *oracle);

/*
 * Fails the test, with the position and both lists, unless the core's moves
 * are those of the oracle in any order. `what` names the list.
 */
void four_compare_lists(const char *what, const struct four_pos *oracle,
			const rk4_move *list, int count,
			const struct four_list *expected);

#endif
