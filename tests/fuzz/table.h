/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the fuzz targets of everything around a console share: a table to play
 * at, with computers, and what holds of it whatever was done there.
 */
#ifndef RK_TESTS_FUZZ_TABLE_H
#define RK_TESTS_FUZZ_TABLE_H

#include "tests/scratch.h"
#include "tests/fuzz/fuzz.h"
#include "rookery/pgn.h"

#define LOG 64

struct table {
	struct rk_console console;
	struct rk_platform platform;
	struct rk_player player;
	union {
		union shared_scratch shared;
		struct rk_pgn_read pgn;
	} scratch;
	struct rk_event log[LOG];
};

/* For targets that do not read what is written. */
static inline void swallow(void *self, const char *text, size_t length)
{
	(void)self;
	(void)text;
	(void)length;
}

/* With this platform, to which memory is added, and so much of the log. */
static inline void set_table(struct table *table,
			     const struct rk_platform *platform,
			     uint32_t capacity)
{
	memset(table, 0, sizeof(*table));
	table->platform = *platform;
	table->platform.memory = &table->scratch;
	table->platform.memory_size = sizeof(table->scratch);
	rk_levels_init(&table->player, &table->platform);
	rk_console_new(&table->console, &table->platform, &table->player, NULL,
		       capacity ? table->log : NULL, capacity);
}

static inline void check_table(const struct table *table)
{
	const struct rk_console *console = &table->console;
	const struct rk_game *game = &console->game;

	must(game->now <= game->length && game->length <= game->capacity);
	must(has_right_key(game->rules, &game->pos));
	must(game->outcome.reason < RK_REASONS);
	must(console->in_setup ||
	     has_right_key(console->rules, &console->next_start));
	must(console->level >= 1 && console->level <= table->player.levels);
	for (int seat = 0; seat < RK_MAX_SEATS; seat++)
		must(console->seats[seat] <= table->player.levels);
	must(!console->agreed || console->agreed_plies <= rk_game_plies(game));
}

#endif
