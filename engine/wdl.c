/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The win, draw and loss model: what a score means for the result. */
#include "engine/wdl.h"

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

void rk_wdl_of(const struct rk_wdl_curve *curve, const struct rk_pos *pos,
	       int score, uint16_t *win, uint16_t *loss)
{
	int men = rk_bits_count(rk_pos_occupied(pos));
	int even = curve->even + men * curve->even_men;

	if (rk_score_is_mate(score)) {
		*win = score > 0 ? 1000 : 0;
		*loss = score > 0 ? 0 : 1000;
		return;
	}
	*win = (uint16_t)logistic((score - even) * 256 / curve->spread);
	*loss = (uint16_t)logistic((-score - even) * 256 / curve->spread);
}

/*
 * Of games of the engine against itself. tools/fit_wdl.py fits these numbers. The
 * fewer men are left, the larger a lead must be: what is level then stays so.
 */
#define EVEN 217
#define EVEN_MEN -5 /* for each man on the board */
#define SPREAD 50

void rk_engine_wdl(const struct rk_pos *pos, int score, uint16_t *win,
		   uint16_t *loss)
{
	static const struct rk_wdl_curve curve = {EVEN, EVEN_MEN, SPREAD};

	rk_wdl_of(&curve, pos, score, win, loss);
}
