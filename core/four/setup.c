/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Set-up mode: boards put together by hand. A set-up is a struct rk4_pos that
 * may be illegal; rk4_setup_examine() names its defects. A seat without pieces
 * does not play.
 */
#include "core/four/settle.h"

void rk4_setup_clear(struct rk4_pos *setup)
{
	rk4_pos_clear(setup, 0);
}

/*
 * Putting a king or a rook on its home square grants castling rights; changing
 * such a square removes them.
 */
static void renew_rights(struct rk4_pos *setup, int square)
{
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int king = setup->king[seat];

		if (!rk4_king_is_home(seat, king))
			continue;
		for (int far = 0; far < 2; far++)
			if (square == king ||
			    square == rk4_castling_of(seat, king, far).rook)
				setup->castle |= (uint8_t)(3u << 2 * seat);
	}
	setup->castle &= (uint8_t)rk4_castle_possible(setup);
}

/* The square of a seat's first king, or 0. */
static int find_king(const struct rk4_pos *setup, int seat)
{
	for (int square = 0; square < RK4_BOARD; square++)
		if (setup->board[square] == rk4_piece(seat, RK_KING))
			return square;
	return 0;
}

void rk4_setup_put(struct rk4_pos *setup, int square, int cell)
{
	int seat = rk4_seat(cell);

	if (rk4_is_piece(cell) && cell & RK4_DEAD)
		cell = RK4_DEAD | rk4_type(cell);
	rk4_pos_put(setup, square, cell);
	for (int other = 0; other < RK4_SEATS; other++)
		setup->king[other] = (uint8_t)find_king(setup, other);
	if (cell == rk4_piece(seat, RK_KING)) {
		setup->left &= (uint8_t) ~(1u << seat);
		setup->walking &= (uint8_t) ~(1u << seat);
	}
	memset(setup->ep, 0, sizeof(setup->ep));
	renew_rights(setup, square);
}

void rk4_setup_turn(struct rk4_pos *setup, int seat)
{
	setup->turn = (uint8_t)seat;
	memset(setup->ep, 0, sizeof(setup->ep));
}

void rk4_setup_castle(struct rk4_pos *setup, unsigned int rights)
{
	setup->castle = (uint8_t)(rights & 255);
	setup->castle &= (uint8_t)rk4_castle_possible(setup);
}

/* Seats without pieces leave the game; the turn goes on if it was theirs. */
static void drop_absent(struct rk4_pos *setup)
{
	static const uint64_t nothing[RK4_BOARD / 64];

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (!memcmp(setup->pieces[seat], nothing, sizeof(nothing)))
			setup->left |= (uint8_t)(1 << seat);
	setup->walking &= setup->left;
	if (!(rk4_living(setup) >> setup->turn & 1))
		setup->turn = (uint8_t)rk4_next_turn(setup, setup->turn);
}

unsigned int rk4_setup_play(struct rk4_pos *pos, const struct rk4_pos *setup,
			    unsigned int options)
{
	struct rk4_pos made = *setup;
	unsigned int defects;

	drop_absent(&made);
	defects = rk4_setup_examine(&made, options);
	made.options = (uint8_t)options;
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (rk4_in_check(&made, seat))
			defects |= RK4_DEFECT_CHECK;
	if (defects)
		return defects;
	rk4_setup_finish(pos, &made, options);
	rk4_settle_position(pos);
	return 0;
}
