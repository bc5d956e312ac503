/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The main search: a principal variation search (alpha-beta with null windows)
 * for two sides. Scores are for the side to move. A side may move several
 * times in a row, so the score changes its sign only where the side changes;
 * search_child() is the only place that has to know.
 *
 * A free-for-all game is searched by BRS+, a best-reply search. Between two
 * moves of the root seat one opponent at most chooses freely among all moves,
 * the others make the move that the move picker puts first. `replied` of the
 * search stack says that the free choice of the round has been made.
 * docs/engine-four.md compares it with other searches.
 *
 * Every function leaves the position as it found it, also after a stop. When
 * control.stop is set, scores on the way back to the root mean nothing. Margins
 * are in params.h.
 */
#include "engine/four/params.h"
#include "engine/four/search.h"

/*
 * The score of the position after a move, for the side that moved. If the same
 * side moves again, window and score keep their signs, and the child is as
 * likely to fail high as its parent.
 */
static int search_child(struct rk4_engine *engine, const struct rk4_node *node,
			int alpha, int beta, int depth, bool cut)
{
	int ply = node->ply + 1;

	if (rk4_side(engine, engine->pos.turn) == rk4_side(engine, node->seat))
		return rk4_search(engine, alpha, beta, depth, ply, node->cut);
	return -rk4_search(engine, -beta, -alpha, depth, ply, cut);
}

/* Step 1. With two seats left, a large lead of the side to move wins. */
static int claimed_win(const struct rk4_engine *engine, int ply)
{
	if (!(engine->pos.options & RK4_POINTS) || !rk4_can_claim(&engine->pos))
		return 0;
	return RK4_SCORE_WON - ply;
}

/* The king of a seat that has left walks at random. */
static bool is_dead_king(const struct rk4_engine *engine,
			 const struct rk4_node *node)
{
	return !node->in_check && node->ply &&
	       engine->pos.left >> node->seat & 1 &&
	       rk4_has_move(&engine->pos, node->seat);
}

/* It passes unless it is in check; the round goes on as if it were not there. */
static int skip_turn(struct rk4_engine *engine, const struct rk4_node *node)
{
	int replied = engine->plies[node->ply].replied, score;

	rk4_line_make_null(engine, node->ply);
	engine->plies[node->ply + 1].replied =
		(uint8_t)(engine->pos.turn == engine->root_seat ? 0 : replied);
	score = search_child(engine, node, node->alpha, node->beta, node->depth,
			     node->cut);
	rk4_line_unmake_null(engine, node->ply);
	return score;
}

/*
 * Step 2. Transposition table lookup. True: the entry is deep enough and its
 * bound decides the node. Not with a high count of plies without progress,
 * which the key does not contain.
 */
static bool probe_tt(struct rk4_engine *engine, struct rk4_node *node)
{
	const struct rk4_tt_entry *tt = &node->tt;

	node->tt_hit = rk4_tt_probe(engine, node->ply, &node->tt);
	if (!node->tt_hit)
		return false;
	node->tt_capture = tt->move && !rk4_is_quiet(&engine->pos, tt->move);
	return !node->pv && tt->depth >= node->depth &&
	       engine->pos.halfmove < 180 &&
	       (tt->score >= node->beta ? tt->bound & RK_BOUND_LOWER
					: tt->bound & RK_BOUND_UPPER) &&
	       (tt->score >= node->beta || tt->score <= node->alpha);
}

/*
 * Step 3. Static evaluation. The score in the table is the better estimate where
 * its bound allows it.
 */
static void evaluate(struct rk4_engine *engine, struct rk4_node *node)
{
	struct rk4_ply *now = &engine->plies[node->ply];
	const struct rk4_tt_entry *tt = &node->tt;

	if (node->in_check) {
		node->eval = node->raw_eval = now->eval = RK_SCORE_NONE;
		return;
	}
	node->raw_eval = (int16_t)(node->tt_hit && tt->eval != RK_SCORE_NONE
					   ? tt->eval
					   : rk4_eval(engine, node->ply));
	node->eval = now->eval = (int16_t)rk4_correction_apply(engine,
							       node->ply,
							       node->raw_eval);
	if (node->tt_hit && !rk_score_is_mate(tt->score) &&
	    (tt->bound &
	     (tt->score > node->eval ? RK_BOUND_LOWER : RK_BOUND_UPPER)))
		node->eval = tt->score;
}

