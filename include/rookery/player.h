/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The table through which games and protocols reach whoever chooses moves
 * for the computer. engine/ fills one in; protocols only call it.
 */
#ifndef ROOKERY_PLAYER_H
#define ROOKERY_PLAYER_H

#include "rookery/rules.h"

/*
 * No game goes on for longer without a capture or a pawn's move: 150 plies,
 * with four players 200.
 */
#ifdef RK_TWO_PLAYERS
#define RK_QUIET_KEYS 152
#else
#define RK_QUIET_KEYS 202
#endif

/* What a player is told: the position, how it came about, how to play. */
struct rk_question {
	const struct rk_rules *rules;
	const void *pos;
	/* Repetition keys of the positions before this one, oldest first. */
	const uint64_t *keys;
	int key_count;
	int level;     /* 1 and up */
	/* The same question with the same seed: same answer, if time allows. */
	uint64_t seed;
	/* Milliseconds on the clock of who is to move, 0: there is no clock. */
	int64_t time;
	int64_t increment;
	/*
	 * Asked a thousand times a second or so by who thinks for long: true if
	 * no answer is wanted any more. NULL: it always is.
	 */
	bool (*stop)(void *asker);
	void *asker;
};

struct rk_player {
	void *self;
	int levels; /* the highest level there is */
	/* A legal move; the position has one. 0 if it was told to stop. */
	rk_any_move (*choose)(void *self, const struct rk_question *question);
	/* Would this player, whose seat is given, agree to a draw? */
	bool (*accepts_draw)(void *self, const struct rk_question *question,
			     int seat);
	/* The name of the opening that this position belongs to, or NULL. */
	const char *(*opening)(void *self, const struct rk_rules *rules,
			       const void *pos);
};

#endif
