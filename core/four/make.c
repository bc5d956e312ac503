/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Makes and unmakes moves. The caller guarantees that the move is legal
 * (rk4_move_is_legal()). No seat leaves the game here; that is settle.c.
 */
#include "core/four/board.h"

/* Points for capturing a living piece, by type. */
static const uint8_t piece_points[RK_TYPES] = {1, 3, 5, 5, 9, 20};

static void put(struct rk4_pos *pos, int cell, int square)
{
	pos->board[square] = (uint8_t)cell;
	if (!(cell & RK4_DEAD))
		rk4_set_flip(pos->pieces[rk4_seat(cell)], square);
}

static void lift(struct rk4_pos *pos, int square)
{
	int cell = pos->board[square];

	pos->board[square] = RK4_EMPTY;
	if (!(cell & RK4_DEAD))
		rk4_set_flip(pos->pieces[rk4_seat(cell)], square);
}

void rk4_pos_put(struct rk4_pos *pos, int square, int cell)
{
	int old = pos->board[square];

	if (rk4_is_piece(old)) {
		pos->key ^= rk4_key_piece(old, square);
		lift(pos, square);
		if (pos->king[rk4_seat(old)] == square)
			pos->king[rk4_seat(old)] = 0;
	}
	if (rk4_is_piece(cell)) {
		pos->key ^= rk4_key_piece(cell, square);
		put(pos, cell, square);
		if (rk4_type(cell) == RK_KING && !(cell & RK4_DEAD))
			pos->king[rk4_seat(cell)] = (uint8_t)square;
	}
}

static void save(const struct rk4_pos *pos, struct rk4_undo *undo)
{
	undo->key = pos->key;
	memcpy(undo->points, pos->points, sizeof(undo->points));
	undo->halfmove = pos->halfmove;
	undo->fullmove = pos->fullmove;
	memcpy(undo->king, pos->king, sizeof(undo->king));
	memcpy(undo->ep, pos->ep, sizeof(undo->ep));
	undo->castle = pos->castle;
	undo->turn = pos->turn;
	undo->left = pos->left;
	undo->walking = pos->walking;
	undo->ended = pos->ended;
	undo->winners = pos->winners;
	undo->captured = RK4_EMPTY;
	undo->passed = RK4_EMPTY;
}

static void restore(struct rk4_pos *pos, const struct rk4_undo *undo)
{
	pos->key = undo->key;
	memcpy(pos->points, undo->points, sizeof(pos->points));
	pos->halfmove = undo->halfmove;
	pos->fullmove = undo->fullmove;
	memcpy(pos->king, undo->king, sizeof(pos->king));
	memcpy(pos->ep, undo->ep, sizeof(pos->ep));
	pos->castle = undo->castle;
	pos->turn = undo->turn;
	pos->left = undo->left;
	pos->walking = undo->walking;
	pos->ended = undo->ended;
	pos->winners = undo->winners;
}

/* Drops castling rights when a king or a rook moves or is taken. */
static void drop_rights(struct rk4_pos *pos, int cell, int square)
{
	int seat = rk4_seat(cell);
	unsigned int rights = 3u << 2 * seat;

	if (!(pos->castle & rights) || cell & RK4_DEAD)
		return;
	if (rk4_type(cell) == RK_KING)
		pos->castle &= (uint8_t)~rights;
	if (rk4_type(cell) != RK_ROOK)
		return;
	for (int far = 0; far < 2; far++)
		if (rk4_castling_of(seat, pos->king[seat], far).rook == square)
			pos->castle &= (uint8_t) ~(1u << (2 * seat + far));
}

/*
 * Captures the piece on a square: points, rights, king and en passant square.
 */
static void take(struct rk4_pos *pos, int us, int square)
{
	int cell = pos->board[square];
	int seat = rk4_seat(cell);

	if (pos->options & RK4_POINTS && !(pos->left >> us & 1) &&
	    rk4_cell_is_living(pos, cell))
		rk4_add_points(pos, us,
			       cell & RK4_CHEAP ? 1
						: piece_points[rk4_type(cell)]);
	drop_rights(pos, cell, square);
	lift(pos, square);
	pos->key ^= rk4_key_piece(cell, square);
	pos->halfmove = 0;
	if (cell & RK4_DEAD)
		return;
	if (pos->king[seat] == square)
		pos->king[seat] = 0;
	if (pos->ep[seat] && rk4_ep_pawn(pos->ep[seat], seat) == square)
		pos->ep[seat] = 0;
}

