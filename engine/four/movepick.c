/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The move picker and the history tables. The order of moves is: the TT move,
 * captures that win or keep material, killers and the counter move, the other
 * quiet moves by their history, captures that lose material.
 *
 * All moves are generated at once, but sorted only as far as they are asked for.
 * Quiet moves get their values when the good captures have been tried: often
 * one of these is enough, and the histories know more by then. The SEE of a
 * capture is computed when its turn comes; if it loses material, its value drops
 * below that of every quiet move.
 */
#include "engine/four/params.h"
#include "engine/four/search.h"

enum stage {
	STAGE_TT_MOVE,
	STAGE_GENERATE,
	STAGE_MOVES,
};

/*
 * Values of moves. Captures have more than half of GOOD_CAPTURE, captures that
 * lose material and underpromotions less than a fourth of BAD_CAPTURE; quiet
 * moves are between them.
 */
#define GOOD_CAPTURE 1000000
#define BAD_CAPTURE (-1000000)
#define UNSCORED (GOOD_CAPTURE / 4) /* a quiet move without a value yet */
#define KILLER_FIRST 40000
#define KILLER_SECOND 36000
#define OFFSET ((int64_t)1 << 30) /* makes all values positive */

/* Beside a move in the pool: it gives check. */
#define GIVES_CHECK ((rk4_move)1 << 31)

/* Bare moves have half the size of scored ones. */
bool rk4_picker_has_space(const struct rk4_engine *engine)
{
	return engine->pool_size - engine->pool_used >= RK4_MAX_MOVES / 2;
}

bool rk4_is_quiet(const struct rk4_pos *pos, rk4_move move)
{
	return pos->board[rk4_move_to(move)] == RK4_EMPTY &&
	       rk4_move_kind(move) != RK4_EN_PASSANT &&
	       !rk4_move_promoted(move);
}

static int piece_to(int seat, int type, rk4_move move)
{
	return type * RK4_BOARD + rk4_relative_square(seat, rk4_move_to(move));
}

/* The continuation history of the move made `back` plies ago. */
static int16_t *continuation(struct rk4_engine *engine, int ply, int back,
			     int seat)
{
	const struct rk4_ply *earlier = &engine->plies[ply] - back;

	if (ply < back || !earlier->move)
		return engine->history->none;
	return engine->history->continuation[piece_to(
		seat, rk4_type(earlier->piece), earlier->move)];
}

/* The quiet history has two layouts; see RK4_QUIET_BIG. */
static int16_t *quiet_entry(struct rk4_engine *engine, int seat, rk4_move move)
{
	int type = rk4_type(engine->pos.board[rk4_move_from(move)]);

	if (!engine->history)
		return &engine->quiets[seat * RK4_PIECE_TO +
				       piece_to(seat, type, move)];
	return &engine->quiets[seat << 16 | rk4_move_from(move) << 8 |
			       rk4_move_to(move)];
}

static int16_t *capture_entry(struct rk4_engine *engine, rk4_move move)
{
	const struct rk4_pos *pos = &engine->pos;
	int cell = pos->board[rk4_move_from(move)];

	return &engine->history->captures[rk4_type(cell)][rk4_relative_square(
		rk4_seat(cell),
		rk4_move_to(move))][rk4_type(pos->board[rk4_move_to(move)])];
}

/*
 * How well a quiet move did: in general, and as a continuation of the moves
 * one, two and four plies ago. Four plies ago the same seat moved.
 */
int rk4_quiet_history(const struct rk4_engine *engine, int ply, rk4_move move)
{
	struct rk4_engine *all = (struct rk4_engine *)engine;
	int seat = engine->pos.turn;
	int type = rk4_type(engine->pos.board[rk4_move_from(move)]);
	int index = piece_to(seat, type, move);
	int sum = *quiet_entry(all, seat, move);

	if (!engine->history)
		return sum;
	return sum + continuation(all, ply, 1, seat)[index] +
	       continuation(all, ply, 2, seat)[index] +
	       continuation(all, ply, 4, seat)[index];
}

/* The value is in the high half, so packed moves compare by value. */
static rk4_scored_move pack(int value, rk4_move move)
{
	return (rk4_scored_move)(value + OFFSET) << 32 | move;
}

static int value_of(rk4_scored_move found)
{
	return (int)((int64_t)(found >> 32) - OFFSET);
}

/*
 * The most valuable victim comes first, then the least valuable attacker
 * (MVV-LVA), adjusted by the capture history.
 */
