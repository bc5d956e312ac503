/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The graph of a game that was analysed, as text. */
#ifndef ROOKERY_GRAPH_H
#define ROOKERY_GRAPH_H

#include "rookery/out.h"

/* A position of the game. */
struct rk_graph_point {
	int expected;  /* White's expected result in thousandths */
	uint8_t marks; /* of the move before it: 1 for a mistake, 2 a blunder */
	bool is_known; /* it was analysed */
};

struct rk_graph {
	const struct rk_graph_point *points;
	size_t count;
	int columns;  /* of the terminal */
	bool glyphs;  /* block characters, or ASCII */
	bool colours; /* the marks are red */
};

/*
 * Writes rows of columns as high as White's expected result, one for each
 * position, or for several if the game is longer than the terminal is wide.
 * Question marks stand below the moves. Without points it writes nothing.
 */
void rk_graph_write(const struct rk_out *out, const struct rk_graph *graph);

#endif
