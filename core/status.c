/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Mate, stalemate, and the draws that follow from a position alone; the
 * contract is in rookery/status.h.
 */
#include "core/position.h"

#include "rookery/moves.h"
#include "rookery/status.h"

/*
 * Which material can mate if the opponent cooperates. A lone knight needs an
 * enemy piece that can block a flight square; a queen does not count, since it
 * can always capture or interpose. Bishops that all stand on one colour, the
 * enemy's included, leave the squares of the other colour to the king unless a
 * knight or a pawn takes one away.
 */
bool rk_pos_can_mate(const struct rk_pos *pos, int colour)
{
	rk_bits own = pos->colour[colour];
	rk_bits enemy = pos->colour[colour ^ 1];
	rk_bits bishops = pos->type[RK_BISHOP];

	if (own &
	    (pos->type[RK_PAWN] | pos->type[RK_ROOK] | pos->type[RK_QUEEN]))
		return true;
	if (own & pos->type[RK_KNIGHT])
		return rk_bits_count(own) > 2 ||
		       enemy & ~pos->type[RK_KING] & ~pos->type[RK_QUEEN];
	if (own & bishops)
		return (bishops & RK_DARK && bishops & ~RK_DARK) ||
		       pos->type[RK_PAWN] || pos->type[RK_KNIGHT];
	return false;
}

/* Has neither side more than a king and one knight or bishop? */
static bool is_minor_each(const struct rk_pos *pos)
{
	return !(pos->type[RK_PAWN] | pos->type[RK_ROOK] |
		 pos->type[RK_QUEEN]) &&
	       rk_bits_count(pos->colour[RK_WHITE]) <= 2 &&
	       rk_bits_count(pos->colour[RK_BLACK]) <= 2;
}

bool rk_pos_is_insufficient(const struct rk_pos *pos)
{
	if (rk_pos_has_minors_rule(pos) && is_minor_each(pos))
		return true;
	return !rk_pos_can_mate(pos, RK_WHITE) &&
	       !rk_pos_can_mate(pos, RK_BLACK);
}

bool rk_pos_is_fifty(const struct rk_pos *pos)
{
	return pos->halfmove >= 100;
}

enum rk_status rk_pos_status(const struct rk_pos *pos)
{
	if (!rk_pos_has_move(pos))
		return rk_pos_in_check(pos) ? RK_CHECKMATE : RK_STALEMATE;
	if (rk_pos_is_insufficient(pos))
		return RK_INSUFFICIENT;
	if (rk_pos_is_seventy_five(pos))
		return RK_SEVENTY_FIVE;
	return RK_PLAYING;
}
