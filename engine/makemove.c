/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Moves of the search. engine->pos is always the position at the end of the
 * line being searched; the search stack has what is needed to go back, and
 * carries along what the evaluation updates incrementally.
 */
#include "engine/search.h"

/*
 * Starts to load what the child will look up, so that it is there by then. Only a
 * bucket of the transposition table comes from main memory: it is the first. The
 * tables of the small profile are small enough for a cache.
 */
static void prefetch_eval(const struct rk_engine *engine, int ply)
{
	__builtin_prefetch(rk_eval_cached(&engine->evals, engine->pos.key));
	if (!rk_network_is_used(engine))
		rk_pawns_prefetch(&engine->plies[ply].psqt, &engine->pawns);
}

void rk_search_make(struct rk_engine *engine, int ply, rk_move move)
{
	struct rk_ply *ss = &engine->plies[ply];
	int piece = engine->pos.board[rk_move_from(move)];

	ss->move = move;
	ss->moved_piece = (uint8_t)piece;
	rk_pos_make(&engine->pos, move, &ss->undo);
	if (rk_has_history(engine)) {
		rk_tt_prefetch(engine->tt, engine->pos.key);
		rk_history_make(engine->history, ply,
				rk_piece_to_index(piece, move));
	}
	if (rk_network_is_used(engine))
		rk_accumulator_make(engine, ply);
	rk_psqt_move(&ss[1].psqt, &ss->psqt, piece, ss->undo.captured, move);
	if (rk_has_history(engine)) {
		prefetch_eval(engine, ply + 1);
		rk_correction_find(engine, ply + 1);
	}
	engine->control.nodes++;
}

void rk_search_unmake(struct rk_engine *engine, int ply)
{
	rk_pos_unmake(&engine->pos, engine->plies[ply].move,
		      &engine->plies[ply].undo);
}

void rk_search_make_null(struct rk_engine *engine, int ply)
{
	struct rk_ply *ss = &engine->plies[ply];

	ss->move = RK_NO_MOVE;
	ss->moved_piece = RK_NONE;
	if (rk_has_history(engine))
		rk_history_make(engine->history, ply, RK_PIECE_TO);
	if (rk_network_is_used(engine))
		rk_accumulator_make_null(engine, ply);
	ss[1].psqt = ss->psqt;
	rk_pos_make_null(&engine->pos, &ss->undo);
	rk_tt_prefetch(engine->tt, engine->pos.key);
	if (rk_has_history(engine))
		rk_correction_find(engine, ply + 1);
	engine->control.nodes++;
}

void rk_search_unmake_null(struct rk_engine *engine, int ply)
{
	rk_pos_unmake_null(&engine->pos, &engine->plies[ply].undo);
}
