/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A board has no files: the console's port has no `load`. So nobody calls what
 * reads games, and the linker need not find a place for it.
 */
#include "proto/pgn.h"

void rk_pgn_reader_new(struct rk_pgn_reader *reader, char *room, size_t size,
		       struct rk_pgn_level *levels, int level_count,
		       struct rk_pgn_listener listener)
{
	(void)reader;
	(void)room;
	(void)size;
	(void)levels;
	(void)level_count;
	(void)listener;
}

void rk_pgn_reader_feed(struct rk_pgn_reader *reader, const char *text,
			size_t length)
{
	(void)reader;
	(void)text;
	(void)length;
}

bool rk_pgn_read_game(struct rk_game *game, const char *text, size_t length,
		      struct rk_pgn_read *scratch, struct rk_error *error)
{
	(void)game;
	(void)text;
	(void)length;
	(void)scratch;
	*error = (struct rk_error){0, "a board has no files"};
	return false;
}
