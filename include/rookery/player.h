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
 * with four players 200. RK_SMALL is for programs with a few kilobytes of
 * memory. An engine for two does not look back further than that: a position
 * after 100 such plies is a draw to it, whatever was before.
 */
#if defined(RK_SMALL) && defined(RK_TWO_PLAYERS)
#define RK_QUIET_KEYS 100
#elif defined(RK_TWO_PLAYERS)
#define RK_QUIET_KEYS 152
#else
#define RK_QUIET_KEYS 202
#endif

/* What who asked has to say to one who thinks. */
enum rk_haste {
	RK_NO_HASTE,
	RK_ANSWER_NOW, /* with the best move so far */
	RK_NEVER_MIND, /* no answer is wanted any more */
};

/* What a player is told: the position, how it came about, how to play. */
struct rk_question {
	const struct rk_rules *rules;
	const void *pos;
	/* Repetition keys of the positions before this one, oldest first. */
	const uint64_t *keys;
	int key_count;
	int plies; /* how many there were, whether or not their keys are here */
	int level; /* 1 and up */
	/* The same question with the same seed: same answer, if time allows. */
	uint64_t seed;
	/* Milliseconds on the clock of who is to move, 0: there is no clock. */
	int64_t time;
	int64_t increment;
	/*
	 * Asked a thousand times a second or so by who thinks for long, and
	 * before the answer. NULL: there is no haste.
	 */
	enum rk_haste (*stop)(void *asker);
	void *asker;
};

#define RK_OPENING_SIZE 64 /* the longest name of an opening, with a NUL */

struct rk_player {
	void *self;
	int levels; /* the highest level there is */
	/* A legal move; the position has one. 0: never mind. */
	rk_any_move (*choose)(void *self, const struct rk_question *question);
	/* Would this player, whose seat is given, agree to a draw? */
	bool (*accepts_draw)(void *self, const struct rk_question *question,
			     int seat);
	/* Writes what the opening is called to which this position belongs. */
	bool (*opening)(void *self, char name[RK_OPENING_SIZE],
			const struct rk_rules *rules, const void *pos);
};

#endif
