/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A typed line as words, and what words can be read as. */
#ifndef RK_PROTO_WORDS_H
#define RK_PROTO_WORDS_H

#include "proto/out.h"
#include "rookery/rules.h"

/* Some bytes of the line; not ended by a NUL. */
struct rk_word {
	const char *text;
	size_t length;
};

#define RK_WORDS 8

struct rk_line {
	struct rk_word words[RK_WORDS]; /* the first ones */
	int count;                      /* of all */
	struct rk_word rest;            /* all that follows the first word */
};

/*
 * Splits at blanks. The signs of set-up mode need none after them: "+Ke1" is
 * the sign and a word.
 */
void rk_line_split(struct rk_line *line, const char *text, size_t length);

/*
 * Words from `first` on written together: "e2 e4" as "e2e4". Returns the
 * length, or 0 if it is `size` or more.
 */
size_t rk_line_join(const struct rk_line *line, int first, char *text,
		    size_t size);

/* Takes the next word off the front of a text; an empty one at its end. */
struct rk_word rk_word_take(struct rk_word *rest);

/* Letters are equal in either case. */
bool rk_word_is(struct rk_word word, const char *name);
bool rk_word_begins(struct rk_word word, const char *name); /* a name */

/*
 * The one of `count` names that a word is, or alone is the beginning of; -1
 * if there is none.
 */
int rk_word_pick(struct rk_word word, const char *const *names, int count);

/* Typing errors that would make the word a name: 0 and up. */
int rk_word_distance(struct rk_word word, const char *name);

/* A whole number within these bounds. */
bool rk_word_number(struct rk_word word, uint32_t least, uint32_t most,
		    uint32_t *number);

/*
 * Any whole number, also with a sign; one that is too large for the type is
 * the largest there is.
 */
bool rk_word_integer(struct rk_word word, int64_t *number);

/*
 * Takes a square of this board off the front of a word; -1, and the word as
 * it was, if there is none.
 */
int rk_word_take_square(struct rk_word *word, const struct rk_rules *rules);
struct rk_short_text rk_square_name(const struct rk_rules *rules, int square);

/* Two squares and a promotion piece (or RK_NONE), as in e2e4, e7-e8=Q. */
bool rk_word_squares(struct rk_word word, const struct rk_rules *rules,
		     int *from, int *to, int *promotion);

/* The type of a piece's letter in either case, or RK_NONE. */
int rk_letter_type(const struct rk_rules *rules, char letter);

/* Shows a word to whoever typed it: no control characters, not too long. */
void rk_out_word(const struct rk_out *out, struct rk_word word);

#endif
