/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Openings for four players. tools/gen_openings_four.c makes the table from
 * data/openings-four.txt during the build; engine/openings_table.h describes
 * the format.
 *
 * The table keeps 36 bits of a hash. With some 1,500 moves, one of the 30 moves
 * of an unknown position is taken for a known one once in 10^6; it is a legal
 * move all the same.
 */
#include "core/random.h"
#include "engine/openings_table.h"
#include "rookery/openings.h"

#include "openings_four.inc"

/* The weight of a move, 0 if it is none of the openings. */
static uint32_t find_weight(uint64_t hash)
{
	uint32_t tag = rk_opening_tag(hash);
	int bucket = rk_opening_bucket(hash), at = 0, end;

	for (int i = 0; i < bucket; i++)
		at += counts[i];
	for (end = at + counts[bucket]; at < end; at++)
		if ((replies[at] ^ tag) <= RK_OPENING_WEIGHT)
			return replies[at] & RK_OPENING_WEIGHT;
	return 0;
}

static uint32_t weight_of(const struct rk_rules *rules, uint64_t key,
			  rk_any_move move)
{
	return find_weight(rk_opening_reply_four(
		key, rules->sides[0] == rules->sides[2], move));
}

rk_any_move rk_opening_pick_four(const struct rk_rules *rules,
				 const union rk_any_pos *pos,
				 const rk_any_move *list, int count,
				 uint64_t seed)
{
	uint64_t key = rules->key(pos);
	uint32_t sum = 0, weight;
	int at = 0;

	for (int i = 0; i < count; i++)
		sum += weight_of(rules, key, list[i]);
	if (!sum)
		return 0;
	sum = (uint32_t)((rk_mix_seed(seed) >> 32) * sum >> 32);
	while ((weight = weight_of(rules, key, list[at])) <= sum) {
		sum -= weight;
		at++;
	}
	return list[at];
}
