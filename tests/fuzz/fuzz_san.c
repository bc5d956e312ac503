/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as a move in algebraic notation. What is read is legal, and what
 * is written for it reads as the same move.
 */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const rk_move before = UINT16_MAX;
	rk_move move = before, again;
	enum rk_notation_error error;
	char san[RK_SAN_SIZE];
	struct rk_pos pos;
	const char *text = split(&pos, (const char *)data, &size);

	error = rk_san_read(&move, &pos, text, size);
	if (!reading_is_sound(&pos, error, move, before))
		return 0;
	size = rk_san_write(san, &pos, move);
	must(size < sizeof(san) && strlen(san) == size);
	must(rk_san_read(&again, &pos, san, size) == RK_NOTATION_OK);
	must(again == move);
	return 0;
}
