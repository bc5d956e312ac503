/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Static exchange evaluation: the material balance when both sides capture
 * on one square as long as that pays, always with the least valuable
 * attacker. Only a threshold is tested, never the exact value: the loop can
 * then stop as soon as one side is ahead even if its last piece is lost.
 * Pins are not considered.
 */
#include "engine/see.h"

#include "rookery/moves.h"

const int16_t rk_see_value[8] = {100, 320, 335, 500, 1000, 0, 0, 0};

/* X-rays: sliders that attack the square once this attacker has left. */
static rk_bits x_rays(const struct rk_pos *pos, int type, int square,
		      rk_bits occupied)
{
	rk_bits lines = pos->type[RK_ROOK] | pos->type[RK_QUEEN];
	rk_bits diagonals = pos->type[RK_BISHOP] | pos->type[RK_QUEEN];
	rk_bits found = 0;

	if (type == RK_PAWN || type == RK_BISHOP || type == RK_QUEEN)
		found |= rk_bishops_at(square, occupied, diagonals);
	if (type == RK_ROOK || type == RK_QUEEN)
		found |= rk_rooks_at(square, occupied, lines);
	return found;
}

/*
 * The swap algorithm. The first capture has been made: the side to move has
 * won `balance` more than the threshold, with a piece worth `hanging` on the
 * square. Then both sides capture in turn with their least valuable attacker.
 * In the loop `balance` is what the side that has just captured would be short
 * of its goal if its capturer were lost. If that is nothing, it need not fear
 * the recapture and has won. A tie counts for the first side, which only has
 * to reach the threshold; hence (int)wins.
 */
static bool exchange_wins(const struct rk_pos *pos, int square,
			  rk_bits occupied, int balance, int hanging)
{
	rk_bits attackers = rk_pos_attackers(pos, square, occupied);
	int side = pos->side;
	bool wins = true; /* for the side that moved first */

	balance = hanging - balance;
	for (;;) {
		rk_bits own;
		int type = RK_PAWN;

		side ^= 1;
		attackers &= occupied;
		own = attackers & pos->colour[side];
		if (!own)
			return wins;
		while (!(own & pos->type[type]))
			type++;
		wins = !wins;
		/* A king may capture only if nothing can recapture. */
		if (type == RK_KING)
			return attackers & pos->colour[side ^ 1] ? !wins : wins;
		balance = rk_see_value[type] - balance;
		if (balance < (int)wins)
			return wins;
		occupied ^= rk_square_bit(rk_bits_first(own & pos->type[type]));
		attackers |= x_rays(pos, type, square, occupied);
	}
}

bool rk_see_ge(const struct rk_pos *pos, rk_move move, int threshold)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int hanging = rk_see_value[rk_piece_type(pos->board[from])];
	int balance = rk_see_value[rk_piece_type(pos->board[to])] - threshold;
	rk_bits occupied = rk_pos_occupied(pos) ^ rk_square_bit(from);

	switch (rk_move_kind(move)) {
	case RK_CASTLING:
		return threshold <= 0;
	case RK_PROMOTION:
		hanging = rk_see_value[rk_move_promoted(move)];
		balance += hanging - rk_see_value[RK_PAWN];
		break;
	case RK_EN_PASSANT:
		balance += rk_see_value[RK_PAWN];
		occupied ^= rk_square_bit(rk_ep_victim(to));
		break;
	default:
		break;
	}
	/* Not enough even if nobody recaptures; enough even if lost. */
	if (balance < 0)
		return false;
	if (hanging <= balance)
		return true;
	return exchange_wins(pos, to, occupied | rk_square_bit(to), balance,
			     hanging);
}
