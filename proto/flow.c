/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Words that flow into lines; see flow.h. */
#include "proto/flow.h"

#define COLUMNS 79

/* Bytes that go on a character of UTF-8 take no column of their own. */
static int width(const char *const *parts)
{
	int columns = 0;

	for (; *parts; parts++)
		for (const char *text = *parts; *text; text++)
			columns += (*text & 0xc0) != 0x80;
	return columns;
}

void rk_flow_word(struct rk_flow *flow, const char *const *parts)
{
	int columns = width(parts);

	if (flow->column && flow->column + 1 + columns > COLUMNS)
		rk_flow_end(flow);
	if (flow->column) {
		rk_out_char(flow->out, ' ');
		flow->column++;
	}
	rk_out_parts(flow->out, parts);
	flow->column += columns;
}

void rk_flow_end(struct rk_flow *flow)
{
	if (flow->column)
		rk_out_char(flow->out, '\n');
	flow->column = 0;
}
