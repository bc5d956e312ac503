/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A game that many ranks analyse together; see analyse_long.h. */
#include <string.h>

#include "ports/cluster/analyse_long.h"
#include "ports/cluster/cluster.h"
#include "rookery/player.h"

/* A position, for a search elsewhere; its keys follow. */
struct long_place {
	uint64_t rules; /* number of its row of rules */
	uint64_t key_count;
	struct rk_pos pos;
};

/*
 * Only positions since the last capture or pawn move can occur again, so the search
 * looks at no keys before that.
 */
static int needed_keys(const struct rk_task *task)
{
	int quiet = task->pos.two.halfmove;

	if (quiet > RK_QUIET_KEYS)
		quiet = RK_QUIET_KEYS;
	return task->key_count < quiet ? task->key_count : quiet;
}

bool long_list(void *finder, const struct rk_task *task, struct host_line *line)
{
	struct analyse_long *game = finder;
	struct host_text *places = &game->places;
	size_t before = places->length;
	int count = needed_keys(task);
	const uint64_t *keys = task->keys + task->key_count - count;
	struct long_place place;

	memset(&place, 0, sizeof(place));
	memset(line, 0, sizeof(*line));
	place.rules = (uint64_t)cluster_rules_index(task->rules);
	place.key_count = (uint64_t)count;
	place.pos = task->pos.two;
	host_text_add(places, (const char *)&place, sizeof(place));
	host_text_add(places, (const char *)keys,
		      (size_t)count * sizeof(*keys));
	return places->length ==
	       before + sizeof(place) + (size_t)count * sizeof(*keys);
}

bool long_recall(void *finder, const struct rk_task *task,
		 struct host_line *line)
{
	struct analyse_long *game = finder;

	(void)task;
	if (game->lines.length - game->told < sizeof(*line))
		return false;
	memcpy(line, game->lines.bytes + game->told, sizeof(*line));
	game->told += sizeof(*line);
	return true;
}

/* The bytes of the position that begins there. */
static size_t length_of(const char *place)
{
	struct long_place head;

	memcpy(&head, place, sizeof(head));
	return sizeof(head) + head.key_count * sizeof(uint64_t);
}

bool long_cut(struct analyse_long *game, uint64_t count, size_t most,
	      struct host_text *piece)
{
	size_t from = game->at, before = piece->length;

	while (count-- && game->at < game->places.length &&
	       before + (game->at - from) < most)
		game->at += length_of(game->places.bytes + game->at);
	host_text_add(piece, game->places.bytes + from, game->at - from);
	return game->at > from && piece->length == before + (game->at - from);
}

static void ignore(void *self, const struct host_search_result *found)
{
	(void)self;
	(void)found;
}

/* Like analyse_game.c: the engine is cleared, and the first line counts. */
static bool search(struct host_analyse *analyse,
		   struct host_search_result *found, const char *bytes,
		   struct host_text *lines)
{
	const struct rk_thinker *thinker = analyse->thinker;
	uint64_t keys[RK_QUIET_KEYS];
	struct long_place place;
	struct rk_task task;

	memcpy(&place, bytes, sizeof(place));
	memcpy(keys, bytes + sizeof(place), place.key_count * sizeof(*keys));
	task = (struct rk_task){
		.rules = rk_rules_all[place.rules],
		.pos.two = place.pos,
		.keys = keys,
		.key_count = (int)place.key_count,
	};
	thinker->forget(thinker->self);
	if (!host_analyse_think(analyse, &task, found, ignore, NULL) ||
	    !found->count)
		return false;
	host_text_add(lines, (const char *)found->lines,
		      sizeof(found->lines[0]));
	return true;
}

bool long_search(struct host_analyse *analyse, struct host_search_result *found,
		 const char *places, size_t length, struct host_text *lines)
{
	for (size_t at = 0; at < length; at += length_of(places + at))
		if (host_analyse_is_stopped() ||
		    !search(analyse, found, places + at, lines))
			return false;
	return true;
}

void long_drop_lines(struct analyse_long *game)
{
	game->lines.length = game->told = 0;
}

void long_drop_places(struct analyse_long *game)
{
	game->piece.length = game->places.length = game->at = 0;
}

void long_free(struct analyse_long *game)
{
	host_text_free(&game->piece);
	host_text_free(&game->places);
	host_text_free(&game->lines);
}
