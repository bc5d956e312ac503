/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Undo, redo, walking through a game, counting repetitions, and the score over
 * many games. Only the log is kept, so a question about the past replays it;
 * that takes microseconds and saves the memory of a small machine. Repetitions,
 * which are counted at every move, replay only from the last irreversible
 * event.
 */
#include "rookery/game.h"

#include "core/random.h"

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

/* Is it the turn of a walking king? */
static bool is_walk(const struct rk_game *game)
{
	return !rk_game_is_over(game) && game->rules->walks(&game->pos);
}

/* A draw offer, or declining one. */
static bool is_about_draw(const struct rk_game *game, uint32_t event)
{
	enum rk_event_kind kind = rk_event_kind(game->log[event]);

	return kind == RK_EVENT_OFFER || kind == RK_EVENT_DECLINE;
}

/* The index of the next move, skipping other events. */
static uint32_t next_move(const struct rk_game *game, uint32_t event)
{
	while (event < game->length && !is_move(game, event))
		event++;
	return event;
}

static uint32_t after_moves(const struct rk_game *game, uint32_t plies)
{
	uint32_t event = game->now;

	while (plies)
		plies -= is_move(game, event++);
	return event;
}

/*
 * Goes to the position where a redo stops if its last move is before `event`:
 * events after that move are redone with it. But if that move was a walking
 * king's, it stops earlier if possible, at the turn of the player who left, as
 * undo does.
 */
static void go_to_stop(struct rk_game *game, uint32_t event)
{
	uint32_t end = next_move(game, event);

	rk_game_rewind(game, end);
	if (end == game->length)
		return;
	while (game->now > event && is_walk(game))
		rk_game_rewind(game, game->now - 1);
	if (is_walk(game))
		rk_game_rewind(game, end);
}

/* The index before the last leaving, or before the offers of an agreed draw. */
static uint32_t before_leaving(const struct rk_game *game)
{
	uint32_t event = game->now;

	while (event && is_about_draw(game, event - 1))
		event--;
	if (event && !is_move(game, event - 1) &&
	    game->outcome.reason != RK_REASON_AGREEMENT)
		event--;
	return event;
}

/*
 * A leaving was taken back alone, and now the move before it is taken back
 * too. Redo must not bring both back, so the log is cut.
 */
static void forget_leaving(struct rk_game *game)
{
	uint32_t now = game->now;

	if (now == next_move(game, now))
		return;
	go_to_stop(game, now);
	if (game->now != now)
		game->length = now;
	rk_game_rewind(game, now);
}

enum rk_game_error rk_game_undo(struct rk_game *game, uint32_t plies)
{
	uint32_t events = before_leaving(game);

	if (plies > rk_game_plies(game) || (!plies && events == game->now))
		return RK_GAME_NO_HISTORY;
	if (plies) {
		forget_leaving(game);
		events = game->now;
	}
	while (plies)
		plies -= is_move(game, --events);
	rk_game_rewind(game, events);
	while (events && is_walk(game))
		rk_game_rewind(game, --events);
	return RK_GAME_OK;
}

enum rk_game_error rk_game_redo(struct rk_game *game, uint32_t plies)
{
	uint32_t last;

	if (plies > rk_game_redo_plies(game))
		return RK_GAME_NO_HISTORY;
	last = plies ? after_moves(game, plies) : next_move(game, game->now);
	if (last == game->now)
		return RK_GAME_NO_HISTORY;
	go_to_stop(game, last);
	while (game->now < game->length && is_walk(game))
		go_to_stop(game, after_moves(game, 1));
	return RK_GAME_OK;
}

/*
 * Applies an event to a position. Claims and offers are ignored: they can only
 * end the game, and no position after the end is visited.
 */
static void advance(const struct rk_rules *rules, union rk_any_pos *pos,
		    struct rk_event event)
{
	union rk_any_undo undo;

	if (rk_event_kind(event) == RK_EVENT_MOVE)
		rules->make(pos, rk_event_move(event), &undo);
	else if (rk_event_kind(event) == RK_EVENT_RESIGN)
		rules->leave(pos, rk_event_seat(event), RK_REASON_RESIGNATION);
	else if (rk_event_kind(event) == RK_EVENT_FLAG)
		rules->leave(pos, rk_event_seat(event), RK_REASON_TIME);
#ifndef RK_TWO_PLAYERS
	else if (rk_event_kind(event) == RK_EVENT_STAY)
		rules->stay(pos);
#endif
}

static void walk_from(const struct rk_game *game, const union rk_any_pos *start,
		      uint32_t event,
		      bool (*visit)(void *self, const union rk_any_pos *pos,
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
		  bool (*visit)(void *self, const union rk_any_pos *pos,
				struct rk_event event),
		  void *self)
{
	walk_from(game, &game->start, 0, visit, self);
}

/* Counts the positions that equal the current one. */
struct repetition_count {
	const struct rk_game *game;
	uint64_t key;
	int equal;
};

static bool compare_keys(void *self, const union rk_any_pos *pos,
			 struct rk_event event)
{
	struct repetition_count *count = self;

	if (rk_event_kind(event) == RK_EVENT_MOVE)
		count->equal += count->game->rules->key(pos) == count->key;
	return true;
}

int rk_game_repetitions(const struct rk_game *game)
{
	struct repetition_count count = {
		game,
		game->rules->key(&game->pos),
		1,
	};

	walk_from(game, &game->quiet_start, game->quiet_from, compare_keys,
		  &count);
	return count.equal;
}

/* Collects keys; the first `skip` are left out. */
struct key_list {
	const struct rk_game *game;
	uint64_t *keys;
	int skip;
	int count;
};

static bool collect_key(void *self, const union rk_any_pos *pos,
			struct rk_event event)
{
	struct key_list *list = self;

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	if (list->skip > 0)
		list->skip--;
	else
		list->keys[list->count++] = list->game->rules->key(pos);
	return true;
}

int rk_game_keys(const struct rk_game *game, uint64_t *keys, int cap)
{
	struct key_list list = {
		game,
		keys,
		(int)rk_game_plies(game) - cap,
		0,
	};

	rk_game_walk(game, collect_key, &list);
	return list.count;
}

rk_any_move rk_game_random_move(const struct rk_game *game, rk_any_move *list,
				uint64_t seed)
{
	uint64_t number = rk_mix_seed(seed) ^ game->rules->key(&game->pos);
	int count = game->rules->moves(&game->pos, list);

	return count ? list[rk_mix(number) % (uint64_t)count] : 0;
}

/* Did players who are no partners win together? */
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
