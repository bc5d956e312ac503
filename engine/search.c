/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The search: principal variation search (PVS), an alpha-beta search that
 * expects the first move of a node to be the best, and only proves with a null
 * window that the others are no better. This file is one node from top to
 * bottom, in the order in which rk_search(), at its end, goes through it; what the
 * quiescence search has too is in node.c:
 *
 *	Step 1	Quiescence search when no depth is left
 *	Step 2	Draws and the end of the stack
 *	Step 3	Mate distance pruning
 *	Step 4	Transposition table lookup, then endgame tables
 *	Step 5	Static evaluation and improving
 *	Step 6	Razoring
 *	Step 7	Reverse futility pruning
 *	Step 8	Null move pruning, with verification
 *	Step 9	ProbCut
 *	Step 10	Internal iterative reduction
 *	Step 11	Loop over the moves
 *	Step 12	Late move, futility, history and SEE pruning of a move
 *	Step 13	Singular extension, multi-cut, check extension
 *	Step 14	Late move reductions
 *	Step 15	Null window and PV re-searches
 *	Step 16	New best move and beta cutoff
 *	Step 17	Mate and stalemate
 *	Step 18	History updates
 *	Step 19	Transposition table store
 *	Step 20	Correction history update
 *
 * Every function leaves the position as it found it, also when the search is
 * stopped in the middle. Then control.stop is set and the scores on the way
 * up mean nothing.
 *
 * Scores and margins are hundredths of a pawn for the side to move. Margins
 * that were found by games are in params.h. On RK_PART and RK_APART see
 * frames.h: all code that recurses shares one stack frame per ply.
 */
#include "engine/search.h"

#include "engine/divide.h"

/* ---- Step 5. Improving ---- */

/*
 * Does the evaluation of the side to move get better? Compared with its last
 * turn, or the one before if it was in check then. Where it does, a fail high
 * is likelier: margins are smaller and more late moves are searched.
 */
static bool is_improving(const struct rk_engine *engine, int ply)
{
	const struct rk_ply *ss = &engine->plies[ply];

	if (ss->static_eval == RK_SCORE_NONE)
		return false;
	if (ply >= 2 && ss[-2].static_eval != RK_SCORE_NONE)
		return ss->static_eval > ss[-2].static_eval;
	if (ply >= 4 && ss[-4].static_eval != RK_SCORE_NONE)
		return ss->static_eval > ss[-4].static_eval;
	return true;
}

/*
 * ---- Steps 6 to 9. Pruning of the whole node ----
 *
 * Each returns a score that ends the node, or -RK_INFINITE. They are for null
 * window nodes that are not in check and leave no move out.
 */

/*
 * Step 6. Razoring: so far below alpha that no quiet move will do. If the
 * quiescence search finds no capture that helps either, the node fails low.
 */
RK_PART int razoring(struct rk_engine *engine, const struct rk_node *node)
{
	int score;

	if (node->depth > PARAM(razor_depth) ||
	    node->eval + PARAM(razor_margin) * node->depth >= node->alpha)
		return -RK_INFINITE;
	score = rk_qsearch(engine, node->alpha, node->beta, node->ply);
	return score <= node->alpha ? score : -RK_INFINITE;
}

/*
 * Step 7. Reverse futility pruning (static null move): so far above beta that
 * the opponent will not make up for it in the plies that are left. The margin
 * grows with each of them. The score returned is a compromise: beta is all
 * that is claimed, the evaluation is what is expected.
 */
RK_PART int reverse_futility(const struct rk_node *node)
{
	int beta = node->beta, eval = node->eval;

	if (node->depth > PARAM(rfp_depth) || eval >= RK_EVAL_MAX ||
	    eval - PARAM(rfp_margin) * (node->depth - node->improving) < beta)
		return -RK_INFINITE;
	return beta > -RK_SCORE_MATE_SOON ? (eval + beta) / 2 : eval;
}

/* More than king and pawns: zugzwang is rare then. */
static bool has_non_pawns(const struct rk_pos *pos)
{
	return (pos->colour[pos->side] &
		~(pos->type[RK_PAWN] | pos->type[RK_KING])) != 0;
}

