/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Static evaluation: a tapered sum of terms. Each term is a pair of scores,
 * for the middle game and for the end game; the game phase, that is the
 * pieces still on the board, decides how much of each counts. The functions
 * take the colour as an argument and are inlined once for each. The terms are
 * listed in terms.h; docs/evaluation.md says how their values were found.
 *
 * White's terms are added and Black's subtracted, so all sums are White's
 * view until rk_eval() turns them to the side to move.
 */
#include "engine/eval.h"

#include "engine/divide.h"
#include "engine/endings.h"
#include "engine/eval_king.h"
#include "engine/eval_passed.h"
#include "engine/eval_pieces.h"
#include "engine/eval_threats.h"

/* The phase of the starting position; promoted pieces do not make it more. */
#define PHASE_FULL 24

/* Of a king on the edge as if it stood one step inside: always nine squares. */
RK_INLINE rk_bits ring_around(int king)
{
	int file = rk_square_file(king), rank = rk_square_rank(king);

	file = file < 1 ? 1 : file > 6 ? 6 : file;
	rank = rank < 1 ? 1 : rank > 6 ? 6 : rank;
	king = rk_square_at(file, rank);
	return rk_king_attacks(king) | rk_square_bit(king);
}

/*
 * A pin: an enemy slider that would attack the king but for a single man, and
 * that man is ours.
 */
RK_INLINE void find_pins(struct rk_eval_info *info, int us)
{
	const struct rk_pos *pos = info->pos;
	int king = info->king[us];
	rk_bits own = pos->colour[us], enemy = pos->colour[us ^ 1];
	rk_bits queens = pos->type[RK_QUEEN];
	rk_bits snipers =
		rk_rooks_at(king, enemy,
			    enemy & (pos->type[RK_ROOK] | queens)) |
		rk_bishops_at(king, enemy,
			      enemy & (pos->type[RK_BISHOP] | queens));

	info->pinned[us] = 0;
	info->pin_lines[us] = 0;
	while (snipers) {
		int sniper = rk_bits_pop(&snipers);
		rk_bits line = rk_between(king, sniper);

		if (rk_bits_several(line & own))
			continue;
		info->pinned[us] |= line & own;
		info->pin_lines[us] |= line | rk_square_bit(sniper);
	}
}

/*
 * Attacks of pawns and king, the king ring and pins. Squares that two own
 * pawns guard do not belong to the king ring: attacking them is harmless.
 */
RK_INLINE void init_colour(struct rk_eval_info *info, int us)
{
	rk_bits own = info->pawns->pawns[us];
	rk_bits king_attacks = rk_king_attacks(info->king[us]);
	rk_bits ahead = rk_bits_forward(own, us);
	rk_bits east = rk_bits_east(ahead), west = rk_bits_west(ahead);

	info->attacked_by[us][RK_PAWN] = east | west;
	info->attacked_by[us][RK_KING] = king_attacks;
	info->attacked[us] = east | west | king_attacks;
	info->attacked_twice[us] = (east & west) |
				   ((east | west) & king_attacks);
	info->king_zone.attacks[us] = 0;
	info->king_ring[us] = ring_around(info->king[us]) & ~(east & west);
	find_pins(info, us);
}

/*
 * Mobility area: squares where a piece can go without loss and that may become
 * free. Not those attacked by enemy pawns, nor those of our king, queen,
 * pinned men, and pawns that are blocked or have hardly moved.
 */
RK_INLINE void set_mobility_area(struct rk_eval_info *info, int us)
{
	const struct rk_pos *pos = info->pos;
	rk_bits own = info->pawns->pawns[us];
	rk_bits blocked = own & (rk_bits_forward(info->occupied, us ^ 1) |
				 rk_bits_rank(1, us) | rk_bits_rank(2, us));
	rk_bits royal = pos->colour[us] &
			(pos->type[RK_KING] | pos->type[RK_QUEEN]);

	info->mobility_area[us] = ~(info->attacked_by[us ^ 1][RK_PAWN] |
				    blocked | royal | info->pinned[us]);
}

/* What knights and bishops ask of the pawns. */
RK_INLINE void set_outposts(struct rk_eval_info *info, int us)
{
	rk_bits ranks = rk_bits_rank(3, us) | rk_bits_rank(4, us) |
			rk_bits_rank(5, us);
	rk_bits outposts = ranks & ~info->pawns->reach[us ^ 1];

	info->outposts[us] = outposts;
	info->free_outposts[us] = outposts & info->attacked_by[us][RK_PAWN] &
				  ~info->pos->colour[us];
	info->blocked_centre[us] = info->pawns->pawns[us] & RK_CENTRE_FILES &
				   rk_bits_forward(info->occupied, us ^ 1);
}

