/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PGN4, the PGN of four players: what differs in it. Its texts go through the
 * same reader, writer, normaliser and importer; these ask here where a game has
 * more than two players. docs/pgn.md says how the format looks.
 */
#ifndef RK_PROTO_PGN4_H
#define RK_PROTO_PGN4_H

#include "proto/pgn_reader.h"

/* What the tag RuleVariants says. */
#define RK_PGN4_TOLD 1    /* there is one */
#define RK_PGN4_WALKING 2 /* dead kings walk */
#define RK_PGN4_LAST 4    /* no points: the last one wins */

/* A program that leaves four players out needs none of this to link. */
#ifdef RK_TWO_PLAYERS
#define RK_PGN4 0
#else
#define RK_PGN4 1
#endif

/* The rules of a tag Variant whose name is not that of a row, or NULL. */
const struct rk_rules *rk_pgn4_variant(const char *text);

uint8_t rk_pgn4_options(const char *text, size_t length);

/* The rules that the tags so far speak of. */
const struct rk_rules *rk_pgn4_rules(const struct rk_pgn_reader *reader);

/* The starting position of that name in the tag StartFen4, or -1. */
int rk_pgn4_start(const char *text, size_t length);

/* That name, or the FEN4 where the start of a game has none. */
const char *rk_pgn4_write_start(char room[RK_ANY_FEN_SIZE],
				const struct rk_game *game);

/* Is the comment in the room about one who left out of turn? */
bool rk_pgn4_take_leave(struct rk_pgn_reader *reader);

/* A word that is no number, annotation or result. */
void rk_pgn4_take_move(struct rk_pgn_reader *reader, size_t start);

void rk_pgn4_put_move(struct rk_pgn_writer *writer,
		      const struct rk_rules *rules, const void *pos,
		      rk_any_move move);

/* The letter that was to go with the king's first step. */
void rk_pgn4_put_leaving(struct rk_pgn_writer *writer);

/* What ends a game: the result is in a tag. */
void rk_pgn4_put_end(struct rk_pgn_writer *writer);

/* The first of the known tags, those that are not known, the other known. */
void rk_pgn4_put_tags(const struct rk_out *out, const struct rk_pgn_tag *tags,
		      size_t count, const struct rk_pgn_tag *known,
		      size_t known_count, size_t first);

/* All tags of a game; and the Result: Red: 12 - Blue: 3 - Yellow: 4 ... */
#define RK_PGN4_RESULT_SIZE 96

void rk_pgn4_put_game_tags(const struct rk_out *out, const struct rk_game *game,
			   const struct rk_pgn_tag *tags, size_t count,
			   char room[RK_ANY_FEN_SIZE]);
const char *rk_pgn4_write_result(char text[RK_PGN4_RESULT_SIZE],
				 const struct rk_game *game);

/*
 * After a move that was possible when `active` were in the game: those that
 * are now out without a sign of it in the move's text.
 */
void rk_pgn4_put_stalemated(struct rk_pgn_writer *writer,
			    const struct rk_rules *rules, const void *pos,
			    unsigned int active);

static inline void rk_pgn4_wait_no_longer(struct rk_pgn_writer *writer)
{
	if (RK_PGN4 && writer->leaving)
		rk_pgn4_put_leaving(writer);
}

#endif
