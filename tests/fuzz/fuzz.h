/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the fuzz targets share. libFuzzer calls LLVMFuzzerTestOneInput() with
 * bytes in a block of exactly their size, so reading past them is seen; a
 * property that does not hold aborts, and the input is kept.
 */
#ifndef RK_TESTS_FUZZ_H
#define RK_TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/notation.h"
#include "rookery/rules.h"
#include "rookery/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define must(condition) must_hold((condition), #condition, __FILE__, __LINE__)

static inline void must_hold(bool holds, const char *text, const char *file,
			     int line)
{
	if (holds)
		return;
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, text);
	abort();
}

/* Is memory that was filled with 0xa5 still full of it? */
static inline bool untouched(const void *memory, size_t size)
{
	const uint8_t *byte = memory;

	while (size--)
		if (*byte++ != 0xa5)
			return false;
	return true;
}

/* Is the key of the position the one computed anew? */
static inline bool has_right_key(const struct rk_rules *rules,
				 const union rk_any_pos *pos)
{
	if (rules->players == 2)
		return pos->two.key == rk_pos_key_compute(&pos->two);
	return pos->four.key == rk4_pos_key_compute(&pos->four);
}

/*
 * An input for a move is a line with a FEN and the move after it; without a
 * newline, or with a FEN that does not read, the move is one from the start.
 * Returns the text of the move.
 */
static inline const char *split(struct rk_pos *pos, const char *text,
				size_t *length)
{
	const char *end = memchr(text, '\n', *length);
	struct rk_error error;

	rk_pos_start(pos);
	if (!end)
		return text;
	rk_fen_read(pos, text, (size_t)(end - text), &error);
	*length -= (size_t)(end + 1 - text);
	return end + 1;
}

/* A reader that says "leaves the king in check" must have seen such a move. */
static inline bool some_move_leaves_check(const struct rk_pos *pos)
{
	for (unsigned int move = 0; move <= UINT16_MAX; move++)
		if (rk_move_is_pseudo_legal(pos, (rk_move)move) &&
		    !rk_move_is_legal(pos, (rk_move)move))
			return true;
	return false;
}

/* An untouched move and a known error, or a legal move. */
static inline bool reading_is_sound(const struct rk_pos *pos,
				    enum rk_notation_error error, rk_move move,
				    rk_move before)
{
	if (error == RK_NOTATION_OK) {
		must(rk_move_is_legal(pos, move));
		return true;
	}
	must(error <= RK_NOTATION_CHECK);
	must(error != RK_NOTATION_CHECK || some_move_leaves_check(pos));
	must(move == before);
	must(*rk_notation_error_text(error) != '\0');
	return false;
}

#endif
