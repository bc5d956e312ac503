/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tutorial, step 8: a clock. Searches to depth 1, 2, 3, ... until the time is
 * over, with the best line of the last depth as the first of the next; and
 * knows what was on the board before.
 *
 *	step8 MILLISECONDS [FEN]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rookery/moves.h"
#include "rookery/notation.h"
#include "rookery/status.h"

/* Scores are in centipawns; a mate is worth more than any material. */
#define INFINITE 32000
#define MATE 30000

/* The promise of a capture; that of a quiet move is less. */
#define CAPTURE 1000000

#define MAX_DEPTH 60
#define MAX_PLIES 2000 /* of a game, and of the line that is searched */

/* A line of moves, the first one first. */
struct line {
	int count;
	rk_move moves[MAX_DEPTH];
};

struct search {
	uint64_t nodes;
	uint64_t end_ms; /* when to stop */
	bool stopped;
	int history[2][RK_SQUARES][RK_SQUARES]; /* by side, from, to */
	struct line best;         /* of the last depth that was finished */
	int played;               /* positions before the one to search ... */
	uint64_t keys[MAX_PLIES]; /* ... and their keys, then the line's */
};

static uint64_t now_ms(void)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Counts a node. Is there still time? */
static bool goes_on(struct search *search)
{
	if (++search->nodes % 1024 == 0 && now_ms() >= search->end_ms)
		search->stopped = true;
	return !search->stopped;
}

/* Was this position on the board before, in the game or in this line? */
static bool is_repeated(struct search *search, const struct rk_pos *pos,
			int ply)
{
	int last = search->played + ply;
	int first = last > pos->halfmove ? last - pos->halfmove : 0;

	search->keys[last] = pos->key;
	for (int i = last - 2; i >= first; i -= 2)
		if (search->keys[i] == pos->key)
			return true;
	return false;
}

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

	if (!goes_on(search))
		return 0;
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

/* Puts a move in the first place, if it is there. */
static void put_first(rk_move *list, int count, rk_move move)
{
	for (int i = 0; i < count; i++)
		if (list[i] == move) {
			list[i] = list[0];
			list[0] = move;
		}
}

/* The line is that of a move and the answers to it. */
static void join(struct line *line, rk_move move, const struct line *answers)
{
	line->count = answers->count + 1;
	line->moves[0] = move;
	memcpy(line->moves + 1, answers->moves,
	       sizeof(rk_move) * (size_t)answers->count);
}

/*
 * `line` becomes the best line from here. `expected` is the move to try first,
 * or RK_NO_MOVE.
 */
static int alphabeta(struct search *search, struct rk_pos *pos, int depth,
		     int ply, int alpha, int beta, struct line *line,
		     rk_move expected)
{
	rk_move list[RK_MAX_MOVES];
	enum rk_status status = rk_pos_status(pos);
	int best = -INFINITE;
	int count;

	line->count = 0;
	if (status == RK_CHECKMATE)
		return ply - MATE;
	if (status != RK_PLAYING || (is_repeated(search, pos, ply) && ply > 0))
		return 0;
	if (depth == 0)
		return quiesce(search, pos, alpha, beta);
	if (!goes_on(search))
		return 0;
	count = rk_gen_legal(pos, list);
	put_first(list, count, expected);
	for (int i = 0; i < count && best < beta; i++) {
		struct rk_undo undo;
		struct line answers;
		int score;

		if (i > 0 || expected == RK_NO_MOVE)
			pick(search, pos, list, count, i);
		rk_pos_make(pos, list[i], &undo);
		score = -alphabeta(search, pos, depth - 1, ply + 1, -beta,
				   -alpha, &answers, RK_NO_MOVE);
		rk_pos_unmake(pos, list[i], &undo);
		if (search->stopped)
			return 0;
		if (score > best)
			best = score;
		if (score > alpha) {
			alpha = score;
			join(line, list[i], &answers);
		}
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
		   int depth, int score)
{
	struct rk_pos after = *pos;
	struct rk_undo undo;

	printf("depth %d, ", depth);
	show_score(score);
	printf(", %llu nodes:", (unsigned long long)search->nodes);
	for (int i = 0; i < search->best.count; i++) {
		char san[RK_SAN_SIZE];

		rk_san_write(san, &after, search->best.moves[i]);
		printf(" %s", san);
		rk_pos_make(&after, search->best.moves[i], &undo);
	}
	printf("\n");
}

/* The best move that can be found in this time; RK_NO_MOVE if there is none. */
static rk_move think(struct search *search, struct rk_pos *pos, int ms)
{
	rk_move list[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, list);

	search->nodes = 0;
	search->stopped = false;
	search->end_ms = now_ms() + (uint64_t)ms;
	search->best.count = 0;
	for (int depth = 1; depth <= MAX_DEPTH; depth++) {
		rk_move expected = search->best.count ? search->best.moves[0]
						      : RK_NO_MOVE;
		struct line line;
		int score = alphabeta(search, pos, depth, 0, -INFINITE,
				      INFINITE, &line, expected);

		if (search->stopped || line.count == 0)
			break;
		search->best = line;
		report(search, pos, depth, score);
		if (abs(score) > MATE - 1000)
			break;
	}
	if (search->best.count)
		return search->best.moves[0];
	return count ? list[0] : RK_NO_MOVE;
}

int main(int argc, char **argv)
{
	static struct search search;
	struct rk_pos pos;
	struct rk_error error;
	char san[RK_SAN_SIZE] = "none";
	int ms = argc > 1 ? atoi(argv[1]) : 0;
	rk_move move;

	rk_pos_start(&pos);
	if (ms < 1) {
		fprintf(stderr, "usage: step8 MILLISECONDS [FEN]\n");
		return 1;
	}
	if (argc > 2 && !rk_fen_read(&pos, argv[2], strlen(argv[2]), &error)) {
		fprintf(stderr, "FEN, column %zu: %s\n", error.column,
			error.reason);
		return 1;
	}
	move = think(&search, &pos, ms);
	if (move)
		rk_san_write(san, &pos, move);
	printf("best move: %s\n", san);
	return 0;
}
