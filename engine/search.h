/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engine for two players: its state, a node of the search, and the
 * functions that the files of the search share. docs/engine.md is the guide.
 *
 *	search.c	one node from top to bottom: pruning, extensions, LMR
 *	qsearch.c	quiescence search
 *	node.c		what both have in common
 *	makemove.c	moves on the search stack
 *	movepick.h	move ordering;		history.h  what it learns from
 *	tt.h		transposition table;	see.h      exchanges
 *	tb.c		endgame tables;		network.h  the network
 *	control.h	limits, lines and iterations, shared with four players
 *
 * In all of these files `ss` is the search stack at the current ply, so that
 * ss[-1] is the ply before it and ss[1] the one after it.
 */
#ifndef RK_ENGINE_SEARCH_H
#define RK_ENGINE_SEARCH_H

#include "core/position.h"
#include "engine/control.h"
#include "engine/eval.h"
#include "engine/frames.h"
#include "engine/history.h"
#include "engine/movepick.h"
#include "engine/network.h"
#include "engine/params.h"
#include "engine/see.h"
#include "engine/skill.h"
#include "engine/tt.h"
#include "rookery/engine.h"

/* ---- The engine ---- */

/* An entry of the search stack. Those before the root are zero. */
struct rk_ply {
	struct rk_undo undo;
	struct rk_psqt psqt; /* before the move */
	rk_move move;        /* being searched; none: a null move */
	rk_move excluded;    /* singular extension: leave this move out */
	rk_move killers[2];
	int16_t static_eval; /* corrected; RK_SCORE_NONE in check */
	uint8_t moved_piece;
	uint8_t double_extensions; /* in the line up to here */
	uint8_t cutoffs; /* at this ply since the node two plies before began */
	bool early;      /* the move is one of the first two of its node */
};

/* A node writes into the two entries after its own; the last ply does not. */
#define RK_PLIES_AFTER 1

struct rk_engine {
	/* First: an offset of 0 saves instructions in every node. */
	struct rk_control control;
	const struct rk_rules *rules; /* of the last task, or NULL */
	void *four_memory;       /* for four players, in the full profile */
	struct rk4_engine *four; /* NULL: not needed yet */
	size_t shared; /* bytes of a small engine for both kinds of games, or 0 */
	struct rk_pos pos; /* at the current node */
	struct rk_tt *tt;  /* own_tt or the caller's */
	struct rk_tt own_tt;
	int max_ply;
	int max_lines;
	int null_min_ply; /* no null move before this ply, during a verification */
	int singular_nesting; /* singular searches that are running, one inside another */
	int max_singular_nesting;
	struct rk_ply *plies; /* the search stack; indices below 0 are valid */
	rk_scored_move *pool; /* move lists of all nodes, one after another */
	int pool_used;
	int pool_size;
	rk_move *pv;       /* triangular table, see rk_search_pv() */
	uint8_t *pv_count; /* the length of each row */
	int16_t *quiet_history;
	int quiet_history_count;
	struct rk_history *history; /* NULL: small profile */
	struct rk_pawn_table pawns;
	struct rk_eval_cache evals;
#ifndef RK_NO_NETWORK
	struct rk_accumulators *accumulators; /* NULL: small profile */
	bool uses_network;                    /* in the current task */
#endif
	const struct rk_skill *skill; /* NULL: full strength */
	struct rk_skill skill_state;  /* what `skill` points to */
};

/*
 * Not the small profile? A program built for that one alone (RK_SMALL) never
 * has histories, and the compiler removes the code that deals with them.
 */
static inline bool rk_has_history(const struct rk_engine *engine)
{
#ifdef RK_SMALL
	(void)engine;
	return false;
#else
	return engine->history != NULL;
#endif
}

/* What evaluates is another than before. */
static inline void rk_forget_evals(struct rk_engine *engine)
{
	memset(engine->evals.words, 0,
	       engine->evals.count * sizeof(*engine->evals.words));
}

/* Does the network evaluate in the current task? */
static inline bool rk_network_is_used(const struct rk_engine *engine)
{
#ifdef RK_NO_NETWORK
	(void)engine;
	return false;
#else
	return engine->uses_network;
#endif
}

