/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The win rate model: of 1000 games from the root, how many each seat wins, by
 * the score and the best line. Each seat gets a value, and its share is the
 * softmax of the values: `scale` centipawns more are e times the chance.
 *
 * In a free-for-all game the values are those of the position at the end of the
 * line. The score corrects the value of the root seat. With points, a seat that
 * is still in the game has a bonus, the larger the more material is left to
 * win; and points count the more, the less is left. The numbers were fitted to
 * games of the engine against itself (docs/engine-four.md).
 */
#include "engine/four/search.h"

/* In centipawns. */
#define SCALE_FFA 1050
#define SCALE_TEAMS 720
#define IN_GAME 6500    /* with all material on the board */
#define POINT 155       /* with no material left */
#define ARMY_VALUE 4200 /* of one seat at the start */

/* 4096 * exp(-x) for x = 0, 1/4, ... 8. */
static const uint16_t exp_table[33] = {
	4096, 3190, 2484, 1935, 1507, 1174, 914, 712, 554, 432, 336,
	262,  204,  159,  124,  96,   75,   58,  46,  35,  28,  21,
	17,   13,   10,   8,    6,    5,    4,   3,   2,   2,   1,
};

/* exp(-behind / scale), interpolated between two entries of the table. */
static int win_weight(int behind, int scale)
{
	int x = behind * 128 / scale; /* 32 for each entry of the table */
	int step = x / 32;

	if (step >= 32)
		return exp_table[32];
	return exp_table[step] -
	       (exp_table[step] - exp_table[step + 1]) * (x % 32) / 32;
}

/* The seat has left a game without points, or a mate decides against it. */
static bool cannot_win(const struct rk4_engine *engine, int seat, int score)
{
	const struct rk4_pos *pos = &engine->pos;
	bool moves = rk4_side(engine, seat) == rk4_side(engine, pos->turn);

	if (!(pos->options & (RK4_POINTS | RK4_TEAMS)) && pos->left >> seat & 1)
		return true;
	return rk_score_is_mate(score) && moves != (score > 0);
}

/*
 * Makes the moves of the line and returns how many. The line may be longer than
 * the search stack, and moves from the table may be illegal.
 */
static int play_line(struct rk4_engine *engine, const struct rk_info *info)
{
	uint64_t nodes = engine->control.nodes;
	int ply = 0;

	while (ply < info->move_count && ply + 1 < engine->max_ply &&
	       rk4_move_is_legal(&engine->pos, info->moves[ply])) {
		rk4_line_make(engine, ply, info->moves[ply]);
		ply++;
	}
	engine->control.nodes = nodes; /* these are no searched nodes */
	return ply;
}

/* The material on the board, in 1/256 of four full armies. */
static int material_left(const struct rk4_engine *engine, int ply)
{
	int sum = 0;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (!(engine->pos.left >> seat & 1))
			sum += engine->plies[ply].psqt.sum[seat];
	sum = sum * 256 / (RK4_SEATS * ARMY_VALUE);
	return rk_clamp(sum < 0 ? 0 : sum, 256);
}

/*
 * The values at the end of the line. That of the root seat is changed so that
 * its score against all is the score of the search.
 */
static void values_at(struct rk4_engine *engine, int ply, int score,
		      int values[RK4_SEATS])
{
	const struct rk4_pos *pos = &engine->pos;
	int left = material_left(engine, ply), gone = 256 - left;
	/* One of the players will get the kings that walk. */
	int walking = RK4_MATE_POINTS * rk4_count_seats(pos->walking) /
		      (rk4_count_seats(rk4_active(pos)) | !rk4_active(pos));

	rk4_eval_seats(engine, &engine->plies[ply].psqt, values);
	values[engine->root_seat] +=
		score - rk4_ffa_score(engine, values, engine->root_seat);
	if (!(pos->options & RK4_POINTS))
		return;
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		int points = pos->points[seat];

		if (!(pos->left >> seat & 1)) {
			values[seat] += IN_GAME * left / 256;
			points += walking;
		}
		values[seat] += POINT * points * gone / 256 * gone / 256;
	}
}

static void values_ffa(struct rk4_engine *engine, const struct rk_info *info,
		       int values[RK4_SEATS])
{
	int ply = play_line(engine, info);

	values_at(engine, ply, info->score, values);
	while (ply)
		rk4_line_unmake(engine, --ply);
}

static void values_teams(const struct rk4_engine *engine, int score,
			 int values[RK4_SEATS])
{
	for (int seat = 0; seat < RK4_SEATS; seat++)
		values[seat] = (seat ^ engine->pos.turn) & 1 ? 0 : score;
}

void rk4_wdl(struct rk4_engine *engine, struct rk_info *info)
{
	int values[RK4_SEATS], weights[RK4_SEATS] = {0};
	int most = -2 * RK_INFINITE, sum = 0, score = info->score;

	if (engine->teams)
		values_teams(engine, score, values);
	else
		values_ffa(engine, info, values);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (!cannot_win(engine, seat, score) && values[seat] > most)
			most = values[seat];
	for (int seat = 0; seat < RK4_SEATS; seat++) {
		if (!cannot_win(engine, seat, score))
			weights[seat] = win_weight(most - values[seat],
						   engine->teams ? SCALE_TEAMS
								 : SCALE_FFA);
		sum += weights[seat];
	}
	if (!sum)
		return; /* nobody in the game can win by this line */
	/* Partners win together, so the four shares sum to 2000. */
	for (int seat = 0; seat < RK4_SEATS; seat++)
		info->shares[seat] = (uint16_t)(1000 * weights[seat] *
						(engine->teams ? 2 : 1) / sum);
}
