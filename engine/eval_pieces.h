/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Knights, bishops, rooks and queens: mobility, where they stand, and how many there
 * are. Included by eval.c.
 */
#ifndef RK_ENGINE_EVAL_PIECES_H
#define RK_ENGINE_EVAL_PIECES_H

#include "engine/eval_info.h"

/*
 * Attacks with x-rays: bishops and rooks see through queens, rooks through
 * own rooks as well, since those attack along the same line. A pinned piece
 * attacks only along its pin.
 */
RK_INLINE rk_bits attacks_of(const struct rk_eval_info *info, int type,
			     int square, int us)
{
	const struct rk_pos *pos = info->pos;
	rk_bits men = info->occupied ^ pos->type[RK_QUEEN];
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
		attacks = rk_bishop_attacks(square, info->occupied) |
			  rk_rook_attacks(square, info->occupied);
	}
	/* Mostly nothing is pinned, and then nobody looks at the square. */
	if (info->pinned[us] && rk_bits_has(info->pinned[us], square))
		attacks &= info->pin_lines[us];
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

/* Knights and bishops: outposts, cover by a pawn, distance to the king. */
RK_INLINE rk_pair eval_minor(const struct rk_eval_info *info, int type,
			     int square, rk_bits attacks, int us)
{
	rk_bits guarded = info->attacked_by[us][RK_PAWN];
	rk_bits behind = rk_bits_forward(info->pos->type[RK_PAWN], us ^ 1);
	int is_bishop = type == RK_BISHOP;
	int steps = rk_king_distance(square, info->king[us]);
	rk_pair score = RK_TERM(us, minor_king_distance, is_bishop, steps);

	if (rk_bits_has(info->outposts[us], square))
		score += is_bishop ? RK_TERM(us, bishop_outpost,
					     rk_bits_has(guarded, square), 1)
				   : RK_TERM(us, knight_outpost,
					     rk_bits_has(guarded, square), 1);
	else if (attacks & info->free_outposts[us])
		score += RK_TERM(us, reachable_outpost, is_bishop, 1);
	if (rk_bits_has(behind, square))
		score += RK_TERM(us, minor_behind_pawn, is_bishop, 1);
	return score;
}

/*
 * Own pawns on squares of its colour make a bad bishop, worse if they are
 * blocked in the centre.
 */
RK_INLINE rk_pair eval_bishop(const struct rk_eval_info *info, int square,
			      int us)
{
	/* From here diagonals lead through two of the four centre squares. */
	const rk_bits long_diagonals = (rk_bits)0x8142241818244281;
	const rk_bits centre = (rk_bits)0x1818000000;
	rk_bits own = info->pawns->pawns[us],
		enemy = info->pawns->pawns[us ^ 1];
	rk_bits here = rk_square_bit(square);
	rk_bits lines = rk_bishop_lines(square);
	int is_dark = ~(square ^ square >> 3) & 1;
	rk_bits colour = is_dark ? RK_DARK : ~RK_DARK;
	rk_pair score;

	score = RK_TERM(us, bishop_pawns, 0,
			info->pawns->on_colour[us][is_dark]);
	score += RK_TERM(us, bishop_blocked_pawns, 0,
			 rk_bits_count(info->blocked_centre[us] & colour));
	score +=
		RK_TERM(us, bishop_xray_pawns, 0, rk_bits_count(enemy & lines));
	if (rk_bits_has(long_diagonals, square) &&
	    rk_bits_several((rk_bishop_attacks(square, own | enemy) | here) &
			    centre))
		score += RK_TERM(us, long_diagonal, 0, 1);
	return score;
}

/* Between the edge and an own king on the back rank, with few moves. */
RK_INLINE bool is_trapped(const struct rk_eval_info *info, int square,
			  int moves, int us)
{
	int king = rk_square_file(info->king[us]);
	int rook = rk_square_file(square);

	return moves <= 3 && rk_rank_for(info->king[us], us) == 0 &&
	       (king < 4 ? rook < king : rook > king);
}

RK_INLINE rk_pair eval_rook(const struct rk_eval_info *info, int square,
			    int moves, int us)
{
	int file = rk_square_file(square), them = us ^ 1;
	const struct rk_pawn_entry *pawns = info->pawns;
	rk_bits seventh = rk_bits_rank(6, us);
	rk_pair score = 0;

	if (!(pawns->files[us] >> file & 1))
		score += pawns->files[them] >> file & 1
				 ? RK_TERM(us, rook_half_open, 0, 1)
				 : RK_TERM(us, rook_open, 0, 1);
	else if (is_trapped(info, square, moves, us))
		score += RK_TERM(us, rook_trapped,
				 !(info->pos->castle & rk_bits_rank(0, us)), 1);
	if (rk_square_bit(square) & seventh &&
	    (pawns->pawns[them] & seventh ||
	     rk_rank_for(info->king[them], us) == 7))
		score += RK_TERM(us, rook_seventh, 0, 1);
	return score;
}