/*
 * Step 3. Is the evaluation better than a round ago? With teams that is four plies, and
 * the same seat is to move. In a free-for-all game the answer is always yes.
 */
static bool is_improving(const struct rk4_engine *engine, int ply)
{
	const struct rk4_ply *now = &engine->plies[ply];

	if (now->eval == RK_SCORE_NONE || ply < 4)
		return true;
	if (now[-4].eval != RK_SCORE_NONE && engine->teams)
		return now->eval > now[-4].eval;
	return true;
}

/* With king and pawns alone, zugzwang is likely: no null move then. */
static bool has_pieces(const struct rk4_pos *pos, int seat)
{
	for (int i = 0; i < 4; i++) {
		uint64_t pieces = pos->pieces[seat][i];

		while (pieces) {
			int type = rk4_type(
				pos->board[64 * i + rk_bits_first(pieces)]);

			if (type != RK_PAWN && type != RK_KING)
				return true;
			pieces &= pieces - 1;
		}
	}
	return false;
}

/*
 * Step 6. Null move pruning. If the position is so good that even a skipped turn
 * leaves it above beta, a real move would do so as well. The reduction grows
 * with the depth and with the distance to beta.
 */
static int try_null_move(struct rk4_engine *engine, struct rk4_node *node)
{
	int more = (node->eval - node->beta) / PARAM4(null_eval_unit);
	int depth = node->depth - PARAM4(null_reduction) -
		    node->depth * PARAM4(null_depth_share) / 64 -
		    rk_at_most(more, PARAM4(null_eval_most));
	int score;

	rk4_line_make_null(engine, node->ply);
	engine->plies[node->ply + 1].replied = engine->plies[node->ply].replied;
	score = search_child(engine, node, node->beta - 1, node->beta, depth,
			     !node->cut);
	rk4_line_unmake_null(engine, node->ply);
	if (engine->control.stop || score < node->beta)
		return -RK_INFINITE;
	return score > RK_SCORE_MATE_SOON ? node->beta : score;
}

static void store(struct rk4_engine *engine, const struct rk4_node *node,
		  int depth, int score, rk4_move move, int bound)
{
	struct rk4_tt_entry tt = {
		.move = move,
		.score = (int16_t)score,
		.eval = node->raw_eval,
		.depth = (int16_t)depth,
		.bound = (uint8_t)bound,
		.was_pv = node->pv || (node->tt_hit && node->tt.was_pv),
	};

	rk4_tt_store(engine, node->ply, &tt);
}

/*
 * Step 6. ProbCut: a capture whose score is well above beta in a search some
 * plies shallower will probably be above beta in the full one. Only captures
 * that win enough by SEE are tried, the quiescence search first. In teams alone,
 * where the next seat is always an opponent.
 */
RK_PART int probcut(struct rk4_engine *engine, struct rk4_node *node)
{
	int ply = node->ply, depth = node->depth - PARAM4(probcut_reduction);
	int beta = node->beta + PARAM4(probcut_margin) -
		   PARAM4(probcut_improving) * node->improving;
	int least = beta - node->eval, score = -RK_INFINITE;
	rk4_move move = 0;

	if (!engine->teams || node->depth < PARAM4(probcut_min_depth) ||
	    rk_score_is_mate(node->beta) ||
	    (node->tt_hit && node->tt.depth >= depth && node->tt.score < beta))
		return -RK_INFINITE;
	rk4_picker_start(&node->picker, engine,
			 node->tt_capture ? node->tt.move : 0, true);
	node->picker.skip_bad = true;
	while (!engine->control.stop &&
	       (move = rk4_picker_next(&node->picker, engine, ply)) != 0) {
		if (!rk4_see_ge(engine, move, least))
			continue;
		rk4_line_make(engine, ply, move);
		score = -rk4_qsearch(engine, -beta, -beta + 1, ply + 1, 0);
		if (score >= beta && depth > 0)
			score = -rk4_search(engine, -beta, -beta + 1, depth,
					    ply + 1, !node->cut);
		rk4_line_unmake(engine, ply);
		if (score >= beta)
			break;
	}
	rk4_picker_end(&node->picker, engine);
	if (engine->control.stop || !move || score < beta)
		return -RK_INFINITE;
	store(engine, node, depth + 1, score, move, RK_BOUND_LOWER);
	return score;
}

