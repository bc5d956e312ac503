/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Knights, bishops, rooks and queens, each by itself; included by eval.c. */
#ifndef RK_ENGINE_EVAL_PIECES_H
#define RK_ENGINE_EVAL_PIECES_H

#include "engine/eval_work.h"

/* Queens do not hide what is behind them, nor rooks what a rook sees. */
RK_INLINE rk_bits seen_by(const struct rk_work *work, int type, int square,
			  int us)
{
	const struct rk_pos *pos = work->pos;
	rk_bits men = work->occupied ^ pos->type[RK_QUEEN];
	rk_bits attacks;

	switch (type) {
	case RK_KNIGHT:
		attacks = rk_knight_attacks(square);
		break;
	case RK_BISHOP:
		attacks = rk_bishop_attacks(square, men);
		break;
	case RK_ROOK:
		men ^= rk_pos_pieces(pos, us, RK_ROOK);
		attacks = rk_rook_attacks(square, men);
		break;
	default:
		attacks = rk_bishop_attacks(square, work->occupied) |
			  rk_rook_attacks(square, work->occupied);
	}
	if (work->pinned[us] & rk_square_bit(square))
		attacks &= work->pin_lines[us];
	return attacks;
}

RK_INLINE rk_pair mobility(int type, int count, int us)
{
	switch (type) {
	case RK_KNIGHT:
		return RK_TERM(us, knight_mobility, count, 1);
	case RK_BISHOP:
		return RK_TERM(us, bishop_mobility, count, 1);
	case RK_ROOK:
		return RK_TERM(us, rook_mobility, count, 1);
	default:
		return RK_TERM(us, queen_mobility, count, 1);
	}
}

/* Squares of the middle that no enemy pawn attacks or will attack. */
RK_INLINE rk_bits outposts(const struct rk_work *work, int us)
{
	rk_bits middle = rk_bits_rank(3, us) | rk_bits_rank(4, us) |
			 rk_bits_rank(5, us);

	return middle & ~work->pawns->reach[us ^ 1];
}

RK_INLINE rk_pair judge_minor(const struct rk_work *work, int type, int square,
			      rk_bits attacks, int us)
{
	rk_bits here = rk_square_bit(square), good = outposts(work, us);
	rk_bits guarded = work->by[us][RK_PAWN];
	int is_bishop = type == RK_BISHOP;
	int steps = rk_steps(square, work->king[us]);
	rk_pair score = RK_TERM(us, minor_to_king, is_bishop, steps);

	if (good & here)
		score += is_bishop ? RK_TERM(us, bishop_outpost,
					     (guarded & here) != 0, 1)
				   : RK_TERM(us, knight_outpost,
					     (guarded & here) != 0, 1);
	else if (good & attacks & guarded & ~work->pos->colour[us])
		score += RK_TERM(us, outpost_near, is_bishop, 1);
	if (rk_bits_forward(here, us) & work->pos->type[RK_PAWN])
		score += RK_TERM(us, minor_behind_pawn, is_bishop, 1);
	return score;
}

RK_INLINE rk_pair judge_bishop(const struct rk_work *work, int square, int us)
{
	const rk_bits centre = (rk_bits)0x1818000000;
	rk_bits own = work->pawns->pawns[us],
		enemy = work->pawns->pawns[us ^ 1];
	rk_bits here = rk_square_bit(square);
	rk_bits lines = rk_bishop_attacks(square, 0);
	rk_bits colour = here & RK_DARK ? RK_DARK : ~RK_DARK;
	rk_bits fixed = own & RK_CENTRE_FILES &
			rk_bits_forward(work->occupied, us ^ 1);
	rk_pair score;

	score = RK_TERM(us, bishop_pawns, 0, rk_bits_count(own & colour));
	score += RK_TERM(us, bishop_fixed_pawns, 0,
			 rk_bits_count(fixed & colour));
	score += RK_TERM(us, bishop_enemy_pawns, 0,
			 rk_bits_count(enemy & lines));
	if (rk_bits_several((lines | here) & centre) &&
	    rk_bits_several((rk_bishop_attacks(square, own | enemy) | here) &
			    centre))
		score += RK_TERM(us, long_diagonal, 0, 1);
	return score;
}

/* Shut in by a king that stands between the rook and the centre. */
RK_INLINE bool is_trapped(const struct rk_work *work, int square, int moves,
			  int us)
{
	int king = rk_square_file(work->king[us]);
	int rook = rk_square_file(square);

	return moves <= 3 && rk_rank_for(work->king[us], us) == 0 &&
	       (king < 4 ? rook < king : rook > king);
}

