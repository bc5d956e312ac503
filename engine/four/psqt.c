/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Piece-square values in centipawns, and their sum for each seat, updated
 * incrementally with each move. The values are the same for all seats on
 * relative squares. The sum of a seat that has left the game is 0.
 */
#include "engine/four/search.h"
#include "engine/four/weights.h"

/* `square` is relative and on the board; files are mirrored. */
static int value_at(int type, int square, int kind)
{
	int file = (square & 15) - 1, rank = (square >> 4) - 1;
	const int16_t *weights = rk4_weights[kind];

	if (file < 0 || file > 13 || rank < 0 || rank > 13)
		return 0;
	file = file > 6 ? 13 - file : file;
	return weights[RK4_AT_material + type] +
	       weights[RK4_AT_psqt + type * RK4_HALF_BOARD + rank * 7 + file];
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

/* A pseudo-random number for a piece on a square; sums of them are keys. */
static uint32_t key_of(int cell, int square)
{
	uint32_t key = (uint32_t)(cell << 8 | square) * 0x9e3779b1u;

	return (key ^ key >> 15) * 0x85ebca6bu;
}

void rk4_psqt_start(struct rk4_psqt *psqt, const struct rk4_engine *engine)
{
	const struct rk4_pos *pos = &engine->pos;

	memset(psqt, 0, sizeof(*psqt));
	for (int square = 0; square < RK4_BOARD; square++) {
		int cell = pos->board[square];

		if (rk4_cell_is_living(pos, cell) &&
		    !(pos->left >> rk4_seat(cell) & 1)) {
			psqt->sum[rk4_seat(cell)] +=
				value_of(engine, cell, square);
			psqt->keys[rk4_seat(cell)] += key_of(cell, square);
		}
	}
}

/* Only pieces of seats in the game are in the sums. */
static void remove_piece(struct rk4_psqt *psqt, const struct rk4_engine *engine,
			 int square)
{
	int cell = engine->pos.board[square];

	if (rk4_is_piece(cell) && !(cell & RK4_DEAD) &&
	    !(engine->pos.left >> rk4_seat(cell) & 1)) {
		psqt->sum[rk4_seat(cell)] -= value_of(engine, cell, square);
		psqt->keys[rk4_seat(cell)] -= key_of(cell, square);
	}
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
	after->keys[us] += key_of((cell & ~7) | type, to) - key_of(cell, from);
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
