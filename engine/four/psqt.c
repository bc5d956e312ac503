/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Piece-square values in centipawns, and their sum for each seat, updated
 * incrementally with each move. The values are computed from a few numbers, the
 * same for all seats on relative squares. The sum of a seat that has left the
 * game is 0.
 */
#include "engine/four/search.h"

/* Material by piece type: free-for-all, teams. */
static const int16_t values[2][RK_TYPES] = {
	{90, 300, 430, 520, 1000, 0},
	{80, 310, 430, 510, 1050, 0},
};

/*
 * What an advanced pawn gains, by its relative rank. A pawn promotes on the
 * eighth rank in a free-for-all game, on the eleventh in teams.
 */
static const uint8_t advance[2][16] = {
	{0, 0, 0, 5, 12, 28, 65, 150, 200},
	{0, 0, 0, 2, 5, 8, 12, 20, 38, 75, 150, 200},
};

/* What a piece loses with each step from the centre, in 1/4 centipawn. */
static const uint8_t centre_step[RK_TYPES] = {2, 16, 8, 2, 4, 0};

/* `square` is relative, `kind` is 1 for teams. */
static int value_at(int type, int square, int kind)
{
	int x = (square & 15) * 2 - 15, y = (square >> 4) * 2 - 15;
	int far = ((x < 0 ? -x : x) + (y < 0 ? -y : y)) / 2;
	int rank = square >> 4;

	if (type == RK_KING)
		return rank > 4 ? -60 : -20 * (rank - 1);
	if (type == RK_PAWN)
		return values[kind][type] + advance[kind][rank] +
		       centre_step[type] * (5 - far) / 4;
	return values[kind][type] + centre_step[type] * (6 - far) / 4;
}

void rk4_psqt_fill(struct rk4_engine *engine)
{
	int kind = engine->teams;

	if (engine->psqt_kind == kind)
		return;
	engine->psqt_kind = (uint8_t)kind;
	for (int seat = 0; seat < RK4_SEATS; seat++)
		for (int type = 0; type < RK_TYPES; type++)
			for (int square = 0; square < RK4_BOARD; square++)
				engine->psqt_table[seat][type][square] =
					(int16_t)value_at(type,
							  rk4_relative_square(
								  seat, square),
							  kind);
}

static int value_of(const struct rk4_engine *engine, int cell, int square)
{
	return engine->psqt_table[rk4_seat(cell)][rk4_type(cell)][square];
}

void rk4_psqt_start(struct rk4_psqt *psqt, const struct rk4_engine *engine)
{
	const struct rk4_pos *pos = &engine->pos;

	memset(psqt, 0, sizeof(*psqt));
	for (int square = 0; square < RK4_BOARD; square++) {
		int cell = pos->board[square];

		if (rk4_cell_is_living(pos, cell) &&
		    !(pos->left >> rk4_seat(cell) & 1))
			psqt->sum[rk4_seat(cell)] +=
				value_of(engine, cell, square);
	}
}

/* Only pieces of seats in the game are in the sums. */
static void remove_piece(struct rk4_psqt *psqt, const struct rk4_engine *engine,
			 int square)
{
	int cell = engine->pos.board[square];

	if (rk4_is_piece(cell) && !(cell & RK4_DEAD) &&
	    !(engine->pos.left >> rk4_seat(cell) & 1))
		psqt->sum[rk4_seat(cell)] -= value_of(engine, cell, square);
}

void rk4_psqt_move(struct rk4_psqt *after, const struct rk4_psqt *before,
		   const struct rk4_engine *engine, rk4_move move)
{
	const struct rk4_pos *pos = &engine->pos;
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int cell = pos->board[from], us = rk4_seat(cell);
	int type = rk4_move_promoted(move) ? rk4_move_promoted(move)
					   : rk4_type(cell);

	*after = *before;
	remove_piece(after, engine, to);
	/* A dead king walks: its seat has no sum. */
	if (pos->left >> us & 1)
		return;
	after->sum[us] +=
		engine->psqt_table[us][type][to] - value_of(engine, cell, from);
	if (rk4_move_kind(move) == RK4_EN_PASSANT)
		remove_piece(after, engine,
			     rk4_ep_pawn(to, rk4_ep_owner(pos->ep, to)));
	if (rk4_move_kind(move) == RK4_CASTLING) {
		struct rk4_castling way = rk4_castling_of(us, from, 0);

		if (way.king_to != to)
			way = rk4_castling_of(us, from, 1);
		after->sum[us] += engine->psqt_table[us][RK_ROOK][way.rook_to] -
				  engine->psqt_table[us][RK_ROOK][way.rook];
	}
}
