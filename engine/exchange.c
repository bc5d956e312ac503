/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Trades: what remains when both sides take on one square as long as it
 * pays, always with the least valuable man.
 */
#include "engine/search.h"

const int16_t rk_trade_value[8] = {100, 320, 335, 500, 1000, 0, 0, 0};

/* The men that stand behind a slider that has just taken. */
static rk_bits revealed(const struct rk_pos *pos, int type, int square,
			rk_bits occupied)
{
	rk_bits lines = pos->type[RK_ROOK] | pos->type[RK_QUEEN];
	rk_bits diagonals = pos->type[RK_BISHOP] | pos->type[RK_QUEEN];
	rk_bits found = 0;

	if (type == RK_PAWN || type == RK_BISHOP || type == RK_QUEEN)
		found |= rk_bishop_attacks(square, occupied) & diagonals;
	if (type == RK_ROOK || type == RK_QUEEN)
		found |= rk_rook_attacks(square, occupied) & lines;
	return found;
}

/*
 * `balance` is what the side that has just taken has beyond what is asked
 * of it, if nobody takes back.
 */
static bool trade_goes_well(const struct rk_pos *pos, int square,
			    rk_bits occupied, int balance, int hanging)
{
	rk_bits attackers = rk_pos_attackers(pos, square, occupied);
	int side = pos->side;
	bool well = true;

	balance = hanging - balance;
	for (;;) {
		rk_bits own;
		int type = RK_PAWN;

		side ^= 1;
		attackers &= occupied;
		own = attackers & pos->colour[side];
		if (!own)
			return well;
		while (!(own & pos->type[type]))
			type++;
		well = !well;
		/* A king may take only if nobody takes it. */
		if (type == RK_KING)
			return attackers & pos->colour[side ^ 1] ? !well : well;
		balance = rk_trade_value[type] - balance;
		if (balance < (int)well)
			return well;
		occupied ^= rk_square_bit(rk_bits_first(own & pos->type[type]));
		attackers |= revealed(pos, type, square, occupied);
	}
}

bool rk_trade_wins(const struct rk_pos *pos, rk_move move, int least)
{
	int from = rk_move_from(move), to = rk_move_to(move);
	int hanging = rk_trade_value[rk_piece_type(pos->board[from])];
	int balance = rk_trade_value[rk_piece_type(pos->board[to])] - least;
	rk_bits occupied = rk_pos_occupied(pos) ^ rk_square_bit(from);

	switch (rk_move_kind(move)) {
	case RK_CASTLING:
		return least <= 0;
	case RK_PROMOTION:
		hanging = rk_trade_value[rk_move_promoted(move)];
		balance += hanging - rk_trade_value[RK_PAWN];
		break;
	case RK_EN_PASSANT:
		balance += rk_trade_value[RK_PAWN];
		occupied ^= rk_square_bit(rk_ep_victim(to));
		break;
	default:
		break;
	}
	if (balance < 0)
		return false;
	if (hanging <= balance)
		return true;
	return trade_goes_well(pos, to, occupied | rk_square_bit(to), balance,
			       hanging);
}
