/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The board, the five starting positions, home squares of kings and rooks, and
 * the defects of set-ups. A seat's edge has eight squares, numbered 4 to 11 by
 * rank or file, with rooks at the ends and king and queen on 7 and 8.
 */
#include "core/four/board.h"

#define EDGE_FIRST 4
#define EDGE_LAST 11
#define KING_LOW 7
#define KING_HIGH 8

static bool is_corner(int square)
{
	int row = square >> 4, column = square & 15;
	bool row_inside = row >= EDGE_FIRST && row <= EDGE_LAST;
	bool column_inside = column >= EDGE_FIRST && column <= EDGE_LAST;

	return !row_inside && !column_inside;
}

bool rk4_square_is_wall(int square)
{
	int row = square >> 4, column = square & 15;

	return row < 1 || row > RK4_FILES || column < 1 || column > RK4_FILES ||
	       is_corner(square);
}

void rk4_pos_clear(struct rk4_pos *pos, unsigned int options)
{
	memset(pos, 0, sizeof(*pos));
	for (int square = 0; square < RK4_BOARD; square++)
		pos->board[square] = rk4_square_is_wall(square) ? RK4_WALL
								: RK4_EMPTY;
	pos->options = (uint8_t)options;
	pos->fullmove = 1;
	pos->key = rk4_key_state(pos);
}

/* The square on a seat's rank (from 1) with this number along the edge. */
static int square_along(int seat, int rank, int along)
{
	if (seat & 2)
		rank = 15 - rank;
	return seat & 1 ? along << 4 | rank : rank << 4 | along;
}

static int number_along(int seat, int square)
{
	return seat & 1 ? square >> 4 : square & 15;
}

static void put_army(struct rk4_pos *pos, int seat, int king)
{
	static const uint8_t edge[] = {
		RK_ROOK,  RK_KNIGHT, RK_BISHOP, RK_QUEEN,
		RK_QUEEN, RK_BISHOP, RK_KNIGHT, RK_ROOK,
	};

	for (int along = EDGE_FIRST; along <= EDGE_LAST; along++) {
		int type = along == king ? RK_KING : edge[along - EDGE_FIRST];

		rk4_pos_put(pos, square_along(seat, 1, along),
			    rk4_piece(seat, type));
		rk4_pos_put(pos, square_along(seat, RK4_PAWN_RANK, along),
			    rk4_piece(seat, RK_PAWN));
	}
}

void rk4_pos_start(struct rk4_pos *pos, enum rk4_start start,
		   unsigned int options)
{
	/*
	 * For each start, the seats whose king is on the higher of its two
	 * home squares.
	 */
	static const uint8_t high[RK4_STARTS] = {
		[RK4_START_MODERN] = 1 << RK4_RED | 1 << RK4_GREEN,
		[RK4_START_CLASSIC] = 1 << RK4_RED | 1 << RK4_BLUE,
		[RK4_START_BY] = 1 << RK4_RED | 1 << RK4_YELLOW,
		[RK4_START_BYG] = 1 << RK4_RED | 1 << RK4_YELLOW |
				  1 << RK4_GREEN,
		[RK4_START_RG] = 1 << RK4_BLUE | 1 << RK4_GREEN,
	};

	rk4_pos_clear(pos, options);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		put_army(pos, seat,
			 high[start] >> seat & 1 ? KING_HIGH : KING_LOW);
	pos->key ^= rk4_key_state(pos);
	pos->castle = 0xff;
	pos->key ^= rk4_key_state(pos);
}

bool rk4_king_is_home(int seat, int square)
{
	int along = number_along(seat, square);

	return rk4_rank_for(seat, square) == 1 &&
	       (along == KING_LOW || along == KING_HIGH);
}

struct rk4_castling rk4_castling_of(int seat, int king, int far)
{
	bool upward = (number_along(seat, king) == KING_HIGH) != far;
	int step = (seat & 1 ? 16 : 1) * (upward ? 1 : -1);

	return (struct rk4_castling){
		.rook = (uint8_t)square_along(seat, 1,
					      upward ? EDGE_LAST : EDGE_FIRST),
		.rook_to = (uint8_t)rk4_step_from(king, step),
		.king_to = (uint8_t)rk4_step_from(king, 2 * step),
		.step = (int8_t)step,
	};
}

