/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Pawn structure, king shelter and pawn storm. Most positions of a search
 * share their pawns and kings with others, so the result is cached. Sets of
 * pawns are classified at once by fills; only what depends on the rank is
 * counted pawn by pawn.
 */
#include "engine/pawns.h"

#include "engine/frames.h"
#include "engine/weights.h"

/*
 * Candidate: on a half-open file, with at least as many own pawns beside or
 * behind it on the next files as enemy pawns ahead on them.
 */
RK_INLINE bool is_candidate(rk_bits pawn, rk_bits own, rk_bits enemy, int us)
{
	rk_bits beside = rk_bits_sides(rk_bits_fill(pawn, us ^ 1));
	rk_bits ahead =
		rk_bits_sides(rk_bits_fill(rk_bits_forward(pawn, us), us));

	return rk_bits_count(beside & own) >= rk_bits_count(ahead & enemy);
}

/*
 * Backward: an enemy pawn guards the next square, and no own pawn is beside
 * or behind to support the advance.
 */
RK_INLINE rk_bits find_backward(rk_bits own, rk_bits enemy, int us)
{
	rk_bits guarded = rk_bits_pawn_attacks(enemy, us ^ 1);
	rk_bits helped = rk_bits_sides(rk_bits_fill(own, us));

	return own & rk_bits_forward(guarded, us ^ 1) & ~helped;
}

/* What a term that depends on the rank gives for some of the pawns of a colour. */
static rk_pair sum_by_rank(const rk_pair *weights, int place, rk_bits pawns,
			   int us)
{
	rk_pair score = 0;

	while (pawns) {
		int rank = rk_rank_for(rk_bits_pop(&pawns), us);

		rk_trace_term(place + rank, 1, us);
		score += weights[rank];
	}
	return score;
}

#define SUM_BY_RANK(us, name, pawns) \
	sum_by_rank(rk_w_##name, RK_AT_##name, pawns, us)

RK_INLINE rk_bits find_candidates(rk_bits own, rk_bits enemy, rk_bits open,
				  int us)
{
	rk_bits candidates = 0;

	while (open) {
		rk_bits pawn = open & -open;

		open ^= pawn;
		if (is_candidate(pawn, own, enemy, us))
			candidates |= pawn;
	}
	return candidates;
}

/* Few pawns count for each of these, so it pays to look at those alone. */
RK_INLINE rk_pair eval_by_rank(rk_bits own, rk_bits enemy, rk_bits passed,
			       rk_bits open, int us)
{
	rk_bits phalanx = own & rk_bits_sides(own);
	rk_bits supported = own & rk_bits_pawn_attacks(own, us);
	rk_bits blocked = own & rk_bits_forward(enemy, us ^ 1);
	rk_bits candidates = find_candidates(own, enemy, open & ~passed, us);

	return SUM_BY_RANK(us, phalanx, phalanx) +
	       SUM_BY_RANK(us, supported, supported) +
	       SUM_BY_RANK(us, blocked, blocked) +
	       SUM_BY_RANK(us, passed, passed) +
	       SUM_BY_RANK(us, candidate, candidates);
}

/*
 * The sets: `met` has squares with an enemy pawn ahead on the same file,
 * `behind` those behind own pawns, `open` pawns without any pawn ahead, passed
 * ones also without enemy pawns ahead on the files beside.
 */
RK_INLINE rk_pair eval_pawns(struct rk_pawn_entry *entry, int us)
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
	rk_pair score = eval_by_rank(own, enemy, passed, open, us);

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

/* The rank of the pawn of a file that is nearest to our side, or 0. */
RK_INLINE int nearest_rank(rk_bits pawns, int us)
{
	int square;

	if (!pawns)
		return 0;
	square = us == RK_WHITE ? rk_bits_first(pawns)
				: 63 ^ __builtin_clzll(pawns);
	return rk_rank_for(square, us) & 7;
}

/*
 * Shelter and storm: the nearest own and enemy pawn ahead of the king, on its
 * file and the two beside it; three files also for a king on the edge.
 */
RK_INLINE rk_pair eval_shelter(struct rk_pawn_entry *entry, int us)
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
		int blocked = own && enemy == own + 1;
		int edge = 8 * (file < 4 ? file : 7 - file);

		score += RK_TERM(us, shelter, edge + own, 1);
		score += RK_TERM(us, storm, 32 * blocked + edge + enemy, 1);
		danger += RK_DANGER(us, shelter_danger, own, 1);
		danger += RK_DANGER(us, storm_danger, 8 * blocked + enemy, 1);
	}
	if (!(entry->pawns[us] & rk_file_squares(rk_square_file(king))))
		danger += RK_DANGER(us, pawnless_king_file, 0, 1);
	entry->danger[us] = (int16_t)danger;
	return score;
}