/*
 * The parts below are kept out of line: together they would need too large a
 * stack frame. Minor pieces come before majors, and all pieces before king
 * safety and threats, which use the attack sets.
 */
RK_APART rk_pair eval_minors(struct rk_eval_info *info)
{
	return eval_pieces(info, RK_KNIGHT, RK_WHITE) -
	       eval_pieces(info, RK_KNIGHT, RK_BLACK) +
	       eval_pieces(info, RK_BISHOP, RK_WHITE) -
	       eval_pieces(info, RK_BISHOP, RK_BLACK);
}

RK_APART rk_pair eval_majors(struct rk_eval_info *info)
{
	return eval_pieces(info, RK_ROOK, RK_WHITE) -
	       eval_pieces(info, RK_ROOK, RK_BLACK) +
	       eval_pieces(info, RK_QUEEN, RK_WHITE) -
	       eval_pieces(info, RK_QUEEN, RK_BLACK);
}

RK_APART rk_pair eval_kings(const struct rk_eval_info *info)
{
	return eval_king_safety(info, RK_WHITE) -
	       eval_king_safety(info, RK_BLACK);
}

RK_APART rk_pair eval_all_threats(const struct rk_eval_info *info)
{
	return eval_threats(info, RK_WHITE) - eval_threats(info, RK_BLACK);
}

RK_APART rk_pair eval_rest(const struct rk_eval_info *info)
{
	return eval_passed(info, RK_WHITE) - eval_passed(info, RK_BLACK) +
	       eval_space(info, RK_WHITE) - eval_space(info, RK_BLACK);
}

/*
 * Complexity: is a lead in the end game easier or harder to convert than
 * usual? Pawns on both flanks, passed pawns and kings that have got past each
 * other help the stronger side.
 */
static int complexity_of(const struct rk_eval_info *info)
{
	const rk_bits queenside = (rk_bits)0x0f0f0f0f0f0f0f0f;
	const struct rk_pos *pos = info->pos;
	rk_bits pawns = pos->type[RK_PAWN];
	int white = info->king[RK_WHITE], black = info->king[RK_BLACK];
	int files = rk_square_file(white) - rk_square_file(black);
	int ranks = rk_square_rank(white) - rk_square_rank(black);
	int outflanking = (files < 0 ? -files : files) + ranks;
	bool infiltrated = rk_square_rank(white) > 3 ||
			   rk_square_rank(black) < 4;
	int complexity = RK_COMPLEXITY(complexity_base, 1);

	complexity +=
		RK_COMPLEXITY(complexity_pawns,
			      rk_pawns_count(info->pawns, RK_WHITE) +
				      rk_pawns_count(info->pawns, RK_BLACK));
	complexity += RK_COMPLEXITY(complexity_passed,
				    rk_bits_count(info->pawns->passed));
	complexity += RK_COMPLEXITY(complexity_both_flanks,
				    pawns & queenside && pawns & ~queenside);
	complexity += RK_COMPLEXITY(complexity_outflanking, outflanking);
	complexity += RK_COMPLEXITY(complexity_infiltration, infiltrated);
	complexity += RK_COMPLEXITY(complexity_pawn_ending,
				    !(rk_pos_occupied(pos) & ~pawns &
				      ~pos->type[RK_KING]));
	return complexity;
}

/* For the side that is ahead. It never turns a lead into a disadvantage. */
static int add_complexity(const struct rk_eval_info *info, int end)
{
	int complexity = complexity_of(info);

	if (end > 0)
		return end + complexity > 0 ? end + complexity : 0;
	if (end < 0)
		return end - complexity < 0 ? end - complexity : 0;
	return 0;
}

RK_APART rk_pair sum_terms(struct rk_eval_info *info)
{
	rk_pair score = rk_pawns_score(info->pawns);

	init_colour(info, RK_WHITE);
	init_colour(info, RK_BLACK);
	set_mobility_area(info, RK_WHITE);
	set_mobility_area(info, RK_BLACK);
	set_outposts(info, RK_WHITE);
	set_outposts(info, RK_BLACK);
	score += eval_minors(info);
	score += eval_majors(info);
	return score + eval_kings(info) + eval_all_threats(info) +
	       eval_rest(info);
}

