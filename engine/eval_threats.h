/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Threats and space; included by eval.c. */
#ifndef RK_ENGINE_EVAL_THREATS_H
#define RK_ENGINE_EVAL_THREATS_H

#include "engine/eval_info.h"

/* Pieces attacked by a pawn now, or after a safe push. */
RK_INLINE rk_pair threats_by_pawns(const struct rk_eval_info *info,
				   rk_bits pieces, int us)
{
	rk_bits own = info->pawns->pawns[us];
	rk_bits free = ~info->occupied;
	rk_bits safe = ~info->attacked[us ^ 1] | info->attacked[us];
	rk_bits attacks = rk_bits_pawn_attacks(own & safe, us) & pieces;
	rk_bits pushed = rk_bits_forward(own, us) & free;

	pushed |= rk_bits_forward(pushed & rk_bits_rank(2, us), us) & free;
	pushed &= safe & ~info->attacked_by[us ^ 1][RK_PAWN];
	pushed = rk_bits_pawn_attacks(pushed, us) & pieces & ~attacks;
	return RK_TERM(us, threat_by_pawn, 0, rk_bits_count(attacks)) +
	       RK_TERM(us, threat_by_push, 0, rk_bits_count(pushed));
}

/* Safe squares from where the next move would attack their only queen. */
RK_INLINE rk_pair threats_to_queen(const struct rk_eval_info *info,
				   rk_bits strong, int us)
{
	int them = us ^ 1;
	rk_bits queens = rk_pos_pieces(info->pos, them, RK_QUEEN);
	rk_bits safe = info->mobility_area[us] & ~strong &
		       ~info->pos->type[RK_PAWN];
	rk_bits knights, lines;
	int queen;

	if (!queens || rk_bits_several(queens))
		return 0;
	queen = rk_bits_first(queens);
	knights = info->attacked_by[us][RK_KNIGHT] & rk_knight_attacks(queen) &
		  safe;
	safe &= info->attacked_twice[us];
	lines = rk_bishops_at(queen, info->occupied,
			      info->attacked_by[us][RK_BISHOP] & safe) |
		rk_rooks_at(queen, info->occupied,
			    info->attacked_by[us][RK_ROOK] & safe);
	return RK_TERM(us, knight_on_queen, 0, rk_bits_count(knights)) +
	       RK_TERM(us, slider_on_queen, 0, rk_bits_count(lines));
}

/* By the type of what a minor piece or a rook attacks. */
RK_INLINE rk_pair threats_by_pieces(const struct rk_eval_info *info,
				    rk_bits minors, rk_bits rooks, int us)
{
	const struct rk_pos *pos = info->pos;
	rk_pair score = 0;

	minors &= info->attacked_by[us][RK_KNIGHT] |
		  info->attacked_by[us][RK_BISHOP];
	rooks &= info->attacked_by[us][RK_ROOK];
	while (minors) {
		int type = rk_piece_type(pos->board[rk_bits_pop(&minors)]);

		score += RK_TERM(us, threat_by_minor, type, 1);
	}
	while (rooks) {
		int type = rk_piece_type(pos->board[rk_bits_pop(&rooks)]);

		score += RK_TERM(us, threat_by_rook, type, 1);
	}
	return score;
}

/*
 * Strongly protected: guarded by a pawn, or twice where we attack but once.
 * Weak: attacked by us and not strongly protected. Hanging: weak and either
 * not guarded at all, or a piece that we attack twice. Restricted: squares
 * that both sides attack and they do not hold strongly.
 */
RK_INLINE rk_pair eval_threats(const struct rk_eval_info *info, int us)
{
	int them = us ^ 1;
	const struct rk_pos *pos = info->pos;
	rk_bits enemies = pos->colour[them];
	rk_bits pieces = enemies & ~pos->type[RK_PAWN] & ~pos->type[RK_KING];
	rk_bits strong =
		info->attacked_by[them][RK_PAWN] |
		(info->attacked_twice[them] & ~info->attacked_twice[us]);
	rk_bits weak = enemies & ~strong & info->attacked[us] &
		       ~pos->type[RK_KING];
	rk_bits guarded = pieces & strong;
	rk_bits hanging = weak & (~info->attacked[them] |
				  (pieces & info->attacked_twice[us]));
	rk_bits restricted = info->attacked[them] & ~strong &
			     info->attacked[us];
	rk_bits by_queen = weak & info->attacked_by[them][RK_QUEEN];
	rk_pair score;

	score = threats_by_pieces(info, weak | guarded,
				  weak | (guarded & pos->type[RK_QUEEN]), us);
	if (weak & info->attacked_by[us][RK_KING])
		score += RK_TERM(us, threat_by_king, 0, 1);
	score += RK_TERM(us, hanging, 0, rk_bits_count(hanging));
	score += RK_TERM(us, queen_protection, 0, rk_bits_count(by_queen));
	score += RK_TERM(us, restricted, 0, rk_bits_count(restricted));
	score += threats_by_pawns(info, pieces, us);
	score += threats_to_queen(info, strong, us);
	return score;
}

/*
 * Space: safe squares behind the own centre pawns. Those behind a pawn that
 * the enemy does not attack count twice.
 */
RK_INLINE rk_pair eval_space(const struct rk_eval_info *info, int us)
{
	rk_bits own = info->pawns->pawns[us];
	rk_bits squares = RK_CENTRE_FILES & ~own &
			  ~info->attacked_by[us ^ 1][RK_PAWN] &
			  (rk_bits_rank(1, us) | rk_bits_rank(2, us) |
			   rk_bits_rank(3, us));
	rk_bits behind = rk_bits_fill(rk_bits_forward(own, us ^ 1), us ^ 1);
	int count = rk_bits_count(squares) +
		    rk_bits_count(squares & behind & ~info->attacked[us ^ 1]);

	return RK_TERM(us, space, 0, count);
}

#endif
