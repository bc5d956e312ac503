/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Looking back and forth in a game: taking back, playing again, walking
 * through it, counting repetitions; and the score over many games. Nothing
 * but the log is kept, so who wants to know the past walks through it again;
 * that takes microseconds and spares the memory of a small machine. Only
 * repetitions, which are counted at every move, have a nearer place to walk
 * from.
 */
#include "game/game.h"

#include "core/chance.h"

static bool is_move(const struct rk_game *game, uint32_t event)
{
	return rk_event_kind(game->log[event]) == RK_EVENT_MOVE;
}

static uint32_t count_moves(const struct rk_game *game, uint32_t from,
			    uint32_t to)
{
	uint32_t moves = 0;

	while (from < to)
		moves += is_move(game, from++);
	return moves;
}

uint32_t rk_game_plies(const struct rk_game *game)
{
	return count_moves(game, 0, game->now);
}

uint32_t rk_game_redo_plies(const struct rk_game *game)
{
	return count_moves(game, game->now, game->length);
}

rk_any_move rk_game_last_move(const struct rk_game *game)
{
	for (uint32_t event = game->now; event; event--)
		if (is_move(game, event - 1))
			return rk_event_move(game->log[event - 1]);
	return 0;
}

/* It is the turn of a king that walks by itself. */
static bool is_walk(const struct rk_game *game)
{
	return !rk_game_is_over(game) && game->rules->walks(&game->pos);
}

enum rk_game_error rk_game_undo(struct rk_game *game, uint32_t plies)
{
	uint32_t events = game->now;

	while (events && !is_move(game, events - 1))
		events--;
	if (plies > rk_game_plies(game) || (!plies && events == game->now))
		return RK_GAME_NO_HISTORY;
	while (plies)
		plies -= is_move(game, --events);
	rk_game_rewind(game, events);
	while (events && is_walk(game))
		rk_game_rewind(game, --events);
	return RK_GAME_OK;
}

/* The last move comes back with everything that happened after it. */
static uint32_t after_moves(const struct rk_game *game, uint32_t plies)
{
	uint32_t events = game->now;

	while (plies)
		plies -= is_move(game, events++);
	while (events < game->length && !is_move(game, events))
		events++;
	return events;
}

enum rk_game_error rk_game_redo(struct rk_game *game, uint32_t plies)
{
	uint32_t events;

	if (plies > rk_game_redo_plies(game))
		return RK_GAME_NO_HISTORY;
	events = after_moves(game, plies);
	if (events == game->now)
		return RK_GAME_NO_HISTORY;
	rk_game_rewind(game, events);
	while (game->now < game->length && is_walk(game))
		rk_game_rewind(game, after_moves(game, 1));
	return RK_GAME_OK;
}

/* What ends a game is its last event; no position after it is looked at. */
static void advance(const struct rk_rules *rules, void *pos,
		    struct rk_event event)
{
	union rk_any_undo undo;

	if (rk_event_kind(event) == RK_EVENT_MOVE)
		rules->make(pos, rk_event_move(event), &undo);
	else if (rk_event_kind(event) == RK_EVENT_RESIGN)
		rules->leave(pos, rk_event_seat(event), RK_REASON_RESIGNATION);
	else if (rk_event_kind(event) == RK_EVENT_FLAG)
		rules->leave(pos, rk_event_seat(event), RK_REASON_TIME);
}

static void walk_from(const struct rk_game *game, const union rk_any_pos *start,
		      uint32_t event,
		      bool (*visit)(void *self, const void *pos,
				    struct rk_event event),
		      void *self)
{
	union rk_any_pos pos = *start;

	for (uint32_t i = event; i < game->now; i++) {
		if (!visit(self, &pos, game->log[i]))
			return;
		advance(game->rules, &pos, game->log[i]);
	}
}

void rk_game_walk(const struct rk_game *game,
		  bool (*visit)(void *self, const void *pos,
				struct rk_event event),
		  void *self)
{
	walk_from(game, &game->start, 0, visit, self);
}

/* Compares each position on the way with the present one. */
struct comparison {
	const struct rk_game *game;
	uint64_t key;
	int equal;
};

static bool compare_keys(void *self, const void *pos, struct rk_event event)
{
	struct comparison *comparison = self;

	if (rk_event_kind(event) == RK_EVENT_MOVE)
		comparison->equal += comparison->game->rules->key(pos) ==
				     comparison->key;
	return true;
}

int rk_game_repetitions(const struct rk_game *game)
{
	struct comparison comparison = {
		game,
		game->rules->key(&game->pos),
		1,
	};

	walk_from(game, &game->quiet_start, game->quiet_from, compare_keys,
		  &comparison);
	return comparison.equal;
}

/* Collects keys, leaving out as many as there is no room for. */
struct collection {
	const struct rk_game *game;
	uint64_t *keys;
	int skip;
	int count;
};

static bool collect_key(void *self, const void *pos, struct rk_event event)
{
	struct collection *collection = self;

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	if (collection->skip > 0)
		collection->skip--;
	else
		collection->keys[collection->count++] =
			collection->game->rules->key(pos);
	return true;
}

int rk_game_keys(const struct rk_game *game, uint64_t *keys, int room)
{
	struct collection collection = {
		game,
		keys,
		(int)rk_game_plies(game) - room,
		0,
	};

	rk_game_walk(game, collect_key, &collection);
	return collection.count;
}

rk_any_move rk_game_random_move(const struct rk_game *game, rk_any_move *list,
				uint64_t seed)
{
	uint64_t chance = rk_mix_seed(seed) ^ game->rules->key(&game->pos);
	int count = game->rules->moves(&game->pos, list);

	return count ? list[rk_mix(chance) % (uint64_t)count] : 0;
}

/* Have players won together who are no partners? */
static bool is_shared(const struct rk_game *game)
{
	unsigned int sides = 0;

	for (int seat = 0; seat < game->rules->players; seat++)
		if (game->outcome.winners >> seat & 1)
			sides |= 1u << game->rules->sides[seat];
	return sides & (sides - 1);
}

void rk_score_add(struct rk_score *score, const struct rk_game *game)
{
	bool halves = !game->outcome.winners || is_shared(game);

	for (int seat = 0; seat < game->rules->players; seat++)
		if (!game->outcome.winners || game->outcome.winners >> seat & 1)
			score->halves[seat] += halves ? 1 : 2;
}
