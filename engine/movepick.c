/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The move picker. Order of moves: the TT move; captures that do not lose
 * material by static exchange, most valuable victim first; quiet moves by
 * killers, counter move and histories; losing captures and underpromotions
 * last. Each list is generated when its stage begins, since most nodes end
 * with a cutoff before.
 *
 * Lists are not sorted: pick() selects the best of what is left, which is
 * cheaper than sorting when few of the moves are ever needed.
 *
 * A picker owns the end of the engine's pool. While quiet moves are picked in
 * the full profile, its part looks like this:
 *
 *	start          bad_end                         next          end
 *	| bad captures | good captures | quiets so far | quiets left |
 *
 * pick() swaps the best move to `next` and advances, so a move that was handed
 * out stays behind it, where rk_history_update() finds the marked ones. A bad
 * capture is swapped to bad_end instead. [start, bad_end) is the last list.
 */
#include "engine/search.h"

/*
 * Moves are generated as 16-bit numbers into the free part of the pool, whose
 * elements have 32 bits, so half of RK_MAX_MOVES elements always suffice.
 */
#define LEAST_SPACE (RK_MAX_MOVES / 2)

/* A 16-bit move in the pool, before it is scored. */
typedef rk_move __attribute__((__may_alias__)) listed_move;

/* At most this many moves of a node are marked as tried. */
#define TRIED_MOST 32

/* Squares that the enemy attacks. */
struct threats {
	/* With a cheaper man than ours, by the type of ours. */
	rk_bits by_cheaper[RK_TYPES];
	rk_bits by_any;
};

bool rk_picker_has_space(const struct rk_engine *engine)
{
	return engine->pool_size - engine->pool_used >= LEAST_SPACE;
}

bool rk_is_quiet(const struct rk_pos *pos, rk_move move)
{
	return rk_move_kind(move) == RK_CASTLING ||
	       (pos->board[rk_move_to(move)] == RK_NONE &&
		rk_move_kind(move) == RK_NORMAL);
}

/* ---- Threats and checks ---- */

static void find_threats(const struct rk_pos *pos, struct threats *threats)
{
	int them = pos->side ^ 1;
	rk_bits occupied = rk_pos_occupied(pos);
	rk_bits men, attacked;

	attacked =
		rk_bits_pawn_attacks(rk_pos_pieces(pos, them, RK_PAWN), them);
	threats->by_cheaper[RK_PAWN] = threats->by_cheaper[RK_KING] = 0;
	threats->by_cheaper[RK_KNIGHT] = threats->by_cheaper[RK_BISHOP] =
		attacked;
	men = rk_pos_pieces(pos, them, RK_KNIGHT);
	while (men)
		attacked |= rk_knight_attacks(rk_bits_pop(&men));
	men = rk_pos_pieces(pos, them, RK_BISHOP);
	while (men)
		attacked |= rk_bishop_attacks(rk_bits_pop(&men), occupied);
	threats->by_cheaper[RK_ROOK] = attacked;
	men = rk_pos_pieces(pos, them, RK_ROOK);
	while (men)
		attacked |= rk_rook_attacks(rk_bits_pop(&men), occupied);
	threats->by_cheaper[RK_QUEEN] = attacked;
	attacked |= rk_king_attacks(rk_pos_king(pos, them));
	men = rk_pos_pieces(pos, them, RK_QUEEN);
	while (men)
		attacked |=
			rk_piece_attacks(RK_QUEEN, rk_bits_pop(&men), occupied);
	threats->by_any = attacked;
}

rk_bits rk_picker_find_threats(const struct rk_engine *engine, int ply)
{
	struct threats threats;

	if (!rk_has_history(engine))
		return 0;
	find_threats(&engine->pos, &threats);
	rk_ply_context(engine, ply)->threats = threats.by_any;
	return threats.by_any;
}

/*
 * Direct checks take one lookup: the squares from which a piece of each type
 * attacks the enemy king. Only a piece between that king and one of our
 * sliders can give a discovered check; each of its moves is tested by itself.
 */
