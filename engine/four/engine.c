/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Construction of the engine. All memory comes from the caller as one block,
 * which is divided here; the profile decides how large the parts are.
 */
#include "engine/block.h"
#include "engine/four/search.h"

/* How large a profile is. */
struct sizes {
	int plies;
	int pool;   /* moves */
	int quiets; /* entries of the quiet history */
	int lines;
	bool history;
};

static const struct sizes profiles[] = {
	[RK_PROFILE_SMALL] = {RK_SMALL_PLY, 1536, RK4_QUIET_SMALL, 1, false},
	[RK_PROFILE_FULL] = {RK_MAX_PLY, 20480, RK4_QUIET_BIG, RK_MAX_LINES,
			     true},
};

/*
 * Divides the block. Without memory it only adds up the sizes, so size and
 * layout cannot disagree.
 */
static struct rk4_engine *lay_out(struct rk_block *block,
				  const struct sizes *sizes)
{
	struct rk4_engine *engine = rk_block_take(block, 1, sizeof(*engine));
	int plies = sizes->plies, pv_size = plies * (plies + 1) / 2;
	struct rk4_ply *stack = rk_block_take(block, plies + 1, sizeof(*stack));
	rk4_scored_move *pool =
		rk_block_take(block, sizes->pool, sizeof(*pool));
	rk4_move *pv = rk_block_take(block, pv_size, sizeof(*pv));
	uint8_t *pv_count = rk_block_take(block, plies + 1, 1);
	int16_t *quiets = rk_block_take(block, sizes->quiets, sizeof(*quiets));
	struct rk4_history *history =
		rk_block_take(block, sizes->history, sizeof(*history));
	struct rk_pv_line *lines =
		rk_block_take(block, sizes->lines, sizeof(*lines));
	rk_any_move *moves =
		rk_block_take(block, sizes->lines * plies, sizeof(*moves));

	if (!block->memory)
		return NULL;
	memset(block->memory, 0, block->used);
	engine->max_ply = sizes->plies;
	engine->max_lines = sizes->lines;
	engine->plies = stack;
	engine->pool = pool;
	engine->pool_size = sizes->pool;
	engine->pv = pv;
	engine->pv_count = pv_count;
	engine->quiets = quiets;
	engine->quiet_count = sizes->quiets;
	engine->history = sizes->history ? history : NULL;
	engine->control.pv_lines = lines;
	for (int i = 0; i < sizes->lines; i++)
		lines[i].moves = moves + i * plies;
	return engine;
}

size_t rk4_engine_size(enum rk_profile profile)
{
	struct rk_block block = {0};

	lay_out(&block, &profiles[profile]);
	return block.used;
}

struct rk4_engine *rk4_engine_new(void *memory, enum rk_profile profile)
{
	struct rk_block block = {.memory = memory};
	struct rk4_engine *engine = lay_out(&block, &profiles[profile]);

	engine->psqt_kind = 255;
	return engine;
}

void rk4_engine_forget(struct rk4_engine *engine)
{
	memset(engine->quiets, 0,
	       (size_t)engine->quiet_count * sizeof(*engine->quiets));
	if (engine->history)
		memset(engine->history, 0, sizeof(*engine->history));
}

/*
 * The first entry of the search stack is filled from the position itself; all
 * others follow from the moves that are made.
 */
void rk4_engine_set_position(struct rk4_engine *engine,
			     const struct rk4_pos *pos)
{
	engine->pos = *pos;
	engine->teams = pos->options & RK4_TEAMS;
	engine->root_seat = pos->turn;
	engine->has_dead = false;
	for (int square = 0; square < RK4_BOARD; square++)
		engine->has_dead |= rk4_is_piece(pos->board[square]) &&
				    pos->board[square] & RK4_DEAD;
	memset(engine->plies, 0,
	       (size_t)(engine->max_ply + 1) * sizeof(*engine->plies));
	rk4_psqt_fill(engine);
	rk4_psqt_start(&engine->plies[0].psqt, engine);
	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (rk4_in_check(&engine->pos, seat))
			engine->plies[0].checks |= (uint8_t)(1 << seat);
	engine->plies[0].urgent = engine->plies[0].checks >> pos->turn & 1;
}

uint64_t rk4_engine_nodes(const struct rk4_engine *engine)
{
	return rk_published_nodes(&engine->control);
}

int rk4_evaluate(struct rk4_engine *engine, const union rk_any_pos *pos)
{
	rk4_engine_set_position(engine, &pos->four);
	return rk4_eval(engine, 0);
}
