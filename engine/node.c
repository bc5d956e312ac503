/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the nodes of the main search and of the quiescence search have in common:
 * draws, the static evaluation, and the transposition table. The numbers of the
 * steps are those of search.c.
 */
#include "engine/search.h"

#include "rookery/status.h"

/* ---- Step 2. Draws and the end of the stack ---- */

/*
 * Repetition. A position that occurred once after the root is a draw: the
 * side that could avoid the repetition now could do so then. One that
 * occurred at or before the root must have been there twice, as the rules
 * have it. Only positions with the same side to move since the last capture
 * or pawn move can be equal, and a return takes four plies at least.
 */
static bool is_repeated(const struct rk_engine *engine, int ply)
{
	const struct rk_task *task = engine->control.task;
	uint64_t key = engine->pos.key;
	int reversible = engine->pos.halfmove;
	int times = 0;

	for (int back = 4; back <= reversible; back += 2) {
		int at = ply - back;

		if (at >= 0) {
			if (engine->plies[at].undo.key != key)
				continue;
			if (at > 0)
				return true;
		} else {
			if (task->key_count + at < 0)
				return false;
			if (task->keys[task->key_count + at] != key)
				continue;
		}
		if (++times == 2)
			return true;
	}
	return false;
}

/*
 * Where a minor piece each is a draw, they can still mate. Checkmate goes before
 * the draw if the move that mates left this material, by a capture or a
 * promotion; after any other move the game was drawn before it.
 */
static bool mates_by_last_capture(const struct rk_pos *pos)
{
	return rk_pos_has_minors_rule(pos) && !pos->halfmove && pos->checkers &&
	       !rk_pos_has_move(pos);
}

bool rk_is_draw(const struct rk_engine *engine, int ply)
{
	const struct rk_pos *pos = &engine->pos;

	/* Checkmate on the hundredth ply goes before the fifty-move rule. */
	if (pos->halfmove >= 100 && (!pos->checkers || rk_pos_has_move(pos)))
		return true;
	if (!(pos->type[RK_PAWN] | pos->type[RK_ROOK] | pos->type[RK_QUEEN]) &&
	    rk_pos_is_insufficient(pos) && !mates_by_last_capture(pos))
		return true;
	return pos->halfmove >= 4 && is_repeated(engine, ply);
}

/*
 * Upcoming repetition: can the side to move go back to the position of three
 * plies ago? That is so if the opponent has just taken back its move and
 * nothing stands in the way of ours. Then the side to move has a draw at
 * least, and this is seen four plies before the position occurs again. The
 * earlier position must be after the root, as in is_repeated().
 */
bool rk_can_repeat(const struct rk_engine *engine, int ply)
{
	const struct rk_ply *ss = &engine->plies[ply];
	const struct rk_pos *pos = &engine->pos;
	int from, to, piece;
	uint64_t key;

	if (pos->halfmove < 3 || ply < 4 || !ss[-2].move)
		return false;
	from = rk_move_from(ss[-2].move);
	to = rk_move_to(ss[-2].move);
	piece = ss[-2].moved_piece;
	key = pos->key ^ rk_keys[RK_KEY_WHITE] ^ rk_key_piece(piece, to) ^
	      rk_key_piece(piece, from);
	return key == ss[-3].undo.key &&
	       !(rk_between(from, to) & rk_pos_occupied(pos));
}

/*
 * A repetition scores -1 or 1, depending on the node count, so that among many
 * lines that end in one the search does not always prefer the first.
 */
int rk_draw_score(const struct rk_engine *engine)
{
	const struct rk_pos *pos = &engine->pos;

	if (pos->halfmove >= 100 || rk_pos_is_insufficient(pos))
		return 0;
	return 1 - (int)(engine->control.nodes & 2);
}

static int new_eval(struct rk_engine *engine, int ply)
{
	return rk_network_is_used(engine)
		       ? rk_network_eval(engine, ply)
		       : rk_eval(&engine->pos, &engine->plies[ply].psqt,
				 &engine->pawns);
}

/* new_eval(), unless it is known. */
static int raw_eval(struct rk_engine *engine, int ply)
{
	uint64_t key = engine->pos.key;
	uint64_t *word = rk_eval_cached(&engine->evals, key);

	if ((*word ^ key) >> 16)
		*word = key >> 16 << 16 | (uint16_t)new_eval(engine, ply);
	return (int16_t)*word;
}

/*
 * Not in check. At limited strength it is the classical evaluation, distorted
 * (skill.c): its strengths are measured.
 */
static int evaluate(struct rk_engine *engine, int ply)
{
	int eval = raw_eval(engine, ply);

	return engine->skill ? rk_skill_eval(engine, ply, eval) : eval;
}

int rk_horizon_score(struct rk_engine *engine, int ply)
{
	if (engine->pos.checkers)
		return rk_draw_score(engine);
	return rk_correction_apply(engine, ply, evaluate(engine, ply));
}

