/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Output of the protocols: a write function of the port, and helpers built on
 * it.
 */
#ifndef ROOKERY_OUT_H
#define ROOKERY_OUT_H

#include "rookery/deps.h"

struct rk_out {
	/* Takes all bytes; `text` is gone when it returns. */
	void (*write)(void *self, const char *text, size_t length);
	void *self;
};

/* Write bytes, a text up to its NUL, one byte, a number. */
void rk_out_bytes(const struct rk_out *out, const char *text, size_t length);
void rk_out_text(const struct rk_out *out, const char *text);
void rk_out_char(const struct rk_out *out, char letter);
void rk_out_number(const struct rk_out *out, uint64_t number);
void rk_out_signed(const struct rk_out *out, int64_t number);

/* Writes several texts; the last entry is NULL. */
void rk_out_parts(const struct rk_out *out, const char *const *parts);

/* A line made of texts: rk_out_line(out, "There is no ", name, "."). */
#define rk_out_line(out, ...) \
	rk_out_parts(out, (const char *const[]){__VA_ARGS__, "\n", NULL})

/*
 * Columns that bytes of UTF-8 take on a terminal, if every character takes one:
 * the bytes that continue a character take none.
 */
int rk_text_columns(const char *text, size_t length);

/* The bytes before the NUL. */
size_t rk_text_length(const char *text);

/* A short text that can be passed around as a value: rk_number(7).text. */
struct rk_short_text {
	char text[12];
};

/* A number as text. */
struct rk_short_text rk_number(uint32_t number);

/* Writes a number of halves as a decimal: 0, 0.5, 1, 1.5. */
void rk_out_halves(const struct rk_out *out, uint32_t halves);

/* Word wrap: words are written into lines of so many columns. */
#define RK_WRAP_COLUMNS 79 /* for text that is not made for one terminal */

struct rk_wrap {
	const struct rk_out *out;
	int columns; /* of a line */
	int column;  /* where the next word begins; 0: in an empty line */
};

/* One word made of several texts; the last entry is NULL. */
void rk_wrap_word(struct rk_wrap *wrap, const char *const *parts);

/* Ends the last line if there is anything in it. */
void rk_wrap_end(struct rk_wrap *wrap);

#endif
