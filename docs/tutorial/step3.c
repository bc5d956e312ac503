/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tutorial, step 3: perft. Counts the leaves of the tree of legal moves, for
 * each first move and in all.
 *
 *	step3 DEPTH [FEN]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/notation.h"

static uint64_t perft(struct rk_pos *pos, int depth)
{
	rk_move list[RK_MAX_MOVES];
	uint64_t leaves = 0;
	int count;

	if (depth == 0)
		return 1;
	count = rk_gen_legal(pos, list);
	for (int i = 0; i < count; i++) {
		struct rk_undo undo;

		rk_pos_make(pos, list[i], &undo);
		leaves += perft(pos, depth - 1);
		rk_pos_unmake(pos, list[i], &undo);
	}
	return leaves;
}

static uint64_t divide(struct rk_pos *pos, int depth)
{
	rk_move list[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, list);
	uint64_t sum = 0;

	for (int i = 0; i < count; i++) {
		char text[RK_COORD_SIZE];
		struct rk_undo undo;
		uint64_t leaves;

		rk_pos_make(pos, list[i], &undo);
		leaves = perft(pos, depth - 1);
		rk_pos_unmake(pos, list[i], &undo);
		rk_coord_write(text, list[i], RK_CASTLE_KING);
		printf("%s: %llu\n", text, (unsigned long long)leaves);
		sum += leaves;
	}
	return sum;
}

int main(int argc, char **argv)
{
	struct rk_pos pos;
	struct rk_error error;
	int depth = argc > 1 ? atoi(argv[1]) : 0;

	rk_pos_start(&pos);
	if (depth < 1) {
		fprintf(stderr, "usage: step3 DEPTH [FEN]\n");
		return 1;
	}
	if (argc > 2 && !rk_fen_read(&pos, argv[2], strlen(argv[2]), &error)) {
		fprintf(stderr, "FEN, column %zu: %s\n", error.column,
			error.reason);
		return 1;
	}
	printf("%llu leaves\n", (unsigned long long)divide(&pos, depth));
	return 0;
}
