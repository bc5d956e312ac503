/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The words of the /dev/chess protocol, made from the second rule book: what
 * a client that knows chess would send, and what it must be answered.
 */
#ifndef ORACLE_PROTOCOL_H
#define ORACLE_PROTOCOL_H

#include <stdint.h>

#include "tests/oracle/oracle.h"

#define PROTOCOL_BOARD_SIZE 129
#define PROTOCOL_MOVE_SIZE 48 /* with room for what alters a move */
#define PROTOCOL_COORD_SIZE 6
#define PROTOCOL_PLIES 256
#define PROTOCOL_LINE_SIZE (ORACLE_FEN_SIZE + 6 * PROTOCOL_PLIES)

/* A game so far: its positions before the present one, and its line. */
struct protocol_history {
	struct oracle_pos places[PROTOCOL_PLIES];
	int count;
	char line[PROTOCOL_LINE_SIZE];
};

/* The answer to 01, without its newline. */
void protocol_board(char text[PROTOCOL_BOARD_SIZE],
		    const struct oracle_pos *pos);

/* The command 02 of a move, without its newline. */
void protocol_move(char text[PROTOCOL_MOVE_SIZE], const struct oracle_pos *pos,
		   const struct oracle_move *move);

/* A move in coordinates, as 08 and 09 have it. */
void protocol_coord(char text[PROTOCOL_COORD_SIZE],
		    const struct oracle_move *move);

/* A game begins; a position is left by a move. */
void protocol_begin(struct protocol_history *history,
		    const struct oracle_pos *pos);
void protocol_play(struct protocol_history *history,
		   const struct oracle_pos *pos,
		   const struct oracle_move *move);

/* How often this position has been there, this time included. */
int protocol_times(const struct protocol_history *history,
		   const struct oracle_pos *pos);

/* The answer to the move that led to this position: OK, CHECK, MATE, TIE. */
const char *protocol_answer(const struct protocol_history *history,
			    const struct oracle_pos *pos);

/*
 * A legal move with something altered. Returns what such a command must be
 * answered, or NULL if it came to be another legal one.
 */
const char *protocol_alter(char text[PROTOCOL_MOVE_SIZE],
			   const struct oracle_pos *pos,
			   const struct oracle_list *list, uint64_t *seed);

#endif
