/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Looking ahead: a principal variation search for two sides, one of which may
 * move several times in a row. Scores are those of the side to move. Every
 * function leaves the position as it was, also when it is told to stop; then
 * mind->course.stop is set and the scores on the way up mean nothing. Numbers
 * without a name are margins in hundredths of a pawn.
 */
#include "engine/four/search.h"

/* In 1/1024 of a ply: how much less to look at a late move at least. */
#define LESS 200

/* The position after a move, as the side that made it sees it. */
static int below(struct rk4_mind *mind, const struct rk4_node *node, int alpha,
		 int beta, int depth, bool cut)
{
	int ply = node->ply + 1;

	if (rk4_side(mind, mind->pos.turn) == rk4_side(mind, node->seat))
		return rk4_search(mind, alpha, beta, depth, ply, node->cut);
	return -rk4_search(mind, -beta, -alpha, depth, ply, cut);
}

static bool is_improving(const struct rk4_mind *mind, int ply)
{
	const struct rk4_ply *now = &mind->plies[ply];

	if (now->eval == RK_SCORE_NONE || ply < 4)
		return true;
	if (now[-4].eval != RK_SCORE_NONE && mind->teams)
		return now->eval > now[-4].eval;
	return true;
}

RK_PART bool is_hopeless(struct rk4_mind *mind, struct rk4_node *node,
			 rk4_move move, bool quiet)
{
	int depth = node->depth -
		    (LESS + rk_reduction(node->depth, node->moves)) / 1024;
	int history;

	if (mind->course.task->mate)
		return false;
	if (depth < 0)
		depth = 0;
	if (!quiet)
		return !rk4_trade_wins(mind, move, -120 * node->depth);
	if (node->quiets >=
	    (5 + node->depth * node->depth) / (2 - node->improving))
		node->picker.skip_quiets = true;
	history = rk4_quiet_history(mind, node->ply, move);
	if (depth <= 4 && history < -4000 * node->depth)
		return true;
	if (!node->in_check && depth <= 8 &&
	    node->eval + 140 + 130 * depth + history / 128 <= node->alpha) {
		node->picker.skip_quiets = true;
		return true;
	}
	return !rk4_trade_wins(mind, move, -30 * depth * depth);
}

RK_PART int late_reduction(const struct rk4_mind *mind,
			   const struct rk4_node *node, rk4_move move,
			   bool quiet, int history)
{
	const struct rk4_ply *now = &mind->plies[node->ply];
	int less = LESS + rk_reduction(node->depth, node->moves);

	less += node->cut ? 1200 : 0;
	less += node->improving ? 0 : 600;
	less -= node->pv ? 1000 : 0;
	less -= node->hit && node->memory.was_pv ? 700 : 0;
	less -= now[1].checks ? 900 : 0;
	less += node->known_takes && quiet ? 600 : 0;
	if (now[1].cutoffs > 3)
		less += 800;
	if (quiet) {
		if (move == now->killers[0] || move == now->killers[1])
			less -= 1000;
		less -= history / 8;
	} else {
		less -= 800;
	}
	return less / 1024;
}

RK_PART int search_move(struct rk4_mind *mind, struct rk4_node *node,
			rk4_move move, bool quiet, int history, int depth)
{
	int alpha = node->alpha, score = -RK_INFINITE;

	if (node->depth >= 2 && node->moves > 1 + (node->ply == 0)) {
		int shallow = depth -
			      late_reduction(mind, node, move, quiet, history);

		if (shallow > depth)
			shallow = depth;
		if (shallow < 1)
			shallow = 1;
		score = below(mind, node, alpha, alpha + 1, shallow, true);
		if (score > alpha && shallow < depth)
			score = below(mind, node, alpha, alpha + 1, depth,
				      !node->cut);
	} else if (!node->pv || node->moves > 1) {
		score = below(mind, node, alpha, alpha + 1, depth, !node->cut);
	}
	if (node->pv && (node->moves == 1 || score > alpha))
		score = below(mind, node, alpha, node->beta, depth, false);
	return score;
}

