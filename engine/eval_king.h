/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* How safe a king is; included by eval.c. */
#ifndef RK_ENGINE_EVAL_KING_H
#define RK_ENGINE_EVAL_KING_H

#include "engine/eval_work.h"

/* More than this makes no difference. */
#define RK_DANGER_MAX 5000

/* Safe checks of one type are counted, the others are left over. */
RK_INLINE int count_checks(int type, rk_bits checks, rk_bits safe,
			   rk_bits *others, int us)
{
	int danger = 0;

	if (checks & safe) {
		danger = RK_DANGER(us, safe_check, type - RK_KNIGHT, 1);
		if (rk_bits_several(checks & safe))
			danger +=
				RK_DANGER(us, safe_checks, type - RK_KNIGHT, 1);
	} else {
		*others |= checks;
	}
	return danger;
}

RK_INLINE int danger_of_checks(const struct rk_work *work, rk_bits weak, int us)
{
	int them = us ^ 1, king = work->king[us];
	const rk_bits *by = work->by[them];
	rk_bits men = work->occupied ^ rk_pos_pieces(work->pos, us, RK_QUEEN);
	rk_bits lines = rk_rook_attacks(king, men);
	rk_bits diagonals = rk_bishop_attacks(king, men);
	rk_bits safe = ~work->pos->colour[them] &
		       (~work->all[us] | (weak & work->twice[them]));
	rk_bits others = 0;
	int danger;

	danger = count_checks(RK_KNIGHT,
			      rk_knight_attacks(king) & by[RK_KNIGHT], safe,
			      &others, us);
	danger += count_checks(RK_BISHOP, diagonals & by[RK_BISHOP], safe,
			       &others, us);
	danger += count_checks(RK_ROOK, lines & by[RK_ROOK], safe, &others, us);
	danger += count_checks(RK_QUEEN, (lines | diagonals) & by[RK_QUEEN],
			       safe & ~work->by[us][RK_QUEEN], &others, us);
	others &= ~work->pos->colour[them];
	return danger + RK_DANGER(us, other_checks, 0, rk_bits_count(others));
}

/* The files around a king that its fate is decided on. */
RK_INLINE rk_bits flank_of(int king)
{
	static const uint8_t files[] = {0x07, 0x0f, 0x0f, 0x3c,
					0x3c, 0xf0, 0xf0, 0xe0};

	return RK_FILE_A * files[rk_square_file(king)];
}

RK_INLINE int danger_of_attackers(const struct rk_work *work, rk_bits weak,
				  int us)
{
	const uint8_t *near = work->near.men[us];
	int all = near[0] + near[1] + near[2] + near[3];
	int danger = 0;

	for (int i = 0; i < 4; i++)
		danger += RK_DANGER(us, attacker, i, near[i] * all);
	danger += RK_DANGER(us, near_hits, 0, work->near.hits[us]);
	danger += RK_DANGER(us, weak_squares, 0,
			    rk_bits_count(work->ring[us] & weak));
	return danger;
}

RK_INLINE int danger_of_flank(const struct rk_work *work, rk_bits flank, int us)
{
	int them = us ^ 1;
	rk_bits camp = flank & ~(rk_bits_rank(5, us) | rk_bits_rank(6, us) |
				 rk_bits_rank(7, us));
	rk_bits hits = work->all[them] & camp;
	int attacks =
		rk_bits_count(hits) + rk_bits_count(hits & work->twice[them]);
	int guards = rk_bits_count(work->all[us] & camp);

	return RK_DANGER(us, flank_attacks, 0, attacks) +
	       RK_DANGER(us, flank_guards, 0, guards);
}

RK_INLINE int king_danger(const struct rk_work *work, rk_bits flank, int us)
{
	int them = us ^ 1;
	rk_bits weak = work->all[them] & ~work->twice[us] &
		       (~work->all[us] | work->by[us][RK_KING] |
			work->by[us][RK_QUEEN]);
	rk_bits beside = work->by[us][RK_KING];
	int danger = work->pawns->danger[us];

	danger += RK_DANGER(us, danger_base, 0, 1);
	danger += danger_of_attackers(work, weak, us);
	danger += danger_of_checks(work, weak, us);
	danger += danger_of_flank(work, flank, us);
	danger += RK_DANGER(us, pinned, 0, rk_bits_count(work->pinned[us]));
	if (!rk_pos_pieces(work->pos, them, RK_QUEEN))
		danger += RK_DANGER(us, no_queen, 0, 1);
	if (work->by[us][RK_KNIGHT] & beside)
		danger += RK_DANGER(us, knight_guards, 0, 1);
	if (work->by[us][RK_BISHOP] & beside)
		danger += RK_DANGER(us, bishop_guards, 0, 1);
	return danger;
}

RK_INLINE rk_pair judge_king_safety(const struct rk_work *work, int us)
{
	rk_bits flank = flank_of(work->king[us]);
	rk_bits rights = work->pos->castle & work->pos->colour[us];
	int danger = king_danger(work, flank, us);
	rk_pair score = 0;

	if (danger > 0) {
		danger = danger < RK_DANGER_MAX ? danger : RK_DANGER_MAX;
		score -= RK_PAIR(danger * danger / 4096, danger / 16);
	}
	if (!(work->pos->type[RK_PAWN] & flank))
		score += RK_TERM(us, bare_flank, 0, 1);
	if (rights)
		score += RK_TERM(us, castling, rk_bits_several(rights), 1);
	return score;
}

#endif
