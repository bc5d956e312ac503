/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Generating, validating, making and unmaking moves. */
#ifndef ROOKERY_MOVES_H
#define ROOKERY_MOVES_H

#include "rookery/position.h"

/*
 * An upper bound for any board, legal or set up by hand. Each target square can
 * be reached from eight directions and by eight knights, and every piece that
 * moves also occupies a square, which gives fewer than 500 moves. The most that
 * is known in a legal position is 218.
 */
#define RK_MAX_MOVES 512

/*
 * Lists the legal moves of the side to move, in no particular order. The list
 * must hold RK_MAX_MOVES. Returns the number of moves.
 */
int rk_gen_legal(const struct rk_pos *pos, rk_move *list);

/* Only the legal captures, en passant included, and promotions. */
int rk_gen_tactical(const struct rk_pos *pos, rk_move *list);

/* Only the legal moves that rk_gen_tactical() leaves out. */
int rk_gen_quiet(const struct rk_pos *pos, rk_move *list);

/* The number of legal moves; faster than listing them. */
int rk_gen_count(const struct rk_pos *pos);

/*
 * Is this a legal move? Accepts any 16-bit value. Decided from the rules,
 * without the generator.
 */
bool rk_move_is_legal(const struct rk_pos *pos, rk_move move);

/*
 * The same, but the move may leave the own king in check. Castling is
 * pseudo-legal if the right exists and the squares between are empty.
 */
bool rk_move_is_pseudo_legal(const struct rk_pos *pos, rk_move move);

/* Does this legal move give check? */
bool rk_move_gives_check(const struct rk_pos *pos, rk_move move);

/* Does this legal move take a piece, en passant included? */
bool rk_move_is_capture(const struct rk_pos *pos, rk_move move);

/*
 * The pieces of both colours that attack a square, with `occupied` as the
 * blockers.
 */
rk_bits rk_pos_attackers(const struct rk_pos *pos, int square,
			 rk_bits occupied);

/* Makes a legal move; the caller keeps `undo` for rk_pos_unmake(). */
void rk_pos_make(struct rk_pos *pos, rk_move move, struct rk_undo *undo);

/* Takes back the last move made; every byte of the position is restored. */
void rk_pos_unmake(struct rk_pos *pos, rk_move move,
		   const struct rk_undo *undo);

/* A null move: passes the turn. The side to move must not be in check. */
void rk_pos_make_null(struct rk_pos *pos, struct rk_undo *undo);
void rk_pos_unmake_null(struct rk_pos *pos, const struct rk_undo *undo);

/*
 * Counts the leaves of the tree of legal moves; `depth` is 0 or more. `buf`
 * holds RK_MAX_MOVES moves for each ply. The position is restored.
 */
uint64_t rk_perft(struct rk_pos *pos, int depth, rk_move *buf);

#endif
