/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse: what is said about a game when it has been gone through.
 * The graph has a column for each position, or for some of them where the
 * game is longer than the screen is wide: as full as White can expect to
 * score. Marks stand below the moves, one for a mistake, two for a blunder.
 */
#include <string.h>

#include "ports/host/analyse.h"

#define ROWS 4
#define MARGIN 7

static void put_count(struct host_text *text, uint32_t count, const char *one,
		      const char *many)
{
	host_text_format(text, ", %u %s", count, count == 1 ? one : many);
}

void host_report_conduct(struct host_text *text, const char *name,
			 const struct rk_conduct *conduct)
{
	uint32_t accuracy = rk_conduct_accuracy(conduct);
	uint32_t loss = rk_conduct_loss(conduct);

	if (!conduct->moves)
		return;
	host_text_format(text,
			 "  %s: accuracy %u.%u %%, %u.%02u pawns lost a "
			 "move",
			 name, accuracy / 10, accuracy % 10, loss / 100,
			 loss % 100);
	put_count(text, conduct->count[RK_VERDICT_INACCURACY], "inaccuracy",
		  "inaccuracies");
	put_count(text, conduct->count[RK_VERDICT_MISTAKE], "mistake",
		  "mistakes");
	put_count(text, conduct->count[RK_VERDICT_BLUNDER], "blunder",
		  "blunders");
	host_text_put(text, "\n");
}

/* Several points as one: the middle of what is known, the worst move. */
static struct host_point sum_up(const struct host_point *points, size_t count)
{
	struct host_point sum = {0, RK_VERDICT_GOOD, false};
	int known = 0;

	for (size_t i = 0; i < count; i++) {
		if (!points[i].is_known)
			continue;
		known++;
		sum.expected += points[i].expected;
		if (points[i].verdict > sum.verdict)
			sum.verdict = points[i].verdict;
	}
	if (known)
		sum.expected /= known;
	sum.is_known = known > 0;
	return sum;
}

struct graph {
	const struct host_analyse *analyse;
	const struct host_point *points;
	size_t count;
	size_t columns;
};

static struct host_point column(const struct graph *graph, size_t at)
{
	size_t from = at * graph->count / graph->columns;
	size_t to = (at + 1) * graph->count / graph->columns;

	return sum_up(graph->points + from, to - from);
}

/* What of a column is in a row, in eighths; row 0 is the lowest. */
static void put_cell(struct host_text *text, const struct graph *graph,
		     struct host_point point, int row)
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
	if (graph->analyse->is_utf8)
		host_text_put(text, blocks[eighths]);
	else
		host_text_put(text, eighths >= 6   ? "#"
				    : eighths >= 2 ? "."
						   : " ");
}

static void put_row(struct host_text *text, const struct graph *graph, int row)
{
	static const char *const margins[ROWS] = {
		[0] = "  Black",
		[ROWS - 1] = "  White",
	};

	host_text_put(text, margins[row] ? margins[row] : "       ");
	host_text_put(text, graph->analyse->is_utf8 ? "\u2502" : "|");
	for (size_t at = 0; at < graph->columns; at++)
		put_cell(text, graph, column(graph, at), row);
	host_text_put(text, "\n");
}

static void put_marks(struct host_text *text, const struct graph *graph,
		      enum rk_verdict least)
{
	bool is_coloured = graph->analyse->colours;
	size_t blanks = MARGIN + 1;
	bool is_empty = true;

	for (size_t at = 0; at < graph->columns; at++) {
		if (column(graph, at).verdict < least) {
			blanks++;
			continue;
		}
		host_text_pad(text, (int)blanks);
		host_text_put(text, is_coloured ? "\033[31m?\033[m" : "?");
		blanks = 0;
		is_empty = false;
	}
	if (!is_empty)
		host_text_put(text, "\n");
}

void host_report_graph(struct host_text *text,
		       const struct host_analyse *analyse,
		       const struct host_point *points, size_t count,
		       int columns)
{
	size_t room = columns > MARGIN + 2 ? (size_t)columns - MARGIN - 2 : 1;
	const struct graph graph = {
		analyse,
		points,
		count,
		count < room ? count : room,
	};

	for (int row = ROWS - 1; row >= 0 && count; row--)
		put_row(text, &graph, row);
	if (!count)
		return;
	put_marks(text, &graph, RK_VERDICT_MISTAKE);
	put_marks(text, &graph, RK_VERDICT_BLUNDER);
}
