/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the files of the arena. A role is one of the four players that were
 * named, 0 to 3; the roles change seats from game to game.
 */
#ifndef TOOLS_ARENA_H
#define TOOLS_ARENA_H

#include "rookery/game.h"
#include "rookery/levels.h"

#define ROLES RK_MAX_SEATS

/* A kind of player: a level, or the engine with its limits. 0: not given. */
struct arena_player {
	const char *name; /* as it was given */
	char *program;    /* NULL: this program's own engine, or a level */
	long level;
	long ms;
	long nodes;
	long depth;
	long hash; /* megabytes */
};

/*
 * Reads `level3`, `engine:ms=200` or `program:build/old/rookery,ms=200`; on an
 * error writes the reason to stderr.
 */
bool arena_player_read(struct arena_player *player, const char *text);

/* A running player of that kind, with its own memory. */
struct arena_agent;

struct arena_agent *arena_agent_new(const struct arena_player *player);

/* Call before a game. */
void arena_agent_forget(struct arena_agent *agent);

/*
 * Returns any answer; the caller tests whether it is legal. Adds to *nodes.
 * *score is the engine's, 0 for a level.
 */
rk_any_move arena_agent_choose(struct arena_agent *agent,
			       const struct rk_game *game, uint64_t seed,
			       uint64_t *nodes, int *score);

/* Another program, in arena_uci.c. A worker's programs end with the worker. */
struct arena_uci;

struct arena_uci *arena_uci_new(const struct arena_player *player);
void arena_uci_forget(struct arena_uci *uci);
/* 0: there was no answer, or none that is a move. */
rk_any_move arena_uci_choose(struct arena_uci *uci,
			     const struct arena_player *player,
			     const struct rk_game *game, uint64_t *nodes);

/* Microseconds of processor time, so that other load does not count. */
uint64_t arena_now(void *nobody);

/* What is played. */
struct arena_plan {
	const struct rk_rules *rules;
	int start; /* index of the starting position */
	long seed;
	long random; /* random plies at the beginning */
	long book;   /* 1: of the openings, as long as they have a move */
	long plies;  /* the game is stopped after this many */
	long resign; /* resignations in a thousand turns */
	int save;    /* a file that games are appended to, or -1 */
	/* The arrangements: roles by seat. */
	uint8_t seats[24][RK_MAX_SEATS];
	int arrangements;
};

enum arena_end {
	ARENA_OVER,    /* by the rules */
	ARENA_STOPPED, /* by the limit of plies */
	ARENA_ILLEGAL, /* an illegal answer */
	ARENA_STUCK,   /* not over, but there is no legal move */
	ARENA_CRASHED,
	ARENA_ENDS,
};

/* The result of one role. */
struct arena_share {
	double first; /* share of the first place */
	double rank;  /* 1 to 4, averaged among equals */
	int points;
	int moves;
	uint64_t time,
		slowest; /* of all moves, and of the slowest one, microseconds */
	uint64_t nodes;
};

struct arena_result {
	long number;
	enum arena_end end;
	enum rk_reason reason;
	int plies;
	struct arena_share role[ROLES];
};

/* Plays the game of this number, which depends only on plan and number. */
void arena_play(const struct arena_plan *plan,
		struct arena_agent *const agents[ROLES], long number,
		struct arena_result *result);

/* Prints one line about the game, by seat. */
void arena_result_print(const struct arena_result *result,
			const struct arena_plan *plan,
			const struct arena_player players[ROLES]);

/* Totals over all games. */
struct arena_table;

struct arena_table *arena_table_new(const struct arena_player players[ROLES]);
void arena_table_add(struct arena_table *table,
		     const struct arena_result *result);
/*
 * Prints the table; returns the first player's share of first places in
 * percent.
 */
double arena_table_print(const struct arena_table *table, bool has_points);
/* Did no game end by a crash, an illegal answer or without legal moves? */
bool arena_table_is_sound(const struct arena_table *table);

#endif
