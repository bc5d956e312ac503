/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The current line of the search. Making a move also applies its consequences
 * under the rules: points, mates, and seats that leave the game. Invariant:
 * engine->pos is the position at the end of the line, and the search stack
 * describes how it came about.
 *
 * In a free-for-all game a mate is settled when it is given, not when the
 * mated seat would be to move. Few moves give check, so this costs little.
 */
#include "engine/four/search.h"

/* The seat leaves; its pieces stay on the board as dead ones. */
static void kill(struct rk4_engine *engine, int ply, int seat)
{
	rk4_kill(&engine->pos, seat);
	engine->plies[ply].psqt.sum[seat] = 0;
}

/*
 * Points for a check to several kings at once. They depend on the piece that
 * gives check; that it is the moved one is a guess, wrong only for discovered
 * checks.
 */
static void pay_checks(struct rk4_engine *engine, int ply, unsigned int checked)
{
	const struct rk4_ply *last = &engine->plies[ply - 1];
	unsigned int new_checks = checked & ~(unsigned int)last->checks &
				  rk4_active(&engine->pos);

	rk4_pay(&engine->pos, last->undo.turn,
		rk4_check_points(rk4_count_seats(new_checks),
				 rk4_type(last->piece) == RK_QUEEN));
}

/*
 * Free-for-all: settles mates and returns the seats that are in check. `checked`
 * are those in check after the move.
 */
static unsigned int settle_checks(struct rk4_engine *engine, int ply, int mover,
				  unsigned int checked)
{
	struct rk4_pos *pos = &engine->pos;
	unsigned int mated;

	if (!checked)
		return 0;
	pay_checks(engine, ply, checked);
	mated = rk4_find_mated(pos, checked);
	if (!mated)
		return checked;
	rk4_pay(pos, mover, RK4_MATE_POINTS * rk4_count_seats(mated));
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (mated >> seat & 1)
			kill(engine, ply, seat);
	/* Dead pieces give no check any more. */
	return rk4_find_checked(pos, mover);
}

/* Free-for-all: the search ends where the root seat has left. */
static bool is_over(const struct rk4_engine *engine)
{
	const struct rk4_pos *pos = &engine->pos;

	return pos->left >> engine->root_seat & 1 || !rk4_has_opponents(pos);
}

/* Those among the seats whose kings are still in check. */
static unsigned int keep_checked(const struct rk4_pos *pos, unsigned int seats)
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (seats >> seat & 1 && !rk4_in_check(pos, seat))
			seats &= ~(1u << seat);
	return seats;
}

/*
 * Must the seat to move answer a check? It is in check itself, or the opponent
 * who moves next would take its partner's king.
 */
static bool is_urgent(const struct rk4_engine *engine, unsigned int checks)
{
	const struct rk4_pos *pos = &engine->pos;
	int seat = pos->turn, partner = seat ^ 2;

	if (checks >> seat & 1)
		return true;
	if (!engine->teams || !(checks >> partner & 1))
		return false;
	return rk4_find_attackers(pos->board, pos->king[partner],
				  rk4_cells_living(pos, 1u << ((seat + 1) & 3)),
				  RK4_CELLS_EMPTY, NULL);
}

/*
 * A move can only give new checks along the lines that it changes; kings that
 * were in check before it are looked at again. Moves that change more than two
 * squares, or that take an army out of the game, are rare.
 */
void rk4_line_make(struct rk4_engine *engine, int ply, rk4_move move)
{
	struct rk4_pos *pos = &engine->pos;
	struct rk4_ply *now = &engine->plies[ply], *next = now + 1;
	int mover = pos->turn, victim;
	unsigned int others = rk4_living(pos) & ~(1u << mover), checks;
	bool simple = rk4_move_kind(move) == RK4_NORMAL &&
		      rk4_type(pos->board[rk4_move_to(move)]) != RK_KING;

	checks = simple ? rk4_find_new_checks(pos, move, others & ~now->checks)
			: 0;

	now->move = move;
	now->piece = pos->board[rk4_move_from(move)];
	rk4_psqt_move(&next->psqt, &now->psqt, engine, move);
	rk4_make(pos, move, &now->undo);
	rk_tt_prefetch(engine->table, pos->key ^ engine->root_key);
	engine->control.nodes++;
	next->replied = next->over = 0;
	victim = now->undo.captured;
	/* The king of a living seat was captured: with teams that wins. */
	if (rk4_type(victim) == RK_KING && !(victim & RK4_DEAD) &&
	    rk4_living(pos) >> rk4_seat(victim) & 1) {
		next->over = engine->teams;
		kill(engine, ply + 1, rk4_seat(victim));
	}
	checks |= simple ? keep_checked(pos, others & now->checks)
			 : rk4_find_checked(pos, mover);
	if (!engine->teams) {
		checks = settle_checks(engine, ply + 1, mover, checks);
		rk4_line_end_turn(engine, ply + 1);
	}
	next->checks = (uint8_t)checks;
	next->urgent = is_urgent(engine, checks);
}

