/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tutorial, step 7: quiescence. Where the depth is used up the search goes on
 * with captures alone, until the position is quiet.
 *
 *	step7 DEPTH [FEN]
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

/* The promise of a capture; that of a quiet move is less. */
#define CAPTURE 1000000

struct search {
	uint64_t nodes;
	rk_move best;                           /* at the root */
	int history[2][RK_SQUARES][RK_SQUARES]; /* by side, from, to */
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

/*
 * How promising a move looks: promotions, then captures, the largest victim
 * and the smallest attacker first, then what was good elsewhere.
 */
static int promise(const struct search *search, const struct rk_pos *pos,
		   rk_move move)
{
	int from = rk_move_from(move);
	int to = rk_move_to(move);
	int victim = rk_piece_type(pos->board[to]);

	if (rk_move_kind(move) == RK_PROMOTION)
		return 2 * CAPTURE + rk_move_promoted(move);
	if (rk_move_kind(move) != RK_CASTLING && victim != RK_NONE)
		return CAPTURE + 10 * victim - rk_piece_type(pos->board[from]);
	return search->history[pos->side][from][to];
}

/* Puts the most promising move of those from `first` on in the first place. */
static void pick(const struct search *search, const struct rk_pos *pos,
		 rk_move *list, int count, int first)
{
	int best = first;
	rk_move move;

	for (int i = first + 1; i < count; i++)
		if (promise(search, pos, list[i]) >
		    promise(search, pos, list[best]))
			best = i;
	move = list[best];
	list[best] = list[first];
	list[first] = move;
}

/* A move was so good that the others need not be searched: remember it. */
static void remember(struct search *search, const struct rk_pos *pos,
		     rk_move move, int depth)
{
	int *count = &search->history[pos->side][rk_move_from(move)]
				     [rk_move_to(move)];

	if (*count < CAPTURE / 2)
		*count += depth * depth;
}

static int quiesce(struct search *search, struct rk_pos *pos, int alpha,
		   int beta)
{
	rk_move list[RK_MAX_MOVES];
	int best = evaluate(pos);
	int count;

	search->nodes++;
	if (best > alpha)
		alpha = best;
	count = rk_gen_tactical(pos, list);
	for (int i = 0; i < count && best < beta; i++) {
		struct rk_undo undo;
		int score;

		pick(search, pos, list, count, i);
		rk_pos_make(pos, list[i], &undo);
		score = -quiesce(search, pos, -beta, -alpha);
		rk_pos_unmake(pos, list[i], &undo);
		if (score > best)
			best = score;
		if (score > alpha)
			alpha = score;
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

	if (status == RK_PLAYING && depth == 0)
		return quiesce(search, pos, alpha, beta);
	search->nodes++;
	if (status == RK_CHECKMATE)
		return ply - MATE;
	if (status != RK_PLAYING)
		return 0;
	count = rk_gen_legal(pos, list);
	for (int i = 0; i < count && best < beta; i++) {
		struct rk_undo undo;
		int score;

		pick(search, pos, list, count, i);
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
		if (score >= beta)
			remember(search, pos, list[i], depth);
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
	struct search search = {0};
	struct rk_pos pos;
	struct rk_error error;
	int depth = argc > 1 ? atoi(argv[1]) : 0;

	rk_pos_start(&pos);
	if (depth < 1) {
		fprintf(stderr, "usage: step7 DEPTH [FEN]\n");
		return 1;
	}
	if (argc > 2 && !rk_fen_read(&pos, argv[2], strlen(argv[2]), &error)) {
		fprintf(stderr, "FEN, column %zu: %s\n", error.column,
			error.reason);
		return 1;
	}
	report(&search, &pos,
	       alphabeta(&search, &pos, depth, 0, -INFINITE, INFINITE));
	return 0;
}
