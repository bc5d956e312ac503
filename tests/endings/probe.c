/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What Syzygy tables say of positions. Only for making and checking
 * tests/endings; the tables are read by libfathom.
 *
 *	probe FOLDER
 *
 * reads FENs and prints for each, a line: win, draw or loss for the side to
 * move, the plies to the next capture or pawn move, and a move that keeps the
 * result; or ?, the tables do not know it. A win that the fifty-move rule
 * prevents is a draw. Mate and stalemate have no move: "loss 0 -", "draw 0 -".
 *
 *	probe FOLDER kpk
 *
 * compares the engine's bitbase of king and pawn against king with the tables,
 * all legal positions of both colours. Prints how many, and fails if one differs.
 */
#include <stdio.h>
#include <string.h>
#include <tbprobe.h>

#include "engine/kpk.h"
#include "rookery/moves.h"
#include "rookery/status.h"

static const char *result_name(unsigned int result, unsigned int halfmove)
{
	unsigned int wdl = TB_GET_WDL(result);
	bool in_time = TB_GET_DTZ(result) + halfmove <= 100;

	if (wdl == TB_WIN && in_time)
		return "win";
	return wdl == TB_LOSS && in_time ? "loss" : "draw";
}

static void print_move(unsigned int result)
{
	unsigned int from = TB_GET_FROM(result), to = TB_GET_TO(result);

	printf("%c%c%c%c", 'a' + from % 8, '1' + from / 8, 'a' + to % 8,
	       '1' + to / 8);
	if (TB_GET_PROMOTES(result))
		putchar(" qrbn"[TB_GET_PROMOTES(result)]);
}

static void answer(const struct rk_pos *pos)
{
	unsigned int result;

	if (!rk_pos_has_move(pos)) {
		puts(pos->checkers ? "loss 0 -" : "draw 0 -");
		return;
	}
	result = tb_probe_root(pos->colour[RK_WHITE], pos->colour[RK_BLACK],
			       pos->type[RK_KING], pos->type[RK_QUEEN],
			       pos->type[RK_ROOK], pos->type[RK_BISHOP],
			       pos->type[RK_KNIGHT], pos->type[RK_PAWN],
			       pos->halfmove, pos->castle != 0,
			       pos->ep == RK_NO_SQUARE ? 0 : pos->ep,
			       pos->side == RK_WHITE, NULL);
	if (result == TB_RESULT_FAILED) {
		puts("?");
		return;
	}
	printf("%s %u ", result_name(result, pos->halfmove),
	       TB_GET_DTZ(result));
	print_move(result);
	putchar('\n');
}

/* False: not a legal position. */
static bool set_up(struct rk_pos *pos, int side, int us, const int *squares)
{
	struct rk_setup setup;

	rk_setup_clear(&setup);
	setup.side = (uint8_t)side;
	setup.board[squares[0]] = (uint8_t)rk_piece(us, RK_KING);
	setup.board[squares[1]] = (uint8_t)rk_piece(us ^ 1, RK_KING);
	setup.board[squares[2]] = (uint8_t)rk_piece(us, RK_PAWN);
	return rk_pos_from_setup(pos, &setup, false) == 0;
}

/* One more position compared; true if both say the same. */
static bool is_same(const struct rk_kpk *kpk, const struct rk_pos *pos, int us)
{
	unsigned int wdl =
		tb_probe_wdl(pos->colour[RK_WHITE], pos->colour[RK_BLACK],
			     pos->type[RK_KING], 0, 0, 0, 0, pos->type[RK_PAWN],
			     0, 0, 0, pos->side == RK_WHITE);
	unsigned int won = pos->side == us ? TB_WIN : TB_LOSS;

	return wdl == (rk_kpk_is_won(kpk, pos, us) ? won : TB_DRAW);
}

static int compare_kpk(void)
{
	static struct rk_kpk kpk;
	int all = 0, wrong = 0;

	rk_kpk_fill(&kpk);
	for (int i = 0; i < 64 * 64 * 64 * 4; i++) {
		int squares[] = {i & 63, i >> 6 & 63, i >> 12 & 63};
		int side = i >> 18 & 1, us = i >> 19;
		struct rk_pos pos;

		if (squares[0] == squares[1] || squares[0] == squares[2] ||
		    squares[1] == squares[2] ||
		    !set_up(&pos, side, us, squares))
			continue;
		all++;
		wrong += !is_same(&kpk, &pos, us);
	}
	printf("%d positions, %d differ\n", all, wrong);
	return wrong || !all;
}

int main(int argc, char **argv)
{
	char line[256];

	if (argc < 2 || argc > 3 || !tb_init(argv[1]) || !TB_LARGEST) {
		fprintf(stderr,
			"probe: usage: probe FOLDER [kpk] (of Syzygy tables)\n");
		return 2;
	}
	if (argc == 3)
		return compare_kpk();
	while (fgets(line, sizeof(line), stdin)) {
		struct rk_pos pos;
		struct rk_error error;

		if (rk_fen_read(&pos, line, strcspn(line, "\n"), &error))
			answer(&pos);
		else
			puts("?");
		fflush(stdout);
	}
	return 0;
}
