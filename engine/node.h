/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A node of the search and what is done with it. line.c moves up and down the
 * line that is looked at, node.c knows what is known of a position, prune.c
 * says where not to look, search.c (with shortcuts.h) and captures.c look.
 */
#ifndef RK_ENGINE_NODE_H
#define RK_ENGINE_NODE_H

#include "engine/frames.h"
#include "engine/search.h"

/* On the stack once a ply, so everything in it is as short as it can be. */
struct rk_node {
	int16_t alpha;
	int16_t floor; /* alpha at the beginning */
	int16_t beta;
	int16_t eval; /* the best guess without looking ahead */
	int16_t raw;  /* the same as it came from rk_eval() */
	int16_t best;
	rk_move best_move;
	int16_t depth;
	uint16_t moves; /* tried so far */
	uint8_t ply;
	bool pv;
	bool cut; /* expected to fail high */
	bool in_check;
	bool improving;
	bool hit;         /* the table knows the position */
	bool known_takes; /* its move is a capture */
	struct rk_memory memory;
	struct rk_picker picker;
};

/* ---- line.c ---- */

void rk_line_make(struct rk_engine *engine, int ply, rk_move move);
void rk_line_unmake(struct rk_engine *engine, int ply);
void rk_line_pass(struct rk_engine *engine, int ply);
void rk_line_unpass(struct rk_engine *engine, int ply);
/* The best line from here is this move and the best line after it. */
void rk_line_extend_pv(struct rk_engine *engine, int ply, rk_move move);
bool rk_line_is_draw(const struct rk_engine *engine, int ply);
/* Repetitions differ a little, so that not all of them are the first one. */
int rk_draw_score(const struct rk_engine *engine);
/* What rk_eval() says, or what somebody weak believes. Not in check. */
int rk_raw_eval(struct rk_engine *engine, int ply);
/* At the end of all plies, or of the room for moves: what can be said. */
int rk_last_word(struct rk_engine *engine, int ply);

/* ---- node.c ---- */

/* Asks the table; true if its score is all there is to say. */
bool rk_node_is_known(struct rk_engine *engine, struct rk_node *node);
/* The static evaluation, and the table's score where that knows better. */
void rk_node_judge(struct rk_engine *engine, struct rk_node *node);
void rk_node_remember(struct rk_engine *engine, const struct rk_node *node,
		      int depth, int score, rk_move move, int bound);
/* A move's score is in. True: good enough, the rest need not be tried. */
bool rk_node_weigh(struct rk_engine *engine, struct rk_node *node, rk_move move,
		   int score);
/* Has the side to move more than king and pawns? */
bool rk_has_pieces(const struct rk_pos *pos);

/* ---- prune.c ---- */

/* Is this move, late in the list, not worth a look? */
bool rk_move_is_hopeless(struct rk_engine *engine, struct rk_node *node,
			 rk_move move, bool quiet);
/* By how many plies less a late move, which is made, is looked at. */
int rk_late_reduction(const struct rk_engine *engine,
		      const struct rk_node *node, rk_move move, bool quiet,
		      int history);
bool rk_wants_singular(const struct rk_engine *engine,
		       const struct rk_node *node, rk_move move);

/* ---- captures.c ---- */

/* Captures alone, until the position is quiet. */
int rk_search_captures(struct rk_engine *engine, int alpha, int beta, int ply);

#endif