static int capture_value(struct rk4_engine *engine, rk4_move move)
{
	const struct rk4_pos *pos = &engine->pos;
	int victim = pos->board[rk4_move_to(move)];
	int value =
		GOOD_CAPTURE - 8 * rk4_type(pos->board[rk4_move_from(move)]);

	if (engine->history)
		value += *capture_entry(engine, move) / 8;
	if (rk4_cell_is_living(pos, victim)) {
		value += 32 * rk4_see_value[rk4_type(victim)];
		/*
		 * Among opponents' captures, those from the root seat matter.
		 */
		if (!engine->teams && pos->turn != engine->root_seat &&
		    rk4_seat(victim) == engine->root_seat)
			value += 3000;
	}
	if (rk4_move_kind(move) == RK4_EN_PASSANT)
		value += 32 * rk4_see_value[RK_PAWN];
	if (rk4_move_promoted(move))
		value += rk4_move_promoted(move) == RK_QUEEN
				 ? 32 * rk4_see_value[RK_QUEEN]
				 : BAD_CAPTURE;
	return value;
}

/* What the values of all quiet moves of a node have in common. */
struct context {
	const int16_t *continuation[3]; /* NULL in the small profile */
	rk4_move counter_move;
	int seat;
};

/* In a free-for-all game opponents' checks matter to the root seat's king. */
static unsigned int kings_to_check(const struct rk4_engine *engine)
{
	const struct rk4_pos *pos = &engine->pos;
	unsigned int kings = rk4_living(pos) & rk4_enemies(pos, pos->turn);

	return engine->teams || pos->turn == engine->root_seat
		       ? kings
		       : kings & 1u << engine->root_seat;
}

static void find_context(struct context *context, struct rk4_engine *engine,
			 int ply)
{
	const struct rk4_ply *last = &engine->plies[ply] - 1;

	*context = (struct context){.seat = engine->pos.turn};
	if (!engine->history)
		return;
	context->continuation[0] = continuation(engine, ply, 1, context->seat);
	context->continuation[1] = continuation(engine, ply, 2, context->seat);
	context->continuation[2] = continuation(engine, ply, 4, context->seat);
	if (ply && last->move)
		context->counter_move =
			engine->history->counter_moves[last->piece & 31]
						      [rk4_move_to(last->move)];
}

static int quiet_value(struct rk4_engine *engine, int ply,
		       const struct context *context, rk4_move move,
		       bool gives_check)
{
	const struct rk4_ply *now = &engine->plies[ply];
	int type = rk4_type(engine->pos.board[rk4_move_from(move)]);
	int index = piece_to(context->seat, type, move);
	int value;

	if (move == now->killers[0])
		return KILLER_FIRST;
	if (move == now->killers[1])
		return KILLER_SECOND;
	value = *quiet_entry(engine, context->seat, move);
	if (context->continuation[0])
		value += context->continuation[0][index] +
			 context->continuation[1][index] +
			 context->continuation[2][index];
	return value / 2 + (gives_check ? PARAM4(order_check) : 0) +
	       (move == context->counter_move ? PARAM4(order_counter_move) : 0);
}

void rk4_picker_start(struct rk4_picker *picker, struct rk4_engine *engine,
		      rk4_move tt_move, bool captures_only)
{
	picker->tt_move = tt_move;
	picker->stage = tt_move ? STAGE_TT_MOVE : STAGE_GENERATE;
	picker->captures_only = captures_only;
	picker->skip_quiets = picker->skip_bad = picker->overflow = false;
	picker->with_checks = picker->gives_check = false;
	picker->start = picker->next = picker->end =
		(uint16_t)engine->pool_used;
}

void rk4_picker_end(struct rk4_picker *picker, struct rk4_engine *engine)
{
	engine->pool_used = picker->start;
}

/*
 * Generates moves into the pool and scores them in place. A scored move is
 * twice as wide as a bare one, so the last one is converted first: none is
 * overwritten before its turn. The TT move has been tried already, and quiet
 * moves may not be wanted; the last move takes their place in the list.
 */
static void generate(struct rk4_picker *picker, struct rk4_engine *engine)
{
	const struct rk4_pos *pos = &engine->pos;
	rk4_scored_move *moves = engine->pool + picker->start;
	int count = picker->captures_only && !picker->with_checks
			    ? rk4_gen_tactical(pos, (rk4_move *)moves)
			    : rk4_gen_legal(pos, (rk4_move *)moves);
	int used = count;
	struct rk4_check_squares checks;

	if (picker->start + count > engine->pool_size) {
		picker->overflow = true;
		return;
	}
	rk4_find_check_squares(&checks, pos, kings_to_check(engine));
	while (count--) {
		rk4_move move;
		bool quiet, check;

		memcpy(&move,
		       (const char *)moves + sizeof(move) * (size_t)count,
		       sizeof(move));
		quiet = rk4_is_quiet(pos, move);
		check = rk4_move_gives_check(&checks, pos, move);
		if (move == picker->tt_move ||
		    (picker->captures_only && quiet && !check)) {
			moves[count] = moves[--used];
			continue;
		}
		moves[count] =
			pack(quiet ? UNSCORED : capture_value(engine, move),
			     move | (check ? GIVES_CHECK : 0));
	}
	picker->end = (uint16_t)(picker->start + used);
	engine->pool_used = picker->end;
}

