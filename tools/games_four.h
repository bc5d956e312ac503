/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The file of four-player games that tools/arena.c writes and tools/tune_four.c
 * reads, five bytes a move. Files may be joined. All numbers are little-endian.
 *
 *	games, each of them:
 *	1 byte   'G'
 *	1 byte   its start, an index of the rules' starts
 *	1 byte   the seats that won, a set; 0 a draw
 *	1 byte   the number of random moves at its beginning
 *	2 bytes  the number of its moves
 *	then for each move: 3 bytes the move as in rookery/four.h, and 2 bytes
 *	its score from the mover's view, centipawns; 0 if random
 */
#ifndef TOOLS_GAMES_FOUR_H
#define TOOLS_GAMES_FOUR_H

#include <stdio.h>

#include "rookery/four.h"

#define FOUR_PLIES 1200

struct four_game {
	int start;
	int winners;
	int random_moves;
	int plies;
	rk4_move moves[FOUR_PLIES];
	int16_t scores[FOUR_PLIES];
};

#define FOUR_GAME_SIZE (6 + 5 * FOUR_PLIES)

/* Returns the number of bytes, at most FOUR_GAME_SIZE. */
static inline size_t four_game_pack(uint8_t *to, const struct four_game *game)
{
	uint8_t *at = to;

	*at++ = 'G';
	*at++ = (uint8_t)game->start;
	*at++ = (uint8_t)game->winners;
	*at++ = (uint8_t)game->random_moves;
	*at++ = (uint8_t)(game->plies & 255);
	*at++ = (uint8_t)(game->plies >> 8);
	for (int i = 0; i < game->plies; i++) {
		uint16_t score = (uint16_t)game->scores[i];

		*at++ = (uint8_t)(game->moves[i] & 255);
		*at++ = (uint8_t)(game->moves[i] >> 8 & 255);
		*at++ = (uint8_t)(game->moves[i] >> 16 & 255);
		*at++ = (uint8_t)(score & 255);
		*at++ = (uint8_t)(score >> 8);
	}
	return (size_t)(at - to);
}

/* False at the end of the file, or if it is invalid. */
static inline bool four_game_read(FILE *file, struct four_game *game)
{
	uint8_t head[6], move[5];

	if (!fread(head, sizeof(head), 1, file) || head[0] != 'G')
		return false;
	game->start = head[1];
	game->winners = head[2];
	game->random_moves = head[3];
	game->plies = head[4] | head[5] << 8;
	if (game->plies > FOUR_PLIES)
		return false;
	for (int i = 0; i < game->plies; i++) {
		if (!fread(move, sizeof(move), 1, file))
			return false;
		game->moves[i] =
			(rk4_move)(move[0] | move[1] << 8 | move[2] << 16);
		game->scores[i] = (int16_t)(move[3] | move[4] << 8);
	}
	return true;
}

#endif
