/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The four-player board inside core/four and engine/four: directions, ranks as
 * a seat counts them, sets of cells, keys.
 *
 * A set of cells has a bit for each value that a cell may have; the living
 * pieces of seat s are the bits 8 * s to 8 * s + 5. So one test tells whether a
 * cell is, say, a hostile rook or queen.
 */
#ifndef RK_CORE_FOUR_BOARD_H
#define RK_CORE_FOUR_BOARD_H

#include "core/bits.h"
#include "rookery/four.h"
#include "rookery/position.h"

/*
 * Directions run clockwise from north: straight ones are even, the opposite is
 * 4 away, and a seat's forward direction is 2 * seat.
 */
#define RK4_DIRECTIONS 8

static const int8_t rk4_steps[RK4_DIRECTIONS] = {16,  17,  1,  -15,
						 -16, -17, -1, 15};
static const int8_t rk4_leaps[8] = {33, 18, -14, -31, -33, -18, 14, 31};

/*
 * A knight's move or a double step from the edge may wrap around the index and
 * still ends on a wall. A single step from the cross never wraps, so loops that
 * go step by step and stop at walls simply add.
 */
static inline int rk4_step_from(int square, int step)
{
	return (square + step) & (RK4_BOARD - 1);
}

static inline int rk4_ahead(int seat)
{
	return rk4_steps[2 * seat];
}

/* The rank of a square from this seat's side, from 1; pawns start on 2. */
static inline int rk4_rank_for(int seat, int square)
{
	int rank = seat & 1 ? square & 15 : square >> 4;

	return seat & 2 ? 15 - rank : rank;
}

#define RK4_PAWN_RANK 2

static inline int rk4_promotion_rank(unsigned int options)
{
	return options & RK4_TEAMS ? 11 : 8;
}

/* ---- Sets of cells ---- */

static inline uint64_t rk4_cell_bit(int cell)
{
	return (uint64_t)1 << (cell & 63);
}

static inline bool rk4_cells_have(uint64_t cells, int cell)
{
	return cells >> (cell & 63) & 1;
}

#define RK4_CELLS_OF(type) ((uint64_t)0x01010101 << (type))
#define RK4_CELLS_STRAIGHT (RK4_CELLS_OF(RK_ROOK) | RK4_CELLS_OF(RK_QUEEN))
#define RK4_CELLS_CROSS (RK4_CELLS_OF(RK_BISHOP) | RK4_CELLS_OF(RK_QUEEN))
#define RK4_CELLS_PIECES ((uint64_t)0x3f3f3f3f3f3f3f3f)

/* The pawn cells of these seats: bit 0 of each seat's byte. */
static inline uint64_t rk4_cells_spread(unsigned int seats)
{
	return (uint64_t)(seats * 0x204081) & 0x01010101;
}

/* The cells of these seats that can move and attack. */
static inline uint64_t rk4_cells_living(const struct rk4_pos *pos,
					unsigned int seats)
{
	return rk4_cells_spread(seats & ~(unsigned int)pos->left) * 0x3f |
	       rk4_cells_spread(seats & pos->walking) << RK_KING;
}

/*
 * The cells of a set of enemies that remain when this cell is captured.
 * Capturing a king removes all of its seat; in teams it ends the game, so no
 * attack counts any more.
 */
static inline uint64_t rk4_cells_after(const struct rk4_pos *pos,
				       uint64_t cells, int taken)
{
	if (rk4_type(taken) != RK_KING || !rk4_cells_have(cells, taken))
		return cells;
	if (pos->options & RK4_TEAMS)
		return 0;
	return cells & ~((uint64_t)0x3f << 8 * rk4_seat(taken));
}

/* The pawns that attack a square from the neighbour in this direction. */
static inline uint64_t rk4_cells_pawns_from(int direction)
{
	static const uint32_t seats[RK4_DIRECTIONS] = {
		0, 0x01010000, 0, 0x01000001, 0, 0x00000101, 0, 0x00010100,
	};

	return seats[direction];
}

/* The pieces that attack along this direction from a distance. */
static inline uint64_t rk4_cells_sliders(int direction)
{
	return direction & 1 ? RK4_CELLS_CROSS : RK4_CELLS_STRAIGHT;
}

/* The pieces that attack from the neighbouring square in this direction. */
static inline uint64_t rk4_cells_beside(int direction)
{
	return rk4_cells_sliders(direction) | RK4_CELLS_OF(RK_KING) |
	       rk4_cells_pawns_from(direction);
}

