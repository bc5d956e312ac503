/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Trades on one square: who captures there with what, and whether it pays.
 * Whoever is against the mover is one side, whose turn it really is before
 * whose is not asked, and nobody attacks through another man; it is a guess
 * that costs little.
 */
#include "engine/four/search.h"

const int16_t rk4_trade_value[8] = {90, 300, 430, 520, 1000, 10000, 0, 0};

/* How many men of each type of these seats attack the square. */
static void count(uint8_t men[RK_TYPES], const struct rk4_pos *pos, int square,
		  unsigned int seats)
{
	uint8_t list[16];
	int found = rk4_attackers(pos, square, seats, list);

	memset(men, 0, RK_TYPES);
	while (found--)
		men[rk4_type(pos->board[list[found]])]++;
}

/* Takes the cheapest man away; RK_TYPES: there is none. */
static int take_cheapest(uint8_t men[RK_TYPES])
{
	for (int type = 0; type < RK_TYPES; type++)
		if (men[type]) {
			men[type]--;
			return type;
		}
	return RK_TYPES;
}

/* As in engine/exchange.c, but the men are counted beforehand. */
static bool trade_goes_well(const struct rk4_pos *pos, int square, int balance,
			    int hanging)
{
	unsigned int foes = rk4_enemies(pos, pos->turn);
	uint8_t men[2][RK_TYPES];
	bool well = true;
	int side = 0;

	count(men[1], pos, square, foes);
	count(men[0], pos, square, rk4_living(pos) & ~foes);
	balance = hanging - balance;
	for (;;) {
		int type = take_cheapest(men[side ^= 1]);

		if (type == RK_TYPES)
			return well;
		well = !well;
		/* A king may take only if nobody takes it. */
		if (type == RK_KING)
			return take_cheapest(men[!side]) == RK_TYPES ? well
								     : !well;
		balance = rk4_trade_value[type] - balance;
		if (balance < (int)well)
			return well;
	}
}

bool rk4_trade_wins(struct rk4_mind *mind, rk4_move move, int least)
{
	struct rk4_pos *pos = &mind->pos;
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int cell = pos->board[from], victim = pos->board[to];
	int hanging = rk4_trade_value[rk4_type(cell)];
	int balance = rk4_cell_is_living(pos, victim)
			      ? rk4_trade_value[rk4_type(victim)] - least
			      : -least;
	bool wins;

	if (rk4_move_kind(move) == RK4_CASTLING)
		return least <= 0;
	if (rk4_move_kind(move) == RK4_EN_PASSANT)
		balance += rk4_trade_value[RK_PAWN];
	if (rk4_move_promoted(move)) {
		hanging = rk4_trade_value[rk4_move_promoted(move)];
		balance += hanging - rk4_trade_value[RK_PAWN];
	}
	if (balance < 0)
		return false;
	if (hanging <= balance)
		return true;
	pos->board[from] = RK4_EMPTY;
	wins = trade_goes_well(pos, to, balance, hanging);
	pos->board[from] = (uint8_t)cell;
	return wins;
}
