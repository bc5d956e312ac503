/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The evaluation: a sum of terms, each a pair of points for middle game and
 * end game, between which the pieces on the board decide. One text serves
 * both colours. docs/evaluation.md says what the terms are and how their
 * values came about.
 */
#include "engine/eval.h"

#include "engine/endings.h"
#include "engine/eval_king.h"
#include "engine/eval_passed.h"
#include "engine/eval_pieces.h"
#include "engine/eval_threats.h"

/* All pieces but pawns and kings of the starting position. */
#define PHASE_FULL 24

/* As if the king stood one step from the edge, so that it has neighbours. */
RK_INLINE rk_bits ring_around(int king)
{
	int file = rk_square_file(king), rank = rk_square_rank(king);

	file = file < 1 ? 1 : file > 6 ? 6 : file;
	rank = rank < 1 ? 1 : rank > 6 ? 6 : rank;
	king = rk_square_at(file, rank);
	return rk_king_attacks(king) | rk_square_bit(king);
}

/* Enemy pieces that see the king through a single own man. */
RK_INLINE void find_pins(struct rk_work *work, int us)
{
	const struct rk_pos *pos = work->pos;
	int king = work->king[us];
	rk_bits own = pos->colour[us], enemy = pos->colour[us ^ 1];
	rk_bits queens = pos->type[RK_QUEEN];
	rk_bits snipers =
		(rk_rook_attacks(king, enemy) & (pos->type[RK_ROOK] | queens)) |
		(rk_bishop_attacks(king, enemy) &
		 (pos->type[RK_BISHOP] | queens));

	work->pinned[us] = 0;
	work->pin_lines[us] = 0;
	snipers &= enemy;
	while (snipers) {
		int sniper = rk_bits_pop(&snipers);
		rk_bits line = rk_between(king, sniper);

		if (rk_bits_several(line & own))
			continue;
		work->pinned[us] |= line & own;
		work->pin_lines[us] |= line | rk_square_bit(sniper);
	}
}

/* Pawns, kings, and what the pieces need to know of them. */
RK_INLINE void begin(struct rk_work *work, int us)
{
	rk_bits own = work->pawns->pawns[us];
	rk_bits by_king = rk_king_attacks(work->king[us]);
	rk_bits ahead = rk_bits_forward(own, us);
	rk_bits east = rk_bits_east(ahead), west = rk_bits_west(ahead);

	work->by[us][RK_PAWN] = east | west;
	work->by[us][RK_KING] = by_king;
	work->all[us] = east | west | by_king;
	work->twice[us] = (east & west) | ((east | west) & by_king);
	work->ring[us] = ring_around(work->king[us]) & ~(east & west);
	find_pins(work, us);
}

/* Not where an enemy pawn takes, nor on own men that stay where they are. */
RK_INLINE void mark_area(struct rk_work *work, int us)
{
	const struct rk_pos *pos = work->pos;
	rk_bits own = work->pawns->pawns[us];
	rk_bits stuck = own & (rk_bits_forward(work->occupied, us ^ 1) |
			       rk_bits_rank(1, us) | rk_bits_rank(2, us));
	rk_bits royal = pos->colour[us] &
			(pos->type[RK_KING] | pos->type[RK_QUEEN]);

	work->area[us] =
		~(work->by[us ^ 1][RK_PAWN] | stuck | royal | work->pinned[us]);
}

/*
 * Each kind of piece before the next, since some see through others. What is
 * set apart here would together be too much for one stack frame.
 */
RK_APART rk_pair judge_minors(struct rk_work *work)
{
	return judge_pieces(work, RK_KNIGHT, RK_WHITE) -
	       judge_pieces(work, RK_KNIGHT, RK_BLACK) +
	       judge_pieces(work, RK_BISHOP, RK_WHITE) -
	       judge_pieces(work, RK_BISHOP, RK_BLACK);
}

RK_APART rk_pair judge_majors(struct rk_work *work)
{
	return judge_pieces(work, RK_ROOK, RK_WHITE) -
	       judge_pieces(work, RK_ROOK, RK_BLACK) +
	       judge_pieces(work, RK_QUEEN, RK_WHITE) -
	       judge_pieces(work, RK_QUEEN, RK_BLACK);
}

RK_APART rk_pair judge_kings(const struct rk_work *work)
{
	return judge_king_safety(work, RK_WHITE) -
	       judge_king_safety(work, RK_BLACK);
}

RK_APART rk_pair judge_attacks(const struct rk_work *work)
{
	return judge_threats(work, RK_WHITE) - judge_threats(work, RK_BLACK);
}

RK_APART rk_pair judge_others(const struct rk_work *work)
{
	return judge_material(work, RK_WHITE) - judge_material(work, RK_BLACK) +
	       judge_passed(work, RK_WHITE) - judge_passed(work, RK_BLACK) +
	       judge_space(work, RK_WHITE) - judge_space(work, RK_BLACK);
}

static int phase_of(const struct rk_pos *pos)
{
	int phase = rk_bits_count(pos->type[RK_KNIGHT] | pos->type[RK_BISHOP]) +
		    2 * rk_bits_count(pos->type[RK_ROOK]) +
		    4 * rk_bits_count(pos->type[RK_QUEEN]);

	return phase < PHASE_FULL ? phase : PHASE_FULL;
}

