/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The line of moves that is being looked at. What always holds: engine->pos is
 * the position at the end of the line, and engine->plies has what is needed to
 * go back.
 */
#include "engine/node.h"
#include "rookery/status.h"

rk_move *rk_search_pv(const struct rk_engine *engine, int ply)
{
	return engine->pv + ply * (2 * engine->max_ply - ply + 1) / 2;
}

/*
 * Was this position on the board before? Once since the root is enough,
 * since who could avoid it then can now; before it, twice.
 */
static bool is_repeated(const struct rk_engine *engine, int ply)
{
	const struct rk_task *task = engine->course.task;
	uint64_t key = engine->pos.key;
	int far = engine->pos.halfmove;
	int times = 0;

	for (int back = 4; back <= far; back += 2) {
		int at = ply - back;

		if (at >= 0) {
			if (engine->plies[at].undo.key != key)
				continue;
			if (at > 0)
				return true;
		} else {
			if (task->key_count + at < 0)
				return false;
			if (task->keys[task->key_count + at] != key)
				continue;
		}
		if (++times == 2)
			return true;
	}
	return false;
}

bool rk_line_is_draw(const struct rk_engine *engine, int ply)
{
	const struct rk_pos *pos = &engine->pos;

	if (pos->halfmove >= 100 && (!pos->checkers || rk_pos_has_move(pos)))
		return true;
	if (!(pos->type[RK_PAWN] | pos->type[RK_ROOK] | pos->type[RK_QUEEN]) &&
	    rk_pos_is_insufficient(pos))
		return true;
	return pos->halfmove >= 4 && is_repeated(engine, ply);
}

int rk_draw_score(const struct rk_engine *engine)
{
	const struct rk_pos *pos = &engine->pos;

	if (pos->halfmove >= 100 || rk_pos_is_insufficient(pos))
		return 0;
	return 1 - (int)(engine->course.nodes & 2);
}

/*
 * The table is far away. So it is asked to get ready for the key after the
 * move, castling rights and en passant left out, before the move is made.
 */
static void expect(const struct rk_engine *engine, rk_move move)
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
	rk_table_prefetch(engine->table, key);
}

void rk_line_make(struct rk_engine *engine, int ply, rk_move move)
{
	struct rk_ply *now = &engine->plies[ply];

	expect(engine, move);
	now->move = move;
	now->piece = engine->pos.board[rk_move_from(move)];
	if (engine->history)
		rk_context(engine, ply)->follow =
			engine->history
				->follow[rk_follow_index(now->piece, move)];
	rk_tally_move(&now[1].tally, &now->tally, &engine->pos, move);
	rk_pos_make(&engine->pos, move, &now->undo);
	engine->course.nodes++;
}

void rk_line_unmake(struct rk_engine *engine, int ply)
{
	rk_pos_unmake(&engine->pos, engine->plies[ply].move,
		      &engine->plies[ply].undo);
}

void rk_line_pass(struct rk_engine *engine, int ply)
{
	struct rk_ply *now = &engine->plies[ply];

	now->move = RK_NO_MOVE;
	now->piece = RK_NONE;
	if (engine->history)
		rk_context(engine, ply)->follow =
			engine->history->follow[RK_FOLLOWS];
	now[1].tally = now->tally;
	rk_pos_make_null(&engine->pos, &now->undo);
	rk_table_prefetch(engine->table, engine->pos.key);
	engine->course.nodes++;
}

void rk_line_unpass(struct rk_engine *engine, int ply)
{
	rk_pos_unmake_null(&engine->pos, &engine->plies[ply].undo);
}

void rk_line_extend_pv(struct rk_engine *engine, int ply, rk_move move)
{
	rk_move *line = rk_search_pv(engine, ply);
	int more = ply + 1 < engine->max_ply ? engine->pv_count[ply + 1] : 0;

	line[0] = move;
	memcpy(line + 1, rk_search_pv(engine, ply + 1),
	       (size_t)more * sizeof(*line));
	engine->pv_count[ply] = (uint8_t)(more + 1);
}

int rk_raw_eval(struct rk_engine *engine, int ply)
{
	int eval = rk_eval(&engine->pos, &engine->plies[ply].tally,
			   &engine->pawns);

	return engine->weak ? rk_weak_judge(engine, ply, eval) : eval;
}

int rk_last_word(struct rk_engine *engine, int ply)
{
	if (engine->pos.checkers)
		return rk_draw_score(engine);
	return rk_correct(engine, ply, rk_raw_eval(engine, ply));
}
