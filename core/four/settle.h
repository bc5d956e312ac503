/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by settle.c, checks.c and the PGN4 writer: who plays, points, and
 * checks that a move gave.
 */
#ifndef RK_CORE_FOUR_SETTLE_H
#define RK_CORE_FOUR_SETTLE_H

#include "core/four/board.h"

/* The seats in the game; seats with a walking king have left. */
static inline unsigned int rk4_active(const struct rk4_pos *pos)
{
	return ~(unsigned int)pos->left & 15;
}

/* Are two players on different sides still in the game? */
static inline bool rk4_has_opponents(const struct rk4_pos *pos)
{
	unsigned int active = rk4_active(pos);

	if (pos->options & RK4_TEAMS)
		return active & 5 && active & 10;
	return active & (active - 1);
}

static inline int rk4_count_seats(unsigned int seats)
{
	int count = 0;

	for (; seats; seats &= seats - 1)
		count++;
	return count;
}

/* Pays points; nothing for walking kings, or if the rules count no points. */
static inline void rk4_pay(struct rk4_pos *pos, int seat, int points)
{
	if (pos->options & RK4_POINTS && !(pos->left >> seat & 1))
		rk4_add_points(pos, seat, points);
}

/* Points for a move that gives check to `kings` kings. */
static inline int rk4_check_points(int kings, bool queen)
{
	static const uint8_t rewards[2][RK4_SEATS] = {
		{0, 0, 5, 20}, /* without a queen */
		{0, 0, 1, 5},
	};

	return rewards[queen][kings];
}

/* rk4_kill() for a set of seats (settle.c). */
void rk4_kill_all(struct rk4_pos *pos, unsigned int seats);

/* The seats among `checked` without a legal move, all in the same position. */
unsigned int rk4_find_mated(const struct rk4_pos *pos, unsigned int checked);

/* The living seats in check, except the one that has just moved. */
unsigned int rk4_find_checked(const struct rk4_pos *pos, int mover);

/* The living seats that have just lost their king. */
unsigned int rk4_find_taken(const struct rk4_pos *pos,
			    const struct rk4_undo *undo);

struct rk4_checks {
	unsigned int kings; /* of these seats */
	bool queen;         /* there is a queen among the new attackers */
};

/*
 * The kings of these seats that have a new attacker of any seat after the move
 * just made. The seats of taken kings have left.
 */
struct rk4_checks rk4_find_checks(struct rk4_pos *pos, unsigned int seats,
				  rk4_move move, const struct rk4_undo *undo);

/*
 * Counts the signs of a move: one check for each king with a new attacker, one
 * mate for each player who is mated or loses the king. Makes the move.
 */
struct rk4_signs {
	int checks;
	int mates;
};

void rk4_count_signs(struct rk4_pos *pos, rk4_move move,
		     struct rk4_signs *signs);

#endif
