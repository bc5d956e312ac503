/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tutorial, step 1: a board. Reads a position from a FEN, shows it, and moves
 * all white pawns at once with the help of bitboards.
 *
 *	step1 [FEN]
 */
#include <stdio.h>
#include <string.h>

#include "rookery/position.h"

/* Indexed by piece: 0 to 5 are White's, 7 is no piece, 8 to 13 are Black's. */
static const char letters[] = "PNBRQK..pnbrqk";

static void show_board(const struct rk_pos *pos)
{
	for (int rank = 7; rank >= 0; rank--) {
		printf("%d ", rank + 1);
		for (int file = 0; file < 8; file++) {
			int square = rk_square_at(file, rank);

			printf(" %c", letters[pos->board[square]]);
		}
		printf("\n");
	}
	printf("\n   a b c d e f g h\n");
}

static int count_bits(rk_bits bits)
{
	int count = 0;

	for (; bits; bits &= bits - 1)
		count++;
	return count;
}

static void show_bits(const char *name, rk_bits bits)
{
	printf("\n%s: %d squares, 0x%016llx\n", name, count_bits(bits),
	       (unsigned long long)bits);
	for (int rank = 7; rank >= 0; rank--) {
		for (int file = 0; file < 8; file++) {
			rk_bits bit = rk_square_bit(rk_square_at(file, rank));

			printf(" %c", bits & bit ? '1' : '.');
		}
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	struct rk_pos pos;
	struct rk_error error;
	rk_bits occupied, pawns;

	rk_pos_start(&pos);
	if (argc > 1 && !rk_fen_read(&pos, argv[1], strlen(argv[1]), &error)) {
		fprintf(stderr, "FEN, column %zu: %s\n", error.column,
			error.reason);
		return 1;
	}
	show_board(&pos);
	printf("\n%s to move\n", pos.side == RK_WHITE ? "White" : "Black");

	occupied = pos.colour[RK_WHITE] | pos.colour[RK_BLACK];
	pawns = pos.colour[RK_WHITE] & pos.type[RK_PAWN];
	show_bits("white pawns", pawns);
	show_bits("where they can step", pawns << 8 & ~occupied);
	return 0;
}
