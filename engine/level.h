/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How levels 1 to 4 choose a move: by filtering, without a search. All legal
 * moves are candidates. A rule gives each of them a score; candidates with less
 * than the best score are rejected, and the next rule decides between the rest.
 * The order of the rules makes the level (levels.c).
 *
 * Everything here knows the game only through struct rk_rules, so it works for
 * every kind of chess. "Partners" includes the player itself.
 */
#ifndef RK_ENGINE_LEVEL_H
#define RK_ENGINE_LEVEL_H

#include "rookery/levels.h"

struct rk_candidates {
	const struct rk_question *question;
	const struct rk_rules *rules;
	union rk_any_pos *pos; /* a copy; rules leave it as they found it */
	rk_any_move *moves;
	uint8_t *rejected;
	int count;      /* of moves, rejected ones included */
	int seat;       /* to move */
	int threatened; /* square of the own piece to be rescued */
	int best_gain;  /* of the candidates that are left */
};

/* No rule gives a lower score. */
#define RK_RULE_MIN (-1000000)

/* Rejects all candidates but those with the best score; returns that score. */
int rk_keep_best(struct rk_candidates *candidates,
		 int (*rule)(struct rk_candidates *candidates,
			     rk_any_move move));

/* A pseudo-random number, 0 to limit - 1; the same for the same question. */
uint32_t rk_random_below(const struct rk_candidates *candidates,
			 uint32_t limit);

/* A seat is its own partner. */
static inline bool rk_are_partners(const struct rk_rules *rules, int seat,
				   int other)
{
	return rules->sides[seat] == rules->sides[other];
}

/* The value of a piece in pawns; a king has more than all others together. */
int rk_piece_value(const struct rk_rules *rules, int cell);

/* Material of a player and its partner, without kings. */
int rk_material(const struct rk_rules *rules, const union rk_any_pos *pos,
		int seat);

/* The same, less the material of the strongest enemy side. */
int rk_material_balance(const struct rk_rules *rules,
			const union rk_any_pos *pos, int seat);

/*
 * What a draw is worth to a player; below 0 it is a loss. With points a draw
 * wins for the leader, so it is the lead. Otherwise it is how far the player is
 * behind in material.
 */
int rk_draw_gain(const struct rk_rules *rules, const union rk_any_pos *pos,
		 int seat);

/*
 * Static exchange: what the owner of the piece on a square loses if all enemies
 * capture there, and the owner and its partner recapture.
 */
int rk_exchange_loss(const struct rk_rules *rules, const union rk_any_pos *pos,
		     int square);

/* The most that a player can lose on one square. */
int rk_max_loss(const struct rk_rules *rules, const union rk_any_pos *pos,
		int seat);

/* Does a piece of this player or its partner attack the square? */
bool rk_attacks_square(const struct rk_rules *rules,
		       const union rk_any_pos *pos, int square, int seat);

/* What a move gains, less the most that can be lost on one square after it. */
int rk_net_gain(struct rk_candidates *candidates, rk_any_move move);

/* Finds the most valuable piece that an exchange would lose. False: none. */
bool rk_find_threatened(struct rk_candidates *candidates);

/* ---- The rules (level_rules.c): the score of a candidate ---- */

/* Enemies mated, or kings captured; winning the game is best. */
int rk_rule_mate(struct rk_candidates *candidates, rk_any_move move);
/* Material won by capture and promotion. */
int rk_rule_gain(struct rk_candidates *candidates, rk_any_move move);
/* The same for a capture that gives check, 0 for other moves. */
int rk_rule_capture_with_check(struct rk_candidates *candidates,
			       rk_any_move move);
/* Number of enemy kings in check. */
int rk_rule_check(struct rk_candidates *candidates, rk_any_move move);

/* 2: captures an attacker of the threatened piece; 1: moves it; at no loss. */
int rk_rule_rescue(struct rk_candidates *candidates, rk_any_move move);
/* 0 for a move that loses nothing, else the loss as a negative number. */
int rk_rule_safety(struct rk_candidates *candidates, rk_any_move move);
/* No draws and no repetitions, unless a draw is welcome. */
int rk_rule_progress(struct rk_candidates *candidates, rk_any_move move);

/* Few checks for the player that moves next. */
int rk_rule_few_checks(struct rk_candidates *candidates, rk_any_move move);
/* Number of attacked squares. */
int rk_rule_control(struct rk_candidates *candidates, rk_any_move move);

/* ---- Openings (level_opening.c) ---- */

/* Rejects all but known opening moves. False: there is none, nothing changed. */
bool rk_keep_book_moves(struct rk_candidates *candidates);

/* The same; if there is none, the next move of a set-up. */
bool rk_keep_opening_moves(struct rk_candidates *candidates);

#endif