static bool allows_null_move(const struct rk_engine *engine,
			     const struct rk_node *node)
{
	const struct rk_ply *ss = &engine->plies[node->ply];
	int beta = node->beta, depth = node->depth;

	return depth >= PARAM(null_min_depth) && node->eval >= beta &&
	       ss->static_eval >= beta + PARAM(null_margin) -
					  PARAM(null_margin_depth) * depth &&
	       ss[-1].move && node->ply >= engine->null_min_ply &&
	       has_non_pawns(&engine->pos) && beta > -RK_SCORE_MATE_SOON;
}

/*
 * Step 8. Null move pruning: if the position is above beta even when the
 * opponent moves twice, a real move will be as good, and a shallower search
 * is enough to see it. The reduction is some plies, a share of the depth, and
 * more the further the evaluation is above beta. Never two null moves in a
 * row.
 *
 * In zugzwang passing is better than any move. So from some depth on the
 * result is verified by a search of the same depth without null moves for
 * the first part of it. Only one verification at a time.
 */
RK_PART int null_move_pruning(struct rk_engine *engine,
			      const struct rk_node *node)
{
	int ply = node->ply, beta = node->beta, score;
	int more = (node->eval - beta) / PARAM(null_eval_unit);
	int depth = node->depth - PARAM(null_reduction) -
		    node->depth * PARAM(null_depth_share) / 64 -
		    rk_at_most(more, PARAM(null_eval_most));

	rk_search_make_null(engine, ply);
	score = -rk_search(engine, -beta, -beta + 1, depth, ply + 1,
			   !node->cut_node);
	rk_search_unmake_null(engine, ply);
	if (engine->control.stop || score < beta)
		return -RK_INFINITE;
	/* A mate after a null move is not proven. */
	if (score > RK_SCORE_MATE_SOON)
		score = beta;
	if (node->depth < PARAM(null_verify_depth) || engine->null_min_ply)
		return score;
	engine->null_min_ply = ply + PARAM(null_verify_share) * depth / 64;
	if (rk_search(engine, beta - 1, beta, depth, ply, false) < beta)
		score = -RK_INFINITE;
	engine->null_min_ply = 0;
	return score;
}

/*
 * Step 9. ProbCut: a capture whose score is well above beta in a search some
 * plies shallower will very probably be above beta in the full one. Only
 * captures that win enough by SEE to get there are tried, and each has to
 * pass the quiescence search first, which is cheap.
 */
RK_PART int probcut(struct rk_engine *engine, struct rk_node *node)
{
	int ply = node->ply, depth = node->depth - PARAM(probcut_reduction);
	int beta = node->beta + PARAM(probcut_margin) -
		   PARAM(probcut_improving) * node->improving;
	int see_threshold = beta - node->eval;
	int score = -RK_INFINITE;
	rk_move move = RK_NO_MOVE;

	if (node->depth < PARAM(probcut_min_depth) || engine->control.stop ||
	    rk_score_is_mate(node->beta))
		return score;
	if (see_threshold > RK_INFINITE)
		see_threshold = RK_INFINITE;
	if (see_threshold < -RK_INFINITE)
		see_threshold = -RK_INFINITE;
	/* The table may know already that it will not work. */
	if (!rk_picker_has_space(engine) ||
	    (node->tt_hit && node->tt.depth >= depth && node->tt.score < beta))
		return score;
	rk_picker_init(&node->picker, engine,
		       node->tt_capture ? node->tt.move : RK_NO_MOVE, true,
		       see_threshold);
	while (!engine->control.stop &&
	       (move = rk_picker_next(&node->picker, engine, ply)) != 0) {
		rk_search_make(engine, ply, move);
		score = -rk_qsearch(engine, -beta, -beta + 1, ply + 1);
		if (score >= beta && depth > 0)
			score = -rk_search(engine, -beta, -beta + 1, depth,
					   ply + 1, !node->cut_node);
		rk_search_unmake(engine, ply);
		if (score >= beta)
			break;
		score = -RK_INFINITE;
	}
	rk_picker_release(&node->picker, engine);
	if (engine->control.stop || score == -RK_INFINITE)
		return -RK_INFINITE;
	rk_node_tt_store(engine, node, depth + 1, score, move, RK_BOUND_LOWER);
	return score;
}

