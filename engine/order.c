/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The order of moves: first the one that the table knows, then captures that
 * lose nothing, quiet moves, and last the captures that do lose something. Lists
 * are made only when their turn comes. Which of two captures or quiet moves is
 * first is a matter of what happened to them before, the histories.
 */
#include "engine/search.h"

/*
 * Lists are written as plain moves into the free part of the pool and turned
 * into choices there, so there must be room for the longest.
 */
#define LEAST_ROOM (RK_MAX_MOVES / 2)

/* A move in such a list, which lies where choices do. */
typedef rk_move __attribute__((__may_alias__)) listed_move;

/* A choice below this was given out and tried: its points are gone. */
#define TRIED 65536
#define TRIED_MOST 32

/* Points for quiet moves beyond what their history gives. */
#define KILLER_FIRST 9000
#define KILLER_SECOND 7000
#define COUNTER 5000

struct dangers {
	rk_bits by_pawn;
	rk_bits by_minor; /* or a pawn */
	rk_bits by_rook;  /* or any of these */
	rk_bits by_any;
};

bool rk_picker_has_room(const struct rk_engine *engine)
{
	return engine->pool_size - engine->pool_used >= LEAST_ROOM;
}

bool rk_is_quiet(const struct rk_pos *pos, rk_move move)
{
	return rk_move_kind(move) == RK_CASTLING ||
	       (pos->board[rk_move_to(move)] == RK_NONE &&
		rk_move_kind(move) == RK_NORMAL);
}

/* What the enemy attacks with men that are worth little. */
static void find_dangers(const struct rk_pos *pos, struct dangers *dangers)
{
	int them = pos->side ^ 1;
	rk_bits occupied = rk_pos_occupied(pos);
	rk_bits men;

	dangers->by_pawn =
		rk_bits_pawn_attacks(rk_pos_pieces(pos, them, RK_PAWN), them);
	dangers->by_minor = dangers->by_pawn;
	men = rk_pos_pieces(pos, them, RK_KNIGHT);
	while (men)
		dangers->by_minor |= rk_knight_attacks(rk_bits_pop(&men));
	men = rk_pos_pieces(pos, them, RK_BISHOP);
	while (men)
		dangers->by_minor |=
			rk_bishop_attacks(rk_bits_pop(&men), occupied);
	dangers->by_rook = dangers->by_minor;
	men = rk_pos_pieces(pos, them, RK_ROOK);
	while (men)
		dangers->by_rook |=
			rk_rook_attacks(rk_bits_pop(&men), occupied);
	dangers->by_any = dangers->by_rook |
			  rk_king_attacks(rk_pos_king(pos, them));
	men = rk_pos_pieces(pos, them, RK_QUEEN);
	while (men)
		dangers->by_any |=
			rk_piece_attacks(RK_QUEEN, rk_bits_pop(&men), occupied);
}

/* The squares that the enemy attacks, found out once a node. */
static rk_bits attacked(const struct rk_engine *engine, int ply)
{
	struct rk_context *now = rk_context(engine, ply);
	struct dangers dangers;

	if (!now->attacked) {
		find_dangers(&engine->pos, &dangers);
		now->attacked = dangers.by_any;
	}
	return now->attacked;
}

/*
 * In the full profile a move that leaves an attacked square or enters one is
 * another move.
 */
static int16_t *quiet_counter(const struct rk_engine *engine, int ply,
			      rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int from = rk_move_from(move), to = rk_move_to(move);
	rk_bits danger;

	if (!engine->history)
		return &engine->quiets[rk_follow_index(pos->board[from], move)];
	danger = attacked(engine, ply);
	return &engine->quiets[pos->side << 14 | (int)(danger >> from & 1) << 13 |
			       (int)(danger >> to & 1) << 12 | (move & 4095)];
}

static int16_t *capture_counter(const struct rk_engine *engine, rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int victim = rk_move_kind(move) == RK_EN_PASSANT
			     ? RK_PAWN
			     : rk_piece_type(pos->board[rk_move_to(move)]);
	int index = rk_follow_index(pos->board[rk_move_from(move)], move);

	return &engine->history->captures[index << 3 | victim];
}

int rk_quiet_history(const struct rk_engine *engine, int ply, rk_move move)
{
	const struct rk_context *now;
	int sum = *quiet_counter(engine, ply, move), index;

	if (!engine->history)
		return sum;
	now = rk_context(engine, ply);
	index = rk_follow_index(engine->pos.board[rk_move_from(move)], move);
	return sum + now[-1].follow[index] + now[-2].follow[index] +
	       now[-4].follow[index] / 2;
}

