/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the search learns while it runs. Killers, counter moves, and the quiet,
 * capture and continuation histories are about moves; they order and reduce
 * later moves. Correction history is about the errors of the static
 * evaluation.
 */
#ifndef RK_ENGINE_HISTORY_H
#define RK_ENGINE_HISTORY_H

#include "core/position.h"
#include "rookery/engine.h"

struct rk_picker;

/* Every history value stays within +-RK_HISTORY_MAX. */
#define RK_HISTORY_MAX 16384

/*
 * Quiet history. Full: indexed by colour, whether the from and the to square
 * are attacked by the enemy, from and to ("butterfly"). Small: by piece and to.
 */
#define RK_QUIET_FULL (2 * 2 * 2 * 64 * 64)
#define RK_QUIET_SMALL (12 * 64)

/* A piece of a colour and the square it moves to. */
#define RK_PIECE_TO (12 * 64)

/* Entries of a correction table, for each side to move. */
#define RK_CORRECTIONS 16384

static inline int rk_piece_index(int piece)
{
	return rk_piece_colour(piece) * 6 + rk_piece_type(piece);
}

static inline int rk_piece_to_index(int piece, rk_move move)
{
	return rk_piece_index(piece) * 64 + rk_move_to(move);
}

/*
 * What the full profile keeps for every ply beyond struct rk_ply. The first
 * four are about the position and computed on demand, once a node.
 */
struct rk_ply_context {
	rk_bits threats; /* squares that the enemy attacks; 0: not computed yet */
	bool has_check_info;
	rk_bits check_squares[RK_TYPES]; /* from where a type gives check */
	rk_bits discoverers;   /* men that may give a discovered check */
	int16_t *continuation; /* row of the move made here, for later moves */
};

/* How many plies back a continuation history looks, also from the root. */
#define RK_PLIES_BEFORE 6

/* Of the full profile; the small one has killers and quiet history only. */
struct rk_history {
	/* Captures by piece, to square and captured type. */
	int16_t capture[RK_PIECE_TO * 8];
	/* The quiet move that refuted a piece's move to a square. */
	rk_move counter_moves[RK_PIECE_TO];
	/*
	 * Continuation history: how well a piece to a square did some plies
	 * after another piece had moved to another square. The last row is
	 * for null moves and for plies before the root, and stays zero.
	 */
	int16_t continuation[RK_PIECE_TO + 1][RK_PIECE_TO];
	/* By side to move and key of the pawns and kings. */
	int16_t pawn_correction[2][RK_CORRECTIONS];
	/* By colour of the pieces, side to move and key of those pieces. */
	int16_t piece_correction[2][2][RK_CORRECTIONS];
	/* By the last two moves. */
	int16_t move_correction[RK_CORRECTIONS];
	struct rk_ply_context plies[RK_PLIES_BEFORE + RK_MAX_PLY];
};

/* The sum of all histories of a quiet move that is not yet made. */
int rk_history_quiet(const struct rk_engine *engine, int ply, rk_move move);
/* 0 in the small profile. */
int rk_history_capture(const struct rk_engine *engine, rk_move move);

/*
 * After a beta cutoff by `best`: rewards it, and punishes the moves that the
 * picker has marked as tried before. Sets killer and counter move.
 */
void rk_history_update(struct rk_engine *engine, int ply, int depth,
		       rk_move best, const struct rk_picker *picker);
/* Quiet and continuation history of one quiet move, not yet made. */
void rk_history_update_quiet(struct rk_engine *engine, int ply, rk_move move,
			     int bonus);
/*
 * The opponent's move that led to `ply` was refuted there. Had it been late in
 * its node nothing else was expected; an early quiet move gets a malus. This
 * balances the bonus of moves that nothing refutes. Full profile only.
 */
void rk_history_punish_refuted(struct rk_engine *engine, int ply, int malus);
/* Before a search of a game: what was learnt counts half. Full profile only. */
void rk_history_age(struct rk_engine *engine);
/* Continuation history alone; the move may be made already. */
void rk_history_update_continuation(struct rk_engine *engine, int ply,
				    int piece, rk_move move, int bonus);

/*
 * The raw evaluation of the position at `ply` plus its correction history,
 * scaled down as the fifty-move rule comes near. Within +-RK_EVAL_MAX.
 */
int rk_correction_apply(const struct rk_engine *engine, int ply, int raw_eval);
/* Loads what the latter will read into the cache. Full profile only. */
void rk_correction_prefetch(const struct rk_engine *engine, int ply);
/* `error` is how far the search's score was above the corrected evaluation. */
void rk_correction_update(struct rk_engine *engine, int ply, int depth,
			  int error);

#endif
