/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Looking ahead when everyone plays for himself (max^n): a position has a
 * value for each seat, and who moves takes what is best for him. Nothing can
 * be left out safely, so it does not look far; kept for comparison.
 */
#include "engine/four/search.h"

/* One is left: has this seat won? */
static bool has_won(const struct rk4_pos *pos, int seat)
{
	if (!(pos->options & RK4_POINTS))
		return !(pos->left >> seat & 1);
	for (int other = 0; other < RK4_SEATS; other++)
		if (pos->points[other] > pos->points[seat])
			return false;
	return true;
}

static void judge(struct rk4_mind *mind, int ply)
{
	const struct rk4_pos *pos = &mind->pos;
	int value[RK4_SEATS];

	if (!rk4_has_opponents(pos)) {
		for (int seat = 0; seat < RK4_SEATS; seat++)
			mind->vectors[ply][seat] =
				has_won(pos, seat) ? RK_SCORE_MATE - ply
						   : ply - RK_SCORE_MATE;
		return;
	}
	rk4_eval_seats(mind, &mind->plies[ply].tally, value);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		mind->vectors[ply][seat] = rk4_against_all(mind, value, seat);
}

/* At the end of a line only what has just taken is taken back. */
static bool is_wanted(const struct rk4_mind *mind, int ply, int depth,
		      rk4_move move)
{
	const struct rk4_ply *last = &mind->plies[ply] - 1;

	if (!ply)
		return !rk_is_left_out(&mind->course, move);
	return depth > 0 || (last->undo.captured != RK4_EMPTY && last->move &&
			     rk4_move_to(move) == rk4_move_to(last->move));
}

void rk4_search_many(struct rk4_mind *mind, int depth, int ply)
{
	struct rk4_ply *now = &mind->plies[ply];
	int seat = mind->pos.turn, best = -2 * RK_INFINITE;
	struct rk4_picker picker;
	rk4_move move;
	bool ends;

	mind->pv_count[ply] = 0;
	if (rk_must_stop(&mind->course))
		return;
	ends = now->over || ply + 1 >= mind->max_ply ||
	       !rk4_picker_has_room(mind);
	if (ends || depth <= 0) {
		judge(mind, ply);
		best = mind->vectors[ply][seat];
		if (ends || depth <= -4 || !ply ||
		    (now - 1)->undo.captured == RK4_EMPTY)
			return;
	}
	now[1].killers[0] = now[1].killers[1] = 0;
	rk4_picker_start(&picker, mind, 0, depth <= 0);
	while (!mind->course.stop &&
	       (move = rk4_picker_next(&picker, mind, ply)) != 0) {
		int value;

		if (!is_wanted(mind, ply, depth, move))
			continue;
		rk4_line_make(mind, ply, move);
		rk4_search_many(mind, depth - 1, ply + 1);
		rk4_line_unmake(mind, ply);
		value = mind->vectors[ply + 1][seat];
		if (mind->course.stop || value <= best)
			continue;
		best = value;
		memcpy(mind->vectors[ply], mind->vectors[ply + 1],
		       sizeof(mind->vectors[ply]));
		rk4_line_extend_pv(mind, ply, move);
	}
	rk4_picker_end(&picker, mind);
	if (best == -2 * RK_INFINITE)
		judge(mind, ply);
}
