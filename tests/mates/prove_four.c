/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Proves mates of four players in teams by trying everything, with the rules of
 * the core and nothing of the engine. For tests/mates/four.txt.
 *
 *	prove_four MAX [NODES]
 *
 * reads FEN4s and prints for each, a line: the least N up to MAX such that the
 * team to move wins with its Nth move at the latest, by mate or by taking a king;
 * 0, there is none; or ?, more than NODES positions were needed. A mate counts
 * when the mated player is to move, so that of the player who moves three plies
 * later needs two moves.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/rules.h"

#define MAX_MOVES_TO_MATE 4

struct prover {
	uint64_t nodes, limit;
	unsigned int team;
	rk_any_move defence[MAX_MOVES_TO_MATE + 1]; /* one that worked */
	rk_any_move list[2 * (MAX_MOVES_TO_MATE + 1)][RK_ANY_MAX_MOVES];
};

static const struct rk_rules *const rules = &rk_rules_teams;

static bool can_win(struct prover *prover, union rk_any_pos *pos, int moves);

static void to_front(rk_any_move *list, int count, rk_any_move move)
{
	for (int i = 0; i < count; i++)
		if (list[i] == move) {
			list[i] = list[0];
			list[0] = move;
		}
}

/* The team has moved; is every defence in vain? */
static bool is_lost(struct prover *prover, union rk_any_pos *pos, int moves)
{
	rk_any_move *list = prover->list[2 * moves + 1];
	struct rk_outcome outcome = rules->status(pos);
	union rk_any_undo undo;
	bool lost = true;
	int count;

	if (outcome.reason)
		return outcome.winners & prover->team;
	if (!moves)
		return false;
	count = rules->moves(pos, list);
	to_front(list, count, prover->defence[moves]);
	for (int i = 0; i < count && lost; i++) {
		rules->make(pos, list[i], &undo);
		outcome = rules->status(pos);
		lost = outcome.reason ? outcome.winners & prover->team
				      : can_win(prover, pos, moves);
		rules->unmake(pos, list[i], &undo);
		if (!lost)
			prover->defence[moves] = list[i];
	}
	return lost;
}

static bool can_win(struct prover *prover, union rk_any_pos *pos, int moves)
{
	rk_any_move *list = prover->list[2 * moves];
	union rk_any_undo undo;
	bool wins = false;
	int count = rules->moves(pos, list);

	for (int i = 0; i < count && !wins; i++) {
		if (++prover->nodes > prover->limit)
			return false;
		rules->make(pos, list[i], &undo);
		wins = is_lost(prover, pos, moves - 1);
		rules->unmake(pos, list[i], &undo);
	}
	return wins;
}

static void prove(struct prover *prover, union rk_any_pos *pos, int most)
{
	int moves = 1;

	prover->nodes = 0;
	prover->team = 5u << (rules->turn(pos) & 1);
	while (moves <= most && !can_win(prover, pos, moves) &&
	       prover->nodes <= prover->limit)
		moves++;
	if (prover->nodes > prover->limit)
		puts("?");
	else
		printf("%d\n", moves > most ? 0 : moves);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static struct prover prover;
	static union rk_any_pos pos;
	char line[RK_ANY_FEN_SIZE + 2];
	int most = argc > 1 ? atoi(argv[1]) : 0;
	struct rk_error error;

	prover.limit = argc > 2 ? strtoull(argv[2], NULL, 10) : UINT64_MAX;
	if (most < 1 || most > MAX_MOVES_TO_MATE) {
		fprintf(stderr, "usage: prove_four MAX [NODES]\n");
		return 2;
	}
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (!rules->read(&pos, line, strlen(line), &error)) {
			fprintf(stderr, "prove_four: %s: %s\n", line,
				error.reason);
			return 1;
		}
		prove(&prover, &pos, most);
	}
	return 0;
}
