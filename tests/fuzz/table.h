/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the fuzz targets of everything around a console share: a table to play
 * at, with computers, and what holds of it whatever was done there.
 */
#ifndef RK_TESTS_FUZZ_TABLE_H
#define RK_TESTS_FUZZ_TABLE_H

#include "tests/desk.h"
#include "tests/fuzz/fuzz.h"

#define LOG 64

struct table {
	struct rk_console console;
	struct rk_console_port port;
	struct rk_player player;
	struct rk_levels levels;
	union shared_desk desk;
	struct rk_event log[LOG];
};

/* For targets that do not read what is written. */
static inline void swallow(void *self, const char *text, size_t length)
{
	(void)self;
	(void)text;
	(void)length;
}

/* With this port, to which the desk is added, and so much of the log. */
static inline void set_table(struct table *table,
			     const struct rk_console_port *port,
			     uint32_t capacity)
{
	memset(table, 0, sizeof(*table));
	table->port = *port;
	table->port.desk = &table->desk.console;
	rk_levels_init(&table->player, &table->levels, &table->desk.levels);
	rk_console_new(&table->console, &table->port, &table->player,
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
