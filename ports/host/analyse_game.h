/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by analyse_games.c, which reads files, and analyse_game.c, which
 * analyses one game.
 */
#ifndef RK_HOST_ANALYSE_GAME_H
#define RK_HOST_ANALYSE_GAME_H

#include "ports/host/analyse.h"
#include "ports/host/output.h"
#include "rookery/annotate.h"
#include "rookery/graph.h"

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
	struct host_output output; /* all zero: standard output */
	int write_error;           /* errno of the first failed write to it */
	FILE *report;
	struct host_part part;
	uint64_t games, broken;
	bool failed;
	bool is_over; /* the run ends: events are ignored */

	/* The current game. */
	struct host_cut cut;
	size_t length; /* of its text */
	bool is_broken;
	const struct rk_rules *rules;
	bool is_foreign; /* rules that the engine does not know */
	int depth;
	char white[HOST_NAME_SIZE], black[HOST_NAME_SIZE],
		result[HOST_NAME_SIZE];

	/* Its positions, one more than moves. */
	struct host_place *places;
	size_t count, cap;
	size_t end; /* index of the position in which the game is over */
	struct rk_remark *remarks;
	struct rk_graph_point *points;
	uint64_t *keys;
	struct rk_accuracy total[2];
	struct host_search_result found;

	/*
	 * Reads the game again, while the first reader is already at the next
	 * one.
	 */
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
 * Analyses the collected game: searches, rates moves, writes it and reports.
 * False if the run ends here.
 */
bool host_games_take(struct host_games *games);

/* Reports why the run ends here; always false. */
bool host_games_fail(struct host_games *games, const char *reason);

#endif
