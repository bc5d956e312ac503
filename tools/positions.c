/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Takes the positions that a network learns from out of the games of
 * tools/selfplay.c and writes them as records; tools/records.h describes them.
 *
 *	positions FILE [OPTION N]... GAMES...
 *
 * Left out are positions in check, those where the move played takes something
 * or promotes, the random moves and a few plies more, decided scores, and those
 * close to a draw by fifty moves. Every game is held out for validation or none
 * of it, so that nothing of a held-out game was ever learnt. The same call
 * writes the same file. Without records, but only to count them, FILE is -.
 *
 * `unlabelled N` writes positions without score and result instead: about N
 * for each position that would have been written, a few random moves away from
 * it, quiet by static exchange evaluation. A teacher labels them.
 *
 * `rescore N` searches each position anew, with the network of this program and N
 * nodes, and writes that score; positions in which the best move takes something
 * or promotes are left out then. So old games serve a newer network.
 *
 * One thread does a million positions a second or more, but with `rescore` a few
 * thousand; call it once a file to use more processors.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/random.h"
#include "engine/see.h"
#include "ports/host/network.h"
#include "ports/host/output.h"
#include "tools/games.h"
#include "tools/options.h"
#include "tools/records.h"
#include "tools/searcher.h"

#define AWAY_MAX 4 /* random moves from the game to an unlabelled position */

static long skip = 4, most = 3000, fifty = 80, hold = 50, unlabelled, seed = 1;
static long every = 1, rescore;

static const struct tool_option options[] = {
	{"skip", &skip, 0, 400, "plies left out after the random moves"},
	{"score", &most, 1, 32767, "the most, hundredths of a pawn"},
	{"fifty", &fifty, 0, 100,
	 "the most plies without capture or pawn move"},
	{"hold", &hold, 0, 1000000, "one game of so many is held out; 0: none"},
	{"unlabelled", &unlabelled, 0, 100, "random neighbours of a position"},
	{"seed", &seed, 0, 1000000000, "for the random moves"},
	{"every", &every, 1, 1000, "one of so many positions is taken"},
	{"rescore", &rescore, 0, 1000000,
	 "nodes for a new score; 0: that of the game"},
};

#define OPTIONS (sizeof(options) / sizeof(options[0]))

enum {
	LEFT_EARLY,
	LEFT_TACTICAL,
	LEFT_DECIDED,
	LEFT_FIFTY,
};

static struct host_output out; /* no file: only count */
static struct searcher searcher;
static uint64_t keys[GAME_PLIES + 1]; /* of the game that is read */
static long games, positions, written, held, left_out[4];

static void put(const struct rk_pos *pos, int score, int result, bool held_out)
{
	uint8_t record[RECORD_SIZE];

	written++;
	held += held_out;
	if (!out.file)
		return;
	record_pack(record, pos, score, result, held_out);
	fwrite(record, sizeof(record), 1, out.file);
}

/* No capture or promotion wins anything at once, and nobody is in check. */
static bool is_quiet(const struct rk_pos *pos)
{
	rk_move list[RK_MAX_MOVES];
	int count;

	if (pos->checkers)
		return false;
	count = rk_gen_tactical(pos, list);
	for (int i = 0; i < count; i++)
		if (rk_move_kind(list[i]) == RK_PROMOTION ||
		    rk_see_ge(pos, list[i], 1))
			return false;
	return rk_gen_count(pos) > 0;
}

static bool is_tactical(const struct rk_pos *pos, rk_move move)
{
	return rk_move_is_capture(pos, move) ||
	       rk_move_kind(move) == RK_PROMOTION;
}

/* A new score, `plies` after the start of the game; false: to be left out. */
static bool search(const struct rk_pos *pos, int plies, int *score)
{
	struct rk_answer answer =
		searcher_think(&searcher, pos, keys, plies, (uint64_t)rescore);

	*score = answer.score;
	if (is_tactical(pos, (rk_move)answer.best))
		left_out[LEFT_TACTICAL]++;
	else if (answer.score > most || answer.score < -most)
		left_out[LEFT_DECIDED]++;
	else
		return true;
	return false;
}

