/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Words that flow into lines of less than 80 columns. */
#ifndef RK_PROTO_FLOW_H
#define RK_PROTO_FLOW_H

#include "proto/out.h"

struct rk_flow {
	const struct rk_out *out;
	int column;
};

/* One word made of several texts; the last entry is NULL. */
void rk_flow_word(struct rk_flow *flow, const char *const *parts);

/* Ends the last line if there is anything in it. */
void rk_flow_end(struct rk_flow *flow);

#endif
