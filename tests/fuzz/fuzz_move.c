/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as a move. What is read is legal, and what is written for it, in
 * standard notation or as coordinates in either castling style, reads as the
 * same move.
 */
#include "tests/fuzz/fuzz.h"

static void must_read(const struct rk_pos *pos, rk_move move, const char *text,
		      size_t length)
{
	rk_move again;

	must(strlen(text) == length);
	must(rk_move_read(&again, pos, text, length) == RK_NOTATION_OK);
	must(again == move);
}

static void write_and_read(const struct rk_pos *pos, rk_move move)
{
	char text[RK_SAN_SIZE];

	must_read(pos, move, text, rk_san_write(text, pos, move));
	must_read(pos, move, text, rk_coord_write(text, move, RK_CASTLE_KING));
	must_read(pos, move, text, rk_coord_write(text, move, RK_CASTLE_ROOK));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const rk_move before = UINT16_MAX;
	rk_move move = before;
	enum rk_notation_error error;
	struct rk_pos pos;
	const char *text = split(&pos, (const char *)data, &size);

	error = rk_move_read(&move, &pos, text, size);
	if (reading_is_sound(&pos, error, move, before))
		write_and_read(&pos, move);
	return 0;
}
