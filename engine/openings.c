/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Looking up openings in tables that tools/gen_openings.c makes from
 * data/openings.txt when Rookery is built; engine/openings_table.h says what
 * is in them. Of the numbers of positions and moves 40 bits are kept. With
 * some 1,000 names an unknown position gets one by mistake once in 10^9; with
 * 2,000 moves one of its 30 is taken for an answer once in 2 * 10^7, and even
 * that move is legal.
 */
#include "engine/openings.h"
#include "engine/openings_table.h"

#include "openings.inc"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Where the number is among the entries, or -1. */
static int find(const uint8_t counts[RK_OPENING_GROUPS],
		const uint32_t *entries, uint64_t number)
{
	int group = rk_opening_group(number);
	int at = 0, end;

	for (int i = 0; i < group; i++)
		at += counts[i];
	for (end = at + counts[group]; at < end; at++)
		if (entries[at] == rk_opening_rest(number))
			return at;
	return -1;
}

/* Two bytes have all of a code: it begins at an even bit of the first. */
static unsigned int code_at(unsigned int at)
{
	unsigned int bit = at * RK_OPENING_CODE_BITS;
	const uint8_t *byte = codes + bit / 8;

	return (unsigned int)(byte[0] | byte[1] << 8) >> bit % 8 &
	       (RK_OPENING_CODES - 1);
}

/* Every code that waits gives a letter at least, so they fit as a name does. */
static void write_name(char *name, unsigned int at)
{
	uint16_t waiting[RK_OPENING_SIZE];
	unsigned int code, pair;
	int count = 0;

	do {
		code = count ? waiting[--count] : code_at(at++);
		if (code < RK_OPENING_FIRST_PAIR) {
			*name++ = (char)code;
		} else {
			pair = 2 * (code - RK_OPENING_FIRST_PAIR);
			waiting[count++] = (uint16_t)code_at(pair + 1);
			waiting[count++] = (uint16_t)code_at(pair);
		}
	} while (code);
}

bool rk_opening_name(char name[RK_OPENING_SIZE], uint64_t key)
{
	int at = find(name_counts, names, key);

	if (at >= 0)
		write_name(name, name_starts[at]);
	return at >= 0;
}

bool rk_opening_has_move(uint64_t key, int from, int to)
{
	return find(reply_counts, replies, rk_opening_reply(key, from, to)) >=
	       0;
}

bool rk_opening_step(struct rk_step *step, int at)
{
	*step = (struct rk_step){setup_moves[at] & 63,
				 setup_moves[at] >> 6 & 63,
				 (uint8_t)(setup_moves[at] >> 12)};
	return setup_moves[at] != 0;
}

int rk_opening_steps(void)
{
	return COUNT(setup_moves);
}
