/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The order of moves: the one that the table knows, captures that lose
 * nothing, quiet moves, captures that lose something; and the histories that
 * say which of two quiet moves comes first. Histories see the board as the
 * mover does, so that what one seat learns serves the others.
 */
#include "engine/four/search.h"

enum stage {
	STAGE_KNOWN,
	STAGE_LIST,
	STAGE_MOVES,
};

/* Points of captures begin here; those that lose something go below. */
#define GOOD 1000000
#define BAD (-1000000)
#define KILLER_FIRST 40000
#define KILLER_SECOND 36000
#define COUNTER 30000
#define OFFSET ((int64_t)1 << 30)

/* For moves before they are choices, which take twice as much. */
bool rk4_picker_has_room(const struct rk4_mind *mind)
{
	return mind->pool_size - mind->pool_used >= RK4_MAX_MOVES / 2;
}

bool rk4_is_quiet(const struct rk4_pos *pos, rk4_move move)
{
	return pos->board[rk4_move_to(move)] == RK4_EMPTY &&
	       rk4_move_kind(move) != RK4_EN_PASSANT &&
	       !rk4_move_promoted(move);
}

static int index_of(int seat, int type, rk4_move move)
{
	return type * RK4_BOARD + rk4_turned(seat, rk4_move_to(move));
}

/* What is learnt of replies to the move so many plies ago. */
static int16_t *follow(struct rk4_mind *mind, int ply, int back, int seat)
{
	const struct rk4_ply *then = &mind->plies[ply] - back;

	if (ply < back || !then->move)
		return mind->history->nothing;
	return mind->history
		->follow[index_of(seat, rk4_type(then->piece), then->move)];
}

static int16_t *quiet_counter(struct rk4_mind *mind, int seat, rk4_move move)
{
	int type = rk4_type(mind->pos.board[rk4_move_from(move)]);

	if (!mind->history)
		return &mind->quiets[seat * RK4_PIECES +
				     index_of(seat, type, move)];
	return &mind->quiets[seat << 16 | rk4_move_from(move) << 8 |
			     rk4_move_to(move)];
}

static int16_t *capture_counter(struct rk4_mind *mind, rk4_move move)
{
	const struct rk4_pos *pos = &mind->pos;
	int cell = pos->board[rk4_move_from(move)];

	return &mind->history->captures[rk4_type(cell)][rk4_turned(
		rk4_seat(cell),
		rk4_move_to(move))][rk4_type(pos->board[rk4_move_to(move)])];
}

int rk4_quiet_history(const struct rk4_mind *mind, int ply, rk4_move move)
{
	struct rk4_mind *all = (struct rk4_mind *)mind;
	int seat = mind->pos.turn;
	int type = rk4_type(mind->pos.board[rk4_move_from(move)]);
	int index = index_of(seat, type, move);
	int sum = *quiet_counter(all, seat, move);

	if (!mind->history)
		return sum;
	return sum + follow(all, ply, 1, seat)[index] +
	       follow(all, ply, 2, seat)[index] +
	       follow(all, ply, 4, seat)[index];
}

static rk4_choice choice(int points, rk4_move move)
{
	return (rk4_choice)(points + OFFSET) << 32 | move;
}

static int points_of(rk4_choice found)
{
	return (int)((int64_t)(found >> 32) - OFFSET);
}

static int capture_points(struct rk4_mind *mind, rk4_move move)
{
	const struct rk4_pos *pos = &mind->pos;
	int victim = pos->board[rk4_move_to(move)];
	int points = GOOD - 8 * rk4_type(pos->board[rk4_move_from(move)]);

	if (mind->history)
		points += *capture_counter(mind, move) / 8;
	if (rk4_cell_is_living(pos, victim)) {
		points += 32 * rk4_trade_value[rk4_type(victim)];
		/* The others' quarrels matter less than ours. */
		if (!mind->teams && pos->turn != mind->hero &&
		    rk4_seat(victim) == mind->hero)
			points += 3000;
	}
	if (rk4_move_kind(move) == RK4_EN_PASSANT)
		points += 32 * rk4_trade_value[RK_PAWN];
	if (rk4_move_promoted(move))
		points += rk4_move_promoted(move) == RK_QUEEN
				  ? 32 * rk4_trade_value[RK_QUEEN]
				  : BAD;
	return points;
}

struct rows {
	const int16_t *follow[3]; /* NULL: nothing is learnt of replies */
	rk4_move counter;
	int seat;
};

static void find_rows(struct rows *rows, struct rk4_mind *mind, int ply)
{
	const struct rk4_ply *last = &mind->plies[ply] - 1;

	*rows = (struct rows){.seat = mind->pos.turn};
	if (!mind->history)
		return;
	rows->follow[0] = follow(mind, ply, 1, rows->seat);
	rows->follow[1] = follow(mind, ply, 2, rows->seat);
	rows->follow[2] = follow(mind, ply, 4, rows->seat);
	if (ply && last->move)
		rows->counter =
			mind->history->counters[last->piece & 31]
					       [rk4_move_to(last->move)];
}

static int quiet_points(struct rk4_mind *mind, int ply, const struct rows *rows,
			rk4_move move)
{
	const struct rk4_ply *now = &mind->plies[ply];
	int type = rk4_type(mind->pos.board[rk4_move_from(move)]);
	int index = index_of(rows->seat, type, move);
	int points;

	if (move == now->killers[0])
		return KILLER_FIRST;
	if (move == now->killers[1])
		return KILLER_SECOND;
	points = *quiet_counter(mind, rows->seat, move);
	if (rows->follow[0])
		points += rows->follow[0][index] + rows->follow[1][index] +
			  rows->follow[2][index];
	return points / 2 + (move == rows->counter ? COUNTER : 0);
}

