/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * King safety; included by eval.c. Everything that endangers a king adds to
 * one number, its danger (RK_DANGERS in terms.h). An attack is more than the
 * sum of its parts, so the middle game score is the square of the danger; in
 * the end game it counts once.
 */
#ifndef RK_ENGINE_EVAL_KING_H
#define RK_ENGINE_EVAL_KING_H

#include "engine/eval_info.h"

/* Larger sums count as this one, which decides the game anyway. */
#define RK_DANGER_MAX 5000

/* Only the safe checks of a type count here; unsafe ones are collected. */
RK_INLINE int count_checks(int type, rk_bits checks, rk_bits safe,
			   rk_bits *unsafe, int us)
{
	int danger = 0;

	if (checks & safe) {
		danger = RK_DANGER(us, safe_check, type - RK_KNIGHT, 1);
		if (rk_bits_several(checks & safe))
			danger +=
				RK_DANGER(us, safe_checks, type - RK_KNIGHT, 1);
	} else {
		*unsafe |= checks;
	}
	return danger;
}

/*
 * Checks that enemy pieces could give with their next move. A check is safe
 * if we do not attack its square, or only weakly while they attack it twice.
 * Our queen does not block lines: it would have to leave.
 */
RK_INLINE int danger_from_checks(const struct rk_eval_info *info, rk_bits weak,
				 int us)
{
	int them = us ^ 1, king = info->king[us];
	const rk_bits *by = info->attacked_by[them];
	rk_bits men = info->occupied ^ rk_pos_pieces(info->pos, us, RK_QUEEN);
	rk_bits lines = rk_rook_attacks(king, men);
	rk_bits diagonals = rk_bishop_attacks(king, men);
	rk_bits safe =
		~info->pos->colour[them] &
		(~info->attacked[us] | (weak & info->attacked_twice[them]));
	rk_bits unsafe = 0;
	int danger;

	danger = count_checks(RK_KNIGHT,
			      rk_knight_attacks(king) & by[RK_KNIGHT], safe,
			      &unsafe, us);
	danger += count_checks(RK_BISHOP, diagonals & by[RK_BISHOP], safe,
			       &unsafe, us);
	danger += count_checks(RK_ROOK, lines & by[RK_ROOK], safe, &unsafe, us);
	danger += count_checks(RK_QUEEN, (lines | diagonals) & by[RK_QUEEN],
			       safe & ~info->attacked_by[us][RK_QUEEN], &unsafe,
			       us);
	unsafe &= ~info->pos->colour[them];
	return danger + RK_DANGER(us, unsafe_checks, 0, rk_bits_count(unsafe));
}

/* The files of the wing, or of the centre, where the king stands. */
RK_INLINE rk_bits king_flank(int king)
{
	static const uint8_t files[] = {0x07, 0x0f, 0x0f, 0x3c,
					0x3c, 0xf0, 0xf0, 0xe0};
	uint32_t half = files[rk_square_file(king)] * (uint32_t)0x01010101;

	return rk_bits_join(half, half);
}

/* Each attacker counts once for every attacker: they help each other. */
RK_INLINE int danger_from_attackers(const struct rk_eval_info *info,
				    rk_bits weak, int us)
{
	const uint8_t *attackers = info->king_zone.attackers[us];
	int all = attackers[0] + attackers[1] + attackers[2] + attackers[3];
	int danger = 0;

	for (int i = 0; i < 4; i++)
		danger += RK_DANGER(us, king_attacker, i, attackers[i] * all);
	danger += RK_DANGER(us, king_ring_attacks, 0,
			    info->king_zone.attacks[us]);
	danger += RK_DANGER(us, king_ring_weak, 0,
			    rk_bits_count(info->king_ring[us] & weak));
	return danger;
}

/* Attack and defence on the flank, up to the fifth rank. */
RK_INLINE int danger_from_flank(const struct rk_eval_info *info, rk_bits flank,
				int us)
{
	int them = us ^ 1;
	rk_bits camp = flank & ~(rk_bits_rank(5, us) | rk_bits_rank(6, us) |
				 rk_bits_rank(7, us));
	rk_bits hits = info->attacked[them] & camp;
	int attacks = rk_bits_count(hits) +
		      rk_bits_count(hits & info->attacked_twice[them]);
	int guards = rk_bits_count(info->attacked[us] & camp);

	return RK_DANGER(us, flank_attacks, 0, attacks) +
	       RK_DANGER(us, flank_defence, 0, guards);
}

/*
 * Weak squares are attacked by them and guarded by us at most once, and then
 * only by king or queen.
 */
RK_INLINE int king_danger(const struct rk_eval_info *info, rk_bits flank,
			  int us)
{
	int them = us ^ 1;
	rk_bits weak = info->attacked[them] & ~info->attacked_twice[us] &
		       (~info->attacked[us] | info->attacked_by[us][RK_KING] |
			info->attacked_by[us][RK_QUEEN]);
	rk_bits beside = info->attacked_by[us][RK_KING];
	int danger = info->pawns->danger[us];

	danger += RK_DANGER(us, danger_base, 0, 1);
	danger += danger_from_attackers(info, weak, us);
	danger += danger_from_checks(info, weak, us);
	danger += danger_from_flank(info, flank, us);
	danger += RK_DANGER(us, pinned, 0, rk_bits_count(info->pinned[us]));
	if (!rk_pos_pieces(info->pos, them, RK_QUEEN))
		danger += RK_DANGER(us, no_queen, 0, 1);
	if (info->attacked_by[us][RK_KNIGHT] & beside)
		danger += RK_DANGER(us, knight_defender, 0, 1);
	if (info->attacked_by[us][RK_BISHOP] & beside)
		danger += RK_DANGER(us, bishop_defender, 0, 1);
	return danger;
}

RK_INLINE rk_pair eval_king_safety(const struct rk_eval_info *info, int us)
{
	rk_bits flank = king_flank(info->king[us]);
	rk_bits rights = info->pos->castle & info->pos->colour[us];
	int danger = king_danger(info, flank, us);
	rk_pair score = 0;

	if (danger > 0) {
		danger = danger < RK_DANGER_MAX ? danger : RK_DANGER_MAX;
		score -= RK_PAIR(danger * danger / 4096, danger / 16);
	}
	if (!(info->pos->type[RK_PAWN] & flank))
		score += RK_TERM(us, pawnless_flank, 0, 1);
	if (rights)
		score += RK_TERM(us, castling, rk_bits_several(rights), 1);
	return score;
}

#endif