/* Is the edge of an end game easier or harder to win than most? */
static int judge_chances(const struct rk_work *work)
{
	const rk_bits left = (rk_bits)0x0f0f0f0f0f0f0f0f;
	const struct rk_pos *pos = work->pos;
	rk_bits pawns = pos->type[RK_PAWN];
	int white = work->king[RK_WHITE], black = work->king[RK_BLACK];
	int files = rk_square_file(white) - rk_square_file(black);
	int ranks = rk_square_rank(white) - rk_square_rank(black);
	int outflank = (files < 0 ? -files : files) + ranks;
	bool entered = rk_square_rank(white) > 3 || rk_square_rank(black) < 4;
	int chance = RK_CHANCE(chance_base, 1);

	chance += RK_CHANCE(chance_pawns, rk_bits_count(pawns));
	chance += RK_CHANCE(chance_passed, rk_bits_count(work->pawns->passed));
	chance += RK_CHANCE(chance_flanks, pawns & left && pawns & ~left);
	chance += RK_CHANCE(chance_outflank, outflank);
	chance += RK_CHANCE(chance_entered, entered);
	chance +=
		RK_CHANCE(chance_pawn_ending, !(rk_pos_occupied(pos) & ~pawns &
						~pos->type[RK_KING]));
	return chance;
}

/* Never so much that the edge changes sides. */
static int with_chances(const struct rk_work *work, int end)
{
	int chance = judge_chances(work);

	if (end > 0)
		return end + chance > 0 ? end + chance : 0;
	if (end < 0)
		return end - chance < 0 ? end - chance : 0;
	return 0;
}

RK_APART rk_pair judge(struct rk_work *work)
{
	rk_pair score = work->pawns->score;

	memset(work->by, 0, sizeof(work->by));
	memset(&work->near, 0, sizeof(work->near));
	begin(work, RK_WHITE);
	begin(work, RK_BLACK);
	mark_area(work, RK_WHITE);
	mark_area(work, RK_BLACK);
	score += judge_minors(work);
	score += judge_majors(work);
	return score + judge_kings(work) + judge_attacks(work) +
	       judge_others(work);
}

static int clamp(int score)
{
	if (score > RK_EVAL_MAX)
		return RK_EVAL_MAX;
	return score < -RK_EVAL_MAX ? -RK_EVAL_MAX : score;
}

/* More men of a colour than a game can have: pairs might overflow. */
static int count_crowd(const struct rk_pos *pos)
{
	static const int16_t points[] = {100, 300, 300, 500, 900};
	int score = 0;

	for (int type = RK_PAWN; type <= RK_QUEEN; type++)
		score += points[type] *
			 (rk_bits_count(rk_pos_pieces(pos, RK_WHITE, type)) -
			  rk_bits_count(rk_pos_pieces(pos, RK_BLACK, type)));
	return clamp(score);
}

static bool is_crowd(const struct rk_pos *pos)
{
	return rk_bits_count(pos->colour[RK_WHITE]) > 16 ||
	       rk_bits_count(pos->colour[RK_BLACK]) > 16;
}

static int scale_of(const struct rk_work *work, int end)
{
	if (!end)
		return RK_SCALE_FULL;
	return rk_ending_scale(work->pos, work->pawns->passed,
			       end > 0 ? RK_WHITE : RK_BLACK);
}

/* Between middle game and end game. Without pawns it is all end game. */
static int blend(const struct rk_work *work, rk_pair score)
{
	int phase = phase_of(work->pos), middle = rk_pair_middle(score);
	int end = with_chances(work, rk_pair_end(score));
	int scale = scale_of(work, end);

	if (!scale)
		return 0;
	if (!work->pos->type[RK_PAWN])
		middle = middle * scale / RK_SCALE_FULL;
	end = end * scale / RK_SCALE_FULL;
	return clamp((middle * phase + end * (PHASE_FULL - phase)) /
		     PHASE_FULL);
}

static int white_view(const struct rk_pos *pos, const struct rk_tally *tally,
		      const struct rk_pawn_memory *memory)
{
	struct rk_pawn_entry own;
	struct rk_work work;
	int known;

	if (is_crowd(pos))
		return count_crowd(pos);
	if (rk_ending_known(pos, &known))
		return known;
	work.pos = pos;
	work.occupied = rk_pos_occupied(pos);
	work.king[RK_WHITE] = (uint8_t)rk_pos_king(pos, RK_WHITE);
	work.king[RK_BLACK] = (uint8_t)rk_pos_king(pos, RK_BLACK);
	work.pawns = rk_pawns_find(pos, tally, memory, &own);
	return blend(&work,
		     judge(&work) + tally->squares +
			     (pos->side == RK_WHITE
				      ? RK_TERM(RK_WHITE, tempo, 0, 1)
				      : -RK_TERM(RK_BLACK, tempo, 0, 1)));
}

int rk_eval(const struct rk_pos *pos, const struct rk_tally *tally,
	    const struct rk_pawn_memory *memory)
{
	int score = white_view(pos, tally, memory);

	return pos->side == RK_WHITE ? score : -score;
}
