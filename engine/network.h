/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The network in the search. Its first layer is a sum of one row of weights for
 * every man on the board, one sum for each side's point of view: the
 * accumulators. A move changes a few men, so the sums are updated, not computed
 * afresh, and only where an evaluation is asked for: rk_accumulator_make() only
 * notes which men a move changes. rk_network_eval() goes back to the last ply
 * whose accumulator is known and updates from there. Taking a move back costs
 * nothing.
 *
 * If a king moves to another king bucket or to the other half of the board, all
 * of its side's inputs change. Then the sum is made from the one for the last
 * position with that bucket and half (the refresh cache), from which the board
 * usually differs by a few men.
 *
 * All of this is in the full profile only. A program without it defines
 * RK_NO_NETWORK.
 */
#ifndef RK_ENGINE_NETWORK_H
#define RK_ENGINE_NETWORK_H

#include "core/position.h"
#include "rookery/network.h"
#include "rookery/think.h"

struct rk_engine;

/*
 * How a side sees the board. `flip` turns squares so that the own king is on
 * ranks from its own side and on files a to d; `first` is the first input of its
 * king bucket.
 */
struct rk_perspective {
	int colour;
	int flip;
	int first;
};

static inline struct rk_perspective rk_perspective_of(
	const struct rk_network *network, int colour, int king)
{
	int flip = (colour == RK_WHITE ? 0 : 56) ^
		   (rk_square_file(king) >= 4 ? 7 : 0);
	int bucket = network->king_buckets[king ^ flip];

	return (struct rk_perspective){
		.colour = colour,
		.flip = flip,
		.first = bucket * RK_NETWORK_INPUTS,
	};
}

/* The input, a row of weights, for a piece on a square. */
static inline uint16_t rk_perspective_input(struct rk_perspective view,
					    int piece, int square)
{
	return (uint16_t)(view.first +
			  (rk_piece_colour(piece) == view.colour ? 0 : 384) +
			  rk_piece_type(piece) * 64 + (square ^ view.flip));
}

/*
 * The score of a position from the accumulators of the side to move and of the
 * other side, unless rk_eval_by_material() knows it.
 */
int rk_network_output(const struct rk_network *network,
		      const struct rk_pos *pos, const uint16_t *us,
		      const uint16_t *them);

/*
 * A man as an input of each colour's perspective, before its flip and king bucket
 * are added.
 */
struct rk_man {
	uint16_t inputs[2];
};

static inline struct rk_man rk_man_of(int piece, int square)
{
	int input = rk_piece_type(piece) * 64 + square, them = 384;
	bool black = rk_piece_colour(piece) == RK_BLACK;

	return (struct rk_man){{(uint16_t)(input + (black ? them : 0)),
				(uint16_t)(input + (black ? 0 : them))}};
}

enum rk_accumulator_state {
	RK_ACCUMULATOR_UPDATE,  /* can be made from the one of the ply before */
	RK_ACCUMULATOR_REFRESH, /* cannot */
	RK_ACCUMULATOR_KNOWN,
};

/* The accumulators of a ply: what the move before it changed. */
struct rk_accumulator {
	struct rk_man added[2];
	struct rk_man removed[2];
	uint8_t added_count;
	uint8_t removed_count;
	uint8_t state[2]; /* enum rk_accumulator_state, by colour */
};

/* A position whose accumulator is in the refresh cache. */
struct rk_refresh {
	rk_bits men[2][RK_TYPES];
};

#define RK_REFRESHES (2 * 2 * RK_NETWORK_MOST_KINGS)
#define RK_ACCUMULATORS (2 * (RK_MAX_PLY + 1) + RK_REFRESHES)

struct rk_accumulators {
	const struct rk_network *network; /* given to the engine, or NULL */
	uint16_t *values; /* in memory[]: plies first, then the cache */
	struct rk_accumulator plies[RK_MAX_PLY + 1];
	/* By colour, half of the board and king bucket. */
	struct rk_refresh cache[RK_REFRESHES];
	uint16_t memory[RK_ACCUMULATORS * RK_NETWORK_MOST_WIDTH +
			RK_NETWORK_ALIGN / 2];
};

/* ---- accumulator.c ---- */

#ifdef RK_NO_NETWORK

static inline void rk_accumulator_begin(struct rk_engine *engine)
{
	(void)engine;
}

static inline void rk_accumulator_make(struct rk_engine *engine, int ply)
{
	(void)engine;
	(void)ply;
}

static inline void rk_accumulator_make_null(struct rk_engine *engine, int ply)
{
	(void)engine;
	(void)ply;
}

static inline int rk_network_eval(struct rk_engine *engine, int ply)
{
	(void)engine;
	(void)ply;
	return 0;
}

#else

/* The root of a task is in engine->pos. */
void rk_accumulator_begin(struct rk_engine *engine);
/* Notes what the move that has been made at `ply` changes; and a null move. */
void rk_accumulator_make(struct rk_engine *engine, int ply);
void rk_accumulator_make_null(struct rk_engine *engine, int ply);

/*
 * The evaluation of engine->pos, which is at `ply`, for the side to move; as
 * rk_eval(), but without a claim that a position is won unless the classical
 * evaluation knows it to be. Not in check.
 */
int rk_network_eval(struct rk_engine *engine, int ply);

#endif

#endif