RK_RARE void find_checks(const struct rk_pos *pos, struct rk_check_info *info)
{
	int us = pos->side, king = rk_pos_king(pos, us ^ 1);
	rk_bits occupied = rk_pos_occupied(pos), own = pos->colour[us];
	rk_bits lines = rk_rook_attacks(king, occupied);
	rk_bits diagonals = rk_bishop_attacks(king, occupied);
	rk_bits queens = rk_pos_pieces(pos, us, RK_QUEEN);
	rk_bits men;

	info->squares[RK_PAWN] =
		rk_bits_pawn_attacks(rk_square_bit(king), us ^ 1);
	info->squares[RK_KNIGHT] = rk_knight_attacks(king);
	info->squares[RK_BISHOP] = diagonals;
	info->squares[RK_ROOK] = lines;
	info->squares[RK_QUEEN] = lines | diagonals;
	info->squares[RK_KING] = 0;
	info->discoverers = 0;
	men = lines & own;
	if (rk_rook_attacks(king, occupied & ~men) & ~lines & own &
	    (queens | pos->type[RK_ROOK]))
		info->discoverers |= men;
	men = diagonals & own;
	if (rk_bishop_attacks(king, occupied & ~men) & ~diagonals & own &
	    (queens | pos->type[RK_BISHOP]))
		info->discoverers |= men;
}

static inline bool is_check(const struct rk_pos *pos,
			    const struct rk_check_info *info, rk_move move)
{
	int from = rk_move_from(move), to = rk_move_to(move);

	if (rk_move_kind(move) != RK_NORMAL)
		return rk_move_gives_check(pos, move);
	if (rk_bits_has(info->squares[rk_piece_type(pos->board[from])], to))
		return true;
	return rk_bits_has(info->discoverers, from) &&
	       rk_move_gives_check(pos, move);
}

/* Of this node, if there are histories. */
static const struct rk_check_info *check_info(const struct rk_engine *engine,
					      int ply)
{
	struct rk_ply_context *now = rk_ply_context(engine, ply);

	if (!now->has_check_info) {
		find_checks(&engine->pos, &now->checks);
		now->has_check_info = true;
	}
	return &now->checks;
}

bool rk_gives_check(const struct rk_engine *engine, int ply, rk_move move)
{
	if (!rk_has_history(engine))
		return rk_move_gives_check(&engine->pos, move);
	return is_check(&engine->pos, check_info(engine, ply), move);
}

/* ---- Scores ---- */

/* Of points that have 16 bits. */
static rk_scored_move scored_within(int points, rk_move move)
{
	return (rk_scored_move)(points + 32768) << 16 | move;
}

static rk_scored_move scored(int points, rk_move move)
{
	if (points > 32767)
		points = 32767;
	if (points < -32767)
		points = -32767;
	return scored_within(points, move);
}

/*
 * Most valuable victim first. Among equal victims the small profile prefers
 * the least valuable attacker (MVV-LVA), the full one the capture history.
 * Underpromotions come after everything else.
 */
static int score_capture(const struct rk_engine *engine, rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int victim = rk_piece_type(pos->board[rk_move_to(move)]);
	int points = 8 * rk_see_value[victim];

	if (rk_move_kind(move) == RK_EN_PASSANT)
		points += 8 * rk_see_value[RK_PAWN];
	if (rk_move_kind(move) == RK_PROMOTION) {
		if (rk_move_promoted(move) != RK_QUEEN)
			return -30000 + rk_move_promoted(move);
		points += 8 * rk_see_value[RK_QUEEN];
	}
	if (!rk_has_history(engine))
		return points - rk_piece_type(pos->board[rk_move_from(move)]);
	return points + *rk_history_capture_entry(engine, move) * 16 /
				PARAM(order_capture_history);
}

#ifndef RK_TUNE
_Static_assert((RK_HISTORY_MAX * PARAM(order_quiet) / 64 +
		1000 * PARAM(order_threat) / 4) /
				       4 +
			       PARAM(order_killer) <=
		       32767,
	       "quiet moves of the small profile have points of 16 bits");