static int clamp(int score)
{
	if (score > RK_EVAL_MAX)
		return RK_EVAL_MAX;
	return score < -RK_EVAL_MAX ? -RK_EVAL_MAX : score;
}

/*
 * A position that was set up may have more men of a colour than any game. The
 * halves of a packed pair have 16 bits and might overflow then, so only
 * material is counted.
 */
static int count_material(const struct rk_pos *pos)
{
	static const int16_t points[] = {100, 300, 300, 500, 900};
	int score = 0;

	for (int type = RK_PAWN; type <= RK_QUEEN; type++)
		score += points[type] *
			 (rk_bits_count(rk_pos_pieces(pos, RK_WHITE, type)) -
			  rk_bits_count(rk_pos_pieces(pos, RK_BLACK, type)));
	return clamp(score);
}

static bool has_too_many_men(const struct rk_pos *pos)
{
	return rk_bits_count(pos->colour[RK_WHITE]) > 16 ||
	       rk_bits_count(pos->colour[RK_BLACK]) > 16;
}

static bool by_material(const struct rk_pos *pos, int *score)
{
	if (!has_too_many_men(pos))
		return !rk_ending_is_far(pos) && rk_ending_known(pos, score);
	*score = count_material(pos);
	return true;
}

#ifndef RK_NO_NETWORK
bool rk_eval_by_material(const struct rk_pos *pos, int *score)
{
	return by_material(pos, score);
}
#endif

/* How much of an end game lead counts, for the side that has it. */
static int scale_factor(const struct rk_eval_info *info, int end)
{
	int strong = end > 0 ? RK_WHITE : RK_BLACK;

	if (!end || rk_ending_is_plain(rk_pawns_count(info->pawns, strong),
				       info->bishops[RK_WHITE],
				       info->bishops[RK_BLACK]))
		return RK_SCALE_FULL;
	return rk_ending_scale(info->pos, info->pawns->passed, strong);
}

/*
 * Tapered evaluation: interpolates between middle game and end game by the
 * phase. The scale factor is for endings that are hard to win; without pawns
 * every position is such an ending, whatever its phase.
 */
static int taper(const struct rk_eval_info *info, rk_pair score)
{
	int phase = info->phase < PHASE_FULL ? info->phase : PHASE_FULL;
	int middle = rk_pair_middle(score);
	int end = add_complexity(info, rk_pair_end(score));
	int scale = scale_factor(info, end);

	if (!scale)
		return 0;
	if (!info->pos->type[RK_PAWN])
		middle = middle * scale / RK_SCALE_FULL;
	end = end * scale / RK_SCALE_FULL;
	return clamp(rk_divide(middle * phase + end * (PHASE_FULL - phase),
			       PHASE_FULL, 20));
}

static int eval_white(const struct rk_pos *pos, const struct rk_psqt *psqt,
		      const struct rk_pawn_table *pawn_table)
{
	struct rk_eval_info info;
	rk_pair score;
	int known;

	if (by_material(pos, &known))
		return known;
#ifndef RK_SMALL
	if (pawn_table->kpk && rk_ending_kpk(pos, pawn_table->kpk, &known))
		return known;
#endif
	info.pos = pos;
	info.phase = 0;
	info.occupied = rk_pos_occupied(pos);
	info.king[RK_WHITE] = (uint8_t)rk_pos_king(pos, RK_WHITE);
	info.king[RK_BLACK] = (uint8_t)rk_pos_king(pos, RK_BLACK);
	info.pawns = rk_pawns_probe(pos, psqt, pawn_table);
	score = sum_terms(&info) + psqt->score +
		(pos->side == RK_WHITE ? RK_TERM(RK_WHITE, tempo, 0, 1)
				       : -RK_TERM(RK_BLACK, tempo, 0, 1));
	return taper(&info, score);
}

int rk_eval(const struct rk_pos *pos, const struct rk_psqt *psqt,
	    const struct rk_pawn_table *pawn_table)
{
	int score = eval_white(pos, psqt, pawn_table);

	return pos->side == RK_WHITE ? score : -score;
}

int rk_eval_alone(const struct rk_pos *pos, const struct rk_kpk *kpk)
{
	struct rk_pawn_entry entry = {.passed = 0};
	struct rk_pawn_table table = {.entries = &entry};
	struct rk_psqt psqt;

#ifndef RK_SMALL
	table.kpk = kpk;
#else
	(void)kpk;
#endif
	rk_psqt_start(&psqt, pos);
	return rk_eval(pos, &psqt, &table);
}
