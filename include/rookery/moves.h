/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Generating, judging, making and taking back moves. */
#ifndef ROOKERY_MOVES_H
#define ROOKERY_MOVES_H

#include "rookery/position.h"

/*
 * No board has more moves, whatever stands on it: a square can be reached
 * from eight directions and by eight knights, and who reaches it takes a
 * square itself; that makes less than 500. Of a game's positions 218 is the
 * most that is known.
 */
#define RK_MAX_MOVES 512

/*
 * The legal moves of the side to move, in no particular order. The list must
 * have room for RK_MAX_MOVES. Returns how many there are.
 */
int rk_gen_legal(const struct rk_pos *pos, rk_move *list);

/* The legal captures, en passant and promotions alone. */
int rk_gen_tactical(const struct rk_pos *pos, rk_move *list);

/* The legal moves that are none of these. */
int rk_gen_quiet(const struct rk_pos *pos, rk_move *list);

/* How many legal moves there are; faster than to list them. */
int rk_gen_count(const struct rk_pos *pos);

/*
 * Is this, any 16-bit value, the number of a legal move? Decided from the
 * rules, not by looking it up in the list.
 */
bool rk_move_is_legal(const struct rk_pos *pos, rk_move move);

/*
 * The same but for the safety of the own king: a move as the piece goes.
 * Castling is pseudo-legal when right and way are free.
 */
bool rk_move_is_pseudo_legal(const struct rk_pos *pos, rk_move move);

/* Does this legal move give check? */
bool rk_move_gives_check(const struct rk_pos *pos, rk_move move);

/* Does this legal move take a piece, en passant included? */
bool rk_move_is_capture(const struct rk_pos *pos, rk_move move);

/* The pieces of both colours that attack a square, given these blockers. */
rk_bits rk_pos_attackers(const struct rk_pos *pos, int square,
			 rk_bits occupied);

/* Makes a legal move. */
void rk_pos_make(struct rk_pos *pos, rk_move move, struct rk_undo *undo);

/* Takes back the last move made; every byte is as it was before. */
void rk_pos_unmake(struct rk_pos *pos, rk_move move,
		   const struct rk_undo *undo);

/* Passes. Not when in check. */
void rk_pos_make_null(struct rk_pos *pos, struct rk_undo *undo);
void rk_pos_unmake_null(struct rk_pos *pos, const struct rk_undo *undo);

/*
 * The number of leaves of the tree of legal moves, depth 0 and up. `room` is
 * for the moves on the way: RK_MAX_MOVES for every ply. The position comes
 * back as it was.
 */
uint64_t rk_perft(struct rk_pos *pos, int depth, rk_move *room);

#endif
