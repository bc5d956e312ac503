/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The interface through which games and protocols ask a computer player for
 * moves. engine/ implements it; protocols only call it.
 */
#ifndef ROOKERY_PLAYER_H
#define ROOKERY_PLAYER_H

#include "rookery/rules.h"

struct rk_game;

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
	/*
	 * The game with all its moves, for programs; NULL: it is not known. The
	 * levels do not look at it.
	 */
	const struct rk_game *game;
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

/*
 * Programs that play instead of a level. Wherever a level stands, a number from
 * RK_LEVEL_PROGRAM up stands for one of them. Every text is the player's, and is
 * valid until its next call.
 */
#define RK_LEVEL_PROGRAM 128

/* Where memory is short there are none, and nobody asks. */
static inline bool rk_level_is_program(int level)
{
#ifdef RK_SMALL
	(void)level;
	return false;
#else
	return level >= RK_LEVEL_PROGRAM;
#endif
}

struct rk_programs {
	/*
	 * Starts the program that a command names, for a seat, and gives it a
	 * number. With `wait` it is ready to play, unless an error is returned:
	 * one line without a full stop. Without, choose() will see.
	 */
	const char *(*start)(void *self, const char *command, size_t length,
			     bool wait, uint8_t *level);
	/* A game of these seats begins or goes on. All other programs end. */
	void (*use)(void *self, const uint8_t *seats, int count);
	/* What it calls itself, and the command that started it. */
	const char *(*name)(void *self, int level);
	const char *(*command)(void *self, int level);
	/*
	 * Why it can play no longer, as one line without a full stop; NULL: it
	 * can. If it is asked for a move nevertheless, it is started again.
	 */
	const char *(*trouble)(void *self, int level);
	/* Does it play by these rules? */
	bool (*knows)(void *self, const struct rk_rules *rules);
};

#define RK_OPENING_SIZE 64 /* the longest opening name with its NUL */

struct rk_player {
	void *self;
	int levels; /* the highest level there is */
#ifndef RK_SMALL
	/* The levels from 1 up; NULL: they have numbers only. */
	const struct rk_level_about *about;
#endif
	/* NULL: no programs can be started here. */
	const struct rk_programs *programs;
	/*
	 * A legal move of the position, which must have one. 0: poll()
	 * cancelled it, or a program is in trouble.
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