void rk4_picker_start(struct rk4_picker *picker, struct rk4_mind *mind,
		      rk4_move known, bool captures_only)
{
	picker->known = known;
	picker->stage = known ? STAGE_KNOWN : STAGE_LIST;
	picker->captures_only = captures_only;
	picker->skip_quiets = picker->skip_bad = picker->cut_short = false;
	picker->start = picker->next = picker->end = (uint16_t)mind->pool_used;
}

void rk4_picker_end(struct rk4_picker *picker, struct rk4_mind *mind)
{
	mind->pool_used = picker->start;
}

/*
 * The moves lie in the pool and become choices in the same place, from the
 * last one down so that none is overwritten before its turn. The known one's
 * place is for the last.
 */
static void list(struct rk4_picker *picker, struct rk4_mind *mind, int ply)
{
	const struct rk4_pos *pos = &mind->pos;
	rk4_choice *choices = mind->pool + picker->start;
	int count = picker->captures_only
			    ? rk4_gen_tactical(pos, (rk4_move *)choices)
			    : rk4_gen_legal(pos, (rk4_move *)choices);
	int used = count;
	struct rows rows;

	if (picker->start + count > mind->pool_size) {
		picker->cut_short = true;
		return;
	}
	find_rows(&rows, mind, ply);
	while (count--) {
		rk4_move move;

		memcpy(&move,
		       (const char *)choices + sizeof(move) * (size_t)count,
		       sizeof(move));
		if (move == picker->known)
			choices[count] = choices[--used];
		else
			choices[count] = choice(
				rk4_is_quiet(pos, move)
					? quiet_points(mind, ply, &rows, move)
					: capture_points(mind, move),
				move);
	}
	picker->end = (uint16_t)(picker->start + used);
	mind->pool_used = picker->end;
}

/* The best choice that is left comes to the front. */
static bool bring_best(const struct rk4_picker *picker, rk4_choice *pool)
{
	int best = picker->next;
	rk4_choice found;

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

/* What is left but the captures that lose something. */
static void drop_quiets(struct rk4_picker *picker, rk4_choice *pool)
{
	int end = picker->next;

	for (int i = picker->next; i < picker->end; i++)
		if (points_of(pool[i]) <= BAD / 4)
			pool[end++] = pool[i];
	picker->end = (uint16_t)end;
}

rk4_move rk4_picker_next(struct rk4_picker *picker, struct rk4_mind *mind,
			 int ply)
{
	if (picker->stage == STAGE_KNOWN) {
		picker->stage = STAGE_LIST;
		return picker->known;
	}
	if (picker->stage == STAGE_LIST) {
		list(picker, mind, ply);
		picker->stage = STAGE_MOVES;
	}
	while (bring_best(picker, mind->pool)) {
		rk4_choice *found = &mind->pool[picker->next];
		rk4_move move = (rk4_move)*found;
		int points = points_of(*found);

		if (points >= GOOD / 2) {
			if (rk4_trade_wins(mind, move, 0)) {
				picker->next++;
				return move;
			}
			/* Later, after the quiet ones. */
			*found = choice(points + 2 * BAD, move);
			continue;
		}
		if (points <= BAD / 4) {
			if (picker->skip_bad)
				return 0;
			picker->next++;
			return move;
		}
		if (picker->skip_quiets) {
			drop_quiets(picker, mind->pool);
			continue;
		}
		picker->next++;
		return move;
	}
	return 0;
}

/* Moves a counter towards its limit, the slower the nearer it is. */
static void teach(int16_t *counter, int bonus)
{
	int size = bonus < 0 ? -bonus : bonus;

	*counter =
		(int16_t)(*counter + bonus - *counter * size / RK_HISTORY_MAX);
}

static void reward(struct rk4_mind *mind, int ply, rk4_move move, int bonus)
{
	static const uint8_t back[] = {1, 2, 4};
	int seat = mind->pos.turn;
	int type = rk4_type(mind->pos.board[rk4_move_from(move)]);
	int index = index_of(seat, type, move);

	teach(quiet_counter(mind, seat, move), bonus);
	for (size_t i = 0; mind->history && i < sizeof(back); i++) {
		int16_t *row = follow(mind, ply, back[i], seat);

		if (row != mind->history->nothing)
			teach(&row[index], bonus);
	}
}

static void reward_capture(struct rk4_mind *mind, rk4_move move, int bonus)
{
	if (mind->history)
		teach(capture_counter(mind, move), bonus);
}

void rk4_history_learn(struct rk4_mind *mind, int ply, int depth, rk4_move best,
		       const struct rk4_picker *picker)
{
	struct rk4_ply *now = &mind->plies[ply];
	const struct rk4_ply *last = now - 1;
	int bonus = depth > 11 ? 1700 : 160 * depth - 60;
	bool quiet = rk4_is_quiet(&mind->pos, best);

	if (quiet) {
		if (now->killers[0] != best) {
			now->killers[1] = now->killers[0];
			now->killers[0] = best;
		}
		if (mind->history && ply && last->move)
			mind->history->counters[last->piece & 31]
					       [rk4_move_to(last->move)] = best;
		reward(mind, ply, best, bonus);
	} else {
		reward_capture(mind, best, bonus);
	}
	if (picker->known && picker->known != best &&
	    rk4_is_quiet(&mind->pos, picker->known) && quiet)
		reward(mind, ply, picker->known, -bonus);
	/* Those that came before it were tried in vain. */
	for (int i = picker->start; i < picker->next; i++) {
		rk4_move other = (rk4_move)mind->pool[i];

		if (other == best)
			continue;
		if (!rk4_is_quiet(&mind->pos, other))
			reward_capture(mind, other, -bonus);
		else if (quiet)
			reward(mind, ply, other, -bonus);
	}
}