static void score_quiets(const struct rk4_picker *picker,
			 struct rk4_engine *engine, int ply)
{
	struct context context;

	find_context(&context, engine, ply);
	for (int i = picker->next; i < picker->end; i++) {
		rk4_move found = (rk4_move)engine->pool[i];

		if (value_of(engine->pool[i]) == UNSCORED)
			engine->pool[i] =
				pack(quiet_value(engine, ply, &context,
						 found & ~GIVES_CHECK,
						 found & GIVES_CHECK),
				     found);
	}
}

/* One step of a selection sort: swaps the best move left to the front. */
static bool select_best(const struct rk4_picker *picker, rk4_scored_move *pool)
{
	int best = picker->next;
	rk4_scored_move found;

	if (picker->next == picker->end)
		return false;
	for (int i = picker->next + 1; i < picker->end; i++)
		if (pool[i] > pool[best])
			best = i;
	found = pool[best];
	pool[best] = pool[picker->next];
	pool[picker->next] = found;
	return true;
}

/* Keeps only checks and the captures that lose material. */
static void drop_quiets(struct rk4_picker *picker, rk4_scored_move *pool)
{
	int end = picker->next;

	for (int i = picker->next; i < picker->end; i++)
		if (value_of(pool[i]) <= BAD_CAPTURE / 4 ||
		    (rk4_move)pool[i] & GIVES_CHECK)
			pool[end++] = pool[i];
	picker->end = (uint16_t)end;
}

/* There is one list for all kinds of moves; the value tells them apart. */
rk4_move rk4_picker_next(struct rk4_picker *picker, struct rk4_engine *engine,
			 int ply)
{
	if (picker->stage == STAGE_TT_MOVE) {
		picker->stage = STAGE_GENERATE;
		return picker->tt_move;
	}
	if (picker->stage == STAGE_GENERATE) {
		generate(picker, engine);
		picker->stage = STAGE_MOVES;
	}
	while (select_best(picker, engine->pool)) {
		rk4_scored_move *found = &engine->pool[picker->next];
		rk4_move move = (rk4_move)*found & ~GIVES_CHECK;
		int value = value_of(*found);

		if (value == UNSCORED) {
			if (picker->skip_quiets)
				drop_quiets(picker, engine->pool);
			score_quiets(picker, engine, ply);
			continue;
		}
		picker->gives_check = (rk4_move)*found & GIVES_CHECK;
		if (value >= GOOD_CAPTURE / 2) {
			if (rk4_see_ge(engine, move, 0)) {
				picker->next++;
				return move;
			}
			/* It loses material: after the quiet moves. */
			*found =
				pack(value + 2 * BAD_CAPTURE, (rk4_move)*found);
			continue;
		}
		if (value <= BAD_CAPTURE / 4) {
			if (picker->skip_bad)
				return 0;
			picker->next++;
			return move;
		}
		if (picker->skip_quiets && !picker->gives_check) {
			drop_quiets(picker, engine->pool);
			continue;
		}
		picker->next++;
		return move;
	}
	return 0;
}

/*
 * Adds a bonus or malus with decay ("gravity"): the closer an entry is to its
 * limit, the less it grows, so it never overflows and old results fade.
 */
static void update_entry(int16_t *entry, int bonus)
{
	int size = bonus < 0 ? -bonus : bonus;

	*entry = (int16_t)(*entry + bonus - *entry * size / RK_HISTORY_MAX);
}

/* `seat` makes the move at this ply. */
static void update_continuation(struct rk4_engine *engine, int ply, int seat,
				int index, int bonus)
{
	static const uint8_t back[] = {1, 2, 4};

	for (size_t i = 0; engine->history && i < sizeof(back); i++) {
		int16_t *row = continuation(engine, ply, back[i], seat);

		if (row != engine->history->none)
			update_entry(&row[index], bonus);
	}
}

static void update_quiet(struct rk4_engine *engine, int ply, rk4_move move,
			 int bonus)
{
	int seat = engine->pos.turn;
	int type = rk4_type(engine->pos.board[rk4_move_from(move)]);

	update_entry(quiet_entry(engine, seat, move), bonus);
	update_continuation(engine, ply, seat, piece_to(seat, type, move),
			    bonus);
}