bool rk4_weigh(struct rk4_mind *mind, struct rk4_node *node, rk4_move move,
	       int score)
{
	if (score <= node->best)
		return false;
	node->best = (int16_t)score;
	if (score <= node->alpha)
		return false;
	node->best_move = move;
	/* What follows a pass is no line that can be played. */
	if (!move)
		mind->pv_count[node->ply] = 0;
	else if (node->pv)
		rk4_line_extend_pv(mind, node->ply, move);
	if (score >= node->beta)
		return true;
	node->alpha = (int16_t)score;
	return false;
}

/* A style may leave an opponent few quiet moves to choose from. */
static bool is_enough(const struct rk4_mind *mind, const struct rk4_node *node,
		      bool quiet)
{
	const struct rk4_style *style = mind->style;
	const struct rk4_ply *now = &mind->plies[node->ply];

	if (!node->theirs || !node->moves || node->in_check)
		return false;
	if (style->way == RK4_WAY_REPLY_MOVE && now->spent)
		return true;
	return style->few && quiet && node->quiets >= style->few;
}

RK_PART void search_moves(struct rk4_mind *mind, struct rk4_node *node)
{
	struct rk4_ply *now = &mind->plies[node->ply];
	bool root = node->ply == 0;
	rk4_move move;

	while ((move = rk4_picker_next(&node->picker, mind, node->ply)) != 0) {
		bool quiet = rk4_is_quiet(&mind->pos, move);
		int extension = 0, history, score;

		if (root && rk_is_left_out(&mind->course, move))
			continue;
		if (is_enough(mind, node, quiet)) {
			if (!quiet)
				return;
			node->picker.skip_quiets = true;
			continue;
		}
		node->moves++;
		node->quiets += quiet;
		if (!root && node->best > -RK_SCORE_MATE_SOON &&
		    is_hopeless(mind, node, move, quiet))
			continue;
		if (root)
			rk_root_begin(&mind->course, move, node->moves);
		if (node->in_check)
			extension = node->ply < 2 * mind->course.depth;
		history = quiet ? rk4_quiet_history(mind, node->ply, move) : 0;
		rk4_line_make(mind, node->ply, move);
		if (node->theirs && mind->style->way == RK4_WAY_REPLY_MOVE) {
			now[1].spent = now->spent || node->moves > 1;
			if (mind->pos.turn == mind->hero)
				now[1].spent = 0;
			extension += node->moves == 1;
		} else if (node->theirs && mind->style->way == RK4_WAY_REPLY) {
			now[1].spent = mind->pos.turn != mind->hero;
		}
		score = search_move(mind, node, move, quiet, history,
				    node->depth - 1 + extension);
		rk4_line_unmake(mind, node->ply);
		if (mind->course.stop)
			return;
		if (root)
			rk_root_end(&mind->course, score,
				    node->moves == 1 || score > node->alpha);
		if (rk4_weigh(mind, node, move, score))
			return;
	}
}

static int try_passing(struct rk4_mind *mind, struct rk4_node *node)
{
	int more = (node->eval - node->beta) / 200;
	int depth = node->depth - 3 - node->depth / 4 - (more > 3 ? 3 : more);
	int score;

	rk4_line_pass(mind, node->ply);
	mind->plies[node->ply + 1].spent = mind->plies[node->ply].spent;
	score = below(mind, node, node->beta - 1, node->beta, depth,
		      !node->cut);
	rk4_line_unpass(mind, node->ply);
	if (mind->course.stop || score < node->beta)
		return -RK_INFINITE;
	return score > RK_SCORE_MATE_SOON ? node->beta : score;
}

static bool has_pieces(const struct rk4_pos *pos, int seat)
{
	for (int i = 0; i < 4; i++) {
		uint64_t men = pos->pieces[seat][i];

		while (men) {
			int type = rk4_type(
				pos->board[64 * i + rk_bits_first(men)]);

			if (type != RK_PAWN && type != RK_KING)
				return true;
			men &= men - 1;
		}
	}
	return false;
}