/*
 * Steps 4 to 6. Cutoffs before any move is tried: the score, or -RK_INFINITE.
 * There are none in a search for a mate, which must see every defence, and none
 * while a king of the own side is in check.
 */
RK_PART int try_early_cutoffs(struct rk4_engine *engine, struct rk4_node *node)
{
	const struct rk4_ply *now = &engine->plies[node->ply];
	int beta = node->beta, depth = node->depth, eval = node->eval;
	int score;

	if (engine->control.task->mate || node->danger)
		return -RK_INFINITE;
	/* Step 4. Razoring: so far below alpha that only captures may help. */
	if (depth <= PARAM4(razor_depth) &&
	    eval + PARAM4(razor_margin) * depth < node->alpha) {
		score = rk4_qsearch(engine, node->alpha, beta, node->ply, 0);
		if (score <= node->alpha)
			return score;
	}
	/* Step 5. Reverse futility pruning: far enough above beta. */
	if (depth <= PARAM4(rfp_depth) && eval < RK4_EVAL_MAX &&
	    eval - PARAM4(rfp_margin) * depth +
			    PARAM4(rfp_improving) * node->improving >=
		    beta)
		return beta > -RK_SCORE_MATE_SOON ? (eval + beta) / 2 : eval;
	/*
	 * Step 6. Null move pruning: not twice in a row, and in a free-for-all
	 * game for the root seat alone, since for an opponent the turn would go
	 * to the same side.
	 */
	if (depth >= 2 && eval >= beta && now->eval >= beta &&
	    (now - 1)->move && has_pieces(&engine->pos, node->seat) &&
	    (engine->teams || rk4_side(engine, node->seat) == 0) &&
	    beta > -RK_SCORE_MATE_SOON) {
		score = try_null_move(engine, node);
		if (engine->control.stop || score != -RK_INFINITE)
			return score;
	}
	return probcut(engine, node);
}

/*
 * Step 8. BRS+: if an opponent has already chosen freely in this round, the
 * others only make their first move. A seat in check keeps all its moves, so
 * that every mate is seen.
 */
static bool is_reply_used(const struct rk4_engine *engine,
			  const struct rk4_node *node)
{
	return node->opponent && node->moves && !node->in_check &&
	       engine->plies[node->ply].replied;
}

static int base_reduction(int depth, int moves)
{
	return PARAM4(lmr_offset) +
	       rk_lmr_base(depth, moves) * PARAM4(lmr_scale) / 64;
}

/*
 * Step 9. Pruning at shallow depth. Most late moves of a node that is close to
 * the horizon cannot raise alpha; they are skipped without a search. `depth` is
 * the depth that would be left after the late move reduction. Checks are never
 * pruned.
 */
RK_PART bool is_pruned(struct rk4_engine *engine, struct rk4_node *node,
		       rk4_move move, bool quiet)
{
	int depth =
		node->depth - base_reduction(node->depth, node->moves) / 1024;
	int history;

	if (engine->control.task->mate || node->picker.gives_check)
		return false;
	if (depth < 0)
		depth = 0;
	/* SEE pruning of captures: the exchange loses too much. */
	if (!quiet)
		return !rk4_see_ge(engine, move,
				   -PARAM4(capture_see) * node->depth);
	/* Late move pruning: enough quiet moves were tried. */
	if (node->quiets >= (PARAM4(lmp_base) + node->depth * node->depth) /
				    (2 - node->improving))
		node->picker.skip_quiets = true;
	history = rk4_quiet_history(engine, node->ply, move);
	/* History pruning: the move rarely did well. */
	if (depth <= PARAM4(history_prune_depth) &&
	    history < -PARAM4(history_prune) * node->depth)
		return true;
	/* Futility pruning: no quiet move makes up for the distance to alpha. */
	if (!node->danger && depth <= PARAM4(futility_depth) &&
	    node->eval + PARAM4(futility_base) +
			    PARAM4(futility_margin) * depth +
			    history / PARAM4(futility_history) <=
		    node->alpha) {
		node->picker.skip_quiets = true;
		return true;
	}
	/* SEE pruning of quiet moves: the piece would be lost. */
	return !rk4_see_ge(engine, move, -PARAM4(quiet_see) * depth * depth);
}

