/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Zobrist keys. For 160 squares and some 50 cells a table of random numbers
 * would take 60 KB; they are computed instead, by two rounds of multiplication.
 */
#include "core/four/board.h"

static uint64_t mix(uint64_t value)
{
	value *= 0x9e3779b97f4a7c15;
	value ^= value >> 32;
	value *= 0xd6e8feb86659fd93;
	return value ^ value >> 29;
}

uint64_t rk4_key_piece(int cell, int square)
{
	return mix((uint64_t)(cell << 8 | square) + 1);
}

uint64_t rk4_key_state_with(const struct rk4_pos *pos,
			    const uint8_t ep[RK4_SEATS])
{
	uint64_t squares = ep[0] | (uint64_t)ep[1] << 8 |
			   (uint64_t)ep[2] << 16 | (uint64_t)ep[3] << 24;
	uint64_t rest = pos->turn | (uint64_t)pos->left << 2 |
			(uint64_t)pos->walking << 6 |
			(uint64_t)pos->castle << 10;

	/* Bit 63 keeps the state apart from every piece. */
	return mix((uint64_t)1 << 63 | rest << 32 | squares);
}

uint64_t rk4_key_state(const struct rk4_pos *pos)
{
	return rk4_key_state_with(pos, pos->ep);
}

uint64_t rk4_pos_key_compute(const struct rk4_pos *pos)
{
	uint64_t key = rk4_key_state(pos);

	for (int square = 0; square < RK4_BOARD; square++)
		if (rk4_is_piece(pos->board[square]))
			key ^= rk4_key_piece(pos->board[square], square);
	return key;
}
