/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The graph of a game; see rookery/graph.h. A column stands for one position,
 * or for the average of several neighbours.
 */
#include "rookery/graph.h"

#define ROWS 4
#define MARGIN 7 /* columns before the axis */

struct graph_picture {
	const struct rk_out *out;
	const struct rk_graph *graph;
	size_t columns;
};

/* Merges several points: the average of the known scores, the worst move. */
static struct rk_graph_point merge(const struct rk_graph_point *points,
				   size_t count)
{
	struct rk_graph_point sum = {0, 0, false};
	int known = 0;

	for (size_t i = 0; i < count; i++) {
		if (!points[i].is_known)
			continue;
		known++;
		sum.expected += points[i].expected;
		if (points[i].marks > sum.marks)
			sum.marks = points[i].marks;
	}
	if (known)
		sum.expected /= known;
	sum.is_known = known > 0;
	return sum;
}

static struct rk_graph_point column(const struct graph_picture *picture,
				    size_t at)
{
	const struct rk_graph *graph = picture->graph;
	size_t from = at * graph->count / picture->columns;
	size_t to = (at + 1) * graph->count / picture->columns;

	return merge(graph->points + from, to - from);
}

/* Writes the part of a column in a row, in eighths; row 0 is the lowest. */
static void write_cell(const struct graph_picture *picture,
		       struct rk_graph_point point, int row)
{
	static const char *const blocks[] = {
		" ",      "\u2581", "\u2582", "\u2583", "\u2584",
		"\u2585", "\u2586", "\u2587", "\u2588",
	};
	int eighths = (point.expected * ROWS * 8 + 500) / 1000 - row * 8;

	if (eighths < 0 || !point.is_known)
		eighths = 0;
	if (eighths > 8)
		eighths = 8;
	if (picture->graph->glyphs)
		rk_out_text(picture->out, blocks[eighths]);
	else
		rk_out_char(picture->out, eighths >= 6   ? '#'
					  : eighths >= 2 ? '.'
							 : ' ');
}

static void write_row(const struct graph_picture *picture, int row)
{
	static const char *const margins[ROWS] = {
		[0] = "  Black",
		[ROWS - 1] = "  White",
	};

	rk_out_text(picture->out, margins[row] ? margins[row] : "       ");
	rk_out_text(picture->out, picture->graph->glyphs ? "\u2502" : "|");
	for (size_t at = 0; at < picture->columns; at++)
		write_cell(picture, column(picture, at), row);
	rk_out_char(picture->out, '\n');
}

/* A line of question marks below the moves with at least that many marks. */
static void write_marks(const struct graph_picture *picture, int least)
{
	const char *mark = picture->graph->colours ? "\x1b[31m?\x1b[m" : "?";
	size_t blanks = MARGIN + 1;
	bool is_empty = true;

	for (size_t at = 0; at < picture->columns; at++) {
		if (column(picture, at).marks < least) {
			blanks++;
			continue;
		}
		for (; blanks; blanks--)
			rk_out_char(picture->out, ' ');
		rk_out_text(picture->out, mark);
		is_empty = false;
	}
	if (!is_empty)
		rk_out_char(picture->out, '\n');
}

void rk_graph_write(const struct rk_out *out, const struct rk_graph *graph)
{
	size_t width = graph->columns > MARGIN + 2
			       ? (size_t)graph->columns - MARGIN - 2
			       : 1;
	const struct graph_picture picture = {
		out,
		graph,
		graph->count < width ? graph->count : width,
	};

	if (!graph->count)
		return;
	for (int row = ROWS - 1; row >= 0; row--)
		write_row(&picture, row);
	write_marks(&picture, 1);
	write_marks(&picture, 2);
}
