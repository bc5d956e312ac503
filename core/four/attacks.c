/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Attackers of a square. The search goes from the square outwards: the first
 * piece in each of the eight directions, and the eight knight moves. Walls need
 * no special case: they are cells that attack nothing and block.
 */
#include "core/four/board.h"

int rk4_find_attackers(const uint8_t board[RK4_BOARD], int square,
		       uint64_t attackers, uint64_t clear, uint8_t *list)
{
	int count = 0;

	for (int i = 0; i < RK4_DIRECTIONS; i++) {
		int from = square + rk4_steps[i];
		uint64_t wanted = attackers & rk4_cells_beside(i);

		while (rk4_cells_have(clear, board[from])) {
			from += rk4_steps[i];
			wanted = attackers & rk4_cells_sliders(i);
		}
		if (!rk4_cells_have(wanted, board[from]))
			continue;
		if (!list)
			return 1;
		list[count++] = (uint8_t)from;
	}
	attackers &= RK4_CELLS_OF(RK_KNIGHT);
	for (int i = 0; i < RK4_DIRECTIONS && attackers; i++) {
		int from = rk4_step_from(square, rk4_leaps[i]);

		if (!rk4_cells_have(attackers, board[from]))
			continue;
		if (!list)
			return 1;
		list[count++] = (uint8_t)from;
	}
	return count;
}

int rk4_attackers(const struct rk4_pos *pos, int square, unsigned int seats,
		  uint8_t *list)
{
	return rk4_find_attackers(pos->board, square,
				  rk4_cells_living(pos, seats), RK4_CELLS_EMPTY,
				  list);
}

bool rk4_in_check(const struct rk4_pos *pos, int seat)
{
	return pos->king[seat] && rk4_living(pos) >> seat & 1 &&
	       rk4_attackers(pos, pos->king[seat], rk4_enemies(pos, seat),
			     NULL);
}
