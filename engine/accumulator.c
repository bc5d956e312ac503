/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Accumulators of the network on the search stack; network.h describes how they
 * are updated. Invariant: an accumulator that is known equals the sum that
 * rk_network_evaluate() makes of the position at that ply.
 */
#include "engine/network_simd.h"
#include "engine/search.h"

static uint16_t *values_at(const struct rk_accumulators *all, int number)
{
	return all->values + (size_t)number * all->network->width;
}

static uint16_t *values_of(const struct rk_accumulators *all, int ply,
			   int colour)
{
	return values_at(all, 2 * ply + colour);
}

/* ---- The network of an engine ---- */

bool rk_engine_set_network(struct rk_engine *engine,
			   const struct rk_network *network)
{
	struct rk_accumulators *all = engine->accumulators;

	if (!all)
		return !network;
	all->network = network;
	rk_forget_evals(engine);
	if (!network)
		return true;
	all->values = all->memory + -(size_t)all->memory % RK_NETWORK_ALIGN /
					    sizeof(*all->memory);
	memset(all->plies, 0, sizeof(all->plies));
	memset(all->cache, 0, sizeof(all->cache));
	for (int i = 0; i < RK_REFRESHES; i++)
		memcpy(values_at(all, 2 * (RK_MAX_PLY + 1) + i), network->bias,
		       network->width * sizeof(*network->bias));
	return true;
}

int rk_evaluate_by(const struct rk_engine *engine, const struct rk_pos *pos)
{
	const struct rk_accumulators *all = engine->accumulators;

	return all && all->network && !pos->checkers
		       ? rk_network_evaluate(all->network, pos)
		       : rk_evaluate_two(pos);
}

/* ---- Moves ---- */

/* Do all inputs of the side change when its king goes there? */
static bool changes_view(const struct rk_network *network, int colour, int from,
			 int to)
{
	struct rk_perspective before = rk_perspective_of(network, colour, from);
	struct rk_perspective after = rk_perspective_of(network, colour, to);

	return before.flip != after.flip || before.first != after.first;
}

static void note_castling(struct rk_accumulator *next, int king, int rook,
			  int us)
{
	struct rk_castling to = rk_castling_squares(king, rook);

	next->removed[0] = rk_man_of(rk_piece(us, RK_KING), king);
	next->removed[1] = rk_man_of(rk_piece(us, RK_ROOK), rook);
	next->added[0] = rk_man_of(rk_piece(us, RK_KING), to.king_to);
	next->added[1] = rk_man_of(rk_piece(us, RK_ROOK), to.rook_to);
	next->removed_count = next->added_count = 2;
}

static void note_other(struct rk_accumulator *next, const struct rk_ply *ss)
{
	int from = rk_move_from(ss->move), to = rk_move_to(ss->move);
	int kind = rk_move_kind(ss->move);
	int piece = ss->moved_piece, captured = ss->undo.captured;

	next->removed[0] = rk_man_of(piece, from);
	next->removed_count = next->added_count = 1;
	if (captured != RK_NONE) {
		next->removed[1] =
			rk_man_of(captured, kind == RK_EN_PASSANT
						    ? rk_ep_victim(to)
						    : to);
		next->removed_count = 2;
	}
	if (kind == RK_PROMOTION)
		piece = rk_piece(rk_piece_colour(piece),
				 rk_move_promoted(ss->move));
	next->added[0] = rk_man_of(piece, to);
}

static struct rk_accumulator *next_of(struct rk_engine *engine, int ply)
{
	struct rk_accumulator *next = &engine->accumulators->plies[ply + 1];

	next->state[RK_WHITE] = next->state[RK_BLACK] = RK_ACCUMULATOR_UPDATE;
	return next;
}

void rk_accumulator_make(struct rk_engine *engine, int ply)
{
	const struct rk_ply *ss = &engine->plies[ply];
	struct rk_accumulator *next = next_of(engine, ply);
	int from = rk_move_from(ss->move), to = rk_move_to(ss->move);
	int us = rk_piece_colour(ss->moved_piece);

	if (rk_move_kind(ss->move) == RK_CASTLING) {
		note_castling(next, from, to, us);
		to = rk_castling_squares(from, to).king_to;
	} else {
		note_other(next, ss);
	}
	if (rk_piece_type(ss->moved_piece) == RK_KING &&
	    changes_view(engine->accumulators->network, us, from, to))
		next->state[us] = RK_ACCUMULATOR_REFRESH;
}

void rk_accumulator_make_null(struct rk_engine *engine, int ply)
{
	struct rk_accumulator *next = next_of(engine, ply);

	next->added_count = next->removed_count = 0;
}

/* ---- Updates ---- */

static const int16_t *row_of(const struct rk_network *network,
			     struct rk_perspective view,
			     const struct rk_man *man)
{
	int input = view.first + (man->inputs[view.colour] ^ view.flip);

	return network->weights + (size_t)input * network->width;
}