/* Not when a mate is asked for: that is to be proven, not guessed. */
RK_PART int prune_node(struct rk_engine *engine, struct rk_node *node)
{
	int score;

	if (engine->control.task->mate)
		return -RK_INFINITE;
	score = razoring(engine, node);
	if (score != -RK_INFINITE)
		return score;
	score = reverse_futility(node);
	if (score != -RK_INFINITE)
		return score;
	if (allows_null_move(engine, node)) {
		score = null_move_pruning(engine, node);
		if (score != -RK_INFINITE)
			return score;
	}
	return probcut(engine, node);
}

/* ---- Late move reductions, the table ---- */

/* 32 times the natural logarithm. */
static const uint8_t logarithm[64] = {
	0,   0,   22,  35,  44,  52,  57,  62,  67,  70,  74,  77,  80,
	82,  84,  87,  89,  91,  92,  94,  96,  97,  99,  100, 102, 103,
	104, 105, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 116,
	117, 118, 119, 120, 120, 121, 122, 123, 123, 124, 125, 125, 126,
	126, 127, 128, 128, 129, 129, 130, 130, 131, 132, 132, 133,
};

/*
 * log(depth) * log(moves): a deep search can give up more plies, and the
 * later a move comes the less is expected of it, but each further one adds
 * less. 32 * 32 from the table makes 1/1024 of a ply.
 */
int rk_lmr_base(int depth, int move_count)
{
	int product = logarithm[depth < 63 ? depth : 63] *
		      logarithm[move_count < 63 ? move_count : 63];

	return rk_divide(product * PARAM(lmr_slope), 220, 21);
}

/* ---- Step 12. Pruning of a move ---- */

bool rk_capture_gain_is_bounded(const struct rk_pos *pos)
{
	return rk_bits_count(pos->colour[pos->side ^ 1]) > 3;
}

/*
 * Futility pruning of captures: even with the captured piece, and a margin
 * for each ply, alpha is out of reach. SEE pruning: the capture loses too
 * much. A good capture history makes both more lenient.
 */
static bool prune_capture(const struct rk_engine *engine,
			  const struct rk_node *node, rk_move move,
			  int lmr_depth)
{
	int victim = rk_piece_type(engine->pos.board[rk_move_to(move)]);
	int history = rk_history_capture(engine, move);
	int margin = PARAM(capture_futility_base) +
		     PARAM(capture_futility_margin) * lmr_depth +
		     history * 16 / PARAM(capture_futility_history);

	if (!node->in_check && lmr_depth <= PARAM(capture_futility_depth) &&
	    rk_capture_gain_is_bounded(&engine->pos) &&
	    node->eval + margin + rk_see_value[victim] < node->alpha &&
	    rk_move_kind(move) == RK_NORMAL)
		return true;
	return !rk_see_ge(&engine->pos, move,
			  -PARAM(capture_see) * node->depth -
				  history * 16 / PARAM(capture_see_history));
}

static bool prune_quiet(struct rk_engine *engine, struct rk_node *node,
			rk_move move, int lmr_depth)
{
	int most = PARAM(lmp_base) +
		   node->depth * node->depth * PARAM(lmp_square) / 128;
	int history;

	/*
	 * Late move pruning: enough quiet moves were tried for this depth. Not
	 * of evasions, which are few and all forced.
	 */
	if (!node->in_check &&
	    node->move_count >= (node->improving ? most : most / 2))
		rk_picker_skip_quiets(&node->picker);
	/* A check is forcing: only one that loses far too much is pruned. */
	if (!node->in_check && rk_gives_check(engine, node->ply, move))
		return !rk_see_ge(&engine->pos, move,
				  -PARAM(check_see) * lmr_depth * lmr_depth);
	/* History pruning: it has failed too often before. */
	history = rk_history_quiet(engine, node->ply, move);
	if (lmr_depth <= PARAM(history_prune_depth) &&
	    history < -PARAM(history_prune) * node->depth)
		return true;
	lmr_depth += history / PARAM(history_depth_unit);
	if (lmr_depth < 0)
		lmr_depth = 0;
	/* Futility pruning: a quiet move will not gain this much. */
	if (!node->in_check && lmr_depth <= PARAM(futility_depth) &&
	    node->eval + PARAM(futility_base) +
			    PARAM(futility_margin) * lmr_depth <=
		    node->alpha) {
		rk_picker_skip_quiets(&node->picker);
		return true;
	}
	/* SEE pruning: the piece is lost where it goes. */
	return !rk_see_ge(&engine->pos, move,
			  -PARAM(quiet_see) * lmr_depth * lmr_depth);
}