/* Not in the small profile. Valid from -RK_PLIES_BEFORE. */
static inline struct rk_ply_context *rk_ply_context(
	const struct rk_engine *engine, int ply)
{
	return &engine->history->plies[RK_PLIES_BEFORE + ply];
}

/* Of the attacked squares, those that choose an entry of the quiet history. */
static inline rk_bits rk_quiet_threats(const struct rk_engine *engine,
				       rk_bits threats)
{
	return engine->quiet_history_count == RK_QUIET_FULL ? threats : 0;
}

/*
 * The entry of a quiet move in the quiet history. Whether a square is attacked
 * matters so much for it that moves from and to attacked squares have entries
 * of their own in the full profile. Inline: the picker asks for every move.
 */
static inline int16_t *rk_history_quiet_entry(const struct rk_engine *engine,
					      int ply, rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int from = rk_move_from(move), to = rk_move_to(move);
	rk_bits threats;

	if (!rk_has_history(engine))
		return &engine->quiet_history[rk_piece_to_index(
			pos->board[from], move)];
	threats = rk_ply_context(engine, ply)->threats;
	if (!threats)
		threats = rk_picker_find_threats(engine, ply);
	threats = rk_quiet_threats(engine, threats);
	return &engine->quiet_history[(int)(threats >> from & 1) << 14 |
				      (int)(threats >> to & 1) << 13 |
				      pos->side << 12 | (move & 4095)];
}

/*
 * The entry of a capture or promotion in the capture history. Not in the small
 * profile.
 */
static inline int16_t *rk_history_capture_entry(const struct rk_engine *engine,
						rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int captured = rk_move_kind(move) == RK_EN_PASSANT
			       ? RK_PAWN
			       : rk_piece_type(pos->board[rk_move_to(move)]);
	int index = rk_piece_to_index(pos->board[rk_move_from(move)], move);

	return &engine->history->capture[index << 3 | captured];
}

/* ---- engine.c and think.c ---- */

/* rk_evaluate_two() with the engine's network, if it has one. */
#ifdef RK_NO_NETWORK
#define rk_evaluate_by(engine, pos) rk_evaluate_two(pos)
#else
int rk_evaluate_by(const struct rk_engine *engine, const struct rk_pos *pos);
#endif

/* Sets a small engine up for the other kind of game; it forgets everything. */
void rk_engine_share(struct rk_engine *engine, bool four);
/* Clears all histories and the pawn table, not the transposition table. */
void rk_forget_two(struct rk_engine *engine);
void rk_think_two(struct rk_engine *engine, const struct rk_task *task,
		  const struct rk_platform *platform,
		  const struct rk_listener *listener, struct rk_answer *answer);

/* ---- A node ---- */

/* On the C stack once a ply, so all members are as short as possible. */
struct rk_node {
	int16_t alpha;
	int16_t old_alpha; /* alpha when the node was entered */
	int16_t beta;
	int16_t eval;     /* static evaluation, improved by the TT score */
	int16_t raw_eval; /* rk_eval() without correction, for the TT */
	int16_t best_score;
	rk_move best_move;
	int16_t depth;
	uint16_t move_count; /* moves tried or pruned so far */
	uint8_t ply;
	bool pv;       /* the window is open: not a null window search */
	bool cut_node; /* expected to fail high */
	bool in_check;
	bool improving; /* evaluation is better than two plies ago */
	bool tt_hit;
	bool tt_capture;       /* the TT move is a capture or promotion */
	struct rk_tt_entry tt; /* valid if tt_hit; its move always is */
	struct rk_picker picker;
};

/*
 * At the beginning of a node. Not all of it is cleared, as that takes time: the
 * table entry, the evaluation and the picker come in the next steps.
 */