/*
 * As rk4_attackers(), for a set of cells `attackers` on any board. Cells in the
 * set `clear` do not block.
 */
int rk4_find_attackers(const uint8_t board[RK4_BOARD], int square,
		       uint64_t attackers, uint64_t clear, uint8_t *list);

#define RK4_CELLS_EMPTY ((uint64_t)1 << RK4_EMPTY)
#define RK4_CELLS_WALL ((uint64_t)1 << RK4_WALL)

/* ---- Sets of squares ---- */

static inline bool rk4_set_has(const uint64_t *set, int square)
{
	return set[square >> 6] >> (square & 63) & 1;
}

static inline void rk4_set_flip(uint64_t *set, int square)
{
	set[square >> 6] ^= (uint64_t)1 << (square & 63);
}

/* ---- Positions and set-ups ---- */

bool rk4_square_is_wall(int square);

/* An empty cross, Red to move. */
void rk4_pos_clear(struct rk4_pos *pos, unsigned int options);

/*
 * Makes a position of a set-up: drops impossible rights and computes the key.
 * Returns the defects; `pos` is written only if that is 0. `pos` and `setup`
 * may be the same.
 */
unsigned int rk4_setup_finish(struct rk4_pos *pos, const struct rk4_pos *setup,
			      unsigned int options);

/* ---- Castling and en passant ---- */

/*
 * One castling move. A king's home is one of the two middle squares of its
 * seat's edge; the rooks' homes are the ends of the edge.
 */
struct rk4_castling {
	uint8_t rook;
	uint8_t rook_to;
	uint8_t king_to;
	int8_t step; /* from king to rook */
};

/* The king must be at home; `far` is 0 or 1. */
struct rk4_castling rk4_castling_of(int seat, int king, int far);

/* Is this one of the two home squares of the seat's king? */
bool rk4_king_is_home(int seat, int square);

/* The set of all rights whose king and rook are at home. */
unsigned int rk4_castle_possible(const struct rk4_pos *pos);

/* The seat whose pawn has skipped this square, or -1. */
static inline int rk4_ep_owner(const uint8_t ep[RK4_SEATS], int square)
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (ep[seat] == square)
			return seat;
	return -1;
}

/* The square of the pawn that skipped `ep`. */
static inline int rk4_ep_pawn(int ep, int seat)
{
	return rk4_step_from(ep, rk4_ahead(seat));
}

/*
 * Is the own king safe after the pawn on `from` has taken en passant? That can
 * remove up to three pieces at once, so the move is made on a copy of the
 * board.
 */
bool rk4_ep_is_safe(const struct rk4_pos *pos, int seat, int from, int to);

/* The same for any other move except castling, also one that takes a king. */
bool rk4_is_safe_after(const struct rk4_pos *pos, int seat, int from, int to);

/*
 * Are the squares on the way empty and not attacked? The king must not be in
 * check.
 */
bool rk4_castling_is_free(const struct rk4_pos *pos, int seat, int far);

/* ---- Whose turn ---- */

/* The next seat after `seat` that moves. */
static inline int rk4_next_turn(const struct rk4_pos *pos, int seat)
{
	unsigned int living = rk4_living(pos);

	for (int i = 1; i < RK4_SEATS; i++)
		if (living >> ((seat + i) & 3) & 1)
			return (seat + i) & 3;
	return seat;
}

/* Passes the turn; does not update the key. */
static inline void rk4_pass_turn(struct rk4_pos *pos)
{
	int next = rk4_next_turn(pos, pos->turn);

	if (next <= pos->turn && pos->fullmove < RK_COUNTER_MAX)
		pos->fullmove++;
	pos->turn = (uint8_t)next;
}

/* ---- Points ---- */

#define RK4_POINTS_MAX 32000

static inline void rk4_add_points(struct rk4_pos *pos, int seat, int points)
{
	points += pos->points[seat];
	if (points > RK4_POINTS_MAX)
		points = RK4_POINTS_MAX;
	pos->points[seat] = (int16_t)points;
}

/* ---- Keys ---- */

/*
 * The parts of a Zobrist key: one for each piece, and one for all state that is
 * not on the board. Code that changes turn, castle, ep, left or walking removes
 * the latter before and adds it after: pos->key ^= rk4_key_state(pos).
 */
uint64_t rk4_key_piece(int cell, int square);
uint64_t rk4_key_state(const struct rk4_pos *pos);
/* The same with other en passant squares. */
uint64_t rk4_key_state_with(const struct rk4_pos *pos,
			    const uint8_t ep[RK4_SEATS]);

#endif