/* With the window of search_mate() in iterate.c. */
static bool is_mate_search(const struct rk_engine *engine)
{
#ifdef RK_SMALL
	(void)engine;
	return false;
#else
	return engine->control.task->mate != 0;
#endif
}

/*
 * When a mate is asked for, it is to be proven, not guessed. But where only a
 * mate with this move would be soon enough, the move has to give check.
 */
static bool is_too_late_to_mate(const struct rk_engine *engine,
				const struct rk_node *node, rk_move move)
{
	return is_mate_search(engine) &&
	       node->alpha >= RK_SCORE_MATE - node->ply - 3 &&
	       !rk_gives_check(engine, node->ply, move);
}

/*
 * Is this move not worth a search? Margins depend on the depth to which it
 * would be searched: what is left after the usual late move reduction.
 */
RK_APART bool prune_move(struct rk_engine *engine, struct rk_node *node,
			 rk_move move, bool quiet)
{
	int r = PARAM(lmr_offset) + rk_lmr_base(node->depth, node->move_count);
	int lmr_depth = node->depth - r / 1024;

	if (engine->control.task->mate)
		return is_too_late_to_mate(engine, node, move);
	if (lmr_depth < 0)
		lmr_depth = 0;
	return quiet ? prune_quiet(engine, node, move, lmr_depth)
		     : prune_capture(engine, node, move, lmr_depth);
}

/* ---- Step 13. Singular extension and multi-cut ---- */

/*
 * For the TT move, if the table has a lower bound for it from a search that
 * was nearly as deep. Lines are extended to twice the depth of the iteration
 * at most. A search that leaves a move out does not start another one. If a
 * mate is asked for, lines have an end anyway, and nothing is extended.
 */
RK_APART bool is_singular_candidate(const struct rk_engine *engine,
				    const struct rk_node *node, rk_move move)
{
	const struct rk_tt_entry *tt = &node->tt;

	return node->depth >= PARAM(singular_min_depth) && node->tt_hit &&
	       move == tt->move && !engine->plies[node->ply].excluded &&
	       !is_mate_search(engine) &&
	       engine->singular_nesting < engine->max_singular_nesting &&
	       tt->depth >= node->depth - PARAM(singular_tt_depth) &&
	       (tt->bound & RK_BOUND_LOWER) && !rk_score_is_mate(tt->score) &&
	       node->ply < 2 * engine->control.depth;
}

/*
 * Searches the node to about half its depth without the TT move, against a
 * bound a little below the TT score. If all other moves fail low the TT move
 * is singular: the node hangs on it, and it is extended by one ply, by two or
 * three if the others are far behind.
 *
 * If some other move reaches the bound and the bound is not below beta, there
 * are at least two moves that cut off: multi-cut, the node is done. That is
 * returned as RK_INFINITE, with the score in node->best_score. Otherwise a TT
 * move that is not alone is reduced where it was expected to cut off.
 */
RK_PART int singular_extension(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *ss = &engine->plies[node->ply];
	const struct rk_tt_entry *tt = &node->tt;
	int singular_beta =
		tt->score - PARAM(singular_margin) * node->depth / 64;
	int score;

	ss->excluded = tt->move;
	engine->singular_nesting++;
	score = rk_search(engine, singular_beta - 1, singular_beta,
			  (node->depth - 1) * PARAM(singular_share) / 64,
			  node->ply, node->cut_node);
	engine->singular_nesting--;
	ss->excluded = RK_NO_MOVE;
	if (engine->control.stop)
		return 0;
	if (score < singular_beta) {
		if (!node->pv && score < singular_beta - PARAM(double_margin) &&
		    ss[-1].double_extensions < PARAM(double_most))
			return 2 +
			       (score < singular_beta - PARAM(triple_margin) &&
				rk_is_quiet(&engine->pos, tt->move));
		return 1;
	}
	if (singular_beta >= node->beta) {
		node->best_score = (int16_t)singular_beta;
		return RK_INFINITE;
	}
	if (tt->score >= node->beta)
		return -2 + node->pv;
	return node->cut_node ? -1 : 0;
}

/* ---- Step 14. Late move reductions ---- */

/*
 * The number of plies by which a move, which has been made, is reduced; may be
 * negative. The table's value is adjusted: more where a cutoff is expected
 * anyway or the evaluation does not improve, less for PV nodes, checks,
 * killers and moves with a good history.
 */
