/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lookup in the opening tables. tools/gen_openings.c makes them from
 * data/openings.txt during the build; engine/openings_table.h describes the
 * format.
 *
 * The tables keep 40 bits of a hash, so there are false positives. With some
 * 1,000 names, an unknown position gets a name once in 10^9. With 2,000 moves,
 * one of the 30 moves of an unknown position is taken for a known one once in
 * 2 * 10^7; it is a legal move all the same.
 */
#include "engine/openings.h"
#include "engine/openings_table.h"

#include "openings.inc"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* The index of the hash among the entries, or -1. */
static int find(const uint8_t counts[RK_OPENING_BUCKETS],
		const uint32_t *entries, uint64_t hash)
{
	int bucket = rk_opening_bucket(hash);
	int index = 0, end;

	for (int i = 0; i < bucket; i++)
		index += counts[i];
	for (end = index + counts[bucket]; index < end; index++)
		if (entries[index] == rk_opening_tag(hash))
			return index;
	return -1;
}

/* A code of 10 bits begins at an even bit, so it never spans three bytes. */
static unsigned int code_at(unsigned int index)
{
	unsigned int bit = index * RK_OPENING_CODE_BITS;
	const uint8_t *byte = codes + bit / 8;

	return (unsigned int)(byte[0] | byte[1] << 8) >> bit % 8 &
	       (RK_OPENING_CODES - 1);
}

/*
 * Expands codes to letters with a stack. Each code on the stack becomes at least
 * one letter, so the stack is never larger than the name.
 */
static void write_name(char *name, unsigned int index)
{
	uint16_t stack[RK_OPENING_SIZE];
	unsigned int code, pair;
	int count = 0;

	do {
		code = count ? stack[--count] : code_at(index++);
		if (code < RK_OPENING_FIRST_PAIR) {
			*name++ = (char)code;
		} else {
			pair = 2 * (code - RK_OPENING_FIRST_PAIR);
			stack[count++] = (uint16_t)code_at(pair + 1);
			stack[count++] = (uint16_t)code_at(pair);
		}
	} while (code);
}

bool rk_opening_name(char name[RK_OPENING_SIZE], uint64_t key)
{
	int index = find(name_counts, names, key);

	if (index >= 0)
		write_name(name, name_starts[index]);
	return index >= 0;
}

bool rk_opening_has_move(uint64_t key, int from, int to)
{
	return find(reply_counts, replies, rk_opening_reply(key, from, to)) >=
	       0;
}

bool rk_opening_step(struct rk_setup_step *step, int index)
{
	*step = (struct rk_setup_step){setup_moves[index] & 63,
				       setup_moves[index] >> 6 & 63,
				       (uint8_t)(setup_moves[index] >> 12)};
	return setup_moves[index] != 0;
}

int rk_opening_steps(void)
{
	return COUNT(setup_moves);
}
