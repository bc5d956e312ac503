/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What analyse_games.c, which reads files, and analyse_game.c, which takes one
 * game, have in common.
 */
#ifndef RK_HOST_ANALYSE_GAME_H
#define RK_HOST_ANALYSE_GAME_H

#include "ports/host/analyse.h"
#include "ports/host/output.h"
#include "ports/host/pgn.h"
#include "proto/annotate.h"

#define HOST_BETTER 10 /* moves of a better line */
#define HOST_NAME_SIZE 64

/* A position of the main line, and the move that was made in it. */
struct host_place {
	struct rk_pos pos;
	uint64_t key;
	rk_move played; /* RK_NO_MOVE in the last one */
	bool is_wanted;
	bool is_known;
	struct host_line line;
	rk_any_move better[HOST_BETTER];
};

struct host_games {
	struct host_analyse *analyse;
	const char *name; /* of the file */
	FILE *out;
	struct host_output output; /* zeroed: standard output */
	FILE *report;
	struct host_part part;
	uint64_t games, broken;
	bool failed;
	bool is_over; /* nothing more is heard */

	/* The game that is being read. */
	struct host_text text;
	struct rk_pgn_place start; /* of the text, in the file */
	bool is_broken;
	bool is_foreign; /* not chess as the engine knows it */
	int depth;
	char white[HOST_NAME_SIZE], black[HOST_NAME_SIZE],
		result[HOST_NAME_SIZE];

	/* Its positions: one more than moves. */
	struct host_place *places;
	size_t count, room;
	struct rk_remark *remarks;
	struct host_point *points;
	uint64_t *keys;
	struct rk_conduct conduct[2];
	struct host_thought thought;

	struct rk_pgn_reader reader;
	struct rk_pgn_level levels[HOST_PGN_LEVELS];
	char token[HOST_PGN_TOKEN];

	/* Reading it again, while the first reader is at the next one. */
	struct rk_pgn_reader second;
	struct rk_pgn_level second_levels[HOST_PGN_LEVELS];
	char second_token[HOST_PGN_TOKEN];
	char comment[HOST_PGN_TOKEN + 64];
	struct rk_annotator annotator;
	struct rk_pgn_normaliser normaliser;
	struct rk_pgn_tag tags[HOST_PGN_TAGS];
	char game[HOST_PGN_GAME];
};

/*
 * The game whose text and positions are there: thinks, judges, writes it and
 * reports. False if this is the end of the run.
 */
bool host_games_take(struct host_games *games);

/* Says why the run ends here; always false. */
bool host_games_fail(struct host_games *games, const char *reason);

#endif