/*
 * Step 12. Late move reductions (LMR). The later a move stands in the order, the
 * less deep it is searched at first. The product of two logarithms is adjusted
 * by what is known of node and move: unlikely moves are reduced more, moves that
 * give check, killers and moves with a good history less.
 */
RK_PART int late_reduction(const struct rk4_engine *engine,
			   const struct rk4_node *node, rk4_move move,
			   bool quiet, int history)
{
	const struct rk4_ply *now = &engine->plies[node->ply];
	int reduction = base_reduction(node->depth, node->moves);

	reduction += node->cut ? PARAM4(lmr_cut_node) : 0;
	reduction += node->improving ? 0 : PARAM4(lmr_not_improving);
	reduction -= node->pv ? PARAM4(lmr_pv) : 0;
	reduction -= node->tt_hit && node->tt.was_pv ? PARAM4(lmr_was_pv) : 0;
	if (now[1].checks & ~rk4_team(engine, node->seat))
		reduction -= PARAM4(lmr_check);
	reduction += node->tt_capture && quiet ? PARAM4(lmr_tt_capture) : 0;
	if (now[1].cutoffs > PARAM4(lmr_cutoffs))
		reduction += PARAM4(lmr_cutoffs_more);
	if (quiet) {
		if (move == now->killers[0] || move == now->killers[1])
			reduction -= PARAM4(lmr_killer);
		reduction -= history / PARAM4(lmr_history);
	} else {
		reduction -= PARAM4(lmr_capture) +
			     history / PARAM4(lmr_capture_history);
	}
	return reduction / 1024;
}

/*
 * Steps 12 and 13. Search of one move: reduced and with a null window, then to
 * full depth if it did better than expected, then with the full window if it is
 * the first move of a PV node or raised alpha there.
 */
RK_PART int search_move(struct rk4_engine *engine, struct rk4_node *node,
			rk4_move move, bool quiet, int history, int depth)
{
	int alpha = node->alpha, score = -RK_INFINITE;

	if (node->depth >= 2 && node->moves > 1 + (node->ply == 0)) {
		int shallow = depth - late_reduction(engine, node, move, quiet,
						     history);

		if (shallow > depth)
			shallow = depth;
		if (shallow < 1)
			shallow = 1;
		score = search_child(engine, node, alpha, alpha + 1, shallow,
				     true);
		if (score > alpha && shallow < depth)
			score = search_child(engine, node, alpha, alpha + 1,
					     depth, !node->cut);
	} else if (!node->pv || node->moves > 1) {
		score = search_child(engine, node, alpha, alpha + 1, depth,
				     !node->cut);
	}
	if (node->pv && (node->moves == 1 || score > alpha))
		score = search_child(engine, node, alpha, node->beta, depth,
				     false);
	return score;
}

/* Step 11. Has the move just made left a hostile king with two attackers? */
RK_PART bool is_double_check(const struct rk4_engine *engine,
			     const struct rk4_node *node)
{
	const struct rk4_pos *pos = &engine->pos;
	unsigned int checks = engine->plies[node->ply + 1].checks &
			      ~rk4_team(engine, node->seat);
	uint8_t list[16];

	for (int seat = 0; checks; seat++, checks >>= 1)
		if (checks & 1 &&
		    rk4_attackers(pos, pos->king[seat], rk4_enemies(pos, seat),
				  list) > 1)
			return true;
	return false;
}

/* Step 14. Also for the quiescence search. */
bool rk4_update_best(struct rk4_engine *engine, struct rk4_node *node,
		     rk4_move move, int score)
{
	if (score <= node->best)
		return false;
	node->best = (int16_t)score;
	if (score <= node->alpha)
		return false;
	node->best_move = move;
	/* A null move cannot be played, so the line ends before it. */
	if (!move)
		engine->pv_count[node->ply] = 0;
	else if (node->pv)
		rk4_line_extend_pv(engine, node->ply, move);
	if (score >= node->beta)
		return true;
	node->alpha = (int16_t)score;
	return false;
}