/* ---- Step 4. Transposition table lookup ---- */

/*
 * The key does not contain the halfmove clock. A mate from the table that is
 * further away than the fifty-move rule allows may be none from here; what
 * remains is that one side is winning. This also keeps mate distances from
 * growing when one search after another relies on the table.
 */
static void weaken_distant_mate(struct rk_tt_entry *tt, int halfmove, int ply)
{
	int size = tt->score < 0 ? -tt->score : tt->score;
	int bound = tt->score > 0 ? RK_BOUND_LOWER : RK_BOUND_UPPER;

	if (size <= RK_SCORE_MATE_SOON ||
	    RK_SCORE_MATE - size - ply <= 100 - halfmove)
		return;
	tt->score = tt->score > 0 ? RK_EVAL_MAX : -RK_EVAL_MAX;
	tt->bound &= (uint8_t)bound;
}

/*
 * No cutoff in PV nodes, so that the principal variation is complete, and
 * none near the fifty-move rule, where the stored score may be out of date.
 * A search that leaves a move out (singular extension) must not see the entry
 * of the whole node.
 */
bool rk_node_tt_cutoff(struct rk_engine *engine, struct rk_node *node)
{
	const struct rk_tt_entry *tt = &node->tt;
	struct rk_ply *ss = &engine->plies[node->ply];

	if (rk_has_history(engine)) {
		rk_ply_context(engine, node->ply)->threats = 0;
		rk_ply_context(engine, node->ply)->has_check_info = false;
	}
	if (ss->excluded) {
		node->tt_hit = false;
		node->tt.move = RK_NO_MOVE;
		return false;
	}
	node->tt_hit =
		rk_tt_probe(engine->tt, engine->pos.key, node->ply, &node->tt);
	if (!node->tt_hit) {
		node->tt.move = RK_NO_MOVE;
		return false;
	}
	/* Two positions with equal keys: nothing in the entry is ours. */
	if (node->tt.move && !rk_move_is_legal(&engine->pos, node->tt.move)) {
		node->tt_hit = false;
		node->tt.move = RK_NO_MOVE;
		return false;
	}
	weaken_distant_mate(&node->tt, engine->pos.halfmove, node->ply);
	node->tt_capture = tt->move && !rk_is_quiet(&engine->pos, tt->move);
	if (node->pv || tt->depth < node->depth || engine->pos.halfmove >= 90 ||
	    !rk_bound_cuts_off(tt->bound, tt->score, node->alpha, node->beta))
		return false;
	/* The refutation works here as well. */
	if (tt->score >= node->beta && tt->move) {
		int bonus = rk_at_most(PARAM(bonus_tt_slope) * node->depth,
				       PARAM(bonus_tt_most));

		if (!node->tt_capture)
			rk_history_update_quiet(engine, node->ply, tt->move,
						bonus);
		if (rk_has_history(engine))
			rk_history_punish_refuted(engine, node->ply, bonus);
	}
	return true;
}

/* ---- Step 5. Static evaluation ---- */

/*
 * ss->static_eval is the corrected evaluation; later plies compare with it.
 * node->eval is also replaced by the TT score where the bound says that this
 * is nearer to the truth. In check there is no static evaluation.
 */
void rk_node_static_eval(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *ss = &engine->plies[node->ply];
	const struct rk_tt_entry *tt = &node->tt;

	if (ss->excluded) {
		node->eval = node->raw_eval = ss->static_eval;
		return;
	}
	if (node->in_check) {
		ss->static_eval = RK_SCORE_NONE;
		node->eval = node->raw_eval = RK_SCORE_NONE;
		return;
	}
	node->raw_eval = node->tt_hit && tt->eval != RK_SCORE_NONE
				 ? tt->eval
				 : (int16_t)evaluate(engine, node->ply);
	node->eval =
		(int16_t)rk_correction_apply(engine, node->ply, node->raw_eval);
	ss->static_eval = node->eval;
	if (node->tt_hit && !rk_score_is_mate(tt->score) &&
	    (tt->bound &
	     (tt->score > node->eval ? RK_BOUND_LOWER : RK_BOUND_UPPER)))
		node->eval = tt->score;
}

/* ---- Step 19. Transposition table store ---- */

void rk_node_tt_store(struct rk_engine *engine, const struct rk_node *node,
		      int depth, int score, rk_move move, int bound)
{
	struct rk_tt_entry entry = {
		.move = move,
		.score = (int16_t)score,
		.eval = node->raw_eval,
		.depth = (int16_t)depth,
		.bound = (uint8_t)bound,
		.was_pv = node->pv || (node->tt_hit && node->tt.was_pv),
	};

	rk_tt_store(engine->tt, engine->pos.key, node->ply, &entry);
}
