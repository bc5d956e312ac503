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

/* A number of halves as people write it: 0, 0.5, 1, 1.5. */
void rk_out_halves(const struct rk_out *out, uint32_t halves);

#endif
