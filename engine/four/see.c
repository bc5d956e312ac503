/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Static exchange evaluation (SEE): the outcome of a series of captures on one
 * square, found without making moves. It is an estimate that costs little:
 *
 * - There are two sides, the mover with its partner against all enemies. They
 *   capture in turn, though in the game several enemies may follow each other.
 * - Attackers are counted once. A slider behind another piece on the same line
 *   (an x-ray attacker) is not seen.
 */
#include "engine/four/search.h"

const int16_t rk4_see_value[8] = {90, 300, 430, 520, 1000, 10000, 0, 0};

/*
 * How many pieces of each type attack the square: of the side to move, and of its
 * enemies.
 */
static void count_attackers(uint8_t counts[2][RK_TYPES],
			    const struct rk4_pos *pos, int square)
{
	unsigned int enemies = rk4_enemies(pos, pos->turn);
	uint8_t list[16];
	int found = rk4_attackers(pos, square, rk4_living(pos), list);

	memset(counts, 0, 2 * sizeof(counts[0]));
	while (found--) {
		int cell = pos->board[list[found]];

		counts[enemies >> rk4_seat(cell) & 1][rk4_type(cell)]++;
	}
}

/* Removes the least valuable attacker; RK_TYPES: there is none. */
static int pop_cheapest(uint8_t counts[RK_TYPES])
{
	for (int type = 0; type < RK_TYPES; type++)
		if (counts[type]) {
			counts[type]--;
			return type;
		}
	return RK_TYPES;
}

/*
 * Is the mover still ahead of its threshold when the captures end? Each side
 * recaptures with its least valuable attacker as long as that helps it.
 * `balance` is how far the side that has just captured is ahead of the
 * threshold, if the piece on the square is lost next; `hanging` is the value of
 * that piece. `wins` says who wins if no capture follows.
 */
static bool exchange_wins(const struct rk4_pos *pos, int square, int balance,
			  int hanging)
{
	uint8_t counts[2][RK_TYPES];
	bool wins = true;
	int side = 0;

	count_attackers(counts, pos, square);
	balance = hanging - balance;
	for (;;) {
		int type = pop_cheapest(counts[side ^= 1]);

		if (type == RK_TYPES)
			return wins;
		wins = !wins;
		/* A king cannot capture a guarded piece. */
		if (type == RK_KING)
			return pop_cheapest(counts[!side]) == RK_TYPES ? wins
								       : !wins;
		balance = rk4_see_value[type] - balance;
		if (balance < (int)wins)
			return wins;
	}
}

bool rk4_see_ge(struct rk4_engine *engine, rk4_move move, int threshold)
{
	struct rk4_pos *pos = &engine->pos;
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int cell = pos->board[from], victim = pos->board[to];
	int hanging = rk4_see_value[rk4_type(cell)];
	int balance = rk4_cell_is_living(pos, victim)
			      ? rk4_see_value[rk4_type(victim)] - threshold
			      : -threshold;
	bool wins;

	if (rk4_move_kind(move) == RK4_CASTLING)
		return threshold <= 0;
	if (rk4_move_kind(move) == RK4_EN_PASSANT)
		balance += rk4_see_value[RK_PAWN];
	if (rk4_move_promoted(move)) {
		hanging = rk4_see_value[rk4_move_promoted(move)];
		balance += hanging - rk4_see_value[RK_PAWN];
	}
	/* Not even a free capture is enough. */
	if (balance < 0)
		return false;
	/* Enough even if the moved piece is lost for nothing. */
	if (hanging <= balance)
		return true;
	/* The moved piece must not be found as an attacker again. */
	pos->board[from] = RK4_EMPTY;
	wins = exchange_wins(pos, to, balance, hanging);
	pos->board[from] = (uint8_t)cell;
	return wins;
}