/* Goes some random moves away from a position and writes what is quiet there. */
static void put_neighbour(struct rk_pos pos, uint64_t random)
{
	rk_move list[RK_MAX_MOVES];
	struct rk_undo undo;
	int away, score = RECORD_NO_SCORE;

	random = rk_mix_seed(random);
	away = 1 + (int)(random % AWAY_MAX);
	while (away--) {
		int count = rk_gen_legal(&pos, list);

		if (!count)
			return;
		random = rk_mix_seed(random);
		rk_pos_make(&pos, list[random % (uint64_t)count], &undo);
	}
	if (!is_quiet(&pos))
		return;
	/* What was played before it is not what led here. */
	if (!rescore || search(&pos, 0, &score))
		put(&pos, score, RECORD_NO_RESULT, false);
}

/* Is this position of a game one to learn from? Counts the reasons if not. */
static bool is_taken(const struct rk_pos *pos, const struct game *game, int ply)
{
	rk_move move = game->moves[ply];
	int score = game->scores[ply], reason;

	if (ply < game->random_moves + skip)
		reason = LEFT_EARLY;
	else if (pos->checkers || is_tactical(pos, move))
		reason = LEFT_TACTICAL;
	else if (score > most || score < -most)
		reason = LEFT_DECIDED;
	else if (pos->halfmove > fifty)
		reason = LEFT_FIFTY;
	else
		return true;
	left_out[reason]++;
	return false;
}

static void take_position(const struct rk_pos *pos, const struct game *game,
			  int ply, bool held_out)
{
	int result = pos->side ? 2 - game->result : game->result;
	int score = game->scores[ply];

	if (unlabelled) {
		/* The teacher must not see held-out games either. */
		for (long n = 0; n < unlabelled && !held_out; n++)
			put_neighbour(*pos,
				      pos->key + (uint64_t)(seed * 128 + n));
	} else if (!rescore || search(pos, ply, &score)) {
		put(pos, score, result, held_out);
	}
}

/* False if a move is not legal. */
static bool take_game(const struct game *game, bool held_out)
{
	struct rk_pos pos;
	struct rk_undo undo;

	rk_pos_start960(&pos, game->start);
	if (rescore)
		searcher_begin(&searcher, host_network_embedded());
	for (int i = 0; i < game->plies; i++) {
		if (!rk_move_is_legal(&pos, game->moves[i]))
			return false;
		positions++;
		if (is_taken(&pos, game, i) &&
		    rk_mix_seed(pos.key) % (uint64_t)every == 0)
			take_position(&pos, game, i, held_out);
		keys[i] = rk_pos_key_repetition(&pos);
		rk_pos_make(&pos, game->moves[i], &undo);
	}
	return true;
}

/* False if it is no file of games, or one of its moves is not legal. */
static bool take_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	char magic[sizeof(GAMES_MAGIC)] = "";
	struct game game;
	bool fine;

	if (!file)
		return false;
	fine = fread(magic, sizeof(magic) - 1, 1, file) &&
	       !strcmp(magic, GAMES_MAGIC);
	while (fine && game_read(file, &game)) {
		games++;
		fine = take_game(&game, hold && games % hold == 0);
	}
	fclose(file);
	return fine;
}

static int usage(void)
{
	fprintf(stderr, "usage: positions FILE [OPTION N]... GAMES...\n");
	tool_options_list(options, OPTIONS);
	return 2;
}

static void report(void)
{
	printf("%ld games, %ld positions, %ld records, %ld held out; left out: "
	       "%ld early, %ld tactical, %ld decided, %ld near fifty moves\n",
	       games, positions, written, held, left_out[LEFT_EARLY],
	       left_out[LEFT_TACTICAL], left_out[LEFT_DECIDED],
	       left_out[LEFT_FIFTY]);
}

int main(int count, char **words)
{
	enum tool_option_result result;
	bool fine = true;
	int at = 2;

	while (at < count) {
		result = tool_option_set("positions", options, OPTIONS,
					 words[at],
					 at + 1 < count ? words[at + 1] : NULL);
		if (result == TOOL_OPTION_REFUSED)
			return 2;
		if (result == TOOL_OPTION_NONE)
			break;
		at += 2;
	}
	if (at >= count)
		return usage();
	if (strcmp(words[1], "-") != 0 && !host_output_open(&out, words[1])) {
		perror(words[1]);
		return 1;
	}
	if (rescore)
		searcher_open(&searcher, "positions");
	while (fine && at < count)
		fine = take_file(words[at++]);
	if (!fine)
		fprintf(stderr, "positions: %s: no file of games\n",
			words[at - 1]);
	if (out.file && !host_output_close(&out, fine) && fine) {
		perror(words[1]);
		return 1;
	}
	if (fine)
		report();
	return !fine;
}
