/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of the arena share. A role is one of the four players that
 * were named, 0 to 3; in every game the roles sit on other seats.
 */
#ifndef TOOLS_ARENA_H
#define TOOLS_ARENA_H

#include "rookery/game.h"
#include "rookery/levels.h"

#define ROLES RK_MAX_SEATS

/* How somebody plays: a level, or the engine with its limits. 0: no such one. */
struct arena_player {
	const char *name; /* as it was given */
	long level;
	long ms;
	long nodes;
	long depth;
	long hash; /* megabytes */
	long style;
};

/* Reads `level3` or `engine:ms=200`; else says on stderr what is wrong. */
bool arena_player_read(struct arena_player *player, const char *text);

/* One who plays like that, with memory of his own. */
struct arena_brain;

struct arena_brain *arena_brain_new(const struct arena_player *player);

/* Before a game. */
void arena_brain_forget(struct arena_brain *brain);

/* Any answer; the caller looks whether it is legal. Adds to the nodes. */
rk_any_move arena_brain_choose(struct arena_brain *brain,
			       const struct rk_game *game, uint64_t seed,
			       uint64_t *nodes);

/* Microseconds of processor time, so that busy neighbours do not count. */
uint64_t arena_now(void *nobody);

/* What is played. */
struct arena_plan {
	const struct rk_rules *rules;
	int start; /* which of the row's */
	long seed;
	long random; /* plies by chance at the beginning */
	long plies;  /* the game is stopped after so many */
	long resign; /* of a thousand turns one resigns in so many */
	/* Who sits where: roles by seat. */
	uint8_t seats[24][RK_MAX_SEATS];
	int arrangements;
};

enum arena_end {
	ARENA_OVER,    /* by the rules */
	ARENA_STOPPED, /* after too many plies */
	ARENA_ILLEGAL, /* an answer that cannot be played */
	ARENA_STUCK,   /* not over, but nobody can move */
	ARENA_CRASHED,
	ARENA_ENDS,
};

/* How it went for one role. */
struct arena_share {
	double first; /* of the first place */
	double rank;  /* 1 to 4, the mean of those who are equal */
	int points;
	int moves;
	uint64_t time, slowest; /* of all moves and of one, microseconds */
	uint64_t nodes;
};

struct arena_result {
	long number;
	enum arena_end end;
	enum rk_reason reason;
	int plies;
	struct arena_share role[ROLES];
};

/* Plays the game of this number; it follows from plan and number alone. */
void arena_play(const struct arena_plan *plan,
		struct arena_brain *const brains[ROLES], long number,
		struct arena_result *result);

/* One line about the game, by seat. */
void arena_result_print(const struct arena_result *result,
			const struct arena_plan *plan,
			const struct arena_player players[ROLES]);

/* The sums over all games. */
struct arena_table;

struct arena_table *arena_table_new(const struct arena_player players[ROLES]);
void arena_table_add(struct arena_table *table,
		     const struct arena_result *result);
/* Prints it; returns the share of first places of the first one's, percent. */
double arena_table_print(const struct arena_table *table, bool has_points);
/* Has nobody crashed, got stuck or answered with an illegal move? */
bool arena_table_is_sound(const struct arena_table *table);

#endif