#endif

/*
 * Quiet moves of the small profile. A piece that leaves a square where a cheaper
 * one attacks it is preferred, one that goes to such a square comes late. Killers
 * get a bonus that is larger than most sums but not out of their reach.
 */
RK_APART void score_small_quiets(const struct rk_engine *engine, int ply,
				 const struct threats *threats,
				 rk_scored_move *list, int count)
{
	const struct rk_ply *ss = &engine->plies[ply];
	rk_move killer = ss->killers[0], second = ss->killers[1];
	const int16_t *history = NULL; /* of the piece, by square */
	int from = RK_NO_SQUARE, leaves = 0, value = 0;
	rk_bits attacked = 0;

	while (count--) {
		rk_move move = ((const listed_move *)list)[count];
		int points, to = rk_move_to(move);

		/* Moves of a piece stand together. */
		if (rk_move_from(move) != from) {
			int piece, type;

			from = rk_move_from(move);
			piece = engine->pos.board[from];
			type = rk_piece_type(piece);
			history = engine->quiet_history +
				  64 * rk_piece_index(piece);
			attacked = threats->by_cheaper[type];
			value = rk_see_value[type] * PARAM(order_threat) / 4;
			leaves = rk_bits_has(attacked, from) ? value : 0;
		}
		points = history[to] * PARAM(order_quiet) / 64 + leaves;
		if (rk_bits_has(attacked, to))
			points -= value;
		points /= 4;
		if (move == killer)
			points += PARAM(order_killer);
		else if (move == second)
			points += PARAM(order_killer_second);
		list[count] = scored_within(points, move);
	}
}

/*
 * The same for all quiet moves of a node where there are histories. Here they add
 * up with the weights by which they were found to predict cutoffs: the last two
 * plies count most. These lines take more time than any others of the search,
 * so what is the same for all moves is looked up before the loop.
 */
static void score_quiets(const struct rk_engine *engine, int ply,
			 const struct threats *threats, rk_scored_move *list,
			 int count)
{
	const rk_bits *cheaper = threats->by_cheaper;
	const struct rk_ply *ss = &engine->plies[ply];
	const struct rk_ply_context *context = rk_ply_context(engine, ply);
	/* Where the rows of our pieces begin. */
	int first = rk_piece_index(rk_piece(engine->pos.side, RK_PAWN)) * 64;
	const int16_t *back1 = context[-1].continuation + first;
	const int16_t *back2 = context[-2].continuation + first;
	const int16_t *back4 = context[-4].continuation + first;
	const int16_t *back6 = context[-6].continuation + first;
	const int16_t *quiet = engine->quiet_history + (engine->pos.side << 12);
	rk_bits any = rk_quiet_threats(engine, threats->by_any);
	rk_move counter = RK_NO_MOVE;

	if (ss[-1].move)
		counter = engine->history->counter_moves[rk_piece_to_index(
			ss[-1].moved_piece, ss[-1].move)];
	while (count--) {
		rk_move move = ((const listed_move *)list)[count];
		int from = rk_move_from(move), to = rk_move_to(move);
		int type = rk_piece_type(engine->pos.board[from]);
		int index = type * 64 + to;
		int points = (int)(cheaper[type] >> from & 1) -
			     (int)(cheaper[type] >> to & 1);

		points = points * rk_see_value[type] * PARAM(order_threat) / 4;
		points += quiet[(any >> from & 1) << 14 |
				(any >> to & 1) << 13 | (move & 4095)] *
				  PARAM(order_quiet) / 64 +
			  back1[index] * PARAM(order_reply) / 64 +
			  back2[index] * PARAM(order_follow) / 64 +
			  back4[index] * PARAM(order_fourth) / 64 +
			  back6[index] * PARAM(order_sixth) / 64;
		points /= 4;
		if (move == ss->killers[0])
			points += PARAM(order_killer);
		else if (move == ss->killers[1])
			points += PARAM(order_killer_second);
		else if (move == counter)
			points += PARAM(order_counter_move);
		list[count] = scored(points, move);
	}
}