RK_INLINE rk_pair judge_rook(const struct rk_work *work, int square, int moves,
			     int us)
{
	int file = rk_square_file(square), them = us ^ 1;
	const struct rk_pawn_entry *pawns = work->pawns;
	rk_bits seventh = rk_bits_rank(6, us);
	rk_pair score = 0;

	if (!(pawns->files[us] >> file & 1))
		score += pawns->files[them] >> file & 1
				 ? RK_TERM(us, rook_half_open, 0, 1)
				 : RK_TERM(us, rook_open, 0, 1);
	else if (is_trapped(work, square, moves, us))
		score += RK_TERM(us, rook_trapped,
				 !(work->pos->castle & rk_bits_rank(0, us)), 1);
	if (rk_square_bit(square) & seventh &&
	    (pawns->pawns[them] & seventh ||
	     rk_rank_for(work->king[them], us) == 7))
		score += RK_TERM(us, rook_seventh, 0, 1);
	return score;
}

/* Is there a single man between the queen and a bishop or rook of theirs? */
RK_INLINE bool is_watched(const struct rk_work *work, int square, int us)
{
	const struct rk_pos *pos = work->pos;
	int them = us ^ 1;
	rk_bits lines = (rk_rook_attacks(square, 0) &
			 rk_pos_pieces(pos, them, RK_ROOK)) |
			(rk_bishop_attacks(square, 0) &
			 rk_pos_pieces(pos, them, RK_BISHOP));

	while (lines) {
		rk_bits men = work->occupied &
			      rk_between(square, rk_bits_pop(&lines));

		if (men && !rk_bits_several(men))
			return true;
	}
	return false;
}

RK_INLINE rk_pair judge_queen(const struct rk_work *work, int square, int us)
{
	rk_pair score = 0;

	if (is_watched(work, square, us))
		score += RK_TERM(us, queen_watched, 0, 1);
	if (rk_rank_for(square, us) > 3 &&
	    !(work->pawns->reach[us ^ 1] & rk_square_bit(square)))
		score += RK_TERM(us, queen_deep, 0, 1);
	return score;
}

/* All pieces of a type; what they attack is written down for the others. */
RK_INLINE rk_pair judge_pieces(struct rk_work *work, int type, int us)
{
	int them = us ^ 1;
	rk_bits left = rk_pos_pieces(work->pos, us, type);
	rk_pair score = 0;

	while (left) {
		int square = rk_bits_pop(&left);
		rk_bits attacks = seen_by(work, type, square, us);
		int moves = rk_bits_count(attacks & work->area[us]);

		rk_work_attack(work, type, attacks, us);
		if (attacks & work->ring[them]) {
			rk_bits hits = attacks & work->by[them][RK_KING];

			work->near.men[them][type - RK_KNIGHT]++;
			work->near.hits[them] =
				(uint8_t)(work->near.hits[them] +
					  rk_bits_count(hits));
		}
		score += mobility(type, moves, us);
		if (type == RK_KNIGHT || type == RK_BISHOP)
			score += judge_minor(work, type, square, attacks, us);
		if (type == RK_BISHOP)
			score += judge_bishop(work, square, us);
		if (type == RK_ROOK)
			score += judge_rook(work, square, moves, us);
		if (type == RK_QUEEN)
			score += judge_queen(work, square, us);
	}
	return score;
}

/* What a piece is worth depends on what else is there. */
RK_INLINE rk_pair judge_material(const struct rk_work *work, int us)
{
	const struct rk_pos *pos = work->pos;
	rk_bits bishops = rk_pos_pieces(pos, us, RK_BISHOP);
	int pawns = rk_bits_count(work->pawns->pawns[us]) - 5;
	int knights = rk_bits_count(rk_pos_pieces(pos, us, RK_KNIGHT));
	int rooks = rk_bits_count(rk_pos_pieces(pos, us, RK_ROOK));
	rk_pair score = RK_TERM(us, knight_pawns, 0, knights * pawns);

	score += RK_TERM(us, rook_pawns, 0, rooks * pawns);
	if (bishops & RK_DARK && bishops & ~RK_DARK)
		score += RK_TERM(us, bishop_pair, 0, 1);
	if (rooks > 1)
		score += RK_TERM(us, rook_pair, 0, 1);
	return score;
}

#endif
