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
 * Quiet history. Full: indexed by whether the from and the to square are
 * attacked by the enemy, colour, from and to ("butterfly"). Middle: the same
 * without attacks. Small: by piece and to. The first two are powers of two.
 */
#define RK_QUIET_FULL (2 * 2 * 2 * 64 * 64)
#define RK_QUIET_MIDDLE (2 * 64 * 64)
#define RK_QUIET_SMALL (12 * 64)

/* A piece of a colour and the square it moves to. */
#define RK_PIECE_TO (12 * 64)

/* Entries of a correction table at most: its index has 14 bits. */
#define RK_CORRECTIONS 16384
/* Tables by pawns (1 for each side to move), pieces (4), and moves (1). */
#define RK_CORRECTION_TABLES 7
/* A position has an entry by pawns, one by the pieces of each colour, by moves. */
#define RK_CORRECTION_KINDS 4

static inline int rk_piece_index(int piece)
{
	return rk_piece_colour(piece) * 6 + rk_piece_type(piece);
}

static inline int rk_piece_to_index(int piece, rk_move move)
{
	return rk_piece_index(piece) * 64 + rk_move_to(move);
}

/* With this it takes a lookup to see whether a move gives check. */
struct rk_check_info {
	rk_bits squares[RK_TYPES]; /* from where a type gives check */
	rk_bits discoverers;       /* men that may give a discovered check */
};

/*
 * What a profile with histories keeps for every ply beyond struct rk_ply. The
 * first three are about the position and computed on demand, once a node.
 */
struct rk_ply_context {
	rk_bits threats; /* squares that the enemy attacks; 0: not computed yet */
	bool has_check_info;
	/* rk_piece_to_index() of the move made here; none: RK_PIECE_TO. */
	uint16_t move_index;
	/* Entries in the correction tables, see rk_correction_find(). */
	uint16_t corrections[RK_CORRECTION_KINDS];
	struct rk_check_info checks;
	int16_t *continuation; /* row of the move made here, for later moves */
};

/* How many plies back a continuation history looks, also from the root. */
#define RK_PLIES_BEFORE 6

/*
 * Of the full and the middle profile; the small one has killers and quiet
 * history only. Tables that differ in size lie elsewhere.
 */
struct rk_history {
	/*
	 * Continuation history: how well a piece to a square did some plies
	 * after another piece had moved to another square. Rows of RK_PIECE_TO
	 * values for the latter; 2^row_shift of its squares share a row. The last
	 * row is for null moves and for plies before the root, and stays zero.
	 */
	int16_t *continuation;
	/*
	 * RK_CORRECTION_TABLES correction tables, one after another: by key of
	 * the pawns and kings and side to move; by key of the pieces of a
	 * colour, that colour and side to move; by the last two moves.
	 */
	int16_t *corrections;
	int row_shift;
	uint32_t correction_mask; /* entries of a table, minus one */
	/* Captures by piece, to square and captured type. */
	int16_t capture[RK_PIECE_TO * 8];
	/* The quiet move that refuted a piece's move to a square. */
	rk_move counter_moves[RK_PIECE_TO];
	/* RK_PLIES_BEFORE before the root, and one for each ply. */
	struct rk_ply_context plies[];
};

/* A move is made at `ply`, by its index; a null move or none: RK_PIECE_TO. */
static inline void rk_history_make(struct rk_history *history, int ply,
				   int index)
{
	struct rk_ply_context *now = &history->plies[RK_PLIES_BEFORE + ply];

	now->move_index = (uint16_t)index;
	now->continuation = history->continuation +
			    (size_t)(index >> history->row_shift) * RK_PIECE_TO;
}

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
 * balances the bonus of moves that nothing refutes. Not in the small profile.
 */
void rk_history_punish_refuted(struct rk_engine *engine, int ply, int malus);
/*
 * Before a search of a game: what was learnt counts half. Not in the small
 * profile.
 */
void rk_history_age(struct rk_engine *engine);
/* Continuation history alone; the move may be made already. */
void rk_history_update_continuation(struct rk_engine *engine, int ply,
				    int piece, rk_move move, int bonus);

/*
 * The raw evaluation of the position at `ply` plus its correction history,
 * scaled down as the fifty-move rule comes near. Within +-RK_EVAL_MAX.
 */
int rk_correction_apply(const struct rk_engine *engine, int ply, int raw_eval);
/*
 * Finds the entries that the latter will read, and loads them into the cache: when
 * `ply` is reached, before anything else asks. Not in the small profile.
 */
void rk_correction_find(struct rk_engine *engine, int ply);
/* `error` is how far the search's score was above the corrected evaluation. */
void rk_correction_update(struct rk_engine *engine, int ply, int depth,
			  int error);

#endif
