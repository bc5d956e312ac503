/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The line of moves that is being looked at: a move is made with what follows
 * from it, mates and points included. What always holds: mind->pos is the
 * position at the end of the line.
 */
#include "engine/four/search.h"

static void kill(struct rk4_mind *mind, int ply, int seat)
{
	rk4_kill(&mind->pos, seat);
	mind->plies[ply].tally.men[seat] = 0;
}

/* Checks to several kings at once; which man gives them is a guess. */
static void pay_checks(struct rk4_mind *mind, int ply, unsigned int checked)
{
	const struct rk4_ply *last = &mind->plies[ply - 1];
	unsigned int news = checked & ~(unsigned int)last->checks &
			    rk4_active(&mind->pos);

	rk4_pay(&mind->pos, last->undo.turn,
		rk4_check_points(rk4_count_seats(news),
				 rk4_type(last->piece) == RK_QUEEN));
}

/* All against all: who is in check, and who of them is mated. */
static unsigned int find_checks(struct rk4_mind *mind, int ply, int mover)
{
	struct rk4_pos *pos = &mind->pos;
	unsigned int checked = rk4_find_checked(pos, mover), mated;

	if (!checked)
		return 0;
	pay_checks(mind, ply, checked);
	mated = rk4_find_mated(pos, checked);
	if (!mated)
		return checked;
	rk4_pay(pos, mover, RK4_MATE_POINTS * rk4_count_seats(mated));
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (mated >> seat & 1)
			kill(mind, ply, seat);
	/* Dead armies give no check. */
	return rk4_find_checked(pos, mover);
}

static bool is_over(const struct rk4_mind *mind)
{
	const struct rk4_pos *pos = &mind->pos;

	return pos->left >> mind->hero & 1 || !rk4_has_opponents(pos);
}

void rk4_line_make(struct rk4_mind *mind, int ply, rk4_move move)
{
	struct rk4_pos *pos = &mind->pos;
	struct rk4_ply *now = &mind->plies[ply], *next = now + 1;
	int mover = pos->turn, victim;

	now->move = move;
	now->piece = pos->board[rk4_move_from(move)];
	rk4_tally_move(&next->tally, &now->tally, mind, move);
	rk4_make(pos, move, &now->undo);
	rk_table_prefetch(mind->table, pos->key ^ mind->view_key);
	mind->course.nodes++;
	next->spent = next->over = 0;
	victim = now->undo.captured;
	if (rk4_type(victim) == RK_KING && !(victim & RK4_DEAD) &&
	    rk4_living(pos) >> rk4_seat(victim) & 1) {
		next->over = mind->teams;
		kill(mind, ply + 1, rk4_seat(victim));
	}
	if (mind->teams) {
		next->checks =
			(uint8_t)(rk4_in_check(pos, pos->turn) << pos->turn);
		return;
	}
	next->checks = (uint8_t)find_checks(mind, ply + 1, mover);
	next->over = is_over(mind);
}

void rk4_line_unmake(struct rk4_mind *mind, int ply)
{
	rk4_unmake(&mind->pos, mind->plies[ply].move, &mind->plies[ply].undo);
}

void rk4_line_pass(struct rk4_mind *mind, int ply)
{
	struct rk4_ply *now = &mind->plies[ply], *next = now + 1;

	now->move = 0;
	now->piece = RK4_EMPTY;
	next->tally = now->tally;
	rk4_make_null(&mind->pos, &now->undo);
	mind->course.nodes++;
	next->spent = next->over = 0;
	next->checks = now->checks;
	if (mind->teams)
		next->checks =
			(uint8_t)(rk4_in_check(&mind->pos, mind->pos.turn)
				  << mind->pos.turn);
}

void rk4_line_unpass(struct rk4_mind *mind, int ply)
{
	rk4_unmake_null(&mind->pos, &mind->plies[ply].undo);
}

rk4_move *rk4_line_pv(const struct rk4_mind *mind, int ply)
{
	return mind->pv + ply * (2 * mind->max_ply - ply + 1) / 2;
}

void rk4_line_extend_pv(struct rk4_mind *mind, int ply, rk4_move move)
{
	rk4_move *line = rk4_line_pv(mind, ply);
	int more = mind->pv_count[ply + 1];

	line[0] = move;
	memcpy(line + 1, rk4_line_pv(mind, ply + 1),
	       (size_t)more * sizeof(*line));
	mind->pv_count[ply] = (uint8_t)(more + 1);
}

/* Once since the root is enough; before it, twice. */
bool rk4_line_is_repeated(const struct rk4_mind *mind, int ply)
{
	const struct rk_task *task = mind->course.task;
	uint64_t key = mind->pos.key;
	int far = mind->pos.halfmove, times = 0;

	for (int back = 4; back <= far; back++) {
		int at = ply - back;

		if (at >= 0) {
			if (mind->plies[at].undo.key != key)
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

/* How many points who thinks is ahead of the best of the others. */
static int lead(const struct rk4_mind *mind)
{
	const struct rk4_pos *pos = &mind->pos;
	int most = -32000;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (seat != mind->hero && pos->points[seat] > most)
			most = pos->points[seat];
	return pos->points[mind->hero] - most;
}

int rk4_line_draw(const struct rk4_mind *mind)
{
	int score;

	if (mind->teams || !(mind->pos.options & RK4_POINTS))
		return 1 - (int)(mind->course.nodes & 2);
	score = rk_clip(lead(mind) * 50, RK4_EVAL_MAX);
	return mind->pos.turn == mind->hero ? score : -score;
}

int rk4_line_result(struct rk4_mind *mind, int ply)
{
	const struct rk4_pos *pos = &mind->pos;
	bool ours = pos->turn == mind->hero;
	int score = RK_SCORE_MATE - ply, ahead;

	/* Who took the king has won; the next to move may be his partner. */
	if (mind->teams)
		return rk4_is_partner(pos, mind->plies[ply - 1].undo.turn,
				      pos->turn)
			       ? score
			       : -score;
	if (pos->options & RK4_POINTS) {
		/* Who is out keeps his points, and the others go on. */
		if (rk4_has_opponents(pos))
			return rk4_eval(mind, ply);
		ahead = lead(mind);
		if (ahead <= 0)
			score = ahead ? -score : 0;
	} else if (pos->left >> mind->hero & 1) {
		score = -score;
	}
	return ours ? score : -score;
}