void rk4_history_praise_last(struct rk4_engine *engine, int ply, int bonus)
{
	const struct rk4_ply *last = &engine->plies[ply] - 1;
	int seat = last->undo.turn;

	if (last->move && last->undo.captured == RK4_EMPTY)
		update_continuation(engine, ply - 1, seat,
				    piece_to(seat, rk4_type(last->piece),
					     last->move),
				    bonus);
}

int rk4_capture_history(const struct rk4_engine *engine, rk4_move move)
{
	return engine->history
		       ? *capture_entry((struct rk4_engine *)engine, move)
		       : 0;
}

static void update_capture(struct rk4_engine *engine, rk4_move move, int bonus)
{
	if (engine->history)
		update_entry(capture_entry(engine, move), bonus);
}

void rk4_history_update(struct rk4_engine *engine, int ply, int depth,
			rk4_move best, const struct rk4_picker *picker)
{
	struct rk4_ply *now = &engine->plies[ply];
	const struct rk4_ply *last = now - 1;
	int bonus =
		rk_at_most(PARAM4(bonus_slope) * depth - PARAM4(bonus_offset),
			   PARAM4(bonus_most));
	bool quiet = rk4_is_quiet(&engine->pos, best);

	if (quiet) {
		if (now->killers[0] != best) {
			now->killers[1] = now->killers[0];
			now->killers[0] = best;
		}
		if (engine->history && ply && last->move)
			engine->history->counter_moves[last->piece & 31]
						      [rk4_move_to(last->move)] =
				best;
		update_quiet(engine, ply, best, bonus);
	} else {
		update_capture(engine, best, bonus);
	}
	if (picker->tt_move && picker->tt_move != best &&
	    rk4_is_quiet(&engine->pos, picker->tt_move) && quiet)
		update_quiet(engine, ply, picker->tt_move, -bonus);
	/*
	 * Moves tried before the best one get a malus: captures always, quiet
	 * moves only if a quiet move was better.
	 */
	for (int i = picker->start; i < picker->next; i++) {
		rk4_move other = (rk4_move)engine->pool[i] & ~GIVES_CHECK;

		if (other == best)
			continue;
		if (!rk4_is_quiet(&engine->pos, other))
			update_capture(engine, other, -bonus);
		else if (quiet)
			update_quiet(engine, ply, other, -bonus);
	}
}

/* ---- Correction history ---- */

/* In 1/32 of a point, so that small errors add up; at most 32 points. */
#define CORRECTION_MAX 1024

/* The tables' entries for this ply: one for each army, one for the last moves. */
static void find_corrections(int16_t *found[RK4_SEATS + 1],
			     const struct rk4_engine *engine, int ply)
{
	const struct rk4_ply *now = &engine->plies[ply];
	struct rk4_history *history = engine->history;
	int turn = engine->pos.turn;
	uint32_t moves = 0;

	for (int i = 1; i <= 2 && i <= ply; i++)
		moves = moves * 0x9e3779b1u + (now[-i].move << 5) +
			now[-i].piece;
	moves *= 0x85ebca6bu;
	for (int seat = 0; seat < RK4_SEATS; seat++)
		found[seat] =
			&history->armies[turn][seat][now->psqt.keys[seat] %
						     RK4_CORRECTIONS];
	found[RK4_SEATS] = &history->moves[moves >> 16 & (RK4_CORRECTIONS - 1)];
}

int rk4_correction_apply(const struct rk4_engine *engine, int ply, int eval)
{
	int16_t *found[RK4_SEATS + 1];
	int sum = 0;

	if (!engine->teams || !engine->history)
		return eval;
	find_corrections(found, engine, ply);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		sum += *found[seat] * PARAM4(correction_armies);
	sum += *found[RK4_SEATS] * PARAM4(correction_moves);
	return rk_clamp(eval + sum / 2560, RK4_EVAL_MAX);
}

void rk4_correction_update(struct rk4_engine *engine, int ply, int depth,
			   int error)
{
	int bonus = error * depth * PARAM4(correction_share) / 128;
	int16_t *found[RK4_SEATS + 1];

	if (!engine->teams || !engine->history)
		return;
	find_corrections(found, engine, ply);
	bonus = rk_clamp(bonus, PARAM4(correction_limit));
	for (int i = 0; i <= RK4_SEATS; i++)
		*found[i] = (int16_t)(*found[i] + bonus -
				      *found[i] * (bonus < 0 ? -bonus : bonus) /
					      CORRECTION_MAX);
}
