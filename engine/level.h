/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A thought: a question, the moves that are still in question as its answer,
 * and what a level wishes for in a move. A wish gives a move points; moves
 * with fewer points than the best are dropped, and the next wish is asked
 * about those that are left.
 */
#ifndef RK_ENGINE_LEVEL_H
#define RK_ENGINE_LEVEL_H

#include "rookery/levels.h"

struct rk_thought {
	const struct rk_question *question;
	const struct rk_rules *rules;
	void *pos; /* a copy; between any two calls as in the question */
	rk_any_move *moves;
	uint8_t *dropped;
	int count;  /* of moves, with the dropped ones */
	int seat;   /* who thinks */
	int target; /* the square of the own piece to be saved */
};

/* No wish gives fewer points. */
#define RK_POINTS_MIN (-1000000)

/* Keeps the moves with most points; returns how many points these are. */
int rk_keep_best(struct rk_thought *thought,
		 int (*wish)(struct rk_thought *thought, rk_any_move move));

/* A number by chance, the same one for the same question. */
uint32_t rk_chance(const struct rk_thought *thought, uint32_t limit);

/* One is his own partner. */
static inline bool rk_are_partners(const struct rk_rules *rules, int seat,
				   int other)
{
	return rules->sides[seat] == rules->sides[other];
}

/* A cell's worth in pawns; a king's is more than that of all others. */
int rk_worth(const struct rk_rules *rules, int cell);

/* What a player and his partner have on the board, kings left out. */
int rk_material(const struct rk_rules *rules, const void *pos, int seat);

/* The same, less what the best of the others have. */
int rk_balance(const struct rk_rules *rules, const void *pos, int seat);

/*
 * What a draw would be for a player: a loss where it is below 0. Where points
 * are counted who leads by them wins; elsewhere who has less is glad of it.
 */
int rk_draw_gain(const struct rk_rules *rules, const void *pos, int seat);

/*
 * What the owner of the piece on a square loses if his enemies take there and
 * he and his partner take back.
 */
int rk_exchange(const struct rk_rules *rules, const void *pos, int square);

/* The most that a player can lose on one square. */
int rk_danger(const struct rk_rules *rules, const void *pos, int seat);

/* Does a piece of this player or his partner attack the square? */
bool rk_controls(const struct rk_rules *rules, const void *pos, int square,
		 int seat);

/* What a move wins less what can be lost after it. */
int rk_profit(struct rk_thought *thought, rk_any_move move);

/* Finds the most valuable piece in danger; false if all is well. */
bool rk_find_target(struct rk_thought *thought);

/*
 * The wishes. To mate, or take a king, where points are counted if it pays;
 * best of all, to win the game. To win most by taking and promoting; to take
 * with check; to give check.
 */
int rk_wish_mate(struct rk_thought *thought, rk_any_move move);
int rk_wish_gain(struct rk_thought *thought, rk_any_move move);
int rk_wish_capture_with_check(struct rk_thought *thought, rk_any_move move);
int rk_wish_check(struct rk_thought *thought, rk_any_move move);

/*
 * To take what attacks the target, else to bring the target away, both only
 * if that loses nothing; to lose nothing, or as little as can be; not to draw
 * and not to go in circles.
 */
int rk_wish_rescue(struct rk_thought *thought, rk_any_move move);
int rk_wish_safety(struct rk_thought *thought, rk_any_move move);
int rk_wish_progress(struct rk_thought *thought, rk_any_move move);

/* To leave few checks to who moves next; to control many squares. */
int rk_wish_calm(struct rk_thought *thought, rk_any_move move);
int rk_wish_control(struct rk_thought *thought, rk_any_move move);

/* To play a known opening: keeps such moves only; false if there is none. */
bool rk_keep_known(struct rk_thought *thought);

/* The same, and where there is none a set-up. */
bool rk_keep_opening(struct rk_thought *thought);

#endif
