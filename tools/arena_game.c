/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One game of the arena: some random moves, then the agents are asked. Whatever
 * can be claimed is claimed; walking kings move at random. Arrangements
 * alternate, and one round of them begins with the same moves, so that neither
 * seat nor opening favours anybody.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/random.h"
#include "rookery/openings.h"
#include "tools/arena.h"
#include "tools/games_four.h"

#define MOST_EVENTS 8192

/* The current game; one at a time in a process. */
static struct table {
	struct rk_game game;
	struct rk_event events[MOST_EVENTS];
	rk_any_move list[RK_ANY_MAX_MOVES];
	uint64_t random_state;
	/* The last ply at which a seat was in the game. */
	int present[RK_MAX_SEATS];
	struct four_game saved;
} table;

static void note_move(rk_any_move move, int score)
{
	struct four_game *saved = &table.saved;

	if (saved->plies == FOUR_PLIES)
		return;
	saved->moves[saved->plies] = move;
	saved->scores[saved->plies++] = (int16_t)score;
}

static uint32_t draw_number(void)
{
	table.random_state += 0x9e3779b97f4a7c15;
	return (uint32_t)(rk_mix(table.random_state) >> 32);
}

static bool move_by_chance(void)
{
	struct rk_game *game = &table.game;
	rk_any_move move = rk_game_random_move(game, table.list, draw_number());

	note_move(move, 0);
	return move && rk_game_play(game, move, 0) == RK_GAME_OK;
}

static bool move_by_book(void)
{
	struct rk_game *game = &table.game;
	int count = game->rules->moves(&game->pos, table.list);
	rk_any_move move = rk_opening_pick_four(game->rules, &game->pos,
						table.list, count,
						draw_number());

	if (!move)
		return move_by_chance();
	note_move(move, 0);
	return rk_game_play(game, move, 0) == RK_GAME_OK;
}

/* False if it was over before it began. */
static bool begin(const struct arena_plan *plan)
{
	struct rk_game *game = &table.game;
	union rk_any_pos start;

	memset(&start, 0, sizeof(start));
	plan->rules->start(&start, plan->start);
	rk_game_new(game, plan->rules, &start, table.events, MOST_EVENTS);
	table.saved.plies = 0;
	table.saved.start = plan->start;
	table.saved.random_moves = (int)plan->random;
	for (long i = 0; i < plan->random; i++)
		if (rk_game_is_over(game) ||
		    !(plan->book ? move_by_book() : move_by_chance()))
			return false;
	return !rk_game_is_over(game);
}

static void show_illegal(long number, int seat, rk_any_move move)
{
	const struct rk_game *game = &table.game;
	char text[RK_ANY_FEN_SIZE];
	size_t length = game->rules->write(text, &game->pos);

	fprintf(stderr,
		"game %ld: %s's answer %06" PRIx32 " is not legal: %.*s\n",
		number, game->rules->seats[seat], move, (int)length, text);
}

static bool ask(const struct arena_plan *plan,
		struct arena_agent *const agents[ROLES], long number,
		struct arena_result *result)
{
	struct rk_game *game = &table.game;
	int seat = rk_game_turn(game);
	int role = plan->seats[number % plan->arrangements][seat];
	struct arena_share *share = &result->role[role];
	uint64_t seed = rk_mix((uint64_t)(number * ROLES + role)) +
			(uint64_t)plan->seed;
	uint64_t time = arena_now(NULL);
	int score;
	rk_any_move move = arena_agent_choose(agents[role], game, seed,
					      &share->nodes, &score);

	note_move(move, score);
	time = arena_now(NULL) - time;
	share->moves++;
	share->time += time;
	if (time > share->slowest)
		share->slowest = time;
	if (rk_game_play(game, move, 0) == RK_GAME_OK)
		return true;
	show_illegal(number, seat, move);
	return false;
}

