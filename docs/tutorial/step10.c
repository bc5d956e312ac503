/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tutorial, step 10: a picture. Writes a position as SVG, which every browser
 * shows.
 *
 *	step10 [FEN] > board.svg
 */
#include <stdio.h>
#include <string.h>

#include "rookery/position.h"

#define SIZE 45 /* of a square */

/* The solid pieces of Unicode, by type; VS15 asks for text, not for emoji. */
static const char *const glyphs[RK_TYPES] = {
	"\u265F\uFE0E", "\u265E\uFE0E", "\u265D\uFE0E",
	"\u265C\uFE0E", "\u265B\uFE0E", "\u265A\uFE0E",
};

static void draw_square(const struct rk_pos *pos, int square)
{
	int piece = pos->board[square];
	int x = SIZE * rk_square_file(square);
	int y = SIZE * (7 - rk_square_rank(square));
	bool dark = (rk_square_file(square) + rk_square_rank(square)) % 2 == 0;

	printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
	       "fill=\"%s\"/>\n",
	       x, y, SIZE, SIZE, dark ? "#b58863" : "#f0d9b5");
	if (piece == RK_NONE)
		return;
	printf("<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", x + SIZE / 2,
	       y + SIZE * 5 / 6,
	       rk_piece_colour(piece) == RK_WHITE ? "#fff" : "#222",
	       glyphs[rk_piece_type(piece)]);
}

int main(int argc, char **argv)
{
	struct rk_pos pos;
	struct rk_error error;

	rk_pos_start(&pos);
	if (argc > 1 && !rk_fen_read(&pos, argv[1], strlen(argv[1]), &error)) {
		fprintf(stderr, "FEN, column %zu: %s\n", error.column,
			error.reason);
		return 1;
	}
	printf("<svg xmlns=\"http://www.w3.org/2000/svg\" "
	       "viewBox=\"0 0 %d %d\">\n"
	       "<g font-size=\"%d\" text-anchor=\"middle\" "
	       "font-family=\"DejaVu Sans, Segoe UI Symbol, sans-serif\" "
	       "stroke=\"#222\" stroke-width=\"0.7\">\n",
	       8 * SIZE, 8 * SIZE, SIZE * 5 / 6);
	for (int square = 0; square < RK_SQUARES; square++)
		draw_square(&pos, square);
	printf("</g>\n</svg>\n");
	return 0;
}