/* ---- The picker ---- */

void rk_picker_init(struct rk_picker *picker, struct rk_engine *engine,
		    rk_move tt_move, bool captures_only, int see_threshold)
{
	picker->tt_move = tt_move;
	picker->see_threshold = (int16_t)see_threshold;
	picker->stage = tt_move ? RK_STAGE_TT_MOVE : RK_STAGE_GENERATE_CAPTURES;
	picker->captures_only = captures_only;
	picker->skip_quiets = picker->keep_checks = picker->overflow = false;
	picker->overlooked = false;
	picker->tt_move_tried = false;
	picker->tried_count = 0;
	picker->start = picker->next = picker->end = picker->bad_end =
		(uint16_t)engine->pool_used;
}

void rk_picker_mark_tried(struct rk_picker *picker, struct rk_engine *engine)
{
	if (picker->tried_count == TRIED_MOST)
		return;
	picker->tried_count++;
	/* The next list is still to be generated: it was the TT move. */
	if (picker->stage == RK_STAGE_GENERATE_CAPTURES)
		picker->tt_move_tried = true;
	else
		engine->pool[picker->next - 1] %= RK_SCORED_TRIED;
}

void rk_picker_release(struct rk_picker *picker, struct rk_engine *engine)
{
	engine->pool_used = picker->start;
}

/*
 * Generates and scores a list in the same place. A scored move is twice as
 * wide as a plain one, so scoring goes from the last move down: element i
 * overwrites only plain moves from 2 * i on, which are done by then.
 */
static void generate(struct rk_picker *picker, struct rk_engine *engine,
		     int ply, bool quiet)
{
	rk_scored_move *list = engine->pool + picker->next;
	struct threats threats;
	int count;

	if (quiet) {
		count = rk_gen_quiet(&engine->pos, (rk_move *)list);
		find_threats(&engine->pos, &threats);
		if (rk_has_history(engine))
			rk_ply_context(engine, ply)->threats = threats.by_any;
	} else {
		count = rk_gen_tactical(&engine->pos, (rk_move *)list);
	}
	if (picker->next + count > engine->pool_size) {
		picker->overflow = true;
		return;
	}
	picker->end = (uint16_t)(picker->next + count);
	engine->pool_used = picker->end;
	if (quiet) {
		if (rk_has_history(engine))
			score_quiets(engine, ply, &threats, list, count);
		else
			score_small_quiets(engine, ply, &threats, list, count);
		return;
	}
	while (count--) {
		rk_move move = ((const listed_move *)list)[count];

		list[count] = scored(score_capture(engine, move), move);
	}
}

/*
 * Selects the best move that is left, or none. No two moves are equal. Compilers
 * make vector instructions of the first loop if the place of the best one is found
 * afterwards; where there are none, one loop is enough, which takes two steps at
 * once as long as nothing better comes.
 */
static rk_scored_move pick(struct rk_picker *picker, rk_scored_move *pool)
{
	rk_scored_move *next = pool + picker->next, *end = pool + picker->end;
	rk_scored_move *best = next, found = 0;

#ifdef RK_HALVES
	for (rk_scored_move *at = next; at < end; at++) {
		while (end - at > 2 && at[0] <= found && at[1] <= found)
			at += 2;
		if (*at > found) {
			found = *at;
			best = at;
		}
	}
	if (!found)
		return 0;
#else
	for (const rk_scored_move *at = next; at < end; at++)
		found = *at > found ? *at : found;
	if (!found)
		return 0;
	while (*best != found)
		best++;
#endif
	*best = *next;
	*next = found;
	picker->next++;
	return found;
}

