/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Where protocols write to: a function of the port, and what is built on it. */
#ifndef RK_PROTO_OUT_H
#define RK_PROTO_OUT_H

#include "core/deps.h"

struct rk_out {
	void (*write)(void *self, const char *text, size_t length);
	void *self;
};

void rk_out_bytes(const struct rk_out *out, const char *text, size_t length);
void rk_out_text(const struct rk_out *out, const char *text);
void rk_out_char(const struct rk_out *out, char letter);
void rk_out_number(const struct rk_out *out, uint64_t number);
void rk_out_signed(const struct rk_out *out, int64_t number);

/* Several texts one after the other; the last entry is NULL. */
void rk_out_parts(const struct rk_out *out, const char *const *parts);

/* A line made of texts: rk_out_line(out, "There is no ", name, "."). */
#define rk_out_line(out, ...) \
	rk_out_parts(out, (const char *const[]){__VA_ARGS__, "\n", NULL})

/* A short text that can be passed around as a value: rk_number(7).text. */
struct rk_short_text {
	char text[12];
};

struct rk_short_text rk_number(uint32_t number);

/* A number of halves as people write it: 0, 0.5, 1, 1.5. */
void rk_out_halves(const struct rk_out *out, uint32_t halves);

#endif
