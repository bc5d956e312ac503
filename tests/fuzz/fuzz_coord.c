/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as a move in coordinate notation. What is read is legal, and what
 * is written for it in either castling style reads as the same move.
 */
#include "tests/fuzz/fuzz.h"

static void write_and_read(const struct rk_pos *pos, rk_move move,
			   enum rk_castling_style style)
{
	char coord[RK_COORD_SIZE];
	size_t length = rk_coord_write(coord, move, style);
	rk_move again;

	must(length < sizeof(coord) && strlen(coord) == length);
	must(rk_coord_read(&again, pos, coord, length) == RK_NOTATION_OK);
	must(again == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const rk_move before = UINT16_MAX;
	rk_move move = before;
	enum rk_notation_error error;
	struct rk_pos pos;
	const char *text = split(&pos, (const char *)data, &size);

	error = rk_coord_read(&move, &pos, text, size);
	if (!reading_is_sound(&pos, error, move, before))
		return 0;
	write_and_read(&pos, move, RK_CASTLE_KING);
	write_and_read(&pos, move, RK_CASTLE_ROOK);
	return 0;
}
