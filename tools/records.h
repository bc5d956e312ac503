/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The positions that a network learns from: tools/positions.c writes them and
 * tools/records.py reads them. A file is nothing but records of 32 bytes. All
 * numbers are little-endian, squares are a1 = 0 to h8 = 63, and the board is
 * turned so that the side to move ("us") sits at the bottom: where Black is to
 * move, ranks are reversed.
 *
 *	8 bytes  the occupied squares, a bit each
 *	16 bytes the piece on each of them, four bits each, in the order of the
 *	         squares, the low half of a byte first: its type as in
 *	         rookery/types.h, plus 8 if it is theirs
 *	2 bytes  the score, hundredths of a pawn for us; RECORD_NO_SCORE: none
 *	1 byte   the result of the game for us: 0 lost, 1 drawn, 2 won, 3 unknown
 *	1 byte   our king's square
 *	1 byte   their king's square
 *	1 byte   1 if the game is held out for validation, otherwise 0
 *	2 bytes  our expected result by a teacher, 1 to 65535; 0: none
 */
#ifndef TOOLS_RECORDS_H
#define TOOLS_RECORDS_H

#include <string.h>

#include "core/bits.h"
#include "rookery/position.h"

#define RECORD_SIZE 32
#define RECORD_NO_SCORE (-32768)
#define RECORD_NO_RESULT 3

static inline void record_16(uint8_t *bytes, int number)
{
	bytes[0] = (uint8_t)(number & 0xff);
	bytes[1] = (uint8_t)(number >> 8 & 0xff);
}

/* The result is that of the side to move. A position has 32 men at most. */
static inline void record_pack(uint8_t record[RECORD_SIZE],
			       const struct rk_pos *pos, int score, int result,
			       bool held_out)
{
	int flip = pos->side == RK_WHITE ? 0 : 56, count = 0;
	int us = pos->side, them = !pos->side;

	memset(record, 0, RECORD_SIZE);
	for (int square = 0; square < RK_SQUARES; square++) {
		int piece = pos->board[square ^ flip], code;

		if (piece == RK_NONE)
			continue;
		code = rk_piece_type(piece) | (rk_piece_colour(piece) != us)
						      << 3;
		record[square / 8] |= (uint8_t)(1 << square % 8);
		record[8 + count / 2] |= (uint8_t)(code << count % 2 * 4);
		count++;
	}
	record_16(record + 24, score);
	record[26] = (uint8_t)result;
	record[27] = (uint8_t)(flip ^ rk_bits_first(pos->colour[us] &
						    pos->type[RK_KING]));
	record[28] = (uint8_t)(flip ^ rk_bits_first(pos->colour[them] &
						    pos->type[RK_KING]));
	record[29] = held_out;
}

#endif
