/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The seams within PGN. The reader: pgn_read.c cuts the text into words, tags
 * and comments, pgn_words.c says what they mean for the game. The writer:
 * pgn_write.c lays out what the others want written.
 */
#ifndef RK_PROTO_PGN_READER_H
#define RK_PROTO_PGN_READER_H

#include "proto/pgn.h"

/* How far the game is. */
enum rk_pgn_phase {
	RK_PGN_PHASE_NONE,
	RK_PGN_PHASE_TAGS,     /* nothing but tags and comments so far */
	RK_PGN_PHASE_MOVES,
	RK_PGN_PHASE_FINISHED, /* a comment in this line still belongs to it */
};

/* Where the present character is. */
struct rk_pgn_place rk_pgn_here(const struct rk_pgn_reader *reader);

/* Is a [ here the beginning of a tag? It may end the game before. */
bool rk_pgn_begin_tag(struct rk_pgn_reader *reader);

/* What is in the room is complete. */
void rk_pgn_take_tag(struct rk_pgn_reader *reader);
void rk_pgn_take_word(struct rk_pgn_reader *reader);
void rk_pgn_take_comment(struct rk_pgn_reader *reader);

void rk_pgn_take_open(struct rk_pgn_reader *reader);
void rk_pgn_take_close(struct rk_pgn_reader *reader);
void rk_pgn_take_line_end(struct rk_pgn_reader *reader);

/* Breaks the game, because of what is in the room. */
void rk_pgn_fail(struct rk_pgn_reader *reader, const char *reason);

/* Ends the game if there is one, and makes ready for another. */
void rk_pgn_end_game(struct rk_pgn_reader *reader);

/* Are these the same, with a NUL at the end? */
bool rk_pgn_is(const char *text, const char *word);

/* One of the four results as a constant, or NULL if the text is none. */
const char *rk_pgn_result(const char *text);

/* The tag of that name in a list, the last if there are several, or NULL. */
const struct rk_pgn_tag *rk_pgn_find_tag(const struct rk_pgn_tag *tags,
					 size_t count, const char *name);

#endif
