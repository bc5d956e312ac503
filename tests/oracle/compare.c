/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The core held against the second rule book. Only here and in the tests do
 * the two meet; neither knows of the other.
 */
#include "tests/oracle/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int compare_square(int square)
{
	return oracle_square(rk_square_file(square), rk_square_rank(square));
}

static int core_square(int square)
{
	return rk_square_at(oracle_file(square), oracle_rank(square));
}

rk_move compare_move(const struct oracle_move *move)
{
	int from = core_square(move->from);
	int to = core_square(move->to);

	switch (move->promotion) {
	case 'N':
		return rk_move_promotion(from, to, RK_KNIGHT);
	case 'B':
		return rk_move_promotion(from, to, RK_BISHOP);
	case 'R':
		return rk_move_promotion(from, to, RK_ROOK);
	case 'Q':
		return rk_move_promotion(from, to, RK_QUEEN);
	}
	if (move->castling)
		return rk_move_new(from, to, RK_CASTLING);
	if (move->en_passant)
		return rk_move_new(from, to, RK_EN_PASSANT);
	return rk_move_new(from, to, RK_NORMAL);
}

void compare_read(struct rk_pos *pos, const struct oracle_pos *oracle)
{
	char fen[ORACLE_FEN_SIZE];
	struct rk_error error;

	oracle_fen_write(fen, oracle, false);
	if (!rk_fen_read(pos, fen, strlen(fen), &error))
		fail_msg("%s: column %zu: %s", fen, error.column, error.reason);
	pos->minors = oracle->minors;
}

static int by_number(const void *a, const void *b)
{
	return *(const rk_move *)a - *(const rk_move *)b;
}

/* From, to, and after a colon the kind and the promotion piece. */
static void print_list(const char *who, const rk_move *list, int count)
{
	print_error("%s: %d:", who, count);
	for (int i = 0; i < count; i++) {
		int from = rk_move_from(list[i]);
		int to = rk_move_to(list[i]);

		print_error(" %c%d%c%d:%d%c", 'a' + rk_square_file(from),
			    1 + rk_square_rank(from), 'a' + rk_square_file(to),
			    1 + rk_square_rank(to), rk_move_kind(list[i]),
			    "nbrq"[list[i] >> 12 & 3]);
	}
	print_error("\n");
}

void compare_lists(const char *what, const struct oracle_pos *oracle,
		   const rk_move *list, int count,
		   const struct oracle_list *expected)
{
	rk_move ours[RK_MAX_MOVES], theirs[RK_MAX_MOVES] = {0};
	size_t size = (size_t)count * sizeof(*list);
	char fen[ORACLE_FEN_SIZE];

	memcpy(ours, list, size);
	qsort(ours, (size_t)count, sizeof(*ours), by_number);
	for (int i = 0; i < expected->count; i++)
		theirs[i] = compare_move(&expected->move[i]);
	qsort(theirs, (size_t)expected->count, sizeof(*theirs), by_number);
	if (count == expected->count && !memcmp(ours, theirs, size))
		return;
	oracle_fen_write(fen, oracle, false);
	print_list("core", ours, count);
	print_list("oracle", theirs, expected->count);
	fail_msg("%s differ: %s", what, fen);
}