static void shift(struct rk4_pos *pos, int from, int to, int becomes)
{
	pos->key ^= rk4_key_piece(pos->board[from], from) ^
		    rk4_key_piece(becomes, to);
	lift(pos, from);
	put(pos, becomes, to);
}

/*
 * Sets the skipped square of a pawn's move. Returns the cell that the pawn
 * becomes.
 */
static int move_pawn(struct rk4_pos *pos, int us, rk4_move move)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int promoted = rk4_move_promoted(move);

	pos->halfmove = 0;
	if (to == rk4_step_from(from, 2 * rk4_ahead(us)))
		pos->ep[us] = (uint8_t)rk4_step_from(from, rk4_ahead(us));
	if (!promoted)
		return pos->board[from];
	return rk4_piece(us, promoted) |
	       (pos->options & RK4_TEAMS ? 0 : RK4_CHEAP);
}

static void begin(struct rk4_pos *pos, struct rk4_undo *undo)
{
	save(pos, undo);
	pos->key ^= rk4_key_state(pos);
	pos->ep[pos->turn] = 0;
	if (pos->halfmove < RK_COUNTER_MAX)
		pos->halfmove++;
}

/*
 * Passes the turn; the state that is not on the board goes back into the key.
 */
static void finish(struct rk4_pos *pos)
{
	rk4_pass_turn(pos);
	pos->key ^= rk4_key_state(pos);
}

static struct rk4_castling castling_to(int seat, int from, int to)
{
	struct rk4_castling near = rk4_castling_of(seat, from, 0);

	return near.king_to == to ? near : rk4_castling_of(seat, from, 1);
}

void rk4_make(struct rk4_pos *pos, rk4_move move, struct rk4_undo *undo)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int us = pos->turn;
	int becomes = pos->board[from];

	begin(pos, undo);
	if (rk4_move_kind(move) == RK4_EN_PASSANT) {
		int owner = rk4_ep_owner(pos->ep, to);
		int pawn = rk4_ep_pawn(to, owner);

		undo->passed = pos->board[pawn];
		take(pos, us, pawn);
	}
	if (pos->board[to] != RK4_EMPTY) {
		undo->captured = pos->board[to];
		take(pos, us, to);
	}
	drop_rights(pos, becomes, from);
	if (rk4_type(becomes) == RK_PAWN)
		becomes = move_pawn(pos, us, move);
	else if (rk4_type(becomes) == RK_KING)
		pos->king[us] = (uint8_t)to;
	shift(pos, from, to, becomes);
	if (rk4_move_kind(move) == RK4_CASTLING) {
		struct rk4_castling way = castling_to(us, from, to);

		shift(pos, way.rook, way.rook_to, pos->board[way.rook]);
	}
	finish(pos);
}

static void shift_back(struct rk4_pos *pos, int from, int to, int cell)
{
	lift(pos, to);
	put(pos, cell, from);
}

void rk4_unmake(struct rk4_pos *pos, rk4_move move, const struct rk4_undo *undo)
{
	int from = rk4_move_from(move), to = rk4_move_to(move);
	int us = undo->turn;

	restore(pos, undo);
	shift_back(pos, from, to,
		   rk4_move_promoted(move) ? rk4_piece(us, RK_PAWN)
					   : pos->board[to]);
	if (rk4_move_kind(move) == RK4_CASTLING) {
		struct rk4_castling way = castling_to(us, from, to);

		shift_back(pos, way.rook, way.rook_to, pos->board[way.rook_to]);
	}
	if (undo->captured != RK4_EMPTY)
		put(pos, undo->captured, to);
	if (undo->passed != RK4_EMPTY)
		put(pos, undo->passed,
		    rk4_ep_pawn(to, rk4_ep_owner(undo->ep, to)));
}

void rk4_make_null(struct rk4_pos *pos, struct rk4_undo *undo)
{
	begin(pos, undo);
	finish(pos);
}

void rk4_unmake_null(struct rk4_pos *pos, const struct rk4_undo *undo)
{
	restore(pos, undo);
}
