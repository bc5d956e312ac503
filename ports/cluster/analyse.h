/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of rookery-mpi analyse: analyse.c reads the command line, works
 * and writes, analyse_read.c cuts files into pieces at rank 0, and analyse_long.c has
 * the games that many ranks analyse together.
 */
#ifndef RK_CLUSTER_ANALYSE_H
#define RK_CLUSTER_ANALYSE_H

#include "ports/cluster/analyse_long.h"
#include "ports/cluster/cluster.h"
#include "ports/host/analyse.h"
#include "ports/host/output.h"

enum analyse_kind {
	GAMES,
	LINES,
	POSITIONS, /* of a long game, as long_cut() writes them */
	LONG_GAME, /* a note: all of its positions were taken */
	FILE_END,  /* a note */
};

/* A piece begins with this. */
struct analyse_piece {
	uint64_t kind;
	uint64_t file;   /* which of the words */
	uint64_t games;  /* before it; FILE_END: in the file */
	uint64_t failed; /* FILE_END: it could not be read */
	uint64_t read;   /* bytes of all files up to its end */
	uint64_t sum;    /* LONG_GAME, POSITIONS: hash of the game's text */
	struct rk_pgn_place start;
};

/*
 * A result begins with this; then come the three texts. That of POSITIONS is their
 * lines alone.
 */
struct analyse_result {
	uint64_t status;
	uint64_t out, report, err; /* lengths */
};

/* What rank 0 knows and others need. */
struct analyse_setup {
	struct host_analyse_options options;
	uint64_t is_games, is_utf8, has_output;
};

struct analyse {
	struct cluster_work work;
	struct host_analyse analyse;
	struct analyse_setup setup;
	int file_count;
	char **files;
	char *only[1]; /* standard input, if no file is named */

	/* Reading, at the coordinator. */
	struct host_source source;
	bool is_open, is_at_end;
	int file;
	uint64_t weight; /* nodes for a position */
	struct host_cut *cut;
	struct host_text piece; /* that is being filled */
	uint64_t cost;          /* of it, in nodes */
	bool is_complete;       /* no more games belong to it */
	uint64_t game_cost;     /* of the game that is being read */
	bool is_broken;         /* the same: it will not be analysed */
	int depth;              /* of variations in it */
	uint64_t games;         /* read so far */
	uint64_t games_before;  /* this file */
	uint64_t line;
	uint64_t bytes_before; /* this file */
	uint64_t offset;       /* in this file */

	/* Writing, at the coordinator. */
	struct host_output output;
	FILE *out, *report;
	bool has_shown;  /* a position of this file */
	bool has_failed; /* the same */
	uint64_t taken;  /* pieces with a result */
	char settings[512];
	char *checkpoint;

	/* A long game, at the coordinator. */
	struct analyse_long long_game;
	struct host_analyse scribe; /* lists its positions, and writes it */
	struct host_source scribe_text;

	/* Working. */
	struct host_pool *pool;
	struct host_source text;
	struct host_search_result found;
};

/*
 * analyse.c: has a piece that is text analysed and appends the result, as it is
 * described above; false without memory.
 */
bool analyse_run(struct analyse *self, struct host_analyse *analyse,
		 struct host_source *text, const char *piece, size_t length,
		 struct host_text *to);

/* Reports that there is no memory, and ends all ranks. */
_Noreturn void analyse_give_up(void);

/* Appends, or gives up. */
void analyse_add(struct host_text *piece, const char *text, size_t length);

/*
 * analyse_read.c: nodes that the search of a position takes, more or less; and
 * cluster_work.next.
 */
uint64_t analyse_weigh(const struct host_analyse_options *options);
enum cluster_next analyse_next(void *context, struct host_text *piece);

#endif
