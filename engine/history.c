/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Histories: which moves have caused beta cutoffs so far, in this search and
 * in earlier ones of the game. After a cutoff the move that caused it gets a
 * bonus, and the moves that were searched before it get the same as a malus; a
 * quiet move also becomes a killer and a counter move. movepick.c orders moves
 * by these values, search.c prunes and reduces by them.
 *
 * history.h says what each table is indexed by. A table that the small profile
 * does not have is skipped here, so that callers need not ask.
 */
#include "engine/divide.h"
#include "engine/search.h"

/*
 * History gravity: the bonus is added, and the share |bonus| / limit of the
 * old value is taken off. So a value approaches +-limit ever more slowly and
 * never passes it, and old results fade as new ones come in.
 */
static void update(int16_t *value, int bonus, int limit)
{
	int size = bonus < 0 ? -bonus : bonus;

	*value = (int16_t)(*value + bonus - *value * size / limit);
}

/* ---- Quiet moves ---- */

int rk_history_quiet(const struct rk_engine *engine, int ply, rk_move move)
{
	const struct rk_ply_context *context;
	int sum = *rk_history_quiet_entry(engine, ply, move), index;

	if (!rk_has_history(engine))
		return sum;
	context = rk_ply_context(engine, ply);
	index = rk_piece_to_index(engine->pos.board[rk_move_from(move)], move);
	return sum + context[-1].continuation[index] +
	       context[-2].continuation[index] +
	       context[-4].continuation[index] / 2;
}

void rk_history_update_continuation(struct rk_engine *engine, int ply,
				    int piece, rk_move move, int bonus)
{
	static const uint8_t back[] = {1, 2, 4, 6};
	const struct rk_ply *ss = &engine->plies[ply];
	int index = rk_piece_to_index(piece, move);

	if (!rk_has_history(engine))
		return;
	for (size_t i = 0; i < sizeof(back); i++)
		if (ss[-back[i]].move)
			update(&rk_ply_context(engine, ply - back[i])
					->continuation[index],
			       bonus, RK_HISTORY_MAX);
}

void rk_history_update_quiet(struct rk_engine *engine, int ply, rk_move move,
			     int bonus)
{
	update(rk_history_quiet_entry(engine, ply, move), bonus,
	       RK_HISTORY_MAX);
	rk_history_update_continuation(engine, ply,
				       engine->pos.board[rk_move_from(move)],
				       move, bonus);
}

void rk_history_punish_refuted(struct rk_engine *engine, int ply, int malus)
{
	const struct rk_ply *ss = &engine->plies[ply];

	if (ply > 0 && ss[-1].move && ss[-1].early &&
	    ss[-1].undo.captured == RK_NONE)
		rk_history_update_continuation(engine, ply - 1,
					       ss[-1].moved_piece, ss[-1].move,
					       -malus);
}

static void halve(int16_t *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		values[i] /= 2;
}

void rk_history_age(struct rk_engine *engine)
{
	halve(engine->quiet_history, (size_t)engine->quiet_history_count);
	halve(engine->history->continuation,
	      (size_t)(RK_PIECE_TO >> engine->history->row_shift) *
		      RK_PIECE_TO);
}

/* ---- Captures ---- */

int rk_history_capture(const struct rk_engine *engine, rk_move move)
{
	return rk_has_history(engine) ? *rk_history_capture_entry(engine, move)
				      : 0;
}

/* ---- After a cutoff ---- */

/*
 * A move that was searched before the one that cut off. Captures come before
 * quiet moves in any case, so a quiet move is blamed only if another quiet
 * move was better.
 */
static void punish(struct rk_engine *engine, int ply, rk_move move,
		   bool best_is_quiet, int bonus)
{
	if (rk_is_quiet(&engine->pos, move)) {
		if (best_is_quiet)
			rk_history_update_quiet(engine, ply, move, -bonus);
	} else if (rk_has_history(engine)) {
		update(rk_history_capture_entry(engine, move), -bonus,
		       RK_HISTORY_MAX);
	}
}

/* Killers are per ply, counter moves per opponent's move. */
static void set_killer(struct rk_engine *engine, int ply, rk_move best)
{
	struct rk_ply *ss = &engine->plies[ply];

	if (ss->killers[0] != best) {
		ss->killers[1] = ss->killers[0];
		ss->killers[0] = best;
	}
	if (rk_has_history(engine) && ss[-1].move)
		engine->history->counter_moves[rk_piece_to_index(
			ss[-1].moved_piece, ss[-1].move)] = best;
}

