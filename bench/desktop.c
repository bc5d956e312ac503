/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How long the drawing of a board takes, in memory: all of it, and the two
 * squares that a move changes. The bar is 5 milliseconds for what a move
 * changes. bench/desktop.py runs this and compares with others.
 */
#define _POSIX_C_SOURCE 200809L

#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ports/desktop/board.h"

#define ROUNDS 41
#define BAR_MS 5.0

/* Of the processor: what else runs on the machine does not count. */
static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare(const void *one, const void *other)
{
	double a = *(const double *)one, b = *(const double *)other;

	return a < b ? -1 : a > b;
}

/* Two squares with pieces in them, which is the most that a move leaves. */
static void draw_move(cairo_t *cr, const struct board_view *view, double size)
{
	double side = board_square_size(view, size);
	int king = view->rules->players > 2 ? 7 : 4;

	for (int square = king - 1; square <= king; square++) {
		double column, row;

		board_square_place(view, square, &column, &row);
		cairo_save(cr);
		cairo_translate(cr, column * side, row * side);
		board_draw_square(cr, view, square, side);
		cairo_restore(cr);
	}
}

/* The median of several times, in milliseconds. */
static double measure(const struct board_view *view, double size,
		      void (*draw)(cairo_t *cr, const struct board_view *view,
				   double size))
{
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)size,
					   (int)size);
	cairo_t *cr = cairo_create(surface);
	double times[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		double start = now_ms();

		draw(cr, view, size);
		cairo_surface_flush(surface);
		times[i] = now_ms() - start;
	}
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	qsort(times, ROUNDS, sizeof(times[0]), compare);
	return times[ROUNDS / 2];
}

int main(int argc, char **argv)
{
	static const struct rk_rules *const kinds[] = {&rk_rules_standard,
						       &rk_rules_ffa};
	double size = argc > 1 ? atof(argv[1]) : 1200;
	bool good = true;

	printf("| in memory, %.0f pixels | all squares, CPU ms | two squares, CPU ms | "
	       "bar, ms |\n|---|---|---|---|\n",
	       size);
	for (int i = 0; i < 2; i++) {
		struct board_view view = {.coordinates = true};
		union rk_any_pos pos;
		double two;

		kinds[i]->start(&pos, 0);
		board_from_pos(&view, kinds[i], &pos);
		two = measure(&view, board_fit(&view, size), draw_move);
		good = good && two < BAR_MS;
		printf("| %s players | %.2f | %.2f | %.0f |\n",
		       i ? "four" : "two",
		       measure(&view, board_fit(&view, size), board_draw), two,
		       BAR_MS);
	}
	return !good || fflush(stdout);
}