RK_APART int late_move_reduction(const struct rk_engine *engine,
				 const struct rk_node *node, rk_move move,
				 bool quiet, int history)
{
	const struct rk_ply *ss = &engine->plies[node->ply];
	int r = PARAM(lmr_offset) + rk_lmr_base(node->depth, node->move_count);

	r += node->cut_node ? PARAM(lmr_cut_node) : 0;
	r += node->improving ? 0 : PARAM(lmr_not_improving);
	r -= node->pv ? PARAM(lmr_pv) : 0;
	r -= node->tt_hit && node->tt.was_pv ? PARAM(lmr_was_pv) : 0;
	r -= engine->pos.checkers ? PARAM(lmr_check) : 0;
	/* The best move is probably a capture. */
	r += node->tt_capture && quiet ? PARAM(lmr_tt_capture) : 0;
	/* Replies to moves at this ply keep failing high. */
	if (ss[1].cutoffs > PARAM(lmr_cutoffs))
		r += PARAM(lmr_cutoffs_more);
	if (quiet) {
		if (move == ss->killers[0] || move == ss->killers[1])
			r -= PARAM(lmr_killer);
		r -= history * 16 / PARAM(lmr_history);
	} else {
		r -= PARAM(lmr_capture) +
		     history * 16 / PARAM(lmr_capture_history);
	}
	return r / 1024;
}

/*
 * Steps 14 and 15. The move has been made. A late move is searched to a
 * reduced depth with a null window. If it still beats alpha, it is searched
 * again to full depth: a ply deeper if it was much better than the best move
 * so far, a ply less if it was hardly better. The result of that search
 * updates the continuation history.
 */
RK_PART int search_move(struct rk_engine *engine, struct rk_node *node,
			rk_move move, bool quiet, int history, int depth)
{
	int alpha = node->alpha, ply = node->ply + 1;
	int score = -RK_INFINITE, reduction;

	if (node->depth >= 2 && node->move_count > 1 + (node->ply == 0)) {
		int reduced;

		reduction =
			late_move_reduction(engine, node, move, quiet, history);
		reduced = depth - reduction;
		if (reduced > depth + node->pv)
			reduced = depth + node->pv;
		if (reduced < 1)
			reduced = 1;
		score = -rk_search(engine, -alpha - 1, -alpha, reduced, ply,
				   true);
		if (score > alpha && reduced < depth) {
			depth += score >
				 node->best_score + PARAM(deeper_margin);
			depth -= score <
				 node->best_score + PARAM(shallower_margin);
			if (reduced < depth)
				score = -rk_search(engine, -alpha - 1, -alpha,
						   depth, ply, !node->cut_node);
			if (quiet && (score <= alpha || score >= node->beta))
				rk_history_update_continuation(
					engine, node->ply,
					engine->plies[node->ply].moved_piece,
					move,
					(score <= alpha ? -depth : depth) *
						PARAM(bonus_research));
		}
	} else if (!node->pv || node->move_count > 1) {
		/* Step 15. Null window search at full depth. */
		score = -rk_search(engine, -alpha - 1, -alpha, depth, ply,
				   !node->cut_node);
	}
	/* PV search: the first move, and every move that beats alpha. */
	if (node->pv && (node->move_count == 1 || score > alpha))
		score = -rk_search(engine, -node->beta, -alpha, depth, ply,
				   false);
	return score;
}

/* ---- Step 16. New best move and beta cutoff ---- */

/*
 * The principal variations of all plies form a triangle: the row of ply p has
 * max_ply - p moves, and the rows lie one after another.
 */
rk_move *rk_search_pv(const struct rk_engine *engine, int ply)
{
	return engine->pv + ply * (2 * engine->max_ply - ply + 1) / 2;
}

/* The best line from here is this move and the best line after it. */
static void update_pv(struct rk_engine *engine, int ply, rk_move move)
{
	rk_move *pv = rk_search_pv(engine, ply);
	int more = ply + 1 < engine->max_ply ? engine->pv_count[ply + 1] : 0;

	pv[0] = move;
	memcpy(pv + 1, rk_search_pv(engine, ply + 1),
	       (size_t)more * sizeof(*pv));
	engine->pv_count[ply] = (uint8_t)(more + 1);
}

