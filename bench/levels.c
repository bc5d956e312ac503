/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Plays each of the computer's levels against the next one: bench_levels
 * [GAMES]. Colours alternate; draws that can be claimed are claimed. Prints the
 * higher level's share of the points with its 95 % confidence interval. A game
 * depends only on its number, so the table is the same every time. Fails if a
 * share is too small. The last level is left out, since it thinks for a second.
 * At the end, levels that search in 8 KB of memory play against the same levels
 * with ample memory; there no share is required.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "rookery/game.h"
#include "rookery/levels.h"

#define NEEDED 65
#define SLOW 9 /* the first slow level */
#define TABLE_SIZE ((size_t)8 << 20)
#define LOG_SIZE 2048 /* games end earlier by the fifty-move rule */

enum memory {
	LARGE,
	SMALL,
};

/* Two levels; the result is the share of `high`. */
struct match {
	const struct rk_rules *rules;
	int games;
	int high, low; /* levels */
	enum memory high_memory;
	int results[3]; /* losses, draws, wins */
	int plies;
};

static struct rk_event events[LOG_SIZE];
static uint64_t keys[LOG_SIZE];

static struct rk_platform platforms[2];
static struct rk_levels_scratch scratch;
static struct rk_player players[2];

static void set_up(void)
{
	static uint64_t small[RK_ENGINE_SMALL / sizeof(uint64_t)];
	static struct rk_tt table;
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	char *memory = malloc(size + TABLE_SIZE);

	if (!memory)
		exit(2);
	rk_tt_init(&table, memory + size, TABLE_SIZE);
	platforms[LARGE].engine =
		rk_engine_new(memory, size, RK_PROFILE_FULL, &table);
	platforms[SMALL].engine =
		rk_engine_new(small, sizeof(small), RK_PROFILE_SMALL, NULL);
	for (int i = LARGE; i <= SMALL; i++) {
		platforms[i].memory = &scratch;
		platforms[i].memory_size = sizeof(scratch);
		rk_levels_init(&players[i], &platforms[i]);
	}
}

static void move(struct rk_game *game, const struct rk_player *player,
		 int level, uint64_t seed)
{
	struct rk_question question = {
		.rules = game->rules,
		.pos = &game->pos,
		.keys = keys,
		.key_count = rk_game_keys(game, keys, LOG_SIZE),
		.plies = (int)rk_game_plies(game),
		.level = level,
		.seed = seed,
	};

	if (rk_game_play(game, player->choose(player->self, &question), 0)) {
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

		if (rk_game_claim(&game) == RK_GAME_OK)
			break;
		if (is_high)
			move(&game, &players[match->high_memory], match->high,
			     (uint64_t)number);
		else
			move(&game, &players[LARGE], match->low,
			     (uint64_t)number);
	}
	match->plies += (int)rk_game_plies(&game);
	if (game.outcome.winners)
		match->results[game.outcome.winners >> high & 1 ? 2 : 0]++;
	else
		match->results[1]++;
}

static bool report(const struct match *match)
{
	const int *results = match->results;
	double share = (results[2] + results[1] / 2.0) / match->games;
	double square = (results[2] + results[1] / 4.0) / match->games;
	double bound = 1.96 * sqrt((square - share * share) / match->games);
	bool is_needed = match->high != match->low;
	bool reached = !is_needed || 100 * share >= NEEDED;

	printf("%-8s  %2d%s against %2d  +%-3d =%-3d -%-3d  %5.1f %% +/- %.1f"
	       "  %3d plies  %s\n",
	       match->rules->name, match->high,
	       match->high_memory == SMALL ? " in 8 KB" : "", match->low,
	       results[2], results[1], results[0], 100 * share, 100 * bound,
	       match->plies / match->games,
	       !is_needed ? ""
	       : reached  ? "reached"
			  : "MISSED");
	fflush(stdout);
	return reached;
}

static bool run(struct match match)
{
	for (int number = 0; number < match.games; number++)
		play(&match, number);
	return report(&match);
}

int main(int argc, char **argv)
{
	static const struct rk_rules *const standard = &rk_rules_standard;
	int games = argc > 1 ? atoi(argv[1]) : 200;
	int few = (games + 3) / 4;
	bool reached = true;

	if (games < 1) {
		fprintf(stderr, "usage: bench_levels [GAMES]\n");
		return 2;
	}
	set_up();
	printf("%d games each, %d from level %d up; %d %% needed\n\n", games,
	       few, SLOW, NEEDED);
	for (int level = 2; level < RK_LEVELS; level++)
		reached &= run((struct match){standard,
					      level < SLOW ? games : few,
					      level,
					      level - 1,
					      LARGE,
					      {0},
					      0});
	for (int level = 2; level <= RK_LEVELS_BY_RULES; level++)
		reached &= run((struct match){&rk_rules_casual,
					      games,
					      level,
					      level - 1,
					      LARGE,
					      {0},
					      0});
	for (int level = 5; level <= SLOW; level += 2)
		reached &= run((struct match){
			standard, few, level, level, SMALL, {0}, 0});
	return !reached;
}
