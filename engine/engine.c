/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An engine's memory: how a block of bytes from the caller becomes one. The
 * two profiles differ in what they get here and in nothing else.
 */
#include "engine/block.h"
#include "engine/four/four.h"
#include "engine/search.h"

/* What a profile has. */
struct plan {
	int plies;
	int before; /* plies that are looked back at from the root */
	int pool;
	int quiets;
	int lines;
	int pawn_entries;
	int again;
	bool history;
	bool four; /* knows games of four players */
};

static const struct plan plans[] = {
	[RK_PROFILE_SMALL] = {RK_SMALL_PLY, 1, 640, RK_QUIET_SMALL, 1, 2,
			      RK_SMALL_AGAIN, false, false},
	[RK_PROFILE_FULL] = {RK_MAX_PLY, RK_PLIES_BEFORE, 32768, RK_QUIET_BIG,
			     RK_MAX_LINES, 16384, RK_MAX_PLY, true, true},
};

static struct rk_engine *lay_out(struct rk_block *block,
				 const struct plan *plan)
{
	struct rk_engine *engine = rk_block_take(block, 1, sizeof(*engine));
	int plies = plan->plies, most = plies * (plies + 1) / 2;
	struct rk_ply *line =
		rk_block_take(block, plan->before + plies + RK_PLIES_AFTER,
			      sizeof(*line));
	rk_choice *pool = rk_block_take(block, plan->pool, sizeof(*pool));
	rk_move *pv = rk_block_take(block, most, sizeof(*pv));
	uint8_t *pv_count = rk_block_take(block, plies + 1, 1);
	int16_t *quiets = rk_block_take(block, plan->quiets, sizeof(*quiets));
	struct rk_history *history =
		rk_block_take(block, plan->history, sizeof(*history));
	void *pawns =
		rk_block_take(block, plan->pawn_entries, rk_pawn_entry_size());
	struct rk_line *lines =
		rk_block_take(block, plan->lines, sizeof(*lines));
	rk_any_move *moves =
		rk_block_take(block, plan->lines * plies, sizeof(*moves));
	size_t used = block->used;
	void *four = rk_block_take(block, plan->four,
				   rk4_mind_size(RK_PROFILE_FULL));

	if (!block->memory)
		return NULL;
	memset(block->memory, 0, used);
	engine->four_memory = block->used > used ? four : NULL;
	engine->max_ply = plan->plies;
	engine->max_again = plan->again;
	engine->plies = line + plan->before;
	engine->pool = pool;
	engine->pool_size = plan->pool;
	engine->pv = pv;
	engine->pv_count = pv_count;
	engine->quiets = quiets;
	engine->quiet_count = plan->quiets;
	engine->history = plan->history ? history : NULL;
	engine->pawns.entries = plan->pawn_entries ? pawns : NULL;
	engine->pawns.mask =
		(uint32_t)(plan->pawn_entries ? plan->pawn_entries - 1 : 0);
	engine->course.lines = lines;
	engine->max_lines = plan->lines;
	for (int i = 0; i < plan->lines; i++)
		lines[i].moves = moves + i * plies;
	return engine;
}

size_t rk_engine_bound(enum rk_profile profile)
{
	struct rk_block block = {0};

	lay_out(&block, &plans[profile]);
	return block.used;
}

/* Behind itself a small one has the same memory for either kind of game. */
static void *four_memory(struct rk_block *block)
{
	rk_block_take(block, 1, sizeof(struct rk_engine));
	return rk_block_take(block, 1, rk4_mind_size(RK_PROFILE_SMALL));
}

size_t rk_engine_bound_four(void)
{
	struct rk_block block = {0};

	four_memory(&block);
	return rk4_mind_size(RK_PROFILE_SMALL) ? block.used : (size_t)-1;
}

/* Its own table gets what is left. */
static void finish(struct rk_engine *engine, const struct rk_block *block,
		   size_t size)
{
	if (engine->table == &engine->own)
		rk_table_init_zeroed(&engine->own, block->memory + block->used,
				     size - block->used);
	/* That empties it. */
	rk_engine_forget(engine);
}

struct rk_engine *rk_engine_new(void *memory, size_t size,
				enum rk_profile profile, struct rk_table *table)
{
	struct rk_block block = {.memory = memory};
	struct rk_engine *engine;

	if (size < rk_engine_bound(profile))
		return NULL;
	engine = lay_out(&block, &plans[profile]);
	engine->table = table ? table : &engine->own;
	if (profile == RK_PROFILE_SMALL && size >= rk_engine_bound_four())
		engine->shared = size;
	finish(engine, &block, size);
	return engine;
}

void rk_engine_share(struct rk_engine *engine, bool four)
{
	struct rk_table *table = engine->table;
	struct rk_block block = {.memory = (char *)engine};

	if (!engine->shared || four == (engine->four != NULL))
		return;
	if (four) {
		engine->four =
			rk4_mind_new(four_memory(&block), RK_PROFILE_SMALL);
		finish(engine, &block, engine->shared);
	} else {
		rk_engine_new(engine, engine->shared, RK_PROFILE_SMALL,
			      table == &engine->own ? NULL : table);
	}
}

void rk_forget_two(struct rk_engine *engine)
{
	memset(engine->quiets, 0,
	       (size_t)engine->quiet_count * sizeof(*engine->quiets));
	if (engine->history)
		memset(engine->history, 0, sizeof(*engine->history));
	if (engine->pawns.entries)
		memset(engine->pawns.entries, 0,
		       (engine->pawns.mask + 1) * rk_pawn_entry_size());
	for (int i = 1; engine->history && i <= RK_PLIES_BEFORE; i++)
		rk_context(engine, -i)->follow =
			engine->history->follow[RK_FOLLOWS];
}

int rk_evaluate_two(const struct rk_pos *pos)
{
	struct rk_pawn_memory nothing = {0};
	struct rk_tally tally;

	if (pos->checkers)
		return 0;
	rk_tally_start(&tally, pos);
	return rk_eval(pos, &tally, &nothing);
}
