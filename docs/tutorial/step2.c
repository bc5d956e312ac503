/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tutorial, step 2: moves. Makes the moves that are given, then lists all that
 * are legal, or says how the game has ended.
 *
 *	step2 [-f FEN] [MOVE...]
 */
#include <stdio.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/notation.h"
#include "rookery/status.h"

static bool play(struct rk_pos *pos, const char *text)
{
	enum rk_notation_error error;
	struct rk_undo undo;
	rk_move move;

	error = rk_move_read(&move, pos, text, strlen(text));
	if (error) {
		fprintf(stderr, "%s: %s\n", text,
			rk_notation_error_text(error));
		return false;
	}
	rk_pos_make(pos, move, &undo);
	return true;
}

static void list_moves(const struct rk_pos *pos)
{
	rk_move list[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, list);

	printf("%d moves:", count);
	for (int i = 0; i < count; i++) {
		char san[RK_SAN_SIZE], coord[RK_COORD_SIZE];

		rk_san_write(san, pos, list[i]);
		rk_coord_write(coord, list[i], RK_CASTLE_KING);
		printf(" %s/%s", coord, san);
	}
	printf("\n");
}

static const char *status_text(const struct rk_pos *pos)
{
	switch (rk_pos_status(pos)) {
	case RK_CHECKMATE:
		return "checkmate";
	case RK_STALEMATE:
		return "draw: stalemate";
	case RK_INSUFFICIENT:
		return "draw: nobody can mate";
	case RK_SEVENTY_FIVE:
		return "draw: seventy-five moves without progress";
	default:
		return rk_pos_in_check(pos) ? "check" : "the game goes on";
	}
}

int main(int argc, char **argv)
{
	struct rk_pos pos;
	struct rk_error error;
	char fen[RK_FEN_SIZE];
	int next = 1;

	rk_pos_start(&pos);
	if (argc > 2 && strcmp(argv[1], "-f") == 0) {
		if (!rk_fen_read(&pos, argv[2], strlen(argv[2]), &error)) {
			fprintf(stderr, "FEN, column %zu: %s\n", error.column,
				error.reason);
			return 1;
		}
		next = 3;
	}
	for (; next < argc; next++)
		if (!play(&pos, argv[next]))
			return 1;
	rk_fen_write(fen, &pos, RK_FEN_STANDARD);
	printf("%s\n%s\n", fen, status_text(&pos));
	list_moves(&pos);
	return 0;
}