/* The score of a node that needs no look at its moves, or -RK_INFINITE. */
RK_PART int try_shortcuts(struct rk4_mind *mind, struct rk4_node *node)
{
	const struct rk4_ply *now = &mind->plies[node->ply];
	int beta = node->beta, depth = node->depth, eval = node->eval;
	int score;

	if (mind->course.task->mate)
		return -RK_INFINITE;
	if (depth <= 3 && eval + 350 * depth < node->alpha) {
		score = rk4_search_captures(mind, node->alpha, beta, node->ply,
					    0);
		if (score <= node->alpha)
			return score;
	}
	if (depth <= 8 && eval - 110 * depth + 60 * node->improving >= beta &&
	    eval < RK4_EVAL_MAX)
		return beta > -RK_SCORE_MATE_SOON ? (eval + beta) / 2 : eval;
	if (depth >= 2 && eval >= beta && now->eval >= beta &&
	    (now - 1)->move && has_pieces(&mind->pos, node->seat) &&
	    (mind->teams || rk4_side(mind, node->seat) == 0) &&
	    beta > -RK_SCORE_MATE_SOON)
		return try_passing(mind, node);
	return -RK_INFINITE;
}

static bool is_known(struct rk4_mind *mind, struct rk4_node *node)
{
	const struct rk4_memory *memory = &node->memory;

	node->hit = rk4_memory_probe(mind, node->ply, &node->memory);
	if (!node->hit)
		return false;
	node->known_takes = memory->move &&
			    !rk4_is_quiet(&mind->pos, memory->move);
	return !node->pv && memory->depth >= node->depth &&
	       mind->pos.halfmove < 180 &&
	       (memory->score >= node->beta ? memory->bound & RK_BOUND_LOWER
					    : memory->bound & RK_BOUND_UPPER) &&
	       (memory->score >= node->beta || memory->score <= node->alpha);
}

static void judge(struct rk4_mind *mind, struct rk4_node *node)
{
	struct rk4_ply *now = &mind->plies[node->ply];
	const struct rk4_memory *memory = &node->memory;

	if (node->in_check) {
		node->eval = node->raw = now->eval = RK_SCORE_NONE;
		return;
	}
	node->raw = (int16_t)(node->hit && memory->eval != RK_SCORE_NONE
				      ? memory->eval
				      : rk4_eval(mind, node->ply));
	node->eval = now->eval = node->raw;
	if (node->hit && !rk_score_is_mate(memory->score) &&
	    (memory->bound &
	     (memory->score > node->eval ? RK_BOUND_LOWER : RK_BOUND_UPPER)))
		node->eval = memory->score;
}

/* Nobody moves here: a stalemate, or a mate that the line did not see. */
RK_APART int no_moves(struct rk4_mind *mind, struct rk4_node *node)
{
	struct rk4_ply *now = &mind->plies[node->ply];
	struct rk4_pos *pos = &mind->pos;
	int score;

	if (mind->teams)
		return node->in_check ? node->ply - RK_SCORE_MATE : 0;
	if (!(pos->options & RK4_POINTS) && !node->in_check)
		return 0;
	/* Out of the game, paid for a stalemate; the others go on. */
	rk4_line_pass(mind, node->ply);
	if (!node->in_check && pos->options & RK4_POINTS &&
	    !(pos->left >> node->seat & 1))
		pos->points[node->seat] += RK4_MATE_POINTS;
	rk4_kill(pos, node->seat);
	now[1].tally.men[node->seat] = 0;
	now[1].checks = 0;
	now[1].over = pos->left >> mind->hero & 1 || !rk4_has_opponents(pos);
	score = below(mind, node, node->alpha, node->beta, node->depth - 1,
		      false);
	rk4_line_unpass(mind, node->ply);
	return score;
}

/* What follows from the moves is learnt and remembered. */
RK_APART int conclude(struct rk4_mind *mind, struct rk4_node *node)
{
	struct rk4_ply *now = &mind->plies[node->ply];
	int bound = node->best >= node->beta   ? RK_BOUND_LOWER
		    : node->best > node->floor ? RK_BOUND_EXACT
					       : RK_BOUND_UPPER;
	struct rk4_memory memory;

	if (node->best >= node->beta && node->best_move) {
		now->cutoffs++;
		rk4_history_learn(mind, node->ply, node->depth, node->best_move,
				  &node->picker);
	}
	if (node->ply == 0 && mind->course.line)
		return node->best;
	memory = (struct rk4_memory){
		.move = node->best_move,
		.score = node->best,
		.eval = node->raw,
		.depth = node->depth,
		.bound = (uint8_t)bound,
		.was_pv = node->pv || (node->hit && node->memory.was_pv),
	};
	rk4_memory_store(mind, node->ply, &memory);
	return node->best;
}

