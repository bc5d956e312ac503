/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Passed pawns, their way and who is near it; included by eval.c. */
#ifndef RK_ENGINE_EVAL_PASSED_H
#define RK_ENGINE_EVAL_PASSED_H

#include "engine/eval_work.h"

/* Against a lone king with pawns: does this pawn outrun it? */
RK_INLINE bool is_unstoppable(const struct rk_work *work, int square,
			      rk_bits way, int us)
{
	const struct rk_pos *pos = work->pos;
	int rank = rk_rank_for(square, us), them = us ^ 1;
	int last = rk_square_file(square) + (us == RK_WHITE ? 56 : 0);
	int moves = 7 - rank - (rank == 1);
	int king = rk_steps(work->king[them], last) - (pos->side == them);

	if (pos->colour[them] & ~pos->type[RK_PAWN] & ~pos->type[RK_KING])
		return false;
	return !(way & work->occupied) && king > moves;
}

/* Whose rook, if anybody's, stands behind it with nothing in between? */
RK_INLINE rk_pair rook_behind(const struct rk_work *work, int square, int us)
{
	const struct rk_pos *pos = work->pos;
	rk_bits back = rk_bits_fill(rk_square_bit(square), us ^ 1);
	rk_bits rooks = back & pos->type[RK_ROOK] &
			rk_rook_attacks(square, work->occupied);

	if (!rooks)
		return 0;
	return RK_TERM(us, passed_rook, (rooks & pos->colour[us]) == 0, 1);
}

RK_INLINE rk_pair judge_passed(const struct rk_work *work, int us)
{
	int them = us ^ 1;
	rk_bits left = work->pawns->passed & work->pawns->pawns[us];
	rk_pair score = 0;

	while (left) {
		int square = rk_bits_pop(&left);
		int rank = rk_rank_for(square, us);
		rk_bits step = rk_bits_forward(rk_square_bit(square), us);
		rk_bits way = rk_bits_fill(step, us);
		int next = rk_bits_first(step);

		score += RK_TERM(us, passed_own_king, rank,
				 rk_steps(work->king[us], next));
		score += RK_TERM(us, passed_enemy_king, rank,
				 rk_steps(work->king[them], next));
		if (step & work->occupied)
			score += RK_TERM(us, passed_blocked, rank, 1);
		else if (!(step & work->all[them]))
			score += RK_TERM(us, passed_step, rank, 1);
		if (!(way & (work->occupied | work->all[them])))
			score += RK_TERM(us, passed_path, rank, 1);
		if (step & work->all[us])
			score += RK_TERM(us, passed_helped, rank, 1);
		score += rook_behind(work, square, us);
		if (is_unstoppable(work, square, way, us))
			score += RK_TERM(us, unstoppable, 0, 1);
	}
	return score;
}

#endif
