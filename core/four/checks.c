/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a move did to kings: which it took, and which it newly attacks. A check
 * that existed before the move was not given by it. The rules pay for new
 * checks only, including discovered checks by pieces of a third player.
 */
#include "core/four/settle.h"

unsigned int rk4_find_checked(const struct rk4_pos *pos, int mover)
{
	unsigned int others = rk4_living(pos) & ~(1u << mover);
	unsigned int checked = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (others >> seat & 1 && rk4_in_check(pos, seat))
			checked |= 1u << seat;
	return checked;
}

unsigned int rk4_find_taken(const struct rk4_pos *pos,
			    const struct rk4_undo *undo)
{
	unsigned int taken = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (!pos->king[seat])
			taken |= 1u << seat;
	return taken & (~(unsigned int)undo->left | undo->walking);
}

/* The attackers of a king; bit i of `queens`: attacker i is a queen. */
struct attack {
	uint8_t from[16];
	uint16_t queens;
	uint8_t count;
};

static void find_attack(struct attack *attack, const struct rk4_pos *pos,
			int seat)
{
	attack->count = (uint8_t)rk4_attackers(pos, pos->king[seat],
					       rk4_enemies(pos, seat),
					       attack->from);
	attack->queens = 0;
	for (int i = 0; i < attack->count; i++)
		if (rk4_type(pos->board[attack->from[i]]) == RK_QUEEN)
			attack->queens |= (uint16_t)(1 << i);
}

/*
 * The attackers that are not in `before`, as a set. A piece that has just moved
 * is new on its square even if the piece it took attacked from there.
 */
static unsigned int find_new(const struct attack *attack,
			     const struct attack *before, int moved)
{
	unsigned int found = 0;

	for (int i = 0; i < attack->count; i++) {
		int j = 0;

		while (j < before->count && before->from[j] != attack->from[i])
			j++;
		if (j == before->count || attack->from[i] == moved)
			found |= 1u << i;
	}
	return found;
}

/*
 * The attackers before the move are found by unmaking it; it is made again
 * afterwards.
 */
struct rk4_checks rk4_find_checks(struct rk4_pos *pos, unsigned int seats,
				  rk4_move move, const struct rk4_undo *undo)
{
	struct rk4_checks checks = {0, false};
	struct attack now[RK4_SEATS], before;
	struct rk4_undo again;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (seats >> seat & 1)
			find_attack(&now[seat], pos, seat);
	rk4_unmake(pos, move, undo);
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		unsigned int found;

		if (!(seats >> seat & 1))
			continue;
		find_attack(&before, pos, seat);
		found = find_new(&now[seat], &before, rk4_move_to(move));
		if (found)
			checks.kings |= 1u << seat;
		if (found & now[seat].queens)
			checks.queen = true;
	}
	rk4_make(pos, move, &again);
	rk4_kill_all(pos, rk4_find_taken(pos, &again));
	return checks;
}

void rk4_count_signs(struct rk4_pos *pos, rk4_move move,
		     struct rk4_signs *signs)
{
	struct rk4_undo undo;
	unsigned int kings;

	rk4_make(pos, move, &undo);
	rk4_kill_all(pos, rk4_find_taken(pos, &undo));
	kings = rk4_find_checked(pos, undo.turn);
	if (kings)
		kings = rk4_find_checks(pos, kings, move, &undo).kings;
	signs->checks = rk4_count_seats(kings);
	signs->mates = rk4_count_seats(rk4_settle(pos, move, &undo));
}