/* Makes an accumulator from the one of the ply before, two rows ahead of it. */
static void update(const struct rk_network *network, struct rk_perspective view,
		   struct rk_accumulator *now, uint16_t *to)
{
	int width = network->width;
	const uint16_t *from = to - 2 * (size_t)width;
	const int16_t *added, *removed, *more;

	now->state[view.colour] = RK_ACCUMULATOR_KNOWN;
	if (!now->removed_count) {
		memcpy(to, from, (size_t)width * sizeof(*to));
		return;
	}
	added = row_of(network, view, &now->added[0]);
	removed = row_of(network, view, &now->removed[0]);
	if (now->removed_count == 1) {
		rk_row_update(to, from, added, removed, width);
		return;
	}
	more = row_of(network, view, &now->removed[1]);
	if (now->added_count == 1)
		rk_row_update_capture(to, from, added, removed, more, width);
	else
		rk_row_update_castling(to, from, added,
				       row_of(network, view, &now->added[1]),
				       removed, more, width);
}

/* The men in which the cache differs from the board; the cache is set to it. */
struct difference {
	uint16_t added[64], removed[64];
	int added_count, removed_count;
};

static void find_difference(struct difference *difference,
			    struct rk_refresh *cached, const struct rk_pos *pos,
			    struct rk_perspective view)
{
	difference->added_count = difference->removed_count = 0;
	for (int i = 0; i < 2 * RK_TYPES; i++) {
		int colour = i & 1, type = i >> 1;
		rk_bits before = cached->men[colour][type];
		rk_bits after = rk_pos_pieces(pos, colour, type);
		rk_bits added = after & ~before, removed = before & ~after;
		int piece = rk_piece(colour, type);

		while (added)
			difference->added[difference->added_count++] =
				rk_perspective_input(view, piece,
						     rk_bits_pop(&added));
		while (removed)
			difference->removed[difference->removed_count++] =
				rk_perspective_input(view, piece,
						     rk_bits_pop(&removed));
		cached->men[colour][type] = after;
	}
}

/* Makes the accumulator at `ply`, of engine->pos, from the refresh cache. */
RK_APART void refresh(struct rk_engine *engine, struct rk_perspective view,
		      int ply)
{
	struct rk_accumulators *all = engine->accumulators;
	int width = all->network->width;
	int number =
		(view.first / RK_NETWORK_INPUTS * 2 + (view.flip & 1)) * 2 +
		view.colour;
	uint16_t *values = values_at(all, 2 * (RK_MAX_PLY + 1) + number);
	struct difference difference;

	find_difference(&difference, &all->cache[number], &engine->pos, view);
	for (int i = 0; i < width; i += RK_TILE)
		rk_tile_change(values + i, all->network->weights, width, i,
			       difference.added, difference.added_count,
			       difference.removed, difference.removed_count);
	memcpy(values_of(all, ply, view.colour), values,
	       (size_t)width * sizeof(*values));
	all->plies[ply].state[view.colour] = RK_ACCUMULATOR_KNOWN;
}

/*
 * Makes the accumulator of a side at `ply` known: by updates from the last ply
 * where it is, so that other lines from there find the ones between, or afresh
 * if the king has left its bucket since.
 */
static const uint16_t *need(struct rk_engine *engine, int ply, int colour)
{
	struct rk_accumulators *all = engine->accumulators;
	const struct rk_network *network = all->network;
	struct rk_accumulator *now = &all->plies[ply], *end = now + 1;
	uint16_t *values = values_of(all, ply, colour), *to = values;
	struct rk_perspective view;

	if (now->state[colour] == RK_ACCUMULATOR_KNOWN)
		return values;
	view = rk_perspective_of(network, colour,
				 rk_pos_king(&engine->pos, colour));
	while (now->state[colour] == RK_ACCUMULATOR_UPDATE) {
		now--;
		to -= 2 * network->width;
	}
	if (now->state[colour] == RK_ACCUMULATOR_REFRESH) {
		refresh(engine, view, ply);
		return values;
	}
	while (++now < end)
		update(network, view, now, to += 2 * network->width);
	return values;
}

/* ---- Evaluation ---- */

void rk_accumulator_begin(struct rk_engine *engine)
{
	struct rk_accumulators *all = engine->accumulators;
	bool uses_network = all && all->network && !engine->skill;

	if (uses_network != engine->uses_network)
		rk_forget_evals(engine);
	engine->uses_network = uses_network;
	if (!uses_network)
		return;
	for (int colour = RK_WHITE; colour <= RK_BLACK; colour++) {
		all->plies[0].state[colour] = RK_ACCUMULATOR_REFRESH;
		need(engine, 0, colour);
	}
}

int rk_network_eval(struct rk_engine *engine, int ply)
{
	const struct rk_pos *pos = &engine->pos;
	int side = pos->side, score;

	if (rk_eval_by_material(pos, &score))
		return side == RK_WHITE ? score : -score;
	return rk_network_output(engine->accumulators->network, pos,
				 need(engine, ply, side),
				 need(engine, ply, side ^ 1));
}