bool rk_node_update_best(struct rk_engine *engine, struct rk_node *node,
			 rk_move move, int score)
{
	if (score <= node->best_score)
		return false;
	node->best_score = (int16_t)score;
	if (score <= node->alpha)
		return false;
	node->best_move = move;
	if (node->pv)
		update_pv(engine, node->ply, move);
	if (score >= node->beta)
		return true;
	node->alpha = (int16_t)score;
	return false;
}

/* ---- Step 11. Loop over the moves ---- */

/* Returns after the last move, a beta cutoff, a multi-cut, or a stop. */
RK_PART void search_moves(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *ss = &engine->plies[node->ply];
	bool root = node->ply == 0;
	rk_move move;

	while ((move = rk_picker_next(&node->picker, engine, node->ply)) != 0) {
		bool quiet = rk_is_quiet(&engine->pos, move);
		int extension = 0, history, score;

		if (move == ss->excluded ||
		    (root && rk_root_skips(&engine->control, move)))
			continue;
		node->move_count++;
		/*
		 * Step 12. Not while every move so far is mated: a mate score
		 * must come from a complete search. Nor with king and pawns
		 * alone, where zugzwang makes quiet moves count.
		 */
		if (!root && node->best_score > -RK_SCORE_MATE_SOON &&
		    has_non_pawns(&engine->pos) &&
		    prune_move(engine, node, move, quiet))
			continue;
		if (root)
			rk_root_begin(&engine->control, move, node->move_count);
		/* Step 13. An answer to a check is extended by one ply. */
		if (!root && is_singular_candidate(engine, node, move)) {
			extension = singular_extension(engine, node);
			if (extension == RK_INFINITE || engine->control.stop)
				return;
		} else if (node->in_check) {
			extension = node->ply < 2 * engine->control.depth;
		}
		ss->double_extensions =
			(uint8_t)(ss[-1].double_extensions + (extension > 1));
		if (rk_has_history(engine))
			ss->early = node->move_count <= 2;
		history = quiet ? rk_history_quiet(engine, node->ply, move)
				: rk_history_capture(engine, move);
		rk_search_make(engine, node->ply, move);
		score = search_move(engine, node, move, quiet, history,
				    node->depth - 1 + extension);
		rk_search_unmake(engine, node->ply);
		if (engine->control.stop)
			return;
		if (root)
			rk_root_end(&engine->control, score,
				    node->move_count == 1 ||
					    score > node->alpha);
		if (rk_node_update_best(engine, node, move, score))
			return;
		rk_picker_mark_tried(&node->picker, engine);
	}
}

/* ---- Steps 17 to 20. After the moves ---- */

/*
 * Step 20. The difference between score and evaluation is an error of the
 * evaluation if the score is quiet: not in check, no mate, nothing that endgame
 * tables know, the best move no capture, and a bound only if it is on the far
 * side of the evaluation.
 */
static void update_correction(struct rk_engine *engine,
			      const struct rk_node *node, int bound)
{
	const struct rk_ply *ss = &engine->plies[node->ply];

	if (!node->in_check && node->best_score <= RK_EVAL_MAX &&
	    node->best_score >= -RK_EVAL_MAX &&
	    (!node->best_move || rk_is_quiet(&engine->pos, node->best_move)) &&
	    !(bound == RK_BOUND_LOWER && node->best_score <= ss->static_eval) &&
	    !(bound == RK_BOUND_UPPER && node->best_score >= ss->static_eval))
		rk_correction_update(engine, node->ply, node->depth,
				     node->best_score - ss->static_eval);
}