static inline void rk_node_enter(struct rk_node *node,
				 const struct rk_engine *engine, int alpha,
				 int beta, int depth, int ply)
{
	node->alpha = node->old_alpha = (int16_t)alpha;
	node->beta = (int16_t)beta;
	node->best_score = -RK_INFINITE;
	node->best_move = RK_NO_MOVE;
	node->depth = (int16_t)depth;
	node->move_count = 0;
	node->ply = (uint8_t)ply;
	node->pv = beta - alpha > 1;
	node->cut_node = node->improving = node->tt_capture = false;
	node->in_check = engine->pos.checkers != 0;
}

/* Does a score with this bound end a node? */
static inline bool rk_bound_cuts_off(int bound, int score, int alpha, int beta)
{
	return ((bound & RK_BOUND_LOWER) && score >= beta) ||
	       ((bound & RK_BOUND_UPPER) && score <= alpha);
}

/* ---- tb.c ---- */

/*
 * Looks into endgame tables. A score that ends the node, or -RK_INFINITE; a PV
 * node may have a higher alpha then. Machines without files have no tables.
 */
#ifdef RK_NO_FILES
static inline int rk_node_probe_tables(struct rk_engine *engine,
				       struct rk_node *node)
{
	(void)engine;
	(void)node;
	return -RK_INFINITE;
}
#else
int rk_node_probe_tables(struct rk_engine *engine, struct rk_node *node);
/* A result of the tables, not RK_TB_UNKNOWN, as a score at this ply. */
int rk_tb_score(const struct rk_task *task, enum rk_tb_result result, int ply);
#endif

/* ---- search.c ---- */

/*
 * Small profile: singular searches that may be nested. Together with
 * RK_SMALL_PLY it bounds the C stack; docs/engine.md has the sum.
 */
#define RK_SMALL_SINGULAR 2

/*
 * Searches engine->pos to `depth` plies and returns its score, fail-soft. The
 * position is the same afterwards. If control.stop is set by then, the score
 * means nothing.
 */
int rk_search(struct rk_engine *engine, int alpha, int beta, int depth, int ply,
	      bool cut_node);
/* The principal variation from `ply` on: pv_count[ply] moves. */
rk_move *rk_search_pv(const struct rk_engine *engine, int ply);
/* Late move reduction before adjustments, in 1/1024 of a ply. */
int rk_lmr_base(int depth, int move_count);

/* A move has been searched. True: a beta cutoff. */
bool rk_node_update_best(struct rk_engine *engine, struct rk_node *node,
			 rk_move move, int score);

/*
 * Futility pruning of captures and delta pruning take the evaluation plus the
 * captured piece for the most that a capture can gain. Not so where it leaves
 * the enemy too little material to win: then it saves a lost game.
 */
bool rk_capture_gain_is_bounded(const struct rk_pos *pos);

/* ---- node.c ---- */

/* Fifty-move rule, insufficient material or repetition. */
bool rk_is_draw(const struct rk_engine *engine, int ply);
int rk_draw_score(const struct rk_engine *engine);
/* Can the side to move repeat a position with its next move? */
bool rk_can_repeat(const struct rk_engine *engine, int ply);
/* At the last ply or without space for moves: a score without a search. */
int rk_horizon_score(struct rk_engine *engine, int ply);

/* Probes the TT. True: its score in node->tt ends the node (TT cutoff). */
bool rk_node_tt_cutoff(struct rk_engine *engine, struct rk_node *node);
/* Sets eval and raw_eval, and static_eval of the search stack. */
void rk_node_static_eval(struct rk_engine *engine, struct rk_node *node);
void rk_node_tt_store(struct rk_engine *engine, const struct rk_node *node,
		      int depth, int score, rk_move move, int bound);

/* ---- qsearch.c ---- */

/* Captures only, in check all evasions, until the position is quiet. */
int rk_qsearch(struct rk_engine *engine, int alpha, int beta, int ply);

/* ---- makemove.c ---- */

/* Make and take back a move on engine->pos and on the search stack. */
void rk_search_make(struct rk_engine *engine, int ply, rk_move move);
void rk_search_unmake(struct rk_engine *engine, int ply);
void rk_search_make_null(struct rk_engine *engine, int ply);
void rk_search_unmake_null(struct rk_engine *engine, int ply);

#endif
