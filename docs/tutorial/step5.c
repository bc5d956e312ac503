/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tutorial, step 5: alpha-beta. Finds what negamax finds, but leaves out what
 * cannot change the result. Both search here, so that they can be compared.
 *
 *	step5 DEPTH [FEN]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/notation.h"
#include "rookery/status.h"

/* Scores are in centipawns; a mate is worth more than any material. */
#define INFINITE 32000
#define MATE 30000

struct search {
	uint64_t nodes;
	rk_move best; /* at the root */
};

static const int value[RK_TYPES] = {100, 320, 330, 500, 900, 0};
static const int centre[8] = {0, 1, 2, 3, 3, 2, 1, 0};
static const int wants_centre[RK_TYPES] = {3, 4, 2, 0, 1, -4};

/* What the position is worth to the side to move, without looking ahead. */
static int evaluate(const struct rk_pos *pos)
{
	int score = 0;

	for (int square = 0; square < RK_SQUARES; square++) {
		int piece = pos->board[square];
		int type = rk_piece_type(piece);
		int worth;

		if (piece == RK_NONE)
			continue;
		worth = value[type] +
			wants_centre[type] * (centre[rk_square_file(square)] +
					      centre[rk_square_rank(square)]);
		score += rk_piece_colour(piece) == pos->side ? worth : -worth;
	}
	return score;
}

static int negamax(struct search *search, struct rk_pos *pos, int depth,
		   int ply)
{
	rk_move list[RK_MAX_MOVES];
	enum rk_status status = rk_pos_status(pos);
	int best = -INFINITE;
	int count;

	search->nodes++;
	if (status == RK_CHECKMATE)
		return ply - MATE;
	if (status != RK_PLAYING)
		return 0;
	if (depth == 0)
		return evaluate(pos);
	count = rk_gen_legal(pos, list);
	for (int i = 0; i < count; i++) {
		struct rk_undo undo;
		int score;

		rk_pos_make(pos, list[i], &undo);
		score = -negamax(search, pos, depth - 1, ply + 1);
		rk_pos_unmake(pos, list[i], &undo);
		if (score > best) {
			best = score;
			if (ply == 0)
				search->best = list[i];
		}
	}
	return best;
}

static int alphabeta(struct search *search, struct rk_pos *pos, int depth,
		     int ply, int alpha, int beta)
{
	rk_move list[RK_MAX_MOVES];
	enum rk_status status = rk_pos_status(pos);
	int best = -INFINITE;
	int count;

	search->nodes++;
	if (status == RK_CHECKMATE)
		return ply - MATE;
	if (status != RK_PLAYING)
		return 0;
	if (depth == 0)
		return evaluate(pos);
	count = rk_gen_legal(pos, list);
	for (int i = 0; i < count && best < beta; i++) {
		struct rk_undo undo;
		int score;

		rk_pos_make(pos, list[i], &undo);
		score = -alphabeta(search, pos, depth - 1, ply + 1, -beta,
				   -alpha);
		rk_pos_unmake(pos, list[i], &undo);
		if (score > best) {
			best = score;
			if (ply == 0)
				search->best = list[i];
		}
		if (score > alpha)
			alpha = score;
	}
	return best;
}

static void show_score(int score)
{
	if (score > MATE - 1000)
		printf("mate in %d", (MATE - score + 1) / 2);
	else if (score < 1000 - MATE)
		printf("mated in %d", (MATE + score) / 2);
	else
		printf("%c%d.%02d", score < 0 ? '-' : '+', abs(score) / 100,
		       abs(score) % 100);
}

static void report(const struct search *search, const struct rk_pos *pos,
		   int score)
{
	char san[RK_SAN_SIZE] = "no move";

	if (search->best)
		rk_san_write(san, pos, search->best);
	printf("%s, ", san);
	show_score(score);
	printf(", %llu nodes\n", (unsigned long long)search->nodes);
}

int main(int argc, char **argv)
{
	struct search plain = {0, RK_NO_MOVE}, pruned = plain;
	struct rk_pos pos;
	struct rk_error error;
	int depth = argc > 1 ? atoi(argv[1]) : 0;

	rk_pos_start(&pos);
	if (depth < 1) {
		fprintf(stderr, "usage: step5 DEPTH [FEN]\n");
		return 1;
	}
	if (argc > 2 && !rk_fen_read(&pos, argv[2], strlen(argv[2]), &error)) {
		fprintf(stderr, "FEN, column %zu: %s\n", error.column,
			error.reason);
		return 1;
	}
	printf("negamax:    ");
	report(&plain, &pos, negamax(&plain, &pos, depth, 0));
	printf("alpha-beta: ");
	report(&pruned, &pos,
	       alphabeta(&pruned, &pos, depth, 0, -INFINITE, INFINITE));
	return 0;
}
