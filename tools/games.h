/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The file of games that tools/selfplay.c writes and tools/tune.c reads, four
 * bytes a move. All numbers are little-endian.
 *
 *	8 bytes  "rkgames1"
 *	then games, each of them:
 *	2 bytes  its starting position, 0 to 959 as in Chess960
 *	1 byte   its result: 0 Black won, 1 a draw, 2 White won
 *	1 byte   the number of random moves at its beginning
 *	2 bytes  the number of its moves
 *	then for each move: 2 bytes the move as in rookery/types.h, and 2 bytes
 *	its score from the mover's view, hundredths of a pawn; 0 if random
 */
#ifndef TOOLS_GAMES_H
#define TOOLS_GAMES_H

#include <stdio.h>

#include "rookery/moves.h"

#define GAMES_MAGIC "rkgames1"
#define GAME_PLIES 400

struct game {
	int start;
	int result;
	int random_moves; /* random moves at the start */
	int plies;
	rk_move moves[GAME_PLIES];
	int16_t scores[GAME_PLIES];
};

static inline void put_16(FILE *file, int number)
{
	putc(number & 0xff, file);
	putc(number >> 8 & 0xff, file);
}

/* -1 at the end of the file. */
static inline int get_16(FILE *file)
{
	int low = getc(file), high = getc(file);

	return high == EOF ? -1 : low | high << 8;
}

static inline void game_write(FILE *file, const struct game *game)
{
	put_16(file, game->start);
	putc(game->result, file);
	putc(game->random_moves, file);
	put_16(file, game->plies);
	for (int i = 0; i < game->plies; i++) {
		put_16(file, game->moves[i]);
		put_16(file, game->scores[i]);
	}
}

/* False at the end of the file, or if it is invalid. */
static inline bool game_read(FILE *file, struct game *game)
{
	game->start = get_16(file);
	game->result = getc(file);
	game->random_moves = getc(file);
	game->plies = get_16(file);
	if (game->start < 0 || game->start > 959 || game->result < 0 ||
	    game->result > 2 || game->plies < 0 || game->plies > GAME_PLIES)
		return false;
	for (int i = 0; i < game->plies; i++) {
		int move = get_16(file), score = get_16(file);

		if (score < 0)
			return false;
		game->moves[i] = (rk_move)move;
		game->scores[i] = (int16_t)score;
	}
	return true;
}

#endif
