/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a man is worth where it stands, in hundredths of a pawn, and the sum
 * of that for every seat, kept up to date with each move. Squares are turned
 * so that there is one table for all seats.
 */
#include "engine/four/search.h"

/* By type: all against all, and teams. */
static const int16_t values[2][RK_TYPES] = {
	{90, 300, 430, 520, 1000, 0},
	{80, 310, 430, 510, 1050, 0},
};

/* How far a pawn has come, by its rank. */
static const uint8_t advance[2][16] = {
	{0, 0, 0, 5, 12, 28, 65, 150, 200},
	{0, 0, 0, 2, 5, 8, 12, 20, 38, 75, 150, 200},
};

/* What a man loses with each step from the middle, by type, in 1/4. */
static const uint8_t centre[RK_TYPES] = {2, 16, 8, 2, 4, 0};

static int worth(int type, int square, int kind)
{
	int x = (square & 15) * 2 - 15, y = (square >> 4) * 2 - 15;
	int far = ((x < 0 ? -x : x) + (y < 0 ? -y : y)) / 2;
	int rank = square >> 4;

	if (type == RK_KING)
		return rank > 4 ? -60 : -20 * (rank - 1);
	if (type == RK_PAWN)
		return values[kind][type] + advance[kind][rank] +
		       centre[type] * (5 - far) / 4;
	return values[kind][type] + centre[type] * (6 - far) / 4;
}

void rk4_worth_fill(struct rk4_mind *mind)
{
	int kind = mind->teams;

	if (mind->worth_options == kind)
		return;
	mind->worth_options = (uint8_t)kind;
	for (int seat = 0; seat < RK4_SEATS; seat++)
		for (int type = 0; type < RK_TYPES; type++)
			for (int square = 0; square < RK4_BOARD; square++)
				mind->worth[seat][type][square] =
					(int16_t)worth(type,
						       rk4_turned(seat, square),
						       kind);
}

static int worth_of(const struct rk4_mind *mind, int cell, int square)
{
	return mind->worth[rk4_seat(cell)][rk4_type(cell)][square];
}

void rk4_tally_start(struct rk4_tally *tally, const struct rk4_mind *mind)
{
	const struct rk4_pos *pos = &mind->pos;

	memset(tally, 0, sizeof(*tally));
	for (int square = 0; square < RK4_BOARD; square++) {
		int cell = pos->board[square];

		if (rk4_cell_is_living(pos, cell) &&
		    !(pos->left >> rk4_seat(cell) & 1))
			tally->men[rk4_seat(cell)] +=
				worth_of(mind, cell, square);
	}
}

static void lose(struct rk4_tally *tally, const struct rk4_mind *mind,
		 int square)
{
	int cell = mind->pos.board[square];

	if (rk4_is_piece(cell) && !(cell & RK4_DEAD) &&
	    !(mind->pos.left >> rk4_seat(cell) & 1))
		tally->men[rk4_seat(cell)] -= worth_of(mind, cell, square);
}

void rk4_tally_move(struct rk4_tally *after, const struct rk4_tally *before,
		    const struct rk4_mind *mind, rk4_move move)
{
	const struct rk4_pos *pos = &mind->pos;
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int cell = pos->board[from], us = rk4_seat(cell);
	int type = rk4_move_promoted(move) ? rk4_move_promoted(move)
					   : rk4_type(cell);

	*after = *before;
	lose(after, mind, to);
	if (pos->left >> us & 1)
		return;
	after->men[us] +=
		mind->worth[us][type][to] - worth_of(mind, cell, from);
	if (rk4_move_kind(move) == RK4_EN_PASSANT)
		lose(after, mind, rk4_ep_pawn(to, rk4_ep_owner(pos->ep, to)));
	if (rk4_move_kind(move) == RK4_CASTLING) {
		struct rk4_castling way = rk4_castling_of(us, from, 0);

		if (way.king_to != to)
			way = rk4_castling_of(us, from, 1);
		after->men[us] += mind->worth[us][RK_ROOK][way.rook_to] -
				  mind->worth[us][RK_ROOK][way.rook];
	}
}