/*
 * A weak queen: one man between it and an enemy bishop or rook, which makes a
 * pin or a discovered attack.
 */
RK_INLINE bool is_weak_queen(const struct rk_eval_info *info, int square,
			     int us)
{
	const struct rk_pos *pos = info->pos;
	int them = us ^ 1;
	rk_bits lines =
		(rk_rook_lines(square) & rk_pos_pieces(pos, them, RK_ROOK)) |
		(rk_bishop_lines(square) & rk_pos_pieces(pos, them, RK_BISHOP));

	while (lines) {
		rk_bits men = info->occupied &
			      rk_between(square, rk_bits_pop(&lines));

		if (men && !rk_bits_several(men))
			return true;
	}
	return false;
}

RK_INLINE rk_pair eval_queen(const struct rk_eval_info *info, int square,
			     int us)
{
	rk_pair score = 0;

	if (is_weak_queen(info, square, us))
		score += RK_TERM(us, weak_queen, 0, 1);
	if (rk_rank_for(square, us) > 3 &&
	    !(info->pawns->reach[us ^ 1] & rk_square_bit(square)))
		score += RK_TERM(us, queen_infiltration, 0, 1);
	return score;
}

/*
 * How many there are. Minor pieces count 1 for the phase of the game, rooks 2, queens
 * 4. Imbalance: knights gain and rooks lose by pawns on the board; two bishops
 * complement each other, two rooks do not.
 */
RK_INLINE rk_pair eval_number(struct rk_eval_info *info, int type, int count,
			      int us)
{
	rk_bits bishops = rk_pos_pieces(info->pos, us, RK_BISHOP);
	int weight = type == RK_QUEEN ? 4 : type == RK_ROOK ? 2 : 1;
	int pawns = rk_pawns_count(info->pawns, us) - 5;

	info->phase = (uint8_t)(info->phase + count * weight);
	if (type == RK_KNIGHT)
		return RK_TERM(us, knight_pawns, 0, count * pawns);
	if (type == RK_BISHOP) {
		info->bishops[us] = (uint8_t)count;
		return bishops & RK_DARK && bishops & ~RK_DARK
			       ? RK_TERM(us, bishop_pair, 0, 1)
			       : 0;
	}
	if (type == RK_ROOK)
		return RK_TERM(us, rook_pawns, 0, count * pawns) +
		       (count > 1 ? RK_TERM(us, rook_pair, 0, 1) : 0);
	return 0;
}

/* All pieces of a type. Also records what they attack, see eval_info.h. */
RK_INLINE rk_pair eval_pieces(struct rk_eval_info *info, int type, int us)
{
	int them = us ^ 1, attackers = 0, count = 0;
	rk_bits left = rk_pos_pieces(info->pos, us, type);
	rk_bits area = info->mobility_area[us];
	rk_bits ring = info->king_ring[them], all = 0;
	rk_pair score = 0;

	while (left) {
		int square = rk_bits_pop(&left);
		rk_bits attacks = attacks_of(info, type, square, us);
		int moves = rk_bits_count(attacks & area);

		count++;
		rk_eval_add_attacks(info, attacks, us);
		all |= attacks;
		if (attacks & ring) {
			rk_bits hits = attacks &
				       info->attacked_by[them][RK_KING];

			attackers++;
			info->king_zone.attacks[them] =
				(uint8_t)(info->king_zone.attacks[them] +
					  rk_bits_count(hits));
		}
		score += mobility(type, moves, us);
		if (type == RK_KNIGHT || type == RK_BISHOP)
			score += eval_minor(info, type, square, attacks, us);
		if (type == RK_BISHOP)
			score += eval_bishop(info, square, us);
		if (type == RK_ROOK)
			score += eval_rook(info, square, moves, us);
		if (type == RK_QUEEN)
			score += eval_queen(info, square, us);
	}
	info->attacked_by[us][type] = all;
	info->king_zone.attackers[them][type - RK_KNIGHT] = (uint8_t)attackers;
	return score + eval_number(info, type, count, us);
}

#endif