/* Steps 17 to 20. All moves were tried, or one was good enough. */
RK_APART int finish_node(struct rk_engine *engine, struct rk_node *node)
{
	struct rk_ply *ss = &engine->plies[node->ply];
	int bound = node->best_score >= node->beta       ? RK_BOUND_LOWER
		    : node->best_score > node->old_alpha ? RK_BOUND_EXACT
							 : RK_BOUND_UPPER;

	if (node->picker.overflow)
		return rk_horizon_score(engine, node->ply);
	/* Multi-cut. */
	if (node->best_score >= node->beta && !node->best_move)
		return node->best_score;
	/* Step 17. Mate and stalemate, if no move was left out. */
	if (!node->move_count) {
		if (ss->excluded)
			return node->old_alpha;
		if (node->picker.overlooked)
			return node->eval;
		return node->in_check ? node->ply - RK_SCORE_MATE : 0;
	}
	/* Step 18. History updates: for the move that cut off, ... */
	if (node->best_score >= node->beta && node->best_move) {
		ss->cutoffs++;
		rk_history_update(engine, node->ply, node->depth,
				  node->best_move, &node->picker);
		if (rk_has_history(engine))
			rk_history_punish_refuted(engine, node->ply,
						  PARAM(bonus_fail_low) *
							  node->depth);
	}
	/* A search of only some moves says nothing about the node. */
	if (ss->excluded || (node->ply == 0 && engine->control.pv_index))
		return node->best_score;
	/* ... or for the opponent's move, to which there was no good answer. */
	if (bound == RK_BOUND_UPPER && ss[-1].move &&
	    ss[-1].undo.captured == RK_NONE)
		rk_history_update_continuation(engine, node->ply - 1,
					       ss[-1].moved_piece, ss[-1].move,
					       PARAM(bonus_fail_low) *
						       node->depth);
	/* Step 19. Transposition table store. */
	rk_node_tt_store(engine, node, node->depth, node->best_score,
			 node->best_move, bound);
	update_correction(engine, node, bound);
	return node->best_score;
}

/*
 * ---- The node ----
 *
 * Mate distance pruning: being mated here, or mating with the next move,
 * bounds every score of the node. If alpha is a shorter mate already, nothing
 * in it matters.
 *
 * Internal iterative reduction: without a TT move the order is poor and the
 * node expensive. A ply less leaves a move in the table for the next iteration.
 */
int rk_search(struct rk_engine *engine, int alpha, int beta, int depth, int ply,
	      bool cut_node)
{
	struct rk_ply *ss = &engine->plies[ply];
	struct rk_node node;
	int score;

	/* Step 1. Quiescence search when no depth is left. */
	if (depth <= 0)
		return rk_qsearch(engine, alpha, beta, ply);
	engine->pv_count[ply] = 0;
	if (rk_must_stop(&engine->control))
		return 0;
	if (ply > engine->control.seldepth)
		engine->control.seldepth = ply;
	if (ply > 0) {
		/* Step 2. Draws and the end of the stack. */
		if (rk_is_draw(engine, ply))
			return rk_draw_score(engine);
		if (rk_has_history(engine) && alpha < 0 &&
		    rk_can_repeat(engine, ply)) {
			alpha = rk_draw_score(engine);
			if (alpha >= beta)
				return alpha;
		}
		if (ply + 1 >= engine->max_ply || !rk_picker_has_space(engine))
			return rk_horizon_score(engine, ply);
		/* Step 3. Mate distance pruning. */
		if (alpha < ply - RK_SCORE_MATE)
			alpha = ply - RK_SCORE_MATE;
		if (beta > RK_SCORE_MATE - ply - 1)
			beta = RK_SCORE_MATE - ply - 1;
		if (alpha >= beta)
			return alpha;
	}
	rk_node_enter(&node, engine, alpha, beta, depth, ply);
	node.cut_node = cut_node;
	/* Step 4. Transposition table lookup. */
	if (rk_node_tt_cutoff(engine, &node))
		return node.tt.score;
	score = rk_node_probe_tables(engine, &node);
	if (score != -RK_INFINITE)
		return score;
	/* Step 5. Static evaluation and improving. */
	rk_node_static_eval(engine, &node);
	node.improving = is_improving(engine, ply);
	ss[1].killers[0] = ss[1].killers[1] = RK_NO_MOVE;
	ss[2].cutoffs = 0;
	/* Steps 6 to 9. Razoring, reverse futility, null move, ProbCut. */
	if (!node.pv && !node.in_check && !ss->excluded) {
		score = prune_node(engine, &node);
		if (engine->control.stop)
			return 0;
		if (score != -RK_INFINITE)
			return score;
	}
	/* Step 10. Internal iterative reduction. */
	if ((node.pv || node.cut_node) && node.depth >= PARAM(iir_min_depth) &&
	    !node.tt.move && !ss->excluded)
		node.depth--;
	/* Steps 11 to 16. The moves. */
	rk_picker_init(&node.picker, engine, node.tt.move, false, 0);
	search_moves(engine, &node);
	/* Steps 17 to 20. */
	score = engine->control.stop ? 0 : finish_node(engine, &node);
	rk_picker_release(&node.picker, engine);
	return score;
}
