/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Levels 1 to 4 of the computer against each other, as far as there are
 * neighbours: bench_levels [GAMES]. Each pair changes colours from game to
 * game; draws that can be claimed are. Prints the share of the points that
 * the higher level takes, with the bounds in which that would lie in 19 of 20
 * such matches. A game follows from its number: the table is the same every
 * time. Fails if a share is below what is needed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "rookery/game.h"
#include "rookery/levels.h"

#define NEEDED 65
#define LOG_SIZE 2048 /* fifty moves without progress end a game before */

struct match {
	const struct rk_rules *rules;
	int level; /* the higher one */
	int results[3]; /* losses, draws, wins */
	int plies;
};

static struct rk_event events[LOG_SIZE];
static uint64_t keys[LOG_SIZE];

static void move(struct rk_game *game, int level, uint64_t seed)
{
	static struct rk_levels memory;
	struct rk_player player;
	struct rk_question question = {
		.rules = game->rules,
		.pos = &game->pos,
		.keys = keys,
		.key_count = rk_game_keys(game, keys, LOG_SIZE),
		.level = level,
		.seed = seed,
	};

	rk_levels_init(&player, &memory);
	if (rk_game_play(game, player.choose(player.self, &question), 0)) {
		fprintf(stderr, "level %d: a move that cannot be played\n",
			level);
		exit(1);
	}
}

static void play(struct match *match, int number)
{
	static struct rk_game game;
	int high = number % match->rules->players;

	rk_game_new(&game, match->rules, NULL, events, LOG_SIZE);
	while (!rk_game_is_over(&game)) {
		bool is_high = rk_game_turn(&game) == high;

		if (rk_game_claim(&game) != RK_GAME_OK)
			move(&game, match->level - !is_high, (uint64_t)number);
	}
	match->plies += (int)rk_game_plies(&game);
	if (game.outcome.winners)
		match->results[game.outcome.winners >> high & 1 ? 2 : 0]++;
	else
		match->results[1]++;
}

static bool report(const struct match *match, int games)
{
	const int *results = match->results;
	double share = (results[2] + results[1] / 2.0) / games;
	double square = (results[2] + results[1] / 4.0) / games;
	double bound = 1.96 * sqrt((square - share * share) / games);
	bool reached = 100 * share >= NEEDED;

	printf("%-8s  %d against %d  +%-3d =%-3d -%-3d  %5.1f %% +/- %.1f"
	       "  %3d plies  %s\n",
	       match->rules->name, match->level, match->level - 1, results[2],
	       results[1], results[0], 100 * share, 100 * bound,
	       match->plies / games, reached ? "reached" : "MISSED");
	fflush(stdout);
	return reached;
}

int main(int argc, char **argv)
{
	static const struct rk_rules *const rows[] = {&rk_rules_standard,
						      &rk_rules_casual};
	int games = argc > 1 ? atoi(argv[1]) : 200;
	bool reached = true;

	if (games < 1) {
		fprintf(stderr, "usage: bench_levels [GAMES]\n");
		return 2;
	}
	printf("%d games each, %d %% needed\n\n", games, NEEDED);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (int level = 2; level <= 4; level++) {
			struct match match = {rows[i], level, {0}, 0};

			for (int number = 0; number < games; number++)
				play(&match, number);
			reached = report(&match, games) && reached;
		}
	return !reached;
}
