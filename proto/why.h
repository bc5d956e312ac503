/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What why.c and why_two.c share. */
#ifndef RK_PROTO_WHY_H
#define RK_PROTO_WHY_H

#include "rookery/why.h"

/* An illegal move on the two-player board, and where its reason is written. */
struct rk_why_query {
	const struct rk_out *out;
	const struct rk_rules *rules;
	const struct rk_pos *pos;
	int from;
	int to;
	int promotion; /* or RK_NONE */
};

/* why_two.c: writes the reason; and the one against castling to this side. */
void rk_why_move(const struct rk_why_query *query);
void rk_why_castling(const struct rk_why_query *query, bool kingside);

#endif
