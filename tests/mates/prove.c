/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Proves mates by trying everything: no evaluation, no pruning, nothing that
 * a searching engine does. Only for making and checking tests/mates.
 *
 *	prove MAX [NODES]
 *
 * reads FENs and prints for each, a line: the least N up to MAX such that the
 * side to move mates in N moves; 0, there is none; or ?, more than NODES
 * positions were needed. Fifty moves without a pawn's move or a capture are a
 * draw, unless the last is mate. Repetitions need no thought: the shortest
 * mate has none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"

#define MAX_MOVES_TO_MATE 8
#define ENTRIES ((size_t)1 << 22)

/* What is known of a position: no mate in `none` moves, mate in `mate`. */
struct entry {
	uint64_t key;
	uint8_t none;
	uint8_t mate; /* 0: not known */
};

struct prover {
	struct entry *table;
	bool use_table;
	uint64_t nodes, limit;
	rk_move answer[MAX_MOVES_TO_MATE +
		       1]; /* a defence that worked, by depth */
	rk_move list[2 * (MAX_MOVES_TO_MATE + 1)][RK_MAX_MOVES];
};

static bool can_mate(struct prover *prover, struct rk_pos *pos, int moves);

static void to_front(rk_move *list, int count, rk_move move)
{
	for (int i = 0; i < count; i++)
		if (list[i] == move) {
			list[i] = list[0];
			list[0] = move;
		}
}

/* The attacker has moved; is every defence in vain? */
static bool is_lost(struct prover *prover, struct rk_pos *pos, int moves)
{
	rk_move *list = prover->list[2 * moves + 1];
	struct rk_undo undo;
	int count = rk_gen_legal(pos, list);
	bool lost = true;

	if (!count)
		return pos->checkers != 0;
	if (!moves || pos->halfmove >= 100)
		return false;
	to_front(list, count, prover->answer[moves]);
	for (int i = 0; lost && i < count; i++) {
		rk_pos_make(pos, list[i], &undo);
		lost = can_mate(prover, pos, moves);
		rk_pos_unmake(pos, list[i], &undo);
		if (!lost)
			prover->answer[moves] = list[i];
	}
	return lost;
}

static bool try_moves(struct prover *prover, struct rk_pos *pos, int moves)
{
	rk_move *list = prover->list[2 * moves];
	struct rk_undo undo;
	int count = rk_gen_legal(pos, list);
	int rounds = moves > 1 ? 2 : 1;
	bool found = false;

	/* Checks first, because they find; the others must be tried too. */
	for (int quiet = 0; !found && quiet < rounds; quiet++)
		for (int i = 0; !found && i < count; i++) {
			if (rk_move_gives_check(pos, list[i]) == quiet)
				continue;
			rk_pos_make(pos, list[i], &undo);
			found = is_lost(prover, pos, moves - 1);
			rk_pos_unmake(pos, list[i], &undo);
		}
	return found;
}

static bool can_mate(struct prover *prover, struct rk_pos *pos, int moves)
{
	struct entry *entry = &prover->table[pos->key % ENTRIES];
	bool known = prover->use_table && entry->key == pos->key;
	bool found;

	if (pos->halfmove >= 100 || ++prover->nodes > prover->limit)
		return false;
	if (known && entry->mate && entry->mate <= moves)
		return true;
	if (known && entry->none >= moves)
		return false;
	found = try_moves(prover, pos, moves);
	if (prover->nodes > prover->limit)
		return false;
	if (entry->key != pos->key)
		*entry = (struct entry){.key = pos->key};
	if (found)
		entry->mate = (uint8_t)moves;
	else
		entry->none = (uint8_t)moves;
	return found;
}

static void prove(struct prover *prover, struct rk_pos *pos, int max)
{
	/* The table does not know how many of the fifty moves are made. */
	prover->use_table = pos->halfmove + 2 * max < 100;
	memset(prover->table, 0, ENTRIES * sizeof(*prover->table));
	prover->nodes = 0;
	for (int moves = 1; moves <= max; moves++)
		if (can_mate(prover, pos, moves)) {
			printf("%d\n", moves);
			return;
		}
	puts(prover->nodes > prover->limit ? "?" : "0");
}

int main(int argc, char **argv)
{
	static struct prover prover;
	char line[256];
	struct rk_pos pos;
	struct rk_error error;
	int max = argc > 1 ? atoi(argv[1]) : 0;

	if (max < 1 || max > MAX_MOVES_TO_MATE) {
		fprintf(stderr, "usage: prove MAX [NODES]\n");
		return 2;
	}
	prover.limit = argc > 2 ? strtoull(argv[2], NULL, 10) : UINT64_MAX;
	prover.table = malloc(ENTRIES * sizeof(*prover.table));
	if (!prover.table)
		return 1;
	while (fgets(line, sizeof(line), stdin)) {
		if (!rk_fen_read(&pos, line, strcspn(line, ";\n"), &error)) {
			fprintf(stderr, "prove: %s: %s", error.reason, line);
			return 1;
		}
		prove(&prover, &pos, max);
		fflush(stdout);
	}
	free(prover.table);
	return 0;
}
