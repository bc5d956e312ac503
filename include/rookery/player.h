/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The interface through which games and protocols ask a computer player for
 * moves. engine/ implements it; protocols only call it.
 */
#ifndef ROOKERY_PLAYER_H
#define ROOKERY_PLAYER_H

#include "rookery/rules.h"

/*
 * The keys of earlier positions that a search may need: no game has more plies
 * without a capture or pawn move (150, with four players 200). RK_SMALL is for
 * programs with a few kilobytes of memory: an engine for two treats a position
 * after 100 such plies as a draw, so 100 keys suffice.
 */
#if defined(RK_SMALL) && defined(RK_TWO_PLAYERS)
#define RK_QUIET_KEYS 100
#elif defined(RK_TWO_PLAYERS)
#define RK_QUIET_KEYS 152
#else
#define RK_QUIET_KEYS 202
#endif

/* What a player is asked: the position, its history, and how to play. */
struct rk_question {
	const struct rk_rules *rules;
	const union rk_any_pos *pos;
	/* Repetition keys of the earlier positions, oldest first. */
	const uint64_t *keys;
	int key_count;
	int plies; /* the number of earlier positions, which may exceed key_count */
	int level; /* 1 and up */
	/*
	 * The same question with the same seed gets the same answer, if time
	 * allows.
	 */
	uint64_t seed;
	/* Milliseconds on the clock of the player to move; 0: no clock. */
	int64_t time;
	int64_t increment;
};

/*
 * A level in words, where it is chosen: what it is called and what it does, or
 * the Elo that was measured in standard chess (docs/measured.md). A program with
 * a few kilobytes of memory (RK_SMALL) has no such table: its levels are weaker.
 */
struct rk_level_about {
	const char *word;
	const char *does; /* "": see the Elo */
	uint16_t elo;     /* 0: unknown */
};

#define RK_OPENING_SIZE 64 /* the longest opening name with its NUL */

struct rk_player {
	void *self;
	int levels; /* the highest level there is */
#ifndef RK_SMALL
	/* The levels from 1 up; NULL: they have numbers only. */
	const struct rk_level_about *about;
#endif
	/*
	 * A legal move of the position, which must have one. 0: poll()
	 * cancelled it.
	 */
	rk_any_move (*choose)(void *self, const struct rk_question *question);
	/* Would the computer accept a draw if it played `seat`? */
	bool (*accepts_draw)(void *self, const struct rk_question *question,
			     int seat);
	/*
	 * Writes the name of the opening that the position belongs to; false if
	 * it has none.
	 */
	bool (*opening)(void *self, char name[RK_OPENING_SIZE],
			const struct rk_rules *rules,
			const union rk_any_pos *pos);
};

#endif
