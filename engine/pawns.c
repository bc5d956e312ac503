/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Pawn structure, and what pawns mean for the kings: computed for sets of
 * pawns at once where that is possible, and kept in the caller's memory,
 * since most positions of a search share their pawns with others.
 */
#include "engine/pawns.h"

#include "engine/weights.h"

/* Does a pawn on its half-open file have as much help as it meets? */
RK_INLINE bool is_candidate(rk_bits pawn, rk_bits own, rk_bits enemy, int us)
{
	rk_bits beside = rk_bits_sides(rk_bits_fill(pawn, us ^ 1));
	rk_bits ahead =
		rk_bits_sides(rk_bits_fill(rk_bits_forward(pawn, us), us));

	return rk_bits_count(beside & own) >= rk_bits_count(ahead & enemy);
}

/* Pawns whose next square an enemy pawn guards, with none to help them on. */
RK_INLINE rk_bits find_backward(rk_bits own, rk_bits enemy, int us)
{
	rk_bits guarded = rk_bits_pawn_attacks(enemy, us ^ 1);
	rk_bits helped = rk_bits_sides(rk_bits_fill(own, us));

	return own & rk_bits_forward(guarded, us ^ 1) & ~helped;
}

/* What counts by rank. */
RK_INLINE rk_pair by_rank(rk_bits own, rk_bits enemy, rk_bits passed,
			  rk_bits open, int us)
{
	rk_bits phalanx = rk_bits_sides(own);
	rk_bits supported = rk_bits_pawn_attacks(own, us);
	rk_bits stopped = rk_bits_forward(enemy, us ^ 1);
	rk_bits left = own;
	rk_pair score = 0;

	while (left) {
		int square = rk_bits_pop(&left);
		int rank = rk_rank_for(square, us);
		rk_bits pawn = rk_square_bit(square);

		if (phalanx & pawn)
			score += RK_TERM(us, phalanx, rank, 1);
		if (supported & pawn)
			score += RK_TERM(us, supported, rank, 1);
		if (stopped & pawn)
			score += RK_TERM(us, stopped, rank, 1);
		if (passed & pawn)
			score += RK_TERM(us, passed, rank, 1);
		else if (open & pawn && is_candidate(pawn, own, enemy, us))
			score += RK_TERM(us, candidate, rank, 1);
	}
	return score;
}

RK_INLINE rk_pair judge_pawns(struct rk_pawn_entry *entry, int us)
{
	rk_bits own = entry->pawns[us], enemy = entry->pawns[us ^ 1];
	rk_bits met = rk_bits_fill(rk_bits_forward(enemy, us ^ 1), us ^ 1);
	rk_bits behind = rk_bits_fill(rk_bits_forward(own, us ^ 1), us ^ 1);
	rk_bits files = rk_bits_fill(own, us) | behind;
	rk_bits open = own & ~met & ~behind;
	rk_bits passed = open & ~rk_bits_sides(met);
	rk_bits isolated = own & ~rk_bits_sides(files);
	rk_bits doubled = own & behind;
	rk_bits close = own & rk_bits_forward(own, us ^ 1);
	rk_bits backward = find_backward(own, enemy, us) & ~isolated;
	rk_pair score = by_rank(own, enemy, passed, open, us);

	score += RK_TERM(us, isolated, 0, rk_bits_count(isolated & met));
	score += RK_TERM(us, isolated, 1, rk_bits_count(isolated & ~met));
	score += RK_TERM(us, doubled, 0, rk_bits_count(doubled & ~close));
	score += RK_TERM(us, doubled, 1, rk_bits_count(close));
	score += RK_TERM(us, backward, 0, rk_bits_count(backward & met));
	score += RK_TERM(us, backward, 1, rk_bits_count(backward & ~met));
	entry->passed |= passed;
	entry->reach[us] =
		rk_bits_sides(rk_bits_fill(rk_bits_forward(own, us), us));
	entry->files[us] = (uint8_t)(files & 0xff);
	return score;
}

