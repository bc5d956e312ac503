/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What differs in PGN4, the PGN of four players. Its texts go through the same
 * reader, writer, normaliser and importer, which call these functions if a game
 * has more than two players. docs/pgn.md describes the format.
 */
#ifndef RK_PROTO_PGN4_H
#define RK_PROTO_PGN4_H

#include "proto/pgn_reader.h"

/* The content of the tag RuleVariants. */
#define RK_PGN4_HAS_TAG 1 /* the tag is present */
#define RK_PGN4_WALKING 2 /* kings of players who resigned walk on */
#define RK_PGN4_LAST 4    /* no points: the last player in the game wins */

/* Programs without four-player chess do not link pgn4_*.c. */
#ifdef RK_TWO_PLAYERS
#define RK_PGN4 0
#else
#define RK_PGN4 1
#endif

/* The rules for a value of the tag Variant that is no row's name, or NULL. */
const struct rk_rules *rk_pgn4_variant(const char *text);

uint8_t rk_pgn4_options(const char *text, size_t length);

/* The rules according to the tags read so far. */
const struct rk_rules *rk_pgn4_rules(const struct rk_pgn_reader *reader);

/* The number of the starting position that the tag StartFen4 names, or -1. */
int rk_pgn4_start(const char *text, size_t length);

/*
 * Is a date from before 2022? Dates come as 2018.11.28, and as the text
 * "Wed Nov 28 2018 01:28:10 GMT+0000 (UTC)".
 */
bool rk_pgn4_is_old(const char *date);

/* The starting position of a game without StartFen4. */
int rk_pgn4_usual_start(const struct rk_pgn_reader *reader);

/*
 * The seats to which a Termination like (Blue +20) gives points that no move
 * shows.
 */
unsigned int rk_pgn4_awarded(const char *text, size_t length);

/* The value of StartFen4 for a game: a name, or else the FEN4 in `buf`. */
const char *rk_pgn4_write_start(char buf[RK_ANY_FEN_SIZE],
				const struct rk_game *game);

/*
 * Handles a comment that says that a player left out of turn; false if it is an
 * ordinary comment.
 */
bool rk_pgn4_take_leave(struct rk_pgn_reader *reader);

/* Handles a word that is no number, annotation or result. */
void rk_pgn4_take_move(struct rk_pgn_reader *reader, size_t start);

void rk_pgn4_put_move(struct rk_pgn_writer *writer,
		      const struct rk_rules *rules, const union rk_any_pos *pos,
		      rk_any_move move);

/* Writes the letter that was waiting for the king's first move. */
void rk_pgn4_put_leaving(struct rk_pgn_writer *writer);

/* Ends a game; its result is in a tag. */
void rk_pgn4_put_end(struct rk_pgn_writer *writer);

/* Writes the first known tags, then the unknown ones, then the rest. */
void rk_pgn4_put_tags(const struct rk_out *out, const struct rk_pgn_tag *tags,
		      size_t count, const struct rk_pgn_tag *known,
		      size_t known_count, size_t first);

/*
 * Writes all tags of a game; and its Result: Red: 12 - Blue: 3 - Yellow: 4 ...
 */
#define RK_PGN4_RESULT_SIZE 80 /* four names, ten digits each: 75 */

void rk_pgn4_put_game_tags(const struct rk_out *out, const struct rk_game *game,
			   const struct rk_pgn_tag *tags, size_t count,
			   char buf[RK_ANY_FEN_SIZE]);
const char *rk_pgn4_write_result(char text[RK_PGN4_RESULT_SIZE],
				 const struct rk_game *game);

/* Why the game ended, in the words of other programs. */
const char *rk_pgn4_write_termination(char text[RK_PGN4_RESULT_SIZE],
				      const struct rk_game *game);

/*
 * After a move that was made when the seats `active` were in the game: writes
 * those that it eliminated without a sign in the move's text.
 */
void rk_pgn4_put_stalemated(struct rk_pgn_writer *writer,
			    const struct rk_rules *rules,
			    const union rk_any_pos *pos, unsigned int active);

static inline void rk_pgn4_flush_leaving(struct rk_pgn_writer *writer)
{
	if (RK_PGN4 && writer->leaving)
		rk_pgn4_put_leaving(writer);
}

#endif