/* The last player gets the kings that still walk. */
void rk4_line_end_turn(struct rk4_engine *engine, int ply)
{
	struct rk4_pos *pos = &engine->pos;

	if (!rk4_has_opponents(pos))
		for (int seat = 0; seat < RK4_SEATS; seat++)
			rk4_pay(pos, seat,
				RK4_MATE_POINTS *
					rk4_count_seats(pos->walking));
	engine->plies[ply].over = is_over(engine);
}

void rk4_line_unmake(struct rk4_engine *engine, int ply)
{
	rk4_unmake(&engine->pos, engine->plies[ply].move,
		   &engine->plies[ply].undo);
}

void rk4_line_make_null(struct rk4_engine *engine, int ply)
{
	struct rk4_ply *now = &engine->plies[ply], *next = now + 1;

	now->move = 0;
	now->piece = RK4_EMPTY;
	next->psqt = now->psqt;
	rk4_make_null(&engine->pos, &now->undo);
	engine->control.nodes++;
	next->replied = next->over = 0;
	next->checks = now->checks;
	next->urgent = is_urgent(engine, next->checks);
}

void rk4_line_unmake_null(struct rk4_engine *engine, int ply)
{
	rk4_unmake_null(&engine->pos, &engine->plies[ply].undo);
}

rk4_move *rk4_line_pv(const struct rk4_engine *engine, int ply)
{
	return engine->pv + ply * (2 * engine->max_ply - ply + 1) / 2;
}

void rk4_line_extend_pv(struct rk4_engine *engine, int ply, rk4_move move)
{
	rk4_move *line = rk4_line_pv(engine, ply);
	int more = engine->pv_count[ply + 1];

	line[0] = move;
	memcpy(line + 1, rk4_line_pv(engine, ply + 1),
	       (size_t)more * sizeof(*line));
	engine->pv_count[ply] = (uint8_t)(more + 1);
}

/*
 * One repetition of a position within the search counts as a draw; of a
 * position at or before the root, two are needed, as in the game.
 */
bool rk4_line_is_repeated(const struct rk4_engine *engine, int ply)
{
	const struct rk_task *task = engine->control.task;
	uint64_t key = engine->pos.key;
	int window = engine->pos.halfmove, times = 0;

	for (int distance = 4; distance <= window; distance++) {
		int earlier = ply - distance;

		if (earlier >= 0) {
			if (engine->plies[earlier].undo.key != key)
				continue;
			if (earlier > 0)
				return true;
		} else {
			if (task->key_count + earlier < 0)
				return false;
			if (task->keys[task->key_count + earlier] != key)
				continue;
		}
		if (++times == 2)
			return true;
	}
	return false;
}

/*
 * The points of the root seat less those of its best rival, after each player
 * who is still in the game has been paid `bonus`.
 */
static int lead(const struct rk4_engine *engine, int bonus)
{
	const struct rk4_pos *pos = &engine->pos;
	int most = -32000, ours = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int points =
			pos->points[seat] + (pos->left >> seat & 1 ? 0 : bonus);

		if (seat == engine->root_seat)
			ours = points;
		else if (points > most)
			most = points;
	}
	return ours - most;
}

int rk4_line_draw(const struct rk4_engine *engine)
{
	int score;

	/* A little noise, so that not all draws look equally good. */
	if (engine->teams || !(engine->pos.options & RK4_POINTS))
		return 1 - (int)(engine->control.nodes & 2);
	/* Ten for each player, and ten more for each king that walks. */
	score = 10 + 10 * rk4_count_seats(engine->pos.walking);
	score = rk_clamp(lead(engine, score) * 50, RK4_EVAL_MAX);
	return engine->pos.turn == engine->root_seat ? score : -score;
}

int rk4_line_result(struct rk4_engine *engine, int ply)
{
	const struct rk4_pos *pos = &engine->pos;
	bool ours = pos->turn == engine->root_seat;
	int score = RK_SCORE_MATE - ply, ahead;

	/* The capture of a king wins; the side to move may be a partner. */
	if (engine->teams)
		return rk4_is_partner(pos, engine->plies[ply - 1].undo.turn,
				      pos->turn)
			       ? score
			       : -score;
	if (pos->options & RK4_POINTS) {
		/* The root seat has left; its points may still win. */
		if (rk4_has_opponents(pos))
			return rk4_eval(engine, ply);
		ahead = lead(engine, 0);
		if (ahead <= 0)
			score = ahead ? -score : 0;
	} else if (pos->left >> engine->root_seat & 1) {
		score = -score;
	}
	return ours ? score : -score;
}
