/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What attacks what, and room to play; included by eval.c. */
#ifndef RK_ENGINE_EVAL_THREATS_H
#define RK_ENGINE_EVAL_THREATS_H

#include "engine/eval_work.h"

RK_INLINE rk_pair threats_of_pawns(const struct rk_work *work, rk_bits pieces,
				   int us)
{
	rk_bits own = work->pawns->pawns[us];
	rk_bits free = ~work->occupied;
	rk_bits safe = ~work->all[us ^ 1] | work->all[us];
	rk_bits attacks = rk_bits_pawn_attacks(own & safe, us) & pieces;
	rk_bits pushed = rk_bits_forward(own, us) & free;

	pushed |= rk_bits_forward(pushed & rk_bits_rank(2, us), us) & free;
	pushed &= safe & ~work->by[us ^ 1][RK_PAWN];
	pushed = rk_bits_pawn_attacks(pushed, us) & pieces & ~attacks;
	return RK_TERM(us, threat_pawn, 0, rk_bits_count(attacks)) +
	       RK_TERM(us, threat_push, 0, rk_bits_count(pushed));
}

/* Squares from where the enemy's only queen would be attacked. */
RK_INLINE rk_pair threats_to_queen(const struct rk_work *work, rk_bits firm,
				   int us)
{
	int them = us ^ 1;
	rk_bits queens = rk_pos_pieces(work->pos, them, RK_QUEEN);
	rk_bits safe = work->area[us] & ~firm & ~work->pos->type[RK_PAWN];
	rk_bits knights, lines;
	int queen;

	if (!queens || rk_bits_several(queens))
		return 0;
	queen = rk_bits_first(queens);
	knights = work->by[us][RK_KNIGHT] & rk_knight_attacks(queen) & safe;
	lines = (work->by[us][RK_BISHOP] &
		 rk_bishop_attacks(queen, work->occupied)) |
		(work->by[us][RK_ROOK] &
		 rk_rook_attacks(queen, work->occupied));
	lines &= safe & work->twice[us];
	return RK_TERM(us, knight_on_queen, 0, rk_bits_count(knights)) +
	       RK_TERM(us, line_on_queen, 0, rk_bits_count(lines));
}

RK_INLINE rk_pair threats_by_type(const struct rk_work *work, rk_bits minors,
				  rk_bits rooks, int us)
{
	const struct rk_pos *pos = work->pos;
	rk_pair score = 0;

	minors &= work->by[us][RK_KNIGHT] | work->by[us][RK_BISHOP];
	rooks &= work->by[us][RK_ROOK];
	while (minors) {
		int type = rk_piece_type(pos->board[rk_bits_pop(&minors)]);

		score += RK_TERM(us, threat_minor, type, 1);
	}
	while (rooks) {
		int type = rk_piece_type(pos->board[rk_bits_pop(&rooks)]);

		score += RK_TERM(us, threat_rook, type, 1);
	}
	return score;
}

/*
 * Firm is what the enemy holds with a pawn, or twice where we attack once.
 * Weak is what we attack and the enemy does not hold firmly.
 */
RK_INLINE rk_pair judge_threats(const struct rk_work *work, int us)
{
	int them = us ^ 1;
	const struct rk_pos *pos = work->pos;
	rk_bits enemies = pos->colour[them];
	rk_bits pieces = enemies & ~pos->type[RK_PAWN] & ~pos->type[RK_KING];
	rk_bits firm = work->by[them][RK_PAWN] |
		       (work->twice[them] & ~work->twice[us]);
	rk_bits weak = enemies & ~firm & work->all[us] & ~pos->type[RK_KING];
	rk_bits guarded = pieces & firm;
	rk_bits hanging = weak &
			  (~work->all[them] | (pieces & work->twice[us]));
	rk_bits contested = work->all[them] & ~firm & work->all[us];
	rk_bits by_queen = weak & work->by[them][RK_QUEEN];
	rk_pair score;

	score = threats_by_type(work, weak | guarded,
				weak | (guarded & pos->type[RK_QUEEN]), us);
	if (weak & work->by[us][RK_KING])
		score += RK_TERM(us, threat_king, 0, 1);
	score += RK_TERM(us, hanging, 0, rk_bits_count(hanging));
	score += RK_TERM(us, queen_guards, 0, rk_bits_count(by_queen));
	score += RK_TERM(us, contested, 0, rk_bits_count(contested));
	score += threats_of_pawns(work, pieces, us);
	score += threats_to_queen(work, firm, us);
	return score;
}

/* Room behind the own pawns, while there are pieces to use it. */
RK_INLINE rk_pair judge_space(const struct rk_work *work, int us)
{
	rk_bits own = work->pawns->pawns[us];
	rk_bits squares = RK_CENTRE_FILES & ~own & ~work->by[us ^ 1][RK_PAWN] &
			  (rk_bits_rank(1, us) | rk_bits_rank(2, us) |
			   rk_bits_rank(3, us));
	rk_bits behind = rk_bits_fill(rk_bits_forward(own, us ^ 1), us ^ 1);
	int count = rk_bits_count(squares) +
		    rk_bits_count(squares & behind & ~work->all[us ^ 1]);

	return RK_TERM(us, space, 0, count);
}

#endif
