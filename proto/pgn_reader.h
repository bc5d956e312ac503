/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Internal interfaces of the PGN files. Reader: pgn_read.c cuts the text into
 * words, tags and comments; pgn_game.c and pgn_words.c interpret them. Writer:
 * pgn_write.c does the layout for the others.
 */
#ifndef RK_PROTO_PGN_READER_H
#define RK_PROTO_PGN_READER_H

#include "rookery/pgn.h"

/* The part of a game that is being read. */
enum rk_pgn_phase {
	RK_PGN_PHASE_NONE,
	RK_PGN_PHASE_TAGS, /* only tags and comments so far */
	RK_PGN_PHASE_MOVES,
	RK_PGN_PHASE_FINISHED, /* a comment in this line still belongs to it */
};

/* The place of the current character. */
struct rk_pgn_place rk_pgn_here(const struct rk_pgn_reader *reader);

/* Does a [ here begin a tag? If so, it may end the game before. */
bool rk_pgn_begin_tag(struct rk_pgn_reader *reader);

/* The token in `buf` is complete. */
void rk_pgn_take_tag(struct rk_pgn_reader *reader);
void rk_pgn_take_word(struct rk_pgn_reader *reader);
void rk_pgn_take_comment(struct rk_pgn_reader *reader);

void rk_pgn_take_open(struct rk_pgn_reader *reader);
void rk_pgn_take_close(struct rk_pgn_reader *reader);
void rk_pgn_take_line_end(struct rk_pgn_reader *reader);

/* Is this a variation deeper than there are levels? */
bool rk_pgn_is_unread(const struct rk_pgn_reader *reader);

/* Is this text skipped: such a variation, or the rest of a broken game? */
bool rk_pgn_is_skipped(const struct rk_pgn_reader *reader);

/* Called before every part of the move text. */
void rk_pgn_begin_moves(struct rk_pgn_reader *reader);

/* Calls the listener unless the text is skipped. */
void rk_pgn_tell(struct rk_pgn_reader *reader, struct rk_pgn_event event);

/* The same with the text in `buf` from `start` on. */
void rk_pgn_tell_text(struct rk_pgn_reader *reader, struct rk_pgn_event event,
		      size_t start);

/*
 * Records the position before the current word, where a variation on it begins.
 */
void rk_pgn_remember(struct rk_pgn_reader *reader);

/*
 * Handles the move in `buf` from `start` to `end`; `is_whole` is true if the word
 * contains nothing else.
 */
void rk_pgn_take_move(struct rk_pgn_reader *reader, size_t start, size_t end,
		      bool is_whole);

/* Breaks the game because of the token in `buf`. */
void rk_pgn_fail(struct rk_pgn_reader *reader, const char *reason);

/* Ends the game, if there is one, and prepares for the next. */
void rk_pgn_end_game(struct rk_pgn_reader *reader);

/* Are the two strings equal? */
bool rk_pgn_is(const char *text, const char *word);

/*
 * Does anybody have castling rights with a king or a rook that is not on its
 * usual square? The FEN is that of the position, with two players.
 */
bool rk_pgn_is_chess960(const struct rk_rules *rules,
			const union rk_any_pos *pos, const char *fen);

/* The same in any case; `word` must be in lower case. */
bool rk_pgn_is_in_any_case(const char *text, const char *word);

/* One of the four results as a constant, or NULL if the text is none. */
const char *rk_pgn_result(const char *text);

/* The tag of that name in a list, the last if there are several, or NULL. */
const struct rk_pgn_tag *rk_pgn_find_tag(const struct rk_pgn_tag *tags,
					 size_t count, const char *name);

/* Writes the gap before a word of that length; and a word with its gap. */
void rk_pgn_put_gap(struct rk_pgn_writer *writer, size_t length);
void rk_pgn_put_word(struct rk_pgn_writer *writer, const char *text,
		     size_t length);

/* Writes `before`, a number and `after` as one word. */
void rk_pgn_put_number(struct rk_pgn_writer *writer, const char *before,
		       unsigned int number, const char *after);
void rk_pgn_put_line_end(struct rk_pgn_writer *writer);
void rk_pgn_put_tag(const struct rk_out *out, const char *name,
		    const char *value);

/*
 * ---- Clocks (pgn_clock.c) ----
 *
 * The tag TimeControl, for two players and for four; a value that is not
 * understood leaves the clock unchanged.
 */
#define RK_PGN_CONTROL_SIZE 32 /* "71582:47.2+4294967.2d4294967.2" */

void rk_pgn_read_time_control(struct rk_clock *clock, const char *text);
void rk_pgn_read_minutes(struct rk_clock *clock, const char *text);

/*
 * The tag TimeControl, seat -1, or with time odds that of a seat; NULL if the
 * game has no such tag.
 */
const char *rk_pgn_write_control(char text[RK_PGN_CONTROL_SIZE],
				 const struct rk_game *game, int seat);

/*
 * Finds the time left, in milliseconds, in a comment that contains [%clk
 * h:mm:ss].
 */
bool rk_pgn_find_clock(const char *text, uint32_t *left);
void rk_pgn_put_clock(struct rk_pgn_writer *writer, uint32_t left);

#endif