/* Steps 8 to 14. The loop over the moves. */
RK_PART void search_moves(struct rk4_engine *engine, struct rk4_node *node)
{
	struct rk4_ply *now = &engine->plies[node->ply];
	struct rk4_picker *picker = &node->picker;
	bool root = node->ply == 0;
	rk4_move move;

	while ((move = rk4_picker_next(picker, engine, node->ply)) != 0) {
		bool quiet = rk4_is_quiet(&engine->pos, move);
		int extension = 0, history, score;

		/* Step 8. Skip root moves that were not asked for; BRS+. */
		if (root && rk_root_skips(&engine->control, move))
			continue;
		if (is_reply_used(engine, node))
			return;
		node->moves++;
		node->quiets += quiet;
		if (!root && node->best > -RK_SCORE_MATE_SOON &&
		    is_pruned(engine, node, move, quiet))
			continue;
		/* Step 10. Check extension, within limits. */
		if (root)
			rk_root_begin(&engine->control, move, node->moves);
		if (node->in_check)
			extension = node->ply < 2 * engine->control.depth;
		history = quiet ? rk4_quiet_history(engine, node->ply, move)
				: rk4_capture_history(engine, move);
		/*
		 * Step 11. Make the move. Any move but the first one is the
		 * free reply of this round. An opponent's first move costs no
		 * depth, so a round costs two plies, as with two players.
		 */
		rk4_line_make(engine, node->ply, move);
		if (!extension && is_double_check(engine, node))
			extension = node->ply < 2 * engine->control.depth;
		if (node->opponent) {
			now[1].replied = now->replied || node->moves > 1;
			if (engine->pos.turn == engine->root_seat)
				now[1].replied = 0;
			extension += node->moves == 1;
		}
		score = search_move(engine, node, move, quiet, history,
				    node->depth - 1 + extension);
		rk4_line_unmake(engine, node->ply);
		if (engine->control.stop)
			return;
		if (root)
			rk_root_end(&engine->control, score,
				    node->moves == 1 || score > node->alpha);
		/* Step 14. A new best move, or a beta cutoff. */
		if (rk4_update_best(engine, node, move, score))
			return;
	}
}

/* A player gets points for it; a walking king pays all who play. */
static void pay_stalemate(struct rk4_pos *pos, int stuck)
{
	if (!(pos->left >> stuck & 1))
		rk4_pay(pos, stuck, RK4_MATE_POINTS);
	else
		for (int seat = 0; seat < RK4_SEATS; seat++)
			rk4_pay(pos, seat, RK4_MATE_POINTS / 2);
}

/*
 * Step 15. The side to move has no legal move: stalemate, or a mate that is
 * settled only now. In a free-for-all game the seat leaves, with points for a
 * stalemate, and the search goes on with the others.
 */
RK_APART int no_moves(struct rk4_engine *engine, struct rk4_node *node)
{
	struct rk4_ply *now = &engine->plies[node->ply];
	struct rk4_pos *pos = &engine->pos;
	int score;

	if (engine->teams)
		return now->checks >> node->seat & 1 ? node->ply - RK_SCORE_MATE
						     : 0;
	if (!(pos->options & RK4_POINTS) && !node->in_check)
		return 0;
	rk4_line_make_null(engine, node->ply);
	if (!node->in_check)
		pay_stalemate(pos, node->seat);
	rk4_kill(pos, node->seat);
	now[1].psqt.sum[node->seat] = 0;
	now[1].checks = 0;
	rk4_line_end_turn(engine, node->ply + 1);
	score = search_child(engine, node, node->alpha, node->beta,
			     node->depth - 1, false);
	rk4_line_unmake_null(engine, node->ply);
	return score;
}

/*
 * Step 16. The difference between score and evaluation is an error of the
 * evaluation if nothing was to be captured, and if a bound is on the far side.
 */
static void update_correction(struct rk4_engine *engine,
			      const struct rk4_node *node, int bound)
{
	int eval = engine->plies[node->ply].eval;

	if (!node->in_check && !node->danger && node->best <= RK4_EVAL_MAX &&
	    node->best >= -RK4_EVAL_MAX &&
	    (!node->best_move || rk4_is_quiet(&engine->pos, node->best_move)) &&
	    !(bound == RK_BOUND_LOWER && node->best <= eval) &&
	    !(bound == RK_BOUND_UPPER && node->best >= eval))
		rk4_correction_update(engine, node->ply, node->depth,
				      node->best - eval);
}

