/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Plays one game of the engine against itself. It begins with some random moves,
 * then each move is searched for about the same number of nodes. Everything
 * random comes from the seed and the game's number, and the engine is a new one
 * for every game.
 */
#include <stdlib.h>

#include "rookery/status.h"
#include "tools/searcher.h"
#include "tools/selfplay.h"

#define OPENING_MAX 150 /* a more unbalanced opening is discarded */

/*
 * Games are adjudicated late, so that the evaluation also learns won positions:
 * at this score for so many plies, or even for so many plies from a late ply
 * on.
 */
#define WON 2000
#define WON_PLIES 5
#define LEVEL 8
#define LEVEL_PLIES 12
#define LEVEL_AFTER 80

/* One thread's engine and game. */
struct selfplay_player {
	const struct selfplay *run;
	struct searcher searcher;
	uint64_t seed;
	struct rk_pos pos;
	uint64_t keys[GAME_PLIES + 1];
	rk_move list[RK_MAX_MOVES];
	struct game game;
};

static int random_below(uint64_t *seed, int limit)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (int)((*seed >> 33) % (uint64_t)limit);
}

struct selfplay_player *selfplay_player_new(const struct selfplay *run)
{
	struct selfplay_player *player = calloc(1, sizeof(*player));

	if (!player) {
		fprintf(stderr, "selfplay: out of memory\n");
		exit(1);
	}
	player->run = run;
	searcher_open(&player->searcher, "selfplay");
	return player;
}

void selfplay_player_free(struct selfplay_player *player)
{
	searcher_close(&player->searcher);
	free(player);
}

static void play(struct selfplay_player *player, rk_move move, int score)
{
	struct game *game = &player->game;
	struct rk_undo undo;

	player->keys[game->plies] = rk_pos_key_repetition(&player->pos);
	game->moves[game->plies] = move;
	game->scores[game->plies++] = (int16_t)score;
	rk_pos_make(&player->pos, move, &undo);
}

static struct rk_answer think(struct selfplay_player *player)
{
	int percent = 75 + random_below(&player->seed, 51);

	return searcher_think(&player->searcher, &player->pos, player->keys,
			      player->game.plies,
			      (uint64_t)(player->run->nodes * percent / 100));
}

static bool is_repeated(const struct selfplay_player *player)
{
	uint64_t key = rk_pos_key_repetition(&player->pos);
	int times = 1;

	for (int i = 0; i < player->game.plies; i++)
		times += player->keys[i] == key;
	return times >= 3;
}

static bool is_draw(const struct selfplay_player *player)
{
	return rk_pos_is_insufficient(&player->pos) ||
	       rk_pos_is_fifty(&player->pos) || is_repeated(player);
}

/* Plays random moves; false if they ended the game. */
static bool play_opening(struct selfplay_player *player)
{
	struct game *game = &player->game;
	int plies = 7 + random_below(&player->seed, 4);

	game->plies = 0;
	game->start = 518;
	if (random_below(&player->seed, 100) < player->run->chess960)
		game->start = random_below(&player->seed, 960);
	game->random_moves = plies;
	rk_pos_start960(&player->pos, game->start);
	while (plies--) {
		int count = rk_gen_legal(&player->pos, player->list);

		if (!count)
			return false;
		play(player, player->list[random_below(&player->seed, count)],
		     0);
	}
	return rk_pos_has_move(&player->pos) && !is_draw(player);
}

static int size_of(int number)
{
	return number < 0 ? -number : number;
}

/* The adjudicated result, or -1 if the game is still open. */
static int settled(const struct game *game)
{
	int last = game->plies - 1, won = 0, level = 0;

	for (int i = last; i >= game->random_moves; i--, won++) {
		int sign = (last - i) % 2 ? -1 : 1;

		if (sign * game->scores[i] * (game->scores[last] < 0 ? -1 : 1) <
		    WON)
			break;
	}
	for (int i = last; i >= game->random_moves; i--, level++)
		if (size_of(game->scores[i]) > LEVEL)
			break;
	if (won >= WON_PLIES)
		return (game->scores[last] > 0) == (last % 2 == 0) ? 2 : 0;
	return level >= LEVEL_PLIES && game->plies >= LEVEL_AFTER ? 1 : -1;
}

/* Plays from the opening to the end; false if the opening was discarded. */
static bool play_game(struct selfplay_player *player)
{
	struct game *game = &player->game;

	if (!play_opening(player))
		return false;
	/* A new engine for every game, so that games are independent. */
	searcher_begin(&player->searcher, player->run->network);
	game->result = 1;
	while (game->plies < GAME_PLIES && !is_draw(player)) {
		struct rk_answer answer;
		int result;

		if (!rk_pos_has_move(&player->pos)) {
			if (rk_pos_in_check(&player->pos))
				game->result = player->pos.side ? 2 : 0;
			break;
		}
		answer = think(player);
		if (game->plies == game->random_moves &&
		    size_of(answer.score) > OPENING_MAX)
			return false;
		play(player, (rk_move)answer.best, answer.score);
		result = settled(game);
		if (result >= 0) {
			game->result = result;
			break;
		}
	}
	return true;
}

const struct game *selfplay_play(struct selfplay_player *player, long number)
{
	player->seed = (uint64_t)player->run->seed * 1000000007u +
		       (uint64_t)number * 7919u;
	random_below(&player->seed, 2);
	random_below(&player->seed, 2);
	while (!play_game(player))
		;
	return &player->game;
}
