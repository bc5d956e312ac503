/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An engine's memory: how a block of bytes from the caller becomes one. The
 * two profiles differ in what they get here and in nothing else.
 */
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
	[RK_PROFILE_SMALL] = {RK_SMALL_PLY, 1, 640, RK_QUIET_SMALL, 1, 0,
			      RK_SMALL_AGAIN, false, false},
	[RK_PROFILE_FULL] = {RK_MAX_PLY, RK_PLIES_BEFORE, 32768, RK_QUIET_BIG,
			     RK_MAX_LINES, 16384, RK_MAX_PLY, true, true},
};

/* Hands out the block piece by piece; without one, counts what it takes. */
struct block {
	char *memory;
	size_t used;
};

static void *take(struct block *block, size_t size)
{
	char *piece = block->memory ? block->memory + block->used : NULL;

	block->used += (size + 7) & ~(size_t)7;
	return piece;
}

static struct rk_engine *lay_out(struct block *block, const struct plan *plan)
{
	struct rk_engine *engine = take(block, sizeof(*engine));
	size_t plies = (size_t)plan->plies;
	size_t pawns = (size_t)plan->pawn_entries * rk_pawn_entry_size();
	struct rk_ply *line = take(block, ((size_t)plan->before + plies +
					   RK_PLIES_AFTER) * sizeof(*line));
	rk_choice *pool = take(block, (size_t)plan->pool * sizeof(*pool));
	rk_move *pv = take(block, plies * (plies + 1) / 2 * sizeof(*pv));
	uint8_t *pv_count = take(block, plies + 1);
	int16_t *quiets = take(block, (size_t)plan->quiets * sizeof(*quiets));
	struct rk_history *history =
		plan->history ? take(block, sizeof(*history)) : NULL;
	void *pawn_entries = pawns ? take(block, pawns) : NULL;
	struct rk_line *lines = take(block, (size_t)plan->lines *
						    sizeof(*lines));
	rk_any_move *moves = take(block, (size_t)plan->lines * plies *
						 sizeof(*moves));
	size_t used = block->used;
	void *four = plan->four && rk4_mind_size()
			     ? take(block, rk4_mind_size())
			     : NULL;

	if (!block->memory)
		return NULL;
	memset(block->memory, 0, used);
	engine->four_memory = four;
	engine->max_ply = plan->plies;
	engine->max_again = plan->again;
	engine->plies = line + plan->before;
	engine->pool = pool;
	engine->pool_size = plan->pool;
	engine->pv = pv;
	engine->pv_count = pv_count;
	engine->quiets = quiets;
	engine->quiet_count = plan->quiets;
	engine->history = history;
	engine->pawns.entries = pawn_entries;
	engine->pawns.mask = (uint32_t)(plan->pawn_entries ? plan->pawn_entries
							     - 1 : 0);
	engine->course.lines = lines;
	engine->max_lines = plan->lines;
	for (int i = 0; i < plan->lines; i++)
		lines[i].moves = moves + (size_t)i * plies;
	return engine;
}

size_t rk_engine_bound(enum rk_profile profile)
{
	struct block block = {0};

	lay_out(&block, &plans[profile]);
	return block.used;
}

struct rk_engine *rk_engine_new(void *memory, size_t size,
				enum rk_profile profile,
				struct rk_table *table)
{
	struct block block = {0};
	struct rk_engine *engine;

	lay_out(&block, &plans[profile]);
	if (size < block.used)
		return NULL;
	block = (struct block){.memory = memory};
	engine = lay_out(&block, &plans[profile]);
	engine->table = table;
	if (!table) {
		engine->table = &engine->own;
		/* Forgetting empties it. */
		rk_table_init_zeroed(&engine->own, block.memory + block.used,
				     size - block.used);
	}
	rk_engine_forget(engine);
	return engine;
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
	if (engine->table == &engine->own)
		rk_table_clear(&engine->own, 0, 1);
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
