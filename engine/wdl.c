/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The win, draw and loss model: what a score means for the result. */
#include "engine/search.h"

/* 1000 / (1 + exp(-x)) for x = 0, 1/4, ... 8. */
static const uint16_t logistic_table[33] = {
	500, 562, 622, 679, 731, 777, 818, 852, 881, 905,  924,
	940, 953, 963, 971, 977, 982, 986, 989, 991, 993,  995,
	996, 997, 998, 998, 998, 999, 999, 999, 999, 1000, 1000,
};

#define STEP 64 /* x = 1/4 */

/* Of x in 1/256, interpolated between the steps of the table. */
static int logistic(int x)
{
	int size = x < 0 ? -x : x;
	int step = size / STEP, value;

	if (step >= 32)
		value = logistic_table[32];
	else
		value = logistic_table[step] +
			(logistic_table[step + 1] - logistic_table[step]) *
				(size % STEP) / STEP;
	return x < 0 ? 1000 - value : value;
}

/*
 * Win and loss are logistic curves of the score. From `even` hundredths on a
 * win is likelier than not; with less material a smaller lead decides.
 * tools/fit_wdl.py fits these numbers to games.
 */
#define EVEN 110
#define EVEN_MEN 2 /* for each man on the board */
#define SPREAD 60

void rk_engine_wdl(const struct rk_pos *pos, int score, uint16_t *win,
		   uint16_t *loss)
{
	int men = rk_bits_count(rk_pos_occupied(pos));
	int even = EVEN + men * EVEN_MEN;

	if (rk_score_is_mate(score)) {
		*win = score > 0 ? 1000 : 0;
		*loss = score > 0 ? 0 : 1000;
		return;
	}
	*win = (uint16_t)logistic((score - even) * 256 / SPREAD);
	*loss = (uint16_t)logistic((-score - even) * 256 / SPREAD);
}