/* Step 16. Update the history tables and store the node in the table. */
RK_APART int finish_node(struct rk4_engine *engine, struct rk4_node *node)
{
	struct rk4_ply *now = &engine->plies[node->ply];
	int bound = node->best >= node->beta       ? RK_BOUND_LOWER
		    : node->best > node->old_alpha ? RK_BOUND_EXACT
						   : RK_BOUND_UPPER;

	if (node->best >= node->beta && node->best_move) {
		now->cutoffs++;
		rk4_history_update(engine, node->ply, node->depth,
				   node->best_move, &node->picker);
	}
	/*
	 * With MultiPV, only the first line has the score of the root
	 * position.
	 */
	if (node->ply == 0 && engine->control.pv_index)
		return node->best;
	/* There was no good answer to the opponent's move. */
	if (bound == RK_BOUND_UPPER && node->ply && engine->teams)
		rk4_history_praise_last(engine, node->ply,
					PARAM4(bonus_fail_low) * node->depth);
	store(engine, node, node->depth, node->best, node->best_move, bound);
	update_correction(engine, node, bound);
	return node->best;
}

int rk4_search(struct rk4_engine *engine, int alpha, int beta, int depth,
	       int ply, bool cut)
{
	struct rk4_ply *now = &engine->plies[ply];
	int seat = engine->pos.turn, score;
	struct rk4_node node;

	/* Step 1. Leaves, the end of the game, and mate distance pruning. */
	if (depth <= 0)
		return rk4_qsearch(engine, alpha, beta, ply, 0);
	engine->pv_count[ply] = 0;
	if (rk_must_stop(&engine->control))
		return 0;
	if (ply > engine->control.seldepth)
		engine->control.seldepth = ply;
	if (ply > 0) {
		if (now->over)
			return rk4_line_result(engine, ply);
		if (engine->pos.halfmove >= 4 &&
		    rk4_line_is_repeated(engine, ply))
			return rk4_line_draw(engine);
		if (ply + 1 >= engine->max_ply || !rk4_picker_has_space(engine))
			return rk4_eval(engine, ply);
		score = claimed_win(engine, ply);
		if (score)
			return score;
		/* No mate can be closer than the ply: clip the window. */
		if (alpha < ply - RK_SCORE_MATE)
			alpha = ply - RK_SCORE_MATE;
		if (beta > RK_SCORE_MATE - ply - 1)
			beta = RK_SCORE_MATE - ply - 1;
		if (alpha >= beta)
			return alpha;
	}
	node = (struct rk4_node){
		.alpha = (int16_t)alpha,
		.old_alpha = (int16_t)alpha,
		.beta = (int16_t)beta,
		.depth = (int16_t)depth,
		.ply = (uint8_t)ply,
		.seat = (uint8_t)seat,
		.pv = beta - alpha > 1,
		.cut = cut,
		.in_check = now->urgent,
		.danger = now->checks & rk4_team(engine, seat),
		.best = -RK_INFINITE,
		.opponent = !engine->teams && seat != engine->root_seat,
	};
	if (is_dead_king(engine, &node))
		return skip_turn(engine, &node);
	if (probe_tt(engine, &node))
		return node.tt.score;
	evaluate(engine, &node);
	node.improving = is_improving(engine, ply);
	now[1].killers[0] = now[1].killers[1] = 0;
	now[2].cutoffs = 0;
	if (!node.pv && !node.in_check) {
		score = try_early_cutoffs(engine, &node);
		if (engine->control.stop)
			return 0;
		if (score != -RK_INFINITE)
			return score;
	}
	/* Step 7. Internal iterative reduction: no move is known to try first. */
	if (depth >= PARAM4(iir_min_depth) && !node.tt.move && ply)
		node.depth--;
	rk4_picker_start(&node.picker, engine, node.tt.move, false);
	search_moves(engine, &node);
	rk4_picker_end(&node.picker, engine);
	if (engine->control.stop)
		return 0;
	/* The move list did not fit into the pool. */
	if (node.picker.overflow)
		return rk4_eval(engine, ply);
	if (!node.moves && node.best == -RK_INFINITE)
		return no_moves(engine, &node);
	return finish_node(engine, &node);
}
