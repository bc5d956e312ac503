/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writes positions of random play with all their moves, for compare.mjs:
 *
 *	FEN <tab> coordinates <blank> SAN <tab> coordinates <blank> SAN ...
 *
 *	dump SEED COUNT           games from the usual start and, in turn,
 *	                          from the FENs on standard input
 *	dump SEED COUNT chess960  games from the starts of Chess960
 *
 * The same seed gives the same positions. A game is left after 60 plies.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/notation.h"

#define MAX_STARTS 64
#define MAX_PLIES 60

struct dump {
	struct rk_pos starts[MAX_STARTS];
	size_t start_count;
	bool chess960;
	uint64_t seed;
	unsigned long left;
};

static size_t choose(struct dump *dump, size_t count)
{
	dump->seed = dump->seed * 6364136223846793005u + 1442695040888963407u;
	return (size_t)(dump->seed >> 33) % count;
}

static bool read_starts(struct dump *dump)
{
	struct rk_error error;
	char line[256];

	while (fgets(line, sizeof(line), stdin)) {
		size_t length = strcspn(line, "\n");

		if (!length || line[0] == '#')
			continue;
		if (dump->start_count == MAX_STARTS ||
		    !rk_fen_read(&dump->starts[dump->start_count++], line,
				 length, &error)) {
			fprintf(stderr, "dump: cannot take %s", line);
			return false;
		}
	}
	return dump->start_count > 0;
}

static void start_game(struct dump *dump, struct rk_pos *pos, size_t game)
{
	if (dump->chess960)
		rk_pos_start960(pos, (int)choose(dump, 960));
	else if (game % 2)
		rk_pos_start(pos);
	else
		*pos = dump->starts[game / 2 % dump->start_count];
}

static void print_position(const struct dump *dump, const struct rk_pos *pos,
			   const rk_move *list, int count)
{
	char fen[RK_FEN_SIZE], coord[RK_COORD_SIZE], san[RK_SAN_SIZE];

	rk_fen_write(fen, pos,
		     dump->chess960 ? RK_FEN_SHREDDER : RK_FEN_STANDARD);
	fputs(fen, stdout);
	for (int i = 0; i < count; i++) {
		rk_coord_write(coord, list[i], RK_CASTLE_ROOK);
		rk_san_write(san, pos, list[i]);
		printf("\t%s %s", coord, san);
	}
	putchar('\n');
}

/* Rolls again for a plain move, so that the rare ones come more often. */
static rk_move choose_move(struct dump *dump, const rk_move *list, int count)
{
	rk_move move = RK_NO_MOVE;

	for (int roll = 0; roll < 5 && rk_move_kind(move) == RK_NORMAL; roll++)
		move = list[choose(dump, (size_t)count)];
	return move;
}

static void play_game(struct dump *dump, size_t game)
{
	rk_move list[RK_MAX_MOVES];
	struct rk_pos pos;
	struct rk_undo undo;
	int count;

	start_game(dump, &pos, game);
	for (int ply = 0; ply < MAX_PLIES && dump->left; ply++) {
		count = rk_gen_legal(&pos, list);
		print_position(dump, &pos, list, count);
		dump->left--;
		if (!count)
			return;
		rk_pos_make(&pos, choose_move(dump, list, count), &undo);
	}
}

int main(int argc, char **argv)
{
	static struct dump dump;

	if (argc < 3) {
		fprintf(stderr, "usage: dump SEED COUNT [chess960]\n");
		return 2;
	}
	dump.seed = strtoul(argv[1], NULL, 10);
	dump.left = strtoul(argv[2], NULL, 10);
	dump.chess960 = argc > 3;
	if (!dump.chess960 && !read_starts(&dump))
		return 1;
	for (size_t game = 0; dump.left; game++)
		play_game(&dump, game);
	return fflush(stdout) ? 1 : 0;
}
