/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The seams within PGN. The reader: pgn_read.c cuts the text into words, tags
 * and comments, pgn_game.c and pgn_words.c say what they mean for the game. The
 * writer: pgn_write.c lays out what the others want written.
 */
#ifndef RK_PROTO_PGN_READER_H
#define RK_PROTO_PGN_READER_H

#include "proto/pgn.h"

/* How far the game is. */
enum rk_pgn_phase {
	RK_PGN_PHASE_NONE,
	RK_PGN_PHASE_TAGS, /* nothing but tags and comments so far */
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

/* Are words here in a variation, and there is no memory for those? */
bool rk_pgn_is_unread(const struct rk_pgn_reader *reader);

/* Nobody wants to hear what comes, for that reason or because of an error. */
bool rk_pgn_is_passed_over(const struct rk_pgn_reader *reader);

/* What comes now belongs to the moves of a game. */
void rk_pgn_begin_moves(struct rk_pgn_reader *reader);

/* Tells the listener, if anybody wants to hear it. */
void rk_pgn_tell(struct rk_pgn_reader *reader, struct rk_pgn_event event);

/* The same with the text in the room, from `start` on. */
void rk_pgn_tell_text(struct rk_pgn_reader *reader, struct rk_pgn_event event,
		      size_t start);

/* Where a variation on the word that is now being read begins. */
void rk_pgn_remember(struct rk_pgn_reader *reader);

/*
 * The move that is in the room from `start` to `end`, and whether that is all
 * that the word says.
 */
void rk_pgn_take_move(struct rk_pgn_reader *reader, size_t start, size_t end,
		      bool is_whole);

/* Breaks the game, because of what is in the room. */
void rk_pgn_fail(struct rk_pgn_reader *reader, const char *reason);

/* Ends the game if there is one, and makes ready for another. */
void rk_pgn_end_game(struct rk_pgn_reader *reader);

/* Are these the same, with a NUL at the end? */
bool rk_pgn_is(const char *text, const char *word);

/* The same; `word` has small letters, `text` any. */
bool rk_pgn_is_in_any_case(const char *text, const char *word);

/* One of the four results as a constant, or NULL if the text is none. */
const char *rk_pgn_result(const char *text);

/* The tag of that name in a list, the last if there are several, or NULL. */
const struct rk_pgn_tag *rk_pgn_find_tag(const struct rk_pgn_tag *tags,
					 size_t count, const char *name);

/* The writer makes ready for a word of that length, and writes one. */
void rk_pgn_put_gap(struct rk_pgn_writer *writer, size_t length);
void rk_pgn_put_word(struct rk_pgn_writer *writer, const char *text,
		     size_t length);

/* A number between what stands before and after it, as one word. */
void rk_pgn_put_number(struct rk_pgn_writer *writer, const char *before,
		       unsigned int number, const char *after);
void rk_pgn_put_line_end(struct rk_pgn_writer *writer);
void rk_pgn_put_tag(const struct rk_out *out, const char *name,
		    const char *value);

/*
 * Clocks (pgn_clock.c). The tag TimeControl, for two players and for four; what
 * is not understood leaves the clock as it was.
 */
#define RK_PGN_CONTROL_SIZE 48

void rk_pgn_read_time_control(struct rk_clock *clock, const char *text);
void rk_pgn_read_minutes(struct rk_clock *clock, const char *text);

/* NULL where there is no clock. */
const char *rk_pgn_write_time_control(char text[RK_PGN_CONTROL_SIZE],
				      const struct rk_clock *clock,
				      bool in_minutes);

/* The time left in a comment with [%clk h:mm:ss] somewhere in it. */
bool rk_pgn_find_clock(const char *text, uint32_t *left);
void rk_pgn_put_clock(struct rk_pgn_writer *writer, uint32_t left);

#endif