/* The rank of the pawn that is first seen looking up a file, or 0. */
RK_INLINE int nearest_rank(rk_bits pawns, int us)
{
	int square;

	if (!pawns)
		return 0;
	square = us == RK_WHITE ? rk_bits_first(pawns)
				: 63 ^ __builtin_clzll(pawns);
	return rk_rank_for(square, us) & 7;
}

/* Own and enemy pawns on the king's file and those beside it. */
RK_INLINE rk_pair judge_shelter(struct rk_pawn_entry *entry, int us)
{
	int king = entry->king[us], centre = rk_square_file(king);
	rk_bits ahead = rk_bits_fill(RK_RANK_1 << (king & 56), us);
	int danger = 0;
	rk_pair score = 0;

	centre = centre < 1 ? 1 : centre > 6 ? 6 : centre;
	for (int file = centre - 1; file <= centre + 1; file++) {
		rk_bits squares = ahead & rk_file_squares(file);
		int own = nearest_rank(entry->pawns[us] & squares, us);
		int enemy = nearest_rank(entry->pawns[us ^ 1] & squares, us);
		int stopped = own && enemy == own + 1;
		int edge = 8 * (file < 4 ? file : 7 - file);

		score += RK_TERM(us, shelter, edge + own, 1);
		score += RK_TERM(us, storm, 32 * stopped + edge + enemy, 1);
		danger += RK_DANGER(us, shelter_danger, own, 1);
		danger += RK_DANGER(us, storm_danger, 8 * stopped + enemy, 1);
	}
	if (!(entry->pawns[us] & rk_file_squares(rk_square_file(king))))
		danger += RK_DANGER(us, bare_king_file, 0, 1);
	entry->danger[us] = (int16_t)danger;
	return score;
}

RK_INLINE rk_pair judge_king(struct rk_pawn_entry *entry, int us)
{
	rk_pair score = judge_shelter(entry, us);
	rk_bits left = entry->pawns[us];
	int nearest = left ? 8 : 0;

	while (left) {
		int steps = rk_steps(entry->king[us], rk_bits_pop(&left));

		nearest = steps < nearest ? steps : nearest;
	}
	return score + RK_TERM(us, king_to_pawn, 0, nearest);
}

static void fill_entry(struct rk_pawn_entry *entry, const struct rk_pos *pos)
{
	memset(entry, 0, sizeof(*entry));
	for (int us = 0; us < 2; us++) {
		entry->pawns[us] = rk_pos_pieces(pos, us, RK_PAWN);
		entry->king[us] = (uint8_t)rk_pos_king(pos, us);
	}
	entry->score =
		judge_pawns(entry, RK_WHITE) - judge_pawns(entry, RK_BLACK) +
		judge_king(entry, RK_WHITE) - judge_king(entry, RK_BLACK);
}

static bool fits(const struct rk_pawn_entry *entry, const struct rk_pos *pos)
{
	rk_bits white = pos->colour[RK_WHITE], black = pos->colour[RK_BLACK];
	rk_bits pawns = pos->type[RK_PAWN], kings = pos->type[RK_KING];

	return entry->pawns[RK_WHITE] == (pawns & white) &&
	       entry->pawns[RK_BLACK] == (pawns & black) &&
	       rk_square_bit(entry->king[RK_WHITE]) == (kings & white) &&
	       rk_square_bit(entry->king[RK_BLACK]) == (kings & black);
}

const struct rk_pawn_entry *rk_pawns_find(const struct rk_pos *pos,
					  const struct rk_tally *tally,
					  const struct rk_pawn_memory *memory,
					  struct rk_pawn_entry *own)
{
	struct rk_pawn_entry *entry = own;

	if (memory && memory->entries) {
		entry = &memory->entries[tally->pawns & memory->mask];
		if (fits(entry, pos))
			return entry;
	}
	fill_entry(entry, pos);
	return entry;
}

size_t rk_pawn_entry_size(void)
{
	return sizeof(struct rk_pawn_entry);
}
