/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Passed pawns; included by eval.c. pawns.c finds them and scores their rank.
 * Here are the parts that depend on pieces: is the path free and safe, who
 * supports the pawn, how near are the kings to its next square.
 */
#ifndef RK_ENGINE_EVAL_PASSED_H
#define RK_ENGINE_EVAL_PASSED_H

#include "engine/eval_info.h"

/*
 * The rule of the square: without enemy pieces and with a free path the pawn
 * promotes if their king, with the move if it has it, comes too late.
 */
RK_INLINE bool is_unstoppable(const struct rk_eval_info *info, int square,
			      rk_bits path, int us)
{
	const struct rk_pos *pos = info->pos;
	int rank = rk_rank_for(square, us), them = us ^ 1;
	int promotion = rk_square_file(square) + (us == RK_WHITE ? 56 : 0);
	int moves = 7 - rank - (rank == 1);
	int king = rk_king_distance(info->king[them], promotion) -
		   (pos->side == them);

	if (pos->colour[them] & ~pos->type[RK_PAWN] & ~pos->type[RK_KING])
		return false;
	return !(path & info->occupied) && king > moves;
}

/* A rook behind the pawn, with nothing in between, helps its owner. */
RK_INLINE rk_pair rook_behind(const struct rk_eval_info *info, int square,
			      int us)
{
	const struct rk_pos *pos = info->pos;
	rk_bits back = rk_bits_fill(rk_square_bit(square), us ^ 1);
	rk_bits rooks =
		rk_rooks_at(square, info->occupied, back & pos->type[RK_ROOK]);

	if (!rooks)
		return 0;
	return RK_TERM(us, passed_rook, (rooks & pos->colour[us]) == 0, 1);
}

RK_INLINE rk_pair eval_passed(const struct rk_eval_info *info, int us)
{
	int them = us ^ 1;
	rk_bits left = info->pawns->passed & info->pawns->pawns[us];
	rk_pair score = 0;

	while (left) {
		int square = rk_bits_pop(&left);
		int rank = rk_rank_for(square, us);
		rk_bits step = rk_bits_forward(rk_square_bit(square), us);
		rk_bits path = rk_bits_fill(step, us);
		int next = rk_bits_first(step);

		score += RK_TERM(us, passed_own_king, rank,
				 rk_king_distance(info->king[us], next));
		score += RK_TERM(us, passed_enemy_king, rank,
				 rk_king_distance(info->king[them], next));
		if (step & info->occupied)
			score += RK_TERM(us, passed_blocked, rank, 1);
		else if (!(step & info->attacked[them]))
			score += RK_TERM(us, passed_free_step, rank, 1);
		if (!(path & (info->occupied | info->attacked[them])))
			score += RK_TERM(us, passed_free_path, rank, 1);
		if (step & info->attacked[us])
			score += RK_TERM(us, passed_supported, rank, 1);
		score += rook_behind(info, square, us);
		if (is_unstoppable(info, square, path, us))
			score += RK_TERM(us, unstoppable, 0, 1);
	}
	return score;
}

#endif