int rk_capture_history(const struct rk_engine *engine, rk_move move)
{
	return engine->history ? *capture_counter(engine, move) : 0;
}

static rk_choice choice(int points, rk_move move)
{
	if (points > 32767)
		points = 32767;
	if (points < -32767)
		points = -32767;
	return (rk_choice)(points + 32768) << 16 | move;
}

static int capture_points(const struct rk_engine *engine, rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int victim = rk_piece_type(pos->board[rk_move_to(move)]);
	int points = 8 * rk_trade_value[victim];

	if (rk_move_kind(move) == RK_EN_PASSANT)
		points += 8 * rk_trade_value[RK_PAWN];
	if (rk_move_kind(move) == RK_PROMOTION) {
		if (rk_move_promoted(move) != RK_QUEEN)
			return -30000 + rk_move_promoted(move);
		points += 8 * rk_trade_value[RK_QUEEN];
	}
	if (!engine->history)
		return points - rk_piece_type(pos->board[rk_move_from(move)]);
	return points + *capture_counter(engine, move) / 4;
}

/* To leave a danger is good, to enter one is bad. */
static int danger_points(const struct dangers *dangers, int type, rk_move move)
{
	rk_bits from = rk_square_bit(rk_move_from(move));
	rk_bits to = rk_square_bit(rk_move_to(move));
	rk_bits danger;

	switch (type) {
	case RK_QUEEN:
		danger = dangers->by_rook;
		break;
	case RK_ROOK:
		danger = dangers->by_minor;
		break;
	case RK_BISHOP:
	case RK_KNIGHT:
		danger = dangers->by_pawn;
		break;
	default:
		return 0;
	}
	return (((danger & from) != 0) - ((danger & to) != 0)) *
	       rk_trade_value[type] * 8;
}

static int quiet_points(const struct rk_engine *engine, int ply,
			const struct dangers *dangers, rk_move move)
{
	const struct rk_ply *now = &engine->plies[ply];
	int piece = engine->pos.board[rk_move_from(move)];
	int index = rk_follow_index(piece, move);
	int points = 2 * *quiet_counter(engine, ply, move) +
		     danger_points(dangers, rk_piece_type(piece), move);

	if (engine->history) {
		const struct rk_context *line = rk_context(engine, ply);

		points += 2 * line[-1].follow[index] +
			  2 * line[-2].follow[index] + line[-4].follow[index] +
			  line[-6].follow[index] / 2;
	}
	points /= 4;
	if (move == now->killers[0])
		return points + KILLER_FIRST;
	if (move == now->killers[1])
		return points + KILLER_SECOND;
	if (engine->history && now[-1].move &&
	    move == engine->history->counters[rk_follow_index(now[-1].piece,
							      now[-1].move)])
		return points + COUNTER;
	return points;
}

void rk_picker_start(struct rk_picker *picker, struct rk_engine *engine,
		     rk_move known, bool captures_only, int least)
{
	picker->known = known;
	picker->least = (int16_t)least;
	picker->stage = known ? RK_STAGE_KNOWN : RK_STAGE_LIST_CAPTURES;
	picker->captures_only = captures_only;
	picker->skip_quiets = picker->cut_short = picker->missed = false;
	picker->known_tried = false;
	picker->tried = 0;
	picker->start = picker->next = picker->end = picker->bad =
		(uint16_t)engine->pool_used;
}

void rk_picker_mark(struct rk_picker *picker, struct rk_engine *engine)
{
	if (picker->tried == TRIED_MOST)
		return;
	picker->tried++;
	if (picker->stage == RK_STAGE_LIST_CAPTURES)
		picker->known_tried = true;
	else
		engine->pool[picker->next - 1] %= TRIED;
}

void rk_picker_end(struct rk_picker *picker, struct rk_engine *engine)
{
	engine->pool_used = picker->start;
}

/*
 * The moves lie in the pool as 16-bit numbers and become choices in the same
 * place, from the last one down so that none is overwritten before its turn.
 */
