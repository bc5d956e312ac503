/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Splits a typed line into words, and reads words as numbers, squares or names.
 */
#ifndef ROOKERY_WORDS_H
#define ROOKERY_WORDS_H

#include "rookery/out.h"
#include "rookery/rules.h"

/* A part of the line; not terminated by a NUL. */
struct rk_word {
	const char *text;
	size_t length;
};

#define RK_WORDS 8

struct rk_line {
	struct rk_word words[RK_WORDS]; /* the first ones */
	int count;                      /* of all words */
	struct rk_word rest;            /* everything after the first word */
};

/*
 * Splits at blanks; a byte order mark before a word counts as one. The signs of
 * set-up mode need no blank after them: "+Ke1" is a sign and a word.
 */
void rk_line_split(struct rk_line *line, const char *text, size_t length);

/*
 * Joins the words from `first` on: "e2 e4" becomes "e2e4". Returns the length,
 * or 0 if it is `size` or more.
 */
size_t rk_line_join(const struct rk_line *line, int first, char *text,
		    size_t size);

/* Removes the next word from the front of a text; empty at its end. */
struct rk_word rk_word_take(struct rk_word *rest);

/* Compare without regard to case. */
bool rk_word_is(struct rk_word word, const char *name);
bool rk_word_begins(struct rk_word word, const char *name); /* a name */

/*
 * The index of the name that the word equals, or is the only one to begin with
 * it; -1 if there is none.
 */
int rk_word_pick(struct rk_word word, const char *const *names, int count);

/* The number of typing errors between the word and a name. */
int rk_word_distance(struct rk_word word, const char *name);

/* Is that number small enough for a word of this length to mean the name? */
bool rk_word_resembles(struct rk_word word, const char *name);

/* Reads a whole number within these bounds. */
bool rk_word_number(struct rk_word word, uint32_t least, uint32_t most,
		    uint32_t *number);

/* Reads any whole number, also with a sign; saturates if it is too large. */
bool rk_word_integer(struct rk_word word, int64_t *number);

/*
 * Removes a square of this board from the front of a word; -1, and the word
 * unchanged, if there is none.
 */
int rk_word_take_square(struct rk_word *word, const struct rk_rules *rules);
struct rk_short_text rk_square_name(const struct rk_rules *rules, int square);

/* The type for a piece letter in either case, or RK_NONE. */
int rk_letter_type(const struct rk_rules *rules, char letter);

/* Writes a word back to the user: no control characters, not too long. */
void rk_out_word(const struct rk_out *out, struct rk_word word);

#endif