void rk_history_update(struct rk_engine *engine, int ply, int depth,
		       rk_move best, const struct rk_picker *picker)
{
	/* Deep cutoffs are rarer and prove more. */
	int bonus = rk_at_most(PARAM(bonus_slope) * depth - PARAM(bonus_offset),
			       PARAM(bonus_most));
	int left = picker->tried_count - picker->tt_move_tried;
	bool quiet = rk_is_quiet(&engine->pos, best);

	if (quiet) {
		set_killer(engine, ply, best);
		rk_history_update_quiet(engine, ply, best, bonus);
	} else if (rk_has_history(engine)) {
		update(rk_history_capture_entry(engine, best), bonus,
		       RK_HISTORY_MAX);
	}
	if (picker->tt_move_tried && picker->tt_move != best)
		punish(engine, ply, picker->tt_move, quiet, bonus);
	for (int i = picker->start; left && i < engine->pool_used; i++) {
		rk_scored_move other = engine->pool[i];

		if (other >= RK_SCORED_TRIED)
			continue;
		left--;
		if (other != best)
			punish(engine, ply, (rk_move)other, quiet, bonus);
	}
}

/* ---- Correction history ---- */

/* In 1/32 of a point, so that small errors add up; at most 32 points. */
#define CORRECTION_MAX 1024

/* The last two moves as an index; a null move, or none yet, has one too. */
static uint32_t last_moves_index(const struct rk_engine *engine, int ply)
{
	const struct rk_ply_context *now = rk_ply_context(engine, ply);
	uint32_t index =
		now[-1].move_index * (RK_PIECE_TO + 1u) + now[-2].move_index;

	return (index * 2654435769u) >> 18;
}

/* The table of each kind: by pawns and pieces they have a half for each side. */
static int16_t *corrections_of(const struct rk_engine *engine, int kind)
{
	size_t entries = (size_t)engine->history->correction_mask + 1;

	return engine->history->corrections + 2 * (size_t)kind * entries;
}

/*
 * The evaluation errs alike in positions with the same pawn structure, and
 * with the same pieces of one colour on the same squares, and after the same
 * two moves. Tables are indexed by keys of these without a check: a collision
 * costs little.
 */
void rk_correction_find(struct rk_engine *engine, int ply)
{
	const struct rk_psqt *psqt = &engine->plies[ply].psqt;
	uint32_t mask = engine->history->correction_mask;
	uint32_t half = engine->pos.side ? mask + 1 : 0;
	uint16_t *found = rk_ply_context(engine, ply)->corrections;

	found[0] = (uint16_t)(half + (psqt->pawn_key & mask));
	found[1] = (uint16_t)(half + (psqt->piece_keys[0] & mask));
	found[2] = (uint16_t)(half + (psqt->piece_keys[1] & mask));
	found[3] = (uint16_t)(last_moves_index(engine, ply) & mask);
	for (int i = 0; i < RK_CORRECTION_KINDS; i++)
		__builtin_prefetch(corrections_of(engine, i) + found[i]);
}

static int16_t *correction(const struct rk_engine *engine, int ply, int kind)
{
	return corrections_of(engine, kind) +
	       rk_ply_context(engine, ply)->corrections[kind];
}

static int corrected(const struct rk_engine *engine, int ply, int kind,
		     int weight)
{
	return *correction(engine, ply, kind) * weight / 64;
}

/*
 * A lone king that is not mated within fifty moves draws. Four plies before
 * that the search itself has to see the mate; it is no longer assumed.
 */
static bool is_too_late(const struct rk_pos *pos)
{
	return pos->halfmove >= 96 && !pos->type[RK_PAWN];
}

int rk_correction_apply(const struct rk_engine *engine, int ply, int raw_eval)
{
	int halfmoves = engine->pos.halfmove < 100 ? engine->pos.halfmove : 100;
	int eval = raw_eval, sum;

	/* A known win is no estimate and needs no correction. */
	if (eval > RK_EVAL_WON || eval < -RK_EVAL_WON)
		return is_too_late(&engine->pos) ? 0 : eval;
	if (rk_has_history(engine)) {
		sum = corrected(engine, ply, 0, PARAM(correction_pawns)) +
		      corrected(engine, ply, 1, PARAM(correction_pieces)) +
		      corrected(engine, ply, 2, PARAM(correction_pieces)) +
		      corrected(engine, ply, 3, PARAM(correction_moves));
		eval += sum / 40;
	}
	/* Without progress a lead shrinks to little more than half. */
	if (halfmoves)
		eval = rk_divide(eval * (PARAM(halfmove_scale) - halfmoves),
				 PARAM(halfmove_scale), 22);
	if (eval > RK_EVAL_MAX)
		return RK_EVAL_MAX;
	return eval < -RK_EVAL_MAX ? -RK_EVAL_MAX : eval;
}

void rk_correction_update(struct rk_engine *engine, int ply, int depth,
			  int error)
{
	int bonus = error * depth * PARAM(correction_share) / 128;

	if (!rk_has_history(engine))
		return;
	bonus = rk_clamp(bonus, PARAM(correction_limit));
	for (int i = 0; i < RK_CORRECTION_KINDS; i++)
		update(correction(engine, ply, i), bonus, CORRECTION_MAX);
}
