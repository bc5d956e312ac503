/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a line means for the game: how many of 1000 games each seat wins. Who is
 * to move stands as well as the search says, the others as they look at its end.
 * With points, to be in the game counts the more the more there is left to win,
 * and points the more the less is left. An advantage multiplies the chance. The
 * numbers were found with games of the engine against itself
 * (docs/engine-four.md).
 */
#include "engine/four/search.h"

/* Hundredths of a pawn: so many more are e times the chance. */
#define SCALE_ALL 1050
#define SCALE_TEAMS 720
#define IN_GAME 6500
#define POINT 155
#define ARMY 4200 /* at the start */

/* 4096 * exp(-x) for x = 0, 1/4, ... 8. */
static const uint16_t falling[33] = {
	4096, 3190, 2484, 1935, 1507, 1174, 914, 712, 554, 432, 336,
	262,  204,  159,  124,  96,   75,   58,  46,  35,  28,  21,
	17,   13,   10,   8,    6,    5,    4,   3,   2,   2,   1,
};

static int weight(int behind, int scale)
{
	int x = behind * 128 /
		scale; /* in steps of 1/32 of those of the table */
	int step = x / 32;

	if (step >= 32)
		return falling[32];
	return falling[step] -
	       (falling[step] - falling[step + 1]) * (x % 32) / 32;
}

/* Has it no chance any more? */
static bool is_out(const struct rk4_mind *mind, int seat, int score)
{
	const struct rk4_pos *pos = &mind->pos;
	bool moves = rk4_side(mind, seat) == rk4_side(mind, pos->turn);

	if (!(pos->options & (RK4_POINTS | RK4_TEAMS)) && pos->left >> seat & 1)
		return true;
	return rk_score_is_mate(score) && moves != (score > 0);
}

/* Makes the moves of a line, as far as they are some; returns how many. */
static int go_along(struct rk4_mind *mind, const struct rk_info *info)
{
	uint64_t nodes = mind->course.nodes;
	int ply = 0;

	while (ply < info->move_count && ply + 1 < mind->max_ply &&
	       rk4_move_is_legal(&mind->pos, info->moves[ply])) {
		rk4_line_make(mind, ply, info->moves[ply]);
		ply++;
	}
	mind->course.nodes = nodes; /* nothing was searched */
	return ply;
}

/* How much of four armies is left, in 1/256. */
static int what_is_left(const struct rk4_mind *mind, int ply)
{
	int sum = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (!(mind->pos.left >> seat & 1))
			sum += mind->plies[ply].tally.men[seat];
	sum = sum * 256 / (RK4_SEATS * ARMY);
	return rk_clip(sum < 0 ? 0 : sum, 256);
}

/* By the score he who thinks has more, or less, than it looks. */
static void stand_here(struct rk4_mind *mind, int ply, int score,
		       int standing[RK4_SEATS])
{
	const struct rk4_pos *pos = &mind->pos;
	int left = what_is_left(mind, ply), gone = 256 - left;

	rk4_eval_seats(mind, &mind->plies[ply].tally, standing);
	standing[mind->hero] +=
		score - rk4_against_all(mind, standing, mind->hero);
	if (!(pos->options & RK4_POINTS))
		return;
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		if (!(pos->left >> seat & 1))
			standing[seat] += IN_GAME * left / 256;
		standing[seat] +=
			POINT * pos->points[seat] * gone / 256 * gone / 256;
	}
}

static void stand_alone(struct rk4_mind *mind, const struct rk_info *info,
			int standing[RK4_SEATS])
{
	int ply = go_along(mind, info);

	stand_here(mind, ply, info->score, standing);
	while (ply)
		rk4_line_unmake(mind, --ply);
}

static void stand_together(const struct rk4_mind *mind, int score,
			   int standing[RK4_SEATS])
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		standing[seat] = (seat ^ mind->pos.turn) & 1 ? 0 : score;
}

void rk4_shares(struct rk4_mind *mind, struct rk_info *info)
{
	int standing[RK4_SEATS], weights[RK4_SEATS] = {0};
	int most = -2 * RK_INFINITE, sum = 0, score = info->score;

	if (mind->teams)
		stand_together(mind, score, standing);
	else
		stand_alone(mind, info, standing);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (!is_out(mind, seat, score) && standing[seat] > most)
			most = standing[seat];
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		if (!is_out(mind, seat, score))
			weights[seat] =
				weight(most - standing[seat],
				       mind->teams ? SCALE_TEAMS : SCALE_ALL);
		sum += weights[seat];
	}
	if (!sum)
		return; /* it is the turn of one who cannot win any more */
	/* Partners win together. */
	for (int seat = 0; seat < RK4_SEATS; seat++)
		info->shares[seat] = (uint16_t)(1000 * weights[seat] *
						(mind->teams ? 2 : 1) / sum);
}