/* Who walks at random, or is passed over in this round. */
static bool is_passed_over(const struct rk4_mind *mind,
			   const struct rk4_node *node)
{
	if (node->in_check || !node->ply)
		return false;
	if (mind->pos.left >> node->seat & 1)
		return true;
	return node->theirs && mind->style->way == RK4_WAY_REPLY &&
	       mind->plies[node->ply].spent;
}

static int pass_on(struct rk4_mind *mind, const struct rk4_node *node)
{
	int spent = mind->plies[node->ply].spent, score;

	rk4_line_pass(mind, node->ply);
	mind->plies[node->ply + 1].spent =
		(uint8_t)(mind->pos.turn == mind->hero ? 0 : spent);
	score = below(mind, node, node->alpha, node->beta, node->depth,
		      node->cut);
	rk4_line_unpass(mind, node->ply);
	return score;
}

/* Best reply: an opponent who does not move leaves it to the next. */
static bool may_decline(const struct rk4_mind *mind,
			const struct rk4_node *node)
{
	return node->theirs && mind->style->way == RK4_WAY_REPLY &&
	       !node->in_check &&
	       rk4_next_turn(&mind->pos, node->seat) != mind->hero;
}

/* Two are left, and one of them is so far ahead that he has won. */
static int claim(const struct rk4_mind *mind, int ply)
{
	if (!(mind->pos.options & RK4_POINTS) || !rk4_can_claim(&mind->pos))
		return 0;
	return RK4_SCORE_WON - ply;
}

int rk4_search(struct rk4_mind *mind, int alpha, int beta, int depth, int ply,
	       bool cut)
{
	struct rk4_ply *now = &mind->plies[ply];
	int seat = mind->pos.turn, score;
	struct rk4_node node;

	if (depth <= 0)
		return rk4_search_captures(mind, alpha, beta, ply, 0);
	mind->pv_count[ply] = 0;
	if (rk_must_stop(&mind->course))
		return 0;
	if (ply > mind->course.selective)
		mind->course.selective = ply;
	if (ply > 0) {
		if (now->over)
			return rk4_line_result(mind, ply);
		if (mind->pos.halfmove >= 4 && rk4_line_is_repeated(mind, ply))
			return rk4_line_draw(mind);
		if (ply + 1 >= mind->max_ply || !rk4_picker_has_room(mind))
			return rk4_eval(mind, ply);
		score = claim(mind, ply);
		if (score)
			return score;
		if (alpha < ply - RK_SCORE_MATE)
			alpha = ply - RK_SCORE_MATE;
		if (beta > RK_SCORE_MATE - ply - 1)
			beta = RK_SCORE_MATE - ply - 1;
		if (alpha >= beta)
			return alpha;
	}
	node = (struct rk4_node){
		.alpha = (int16_t)alpha,
		.floor = (int16_t)alpha,
		.beta = (int16_t)beta,
		.depth = (int16_t)depth,
		.ply = (uint8_t)ply,
		.seat = (uint8_t)seat,
		.pv = beta - alpha > 1,
		.cut = cut,
		.in_check = now->checks >> seat & 1,
		.best = -RK_INFINITE,
		.theirs = !mind->teams && seat != mind->hero,
	};
	if (is_passed_over(mind, &node))
		return pass_on(mind, &node);
	if (is_known(mind, &node))
		return node.memory.score;
	judge(mind, &node);
	node.improving = is_improving(mind, ply);
	now[1].killers[0] = now[1].killers[1] = 0;
	now[2].cutoffs = 0;
	if (!node.pv && !node.in_check) {
		score = try_shortcuts(mind, &node);
		if (mind->course.stop)
			return 0;
		if (score != -RK_INFINITE)
			return score;
	}
	if (depth >= 4 && !node.memory.move && ply)
		node.depth--;
	if (may_decline(mind, &node)) {
		score = pass_on(mind, &node);
		if (mind->course.stop)
			return 0;
		if (rk4_weigh(mind, &node, 0, score))
			return score;
	}
	rk4_picker_start(&node.picker, mind, node.memory.move, false);
	search_moves(mind, &node);
	rk4_picker_end(&node.picker, mind);
	if (mind->course.stop)
		return 0;
	if (node.picker.cut_short)
		return rk4_eval(mind, ply);
	if (!node.moves && node.best == -RK_INFINITE)
		return no_moves(mind, &node);
	return conclude(mind, &node);
}