static void list(struct rk_picker *picker, struct rk_engine *engine, int ply,
		 bool quiet)
{
	rk_choice *choices = engine->pool + picker->next;
	struct dangers dangers;
	int count;

	if (quiet) {
		count = rk_gen_quiet(&engine->pos, (rk_move *)choices);
		find_dangers(&engine->pos, &dangers);
		if (engine->history)
			rk_context(engine, ply)->attacked = dangers.by_any;
	} else {
		count = rk_gen_tactical(&engine->pos, (rk_move *)choices);
	}
	if (picker->next + count > engine->pool_size) {
		picker->cut_short = true;
		return;
	}
	picker->end = (uint16_t)(picker->next + count);
	engine->pool_used = picker->end;
	while (count--) {
		rk_move move = ((const listed_move *)choices)[count];
		int points;

		points = quiet ? quiet_points(engine, ply, &dangers, move)
			       : capture_points(engine, move);
		choices[count] = choice(points, move);
	}
}

/* The best choice that is left, or none. */
static rk_choice pick(struct rk_picker *picker, rk_choice *pool)
{
	int best = picker->next;
	rk_choice found;

	if (picker->next == picker->end)
		return 0;
	for (int i = picker->next + 1; i < picker->end; i++)
		if (pool[i] > pool[best])
			best = i;
	found = pool[best];
	pool[best] = pool[picker->next];
	pool[picker->next++] = found;
	return found;
}

static rk_move next_capture(struct rk_picker *picker, struct rk_engine *engine)
{
	rk_choice found;

	while ((found = pick(picker, engine->pool)) != 0) {
		rk_move move = (rk_move)found;
		bool under = rk_move_kind(move) == RK_PROMOTION &&
			     rk_move_promoted(move) != RK_QUEEN;

		if (move == picker->known)
			continue;
		if (!under && rk_trade_wins(&engine->pos, move, picker->least))
			return move;
		engine->pool[picker->next - 1] = engine->pool[picker->bad];
		engine->pool[picker->bad++] = found;
	}
	return RK_NO_MOVE;
}

/*
 * From stage to stage; the lists are made on the way. Who learns about captures
 * still wants to know which of them were tried.
 */
static void list_quiets(struct rk_picker *picker, struct rk_engine *engine,
			int ply)
{
	if (!engine->history)
		picker->end = picker->bad;
	picker->next = picker->end;
	engine->pool_used = picker->end;
	if (!rk_picker_has_room(engine))
		picker->cut_short = true;
	else if (!picker->skip_quiets)
		list(picker, engine, ply, true);
}

static rk_move next_quiet(struct rk_picker *picker, struct rk_engine *engine)
{
	rk_choice found;

	while (!picker->skip_quiets &&
	       (found = pick(picker, engine->pool)) != 0)
		if ((rk_move)found != picker->known)
			return (rk_move)found;
	picker->next = picker->start;
	picker->end = picker->bad;
	return RK_NO_MOVE;
}