RK_INLINE rk_pair eval_king_pawns(struct rk_pawn_entry *entry, int us)
{
	rk_pair score = eval_shelter(entry, us);
	rk_bits pawns = entry->pawns[us];
	rk_bits reached = rk_square_bit(entry->king[us]);
	int nearest = 0;

	while (pawns && !(reached & pawns)) {
		reached |= rk_bits_sides(reached);
		reached |= reached << 8 | reached >> 8;
		nearest++;
	}
	return score + RK_TERM(us, king_pawn_distance, 0, nearest);
}

RK_RARE void fill_pawns(struct rk_pawn_entry *entry, const struct rk_pos *pos)
{
	for (int us = 0; us < 2; us++) {
		rk_bits pawns = rk_pos_pieces(pos, us, RK_PAWN);
		int all = rk_bits_count(pawns);
		int dark = rk_bits_count(pawns & RK_DARK);

		entry->pawns[us] = pawns;
		entry->on_colour[us][0] = (uint8_t)(all - dark);
		entry->on_colour[us][1] = (uint8_t)dark;
	}
	entry->passed = 0;
	entry->score =
		eval_pawns(entry, RK_WHITE) - eval_pawns(entry, RK_BLACK);
}

RK_INLINE void fill_king(struct rk_pawn_entry *entry, int king, int us)
{
	entry->king[us] = (uint8_t)king;
	entry->king_score[us] = eval_king_pawns(entry, us);
}

/* Those that are not where the entry has them, or both. */
RK_RARE void fill_kings(struct rk_pawn_entry *entry, const struct rk_pos *pos,
			bool both)
{
	int white = rk_pos_king(pos, RK_WHITE);
	int black = rk_pos_king(pos, RK_BLACK);

	if (both || entry->king[RK_WHITE] != white)
		fill_king(entry, white, RK_WHITE);
	if (both || entry->king[RK_BLACK] != black)
		fill_king(entry, black, RK_BLACK);
}

static bool has_pawns_of(const struct rk_pawn_entry *entry,
			 const struct rk_pos *pos)
{
	rk_bits pawns = pos->type[RK_PAWN];

	return entry->pawns[RK_WHITE] == (pawns & pos->colour[RK_WHITE]) &&
	       entry->pawns[RK_BLACK] == (pawns & pos->colour[RK_BLACK]) &&
	       entry->king[RK_WHITE] != entry->king[RK_BLACK];
}

static bool has_kings_of(const struct rk_pawn_entry *entry,
			 const struct rk_pos *pos)
{
	rk_bits kings = rk_square_bit(entry->king[RK_WHITE]) |
			rk_square_bit(entry->king[RK_BLACK]);

	return kings == pos->type[RK_KING] &&
	       rk_square_bit(entry->king[RK_WHITE]) & pos->colour[RK_WHITE];
}

#define MANY_ENTRIES 1024

/*
 * A table of few entries keeps one for each structure of pawns, a large one
 * also for each place of the kings.
 */
static uint32_t index_of(const struct rk_pos *pos, const struct rk_psqt *psqt,
			 const struct rk_pawn_table *table)
{
	rk_bits white = rk_pos_pieces(pos, RK_WHITE, RK_PAWN);
	rk_bits black = rk_pos_pieces(pos, RK_BLACK, RK_PAWN);

	if (table->mask >= MANY_ENTRIES)
		return psqt->pawn_key & table->mask;
	return ((rk_bits_low(white) * 0x9e3779b1u ^
		 rk_bits_high(white) * 0x85ebca77u ^
		 rk_bits_low(black) * 0xc2b2ae3du ^
		 rk_bits_high(black) * 0x27d4eb2fu) >>
		16) &
	       table->mask;
}

const struct rk_pawn_entry *rk_pawns_probe(const struct rk_pos *pos,
					   const struct rk_psqt *psqt,
					   const struct rk_pawn_table *table)
{
	struct rk_pawn_entry *entry =
		&table->entries[index_of(pos, psqt, table)];
	bool known = has_pawns_of(entry, pos);

	if (known && has_kings_of(entry, pos))
		return entry;
	if (!known)
		fill_pawns(entry, pos);
	fill_kings(entry, pos, !known);
	return entry;
}

void rk_pawns_prefetch(const struct rk_psqt *psqt,
		       const struct rk_pawn_table *table)
{
	if (table->mask >= MANY_ENTRIES)
		__builtin_prefetch(
			&table->entries[psqt->pawn_key & table->mask]);
}

size_t rk_pawn_entry_size(void)
{
	return sizeof(struct rk_pawn_entry);
}