static enum arena_end take_turn(const struct arena_plan *plan,
				struct arena_agent *const agents[ROLES],
				long number, struct arena_result *result)
{
	struct rk_game *game = &table.game;
	const struct rk_rules *rules = game->rules;

	if (rk_game_claim(game) == RK_GAME_OK)
		return ARENA_OVER;
	if (!rules->moves(&game->pos, table.list))
		return ARENA_STUCK;
	if (rules->walks && rules->walks(&game->pos))
		return move_by_chance() ? ARENA_OVER : ARENA_STUCK;
	if (draw_number() % 1000 < plan->resign)
		return rk_game_resign(game, rk_game_turn(game)) == RK_GAME_OK
			       ? ARENA_OVER
			       : ARENA_STUCK;
	return ask(plan, agents, number, result) ? ARENA_OVER : ARENA_ILLEGAL;
}

static void note_present(void)
{
	const struct rk_game *game = &table.game;
	unsigned int active = game->rules->active(&game->pos);

	for (int seat = 0; seat < game->rules->players; seat++)
		if (active >> seat & 1)
			table.present[seat] = (int)rk_game_plies(game);
}

static bool has_partners(const struct rk_rules *rules)
{
	for (int seat = 1; seat < rules->players; seat++)
		if (rules->sides[seat] == rules->sides[0])
			return true;
	return false;
}

/*
 * Winners rank first. Then points decide, or without points how long a player
 * was in the game; partners win and lose together.
 */
static long score_of(int seat)
{
	const struct rk_game *game = &table.game;
	const struct rk_rules *rules = game->rules;
	long score = game->outcome.winners >> seat & 1 ? 1000000 : 0;

	if (rules->points)
		score += rules->points(&game->pos, seat);
	else if (!has_partners(rules))
		score += table.present[seat];
	return score;
}

static void place(struct arena_share *share, int seat)
{
	const struct rk_rules *rules = table.game.rules;
	long score = score_of(seat);
	int better = 0, equal = 0;

	for (int other = 0; other < rules->players; other++) {
		better += score_of(other) > score;
		equal += score_of(other) == score;
	}
	share->first = better ? 0 : 1.0 / equal;
	share->rank = 1 + better + (equal - 1) / 2.0;
	if (rules->points)
		share->points = rules->points(&table.game.pos, seat);
}

/* Workers append to one file; a game is one write. */
static void save(int file)
{
	static uint8_t packed[FOUR_GAME_SIZE];
	size_t size;

	table.saved.winners = table.game.outcome.winners;
	size = four_game_pack(packed, &table.saved);
	if (write(file, packed, size) != (ssize_t)size) {
		perror("arena: save");
		exit(2);
	}
}

void arena_play(const struct arena_plan *plan,
		struct arena_agent *const agents[ROLES], long number,
		struct arena_result *result)
{
	const uint8_t *roles = plan->seats[number % plan->arrangements];
	struct rk_game *game = &table.game;

	*result = (struct arena_result){.number = number, .end = ARENA_OVER};
	memset(table.present, 0, sizeof(table.present));
	table.random_state = rk_mix((uint64_t)plan->seed) +
			     (uint64_t)(number / plan->arrangements);
	table.random_state = rk_mix(table.random_state);
	while (!begin(plan))
		;
	for (int role = 0; role < ROLES; role++)
		arena_agent_forget(agents[role]);
	while (!rk_game_is_over(game) && result->end == ARENA_OVER) {
		note_present();
		result->end = (long)rk_game_plies(game) >= plan->plies
				      ? ARENA_STOPPED
				      : take_turn(plan, agents, number, result);
	}
	if (!rk_game_is_over(game))
		note_present();
	result->reason = game->outcome.reason;
	result->plies = (int)rk_game_plies(game);
	for (int seat = 0; seat < plan->rules->players; seat++)
		place(&result->role[roles[seat]], seat);
	if (plan->save >= 0 && result->end == ARENA_OVER)
		save(plan->save);
}
