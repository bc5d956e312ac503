/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Looking up openings in tables that tools/gen_openings.c makes from
 * data/openings.txt when Rookery is built. An entry holds 48 bits of a
 * position's key and below them 16 of what is known: where its name begins,
 * or the two squares of a move. The 16 bits that are left out would not be
 * missed before some 10^11 positions have been looked up.
 */
#include "engine/openings.h"

#include "openings.inc"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* The first of the sorted entries that is not below this value. */
static int find(const uint64_t *entries, int count, uint64_t value)
{
	int low = 0;

	while (low < count) {
		int middle = low + (count - low) / 2;

		if (entries[middle] < value)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

const char *rk_opening_name(uint64_t key)
{
	int at = find(names, COUNT(names), key & ~(uint64_t)0xffff);

	if (at == COUNT(names) || names[at] >> 16 != key >> 16)
		return NULL;
	return text + (names[at] & 0xffff);
}

bool rk_opening_has_move(uint64_t key, int from, int to)
{
	uint64_t value = (key & ~(uint64_t)0xffff) | (uint64_t)(from | to << 6);
	int at = find(replies, COUNT(replies), value);

	return at < COUNT(replies) && replies[at] == value;
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