unsigned int rk4_castle_possible(const struct rk4_pos *pos)
{
	unsigned int rights = 0;

	for (int right = 0; right < 2 * RK4_SEATS; right++) {
		int seat = right >> 1, king = pos->king[seat];
		int rook = rk4_castling_of(seat, king, right & 1).rook;

		if (rk4_king_is_home(seat, king) && !(pos->left >> seat & 1) &&
		    pos->board[rook] == rk4_piece(seat, RK_ROOK))
			rights |= 1u << right;
	}
	return rights;
}

/* ---- Set-ups ---- */

static const char *const defect_texts[] = {
	"Red needs exactly one king",
	"Blue needs exactly one king",
	"Yellow needs exactly one king",
	"Green needs exactly one king",
	"a pawn stands where it would have been promoted",
	"two players who are no partners must be in the game",
	"who is to move has left the game",
	"a king is in check",
};

const char *rk4_defect_text(unsigned int defects)
{
	size_t i = 0;

	while (i + 1 < sizeof(defect_texts) / sizeof(defect_texts[0]) &&
	       !(defects >> i & 1))
		i++;
	return defect_texts[i];
}

static unsigned int walking_by(const struct rk4_pos *setup,
			       unsigned int options)
{
	return options & RK4_WALKING ? setup->walking : 0;
}

/* A seat that has left may have no king; one that plays or walks needs one. */
static unsigned int examine_kings(const struct rk4_pos *setup,
				  unsigned int options)
{
	unsigned int need =
		(~(unsigned int)setup->left | walking_by(setup, options)) & 15;
	unsigned int have = 0, more = 0;

	for (int square = 0; square < RK4_BOARD; square++) {
		int cell = setup->board[square];
		unsigned int seat = 1u << rk4_seat(cell);

		if (rk4_type(cell) != RK_KING || cell & RK4_DEAD)
			continue;
		more |= have & seat;
		have |= seat;
	}
	return ((need & ~have) | more) * RK4_DEFECT_KING;
}

static bool has_late_pawn(const struct rk4_pos *setup, unsigned int options)
{
	int last = rk4_promotion_rank(options);

	for (int square = 0; square < RK4_BOARD; square++) {
		int cell = setup->board[square], seat = rk4_seat(cell);

		if (rk4_type(cell) == RK_PAWN &&
		    rk4_cell_is_living(setup, cell) &&
		    rk4_rank_for(seat, square) >= last)
			return true;
	}
	return false;
}

unsigned int rk4_setup_examine(const struct rk4_pos *setup,
			       unsigned int options)
{
	unsigned int defects = examine_kings(setup, options);
	unsigned int playing = ~(unsigned int)setup->left & 15;
	unsigned int moving = playing | walking_by(setup, options);
	bool even = playing & 5, odd = playing & 10;

	if (has_late_pawn(setup, options))
		defects |= RK4_DEFECT_PAWN;
	if (options & RK4_TEAMS ? !even || !odd : !(playing & (playing - 1)))
		defects |= RK4_DEFECT_PLAYERS;
	if (!(moving >> setup->turn & 1))
		defects |= RK4_DEFECT_TURN;
	return defects;
}

/* Keeps an en passant square only if its seat plays and its pawn is there. */
static void drop_ep(struct rk4_pos *pos)
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (pos->left >> seat & 1 || !pos->ep[seat] ||
		    pos->board[rk4_ep_pawn(pos->ep[seat], seat)] !=
			    rk4_piece(seat, RK_PAWN))
			pos->ep[seat] = 0;
}

unsigned int rk4_setup_finish(struct rk4_pos *pos, const struct rk4_pos *setup,
			      unsigned int options)
{
	unsigned int defects = rk4_setup_examine(setup, options);

	if (defects)
		return defects;
	if (pos != setup)
		memcpy(pos, setup, sizeof(*pos));
	pos->options = (uint8_t)options;
	pos->walking = (uint8_t)walking_by(setup, options);
	pos->castle &= (uint8_t)rk4_castle_possible(pos);
	drop_ep(pos);
	pos->ended = 0;
	pos->winners = 0;
	pos->key = rk4_pos_key_compute(pos);
	return 0;
}
