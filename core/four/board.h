/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of core/four know of the cross beyond the public header:
 * directions, ranks as a seat counts them, sets of cells, keys.
 *
 * A set of cells has a bit for each thing that may stand on a square; the
 * living pieces of seat s are the bits 8 * s to 8 * s + 5. One test tells whether
 * a cell is, say, a hostile rook or queen; no row of questions is needed.
 */
#ifndef RK_CORE_FOUR_BOARD_H
#define RK_CORE_FOUR_BOARD_H

#include "core/bits.h"
#include "rookery/four.h"
#include "rookery/position.h"

/*
 * Directions go round with the clock from north, so that straight ones are
 * even, the opposite is 4 away, and straight ahead is 2 * seat.
 */
#define RK4_DIRECTIONS 8

static const int8_t rk4_steps[RK4_DIRECTIONS] = {16,  17,  1,  -15,
						 -16, -17, -1, 15};
static const int8_t rk4_leaps[8] = {33, 18, -14, -31, -33, -18, 14, 31};

/*
 * A knight's leap, or two steps, from the edge may wrap around the index; that
 * is what the walls are for. A single step from the cross does not, so who goes
 * step by step and stops at walls just adds.
 */
static inline int rk4_step_from(int square, int step)
{
	return (square + step) & (RK4_BOARD - 1);
}

static inline int rk4_ahead(int seat)
{
	return rk4_steps[2 * seat];
}

/* The rank of a square as this seat counts, from 1: pawns start on 2. */
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

/* The pawns of these seats: bit 0 of each seat's byte. */
static inline uint64_t rk4_cells_spread(unsigned int seats)
{
	return (uint64_t)(seats * 0x204081) & 0x01010101;
}

/* What of these seats moves and attacks. */
static inline uint64_t rk4_cells_living(const struct rk4_pos *pos,
					unsigned int seats)
{
	return rk4_cells_spread(seats & ~(unsigned int)pos->left) * 0x3f |
	       rk4_cells_spread(seats & pos->walking) << RK_KING;
}

/* Those that are left of a set when this cell is taken: with the king, all. */
static inline uint64_t rk4_cells_after(uint64_t cells, int taken)
{
	if (rk4_type(taken) != RK_KING || !rk4_cells_have(cells, taken))
		return cells;
	return cells & ~((uint64_t)0x3f << 8 * rk4_seat(taken));
}

/* The pawns that, standing in this direction from a square, attack it. */
static inline uint64_t rk4_cells_pawns_from(int direction)
{
	static const uint32_t seats[RK4_DIRECTIONS] = {
		0, 0x01010000, 0, 0x01000001, 0, 0x00000101, 0, 0x00010100,
	};

	return seats[direction];
}

/* The pieces that attack along this direction from afar. */
static inline uint64_t rk4_cells_sliders(int direction)
{
	return direction & 1 ? RK4_CELLS_CROSS : RK4_CELLS_STRAIGHT;
}

/* And those that do from next to the square. */
static inline uint64_t rk4_cells_beside(int direction)
{
	return rk4_cells_sliders(direction) | RK4_CELLS_OF(RK_KING) |
	       rk4_cells_pawns_from(direction);
}

/*
 * The squares of pieces among `attackers` (a set of cells) that attack a
 * square; cells of the set `clear` do not block. As rk4_attackers().
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
 * Makes a position of a set-up: rights that cannot be are dropped, the key is
 * computed. Returns the defects; `pos` is written only if that is 0. Both may
 * be the same.
 */
unsigned int rk4_setup_finish(struct rk4_pos *pos, const struct rk4_pos *setup,
			      unsigned int options);

/* ---- Castling and en passant ---- */

/*
 * Where a king castles from: its home is one of the two middle squares of the
 * seat's edge, its rooks' homes are the ends.
 */
struct rk4_castling {
	uint8_t rook;
	uint8_t rook_to;
	uint8_t king_to;
	int8_t step; /* from king to rook */
};

/* The king must be at home; `far` is 0 or 1. */
struct rk4_castling rk4_castling_of(int seat, int king, int far);

/* Is that square one of the two from which a seat's king castles? */
bool rk4_king_is_home(int seat, int square);

/* Rights whose king and rook are at home, of all that there might be. */
unsigned int rk4_castle_possible(const struct rk4_pos *pos);

/* The seat whose pawn has skipped this square, or -1. */
static inline int rk4_ep_owner(const uint8_t ep[RK4_SEATS], int square)
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (ep[seat] == square)
			return seat;
	return -1;
}

/* Where the pawn stands that skipped ep[seat]. */
static inline int rk4_ep_pawn(int ep, int seat)
{
	return rk4_step_from(ep, rk4_ahead(seat));
}

/*
 * Is the own king safe after this pawn has taken en passant? That removes up
 * to three pieces at once, so it is tried out.
 */
bool rk4_ep_is_safe(const struct rk4_pos *pos, int seat, int from, int to);

/* The same after any other move but castling, also one that takes a king. */
bool rk4_is_safe_after(const struct rk4_pos *pos, int seat, int from, int to);

/* The king, not in check, castles: is the way free, and not attacked? */
bool rk4_castling_is_free(const struct rk4_pos *pos, int seat, int far);

/* ---- Whose turn ---- */

/* The next after `seat` that moves. */
static inline int rk4_next_turn(const struct rk4_pos *pos, int seat)
{
	unsigned int living = rk4_living(pos);

	for (int i = 1; i < RK4_SEATS; i++)
		if (living >> ((seat + i) & 3) & 1)
			return (seat + i) & 3;
	return seat;
}

/* The turn goes on after pos->turn; the key does not follow. */
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
 * The parts of a key: one for each piece, and one for all that is not on the
 * board. Who changes turn, castle, ep, left or walking takes the latter out
 * before and puts it in after: pos->key ^= rk4_key_state(pos).
 */
uint64_t rk4_key_piece(int cell, int square);
uint64_t rk4_key_state(const struct rk4_pos *pos);
/* The same with other rights to take en passant. */
uint64_t rk4_key_state_with(const struct rk4_pos *pos,
			    const uint8_t ep[RK4_SEATS]);

#endif
