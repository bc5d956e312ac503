/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Moves of the search. engine->pos is always the position at the end of the
 * line being searched; the search stack has what is needed to go back, and
 * carries along what the evaluation updates incrementally.
 */
#include "engine/search.h"

/*
 * A bucket of the transposition table comes from main memory. The key after
 * the move is known before the move is made, up to castling rights and a new
 * en passant square, so the load is started here and is done by the time the
 * child probes. A wrong guess costs nothing but the load. The table of the small
 * profile is small enough for a cache, or there is none.
 */
static void prefetch_child(const struct rk_engine *engine, rk_move move)
{
	const struct rk_pos *pos = &engine->pos;
	int from = rk_move_from(move), to = rk_move_to(move);
	uint64_t key = pos->key ^ rk_keys[RK_KEY_WHITE] ^
		       rk_key_piece(pos->board[from], from) ^
		       rk_key_piece(pos->board[from], to);

	if (pos->board[to] != RK_NONE)
		key ^= rk_key_piece(pos->board[to], to);
	if (pos->ep != RK_NO_SQUARE)
		key ^= rk_key_ep(pos->ep);
	rk_tt_prefetch(engine->tt, key);
}

/* The same for what the evaluation of the child will look up. */
static void prefetch_eval(const struct rk_engine *engine, int ply)
{
	if (!rk_has_history(engine))
		return;
#ifndef RK_SMALL
	if (engine->evals)
		__builtin_prefetch(&engine->evals[engine->pos.key % RK_EVALS]);
#endif
	if (!rk_network_is_used(engine))
		rk_pawns_prefetch(&engine->plies[ply].psqt, &engine->pawns);
	rk_correction_prefetch(engine, ply);
}

void rk_search_make(struct rk_engine *engine, int ply, rk_move move)
{
	struct rk_ply *ss = &engine->plies[ply];

	if (rk_has_history(engine))
		prefetch_child(engine, move);
	ss->move = move;
	ss->moved_piece = engine->pos.board[rk_move_from(move)];
	if (rk_has_history(engine))
		rk_ply_context(engine, ply)->continuation = rk_continuation_row(
			engine->history,
			rk_piece_to_index(ss->moved_piece, move));
	if (rk_network_is_used(engine))
		rk_accumulator_make(engine, ply, move);
	rk_psqt_move(&ss[1].psqt, &ss->psqt, &engine->pos, move);
	rk_pos_make(&engine->pos, move, &ss->undo);
	prefetch_eval(engine, ply + 1);
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
		rk_ply_context(engine, ply)->continuation =
			rk_continuation_row(engine->history, RK_PIECE_TO);
	if (rk_network_is_used(engine))
		rk_accumulator_make_null(engine, ply);
	ss[1].psqt = ss->psqt;
	rk_pos_make_null(&engine->pos, &ss->undo);
	rk_tt_prefetch(engine->tt, engine->pos.key);
	engine->control.nodes++;
}

void rk_search_unmake_null(struct rk_engine *engine, int ply)
{
	rk_pos_unmake_null(&engine->pos, &engine->plies[ply].undo);
}