/* A stage that has no move to give makes way for the next. */
static rk_move next(struct rk_picker *picker, struct rk_engine *engine, int ply)
{
	rk_move move = RK_NO_MOVE;

	for (; picker->stage < RK_STAGE_OVER; picker->stage++) {
		switch (picker->stage) {
		case RK_STAGE_KNOWN:
			picker->stage++;
			return picker->known;
		case RK_STAGE_LIST_CAPTURES:
			list(picker, engine, ply, false);
			break;
		case RK_STAGE_CAPTURES:
			move = next_capture(picker, engine);
			if (!move && picker->captures_only) {
				picker->stage = RK_STAGE_OVER;
				return RK_NO_MOVE;
			}
			break;
		case RK_STAGE_LIST_QUIETS:
			list_quiets(picker, engine, ply);
			break;
		case RK_STAGE_QUIETS:
			move = next_quiet(picker, engine);
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
	rk_move move = next(picker, engine, ply);

	if (!engine->weak)
		return move;
	while (move && rk_weak_misses(engine, ply, move)) {
		picker->missed = true;
		move = next(picker, engine, ply);
	}
	return move;
}

/* Moves a counter towards its limit, the slower the nearer it is. */
static void teach(int16_t *counter, int bonus)
{
	int size = bonus < 0 ? -bonus : bonus;

	*counter =
		(int16_t)(*counter + bonus - *counter * size / RK_HISTORY_MAX);
}

void rk_history_reply(struct rk_engine *engine, int ply, int piece,
		      rk_move move, int bonus)
{
	static const uint8_t back[] = {1, 2, 4, 6};
	const struct rk_ply *now = &engine->plies[ply];
	int index = rk_follow_index(piece, move);

	if (!engine->history)
		return;
	for (size_t i = 0; i < sizeof(back); i++)
		if (now[-back[i]].move)
			teach(&rk_context(engine, ply - back[i])->follow[index],
			      bonus);
}

void rk_history_reward(struct rk_engine *engine, int ply, rk_move move,
		       int bonus)
{
	teach(quiet_counter(engine, ply, move), bonus);
	rk_history_reply(engine, ply, engine->pos.board[rk_move_from(move)],
			 move, bonus);
}

/* A move that was tried in vain; counts if it is of the kind of the best. */
static void punish(struct rk_engine *engine, int ply, rk_move move, bool quiet,
		   int bonus)
{
	if (rk_is_quiet(&engine->pos, move)) {
		if (quiet)
			rk_history_reward(engine, ply, move, -bonus);
	} else if (engine->history) {
		teach(capture_counter(engine, move), -bonus);
	}
}

void rk_history_learn(struct rk_engine *engine, int ply, int depth,
		      rk_move best, const struct rk_picker *picker)
{
	struct rk_ply *now = &engine->plies[ply];
	int bonus = depth > 11 ? 1700 : 160 * depth - 60;
	int left = picker->tried - picker->known_tried;
	bool quiet = rk_is_quiet(&engine->pos, best);

	if (quiet) {
		if (now->killers[0] != best) {
			now->killers[1] = now->killers[0];
			now->killers[0] = best;
		}
		if (engine->history && now[-1].move)
			engine->history->counters[rk_follow_index(
				now[-1].piece, now[-1].move)] = best;
		rk_history_reward(engine, ply, best, bonus);
	} else if (engine->history) {
		teach(capture_counter(engine, best), bonus);
	}
	if (picker->known_tried && picker->known != best)
		punish(engine, ply, picker->known, quiet, bonus);
	for (int i = picker->start; left && i < engine->pool_used; i++) {
		rk_choice other = engine->pool[i];

		if (other >= TRIED)
			continue;
		left--;
		if (other != best)
			punish(engine, ply, (rk_move)other, quiet, bonus);
	}
}

/* Corrections are kept in 1/32 of a point, none larger than 32 points. */
#define CORRECTION_MAX 1024

struct corrections {
	int16_t *counters[3];
};

static struct corrections find_corrections(const struct rk_engine *engine,
					   int ply)
{
	const struct rk_tally *tally = &engine->plies[ply].tally;
	struct rk_history *history = engine->history;
	int side = engine->pos.side;
	struct corrections found = {{
		&history->pawns[side][tally->pawns % RK_CORRECTIONS],
		&history->pieces[0][side][tally->pieces[0] % RK_CORRECTIONS],
		&history->pieces[1][side][tally->pieces[1] % RK_CORRECTIONS],
	}};

	return found;
}

int rk_correct(const struct rk_engine *engine, int ply, int eval)
{
	int waited = engine->pos.halfmove < 100 ? engine->pos.halfmove : 100;
	struct corrections found;
	int sum;

	/* How a lone king is mated needs no correction, and no hurry. */
	if (eval > RK_EVAL_WON || eval < -RK_EVAL_WON)
		return eval;
	if (engine->history) {
		found = find_corrections(engine, ply);
		sum = 2 * *found.counters[0] + *found.counters[1] +
		      *found.counters[2];
		eval += sum / 40;
	}
	/* The nearer the fifty moves, the nearer the draw. */
	eval = eval * (220 - waited) / 220;
	if (eval > RK_EVAL_MAX)
		return RK_EVAL_MAX;
	return eval < -RK_EVAL_MAX ? -RK_EVAL_MAX : eval;
}

void rk_correct_learn(struct rk_engine *engine, int ply, int depth, int error)
{
	int bonus = error * depth / 8;
	struct corrections found;

	if (!engine->history)
		return;
	found = find_corrections(engine, ply);
	if (bonus > CORRECTION_MAX / 4)
		bonus = CORRECTION_MAX / 4;
	if (bonus < -CORRECTION_MAX / 4)
		bonus = -CORRECTION_MAX / 4;
	for (int i = 0; i < 3; i++) {
		int16_t *counter = found.counters[i];
		int size = bonus < 0 ? -bonus : bonus;

		*counter = (int16_t)(*counter + bonus -
				     *counter * size / CORRECTION_MAX);
	}
}