/* Captures that lose by SEE are moved to the front of the list for later. */
static rk_move next_capture(struct rk_picker *picker, struct rk_engine *engine)
{
	rk_scored_move found;

	while ((found = pick(picker, engine->pool)) != 0) {
		rk_move move = (rk_move)found;
		bool underpromotion = rk_move_kind(move) == RK_PROMOTION &&
				      rk_move_promoted(move) != RK_QUEEN;

		if (move == picker->tt_move)
			continue;
		if (!underpromotion &&
		    rk_see_ge(&engine->pos, move, picker->see_threshold))
			return move;
		engine->pool[picker->next - 1] = engine->pool[picker->bad_end];
		engine->pool[picker->bad_end++] = found;
	}
	return RK_NO_MOVE;
}

/*
 * The list of quiet moves comes after that of captures. With a capture
 * history the good captures are kept in between, to be punished if a later
 * move cuts off; without one their space is used again.
 */
static void generate_quiets(struct rk_picker *picker, struct rk_engine *engine,
			    int ply)
{
	if (!rk_has_history(engine))
		picker->end = picker->bad_end;
	picker->next = picker->end;
	engine->pool_used = picker->end;
	if (!rk_picker_has_space(engine))
		picker->overflow = true;
	else if (!picker->skip_quiets)
		generate(picker, engine, ply, true);
}

/*
 * The next of the quiet moves left that gives check. There are many moves and few
 * checks, so it pays to find the squares of checks first, also in the small
 * profile, which has no place to keep them.
 */
RK_RARE rk_move next_check(struct rk_picker *picker, struct rk_engine *engine,
			   int ply)
{
	const struct rk_check_info *info;
	struct rk_check_info own;
	int next = picker->next;

	if (rk_has_history(engine)) {
		info = check_info(engine, ply);
	} else {
		find_checks(&engine->pos, &own);
		info = &own;
	}
	while (next < picker->end) {
		rk_move move = (rk_move)engine->pool[next++];

		if (is_check(&engine->pos, info, move) &&
		    move != picker->tt_move) {
			picker->next = (uint16_t)next;
			return move;
		}
	}
	picker->next = picker->end;
	return RK_NO_MOVE;
}

/*
 * Late move pruning skips the quiet moves that are left, but not those that
 * give check. Their order no longer matters, since each of them is searched.
 */
static rk_move next_quiet(struct rk_picker *picker, struct rk_engine *engine,
			  int ply)
{
	rk_scored_move found;

	while (!picker->skip_quiets &&
	       (found = pick(picker, engine->pool)) != 0)
		if ((rk_move)found != picker->tt_move)
			return (rk_move)found;
	if (picker->keep_checks && picker->next != picker->end) {
		rk_move check = next_check(picker, engine, ply);

		if (check)
			return check;
	}
	picker->next = picker->start;
	picker->end = picker->bad_end;
	return RK_NO_MOVE;
}

/* When a stage has no moves left, the next one begins. */
static rk_move next_move(struct rk_picker *picker, struct rk_engine *engine,
			 int ply)
{
	rk_move move = RK_NO_MOVE;

	for (; picker->stage < RK_STAGE_DONE; picker->stage++) {
		switch (picker->stage) {
		case RK_STAGE_TT_MOVE:
			picker->stage++;
			return picker->tt_move;
		case RK_STAGE_GENERATE_CAPTURES:
			generate(picker, engine, ply, false);
			break;
		case RK_STAGE_GOOD_CAPTURES:
			move = next_capture(picker, engine);
			if (!move && picker->captures_only) {
				picker->stage = RK_STAGE_DONE;
				return RK_NO_MOVE;
			}
			break;
		case RK_STAGE_GENERATE_QUIETS:
			generate_quiets(picker, engine, ply);
			break;
		case RK_STAGE_QUIETS:
			move = next_quiet(picker, engine, ply);
			break;
		default:
			move = (rk_move)pick(picker, engine->pool);
			break;
		}
		if (move)
			return move;
	}
	return RK_NO_MOVE;
}

rk_move rk_picker_next(struct rk_picker *picker, struct rk_engine *engine,
		       int ply)
{
	rk_move move = next_move(picker, engine, ply);

	if (!engine->skill)
		return move;
	while (move && rk_skill_overlooks(engine, ply, move)) {
		picker->overlooked = true;
		move = next_move(picker, engine, ply);
	}
	return move;
}
