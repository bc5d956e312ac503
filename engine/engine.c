/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How a block of bytes from the caller becomes an engine. The profiles differ
 * in what they get here and in nothing else: where one has no table of some
 * kind, the pointer is NULL and its users do nothing.
 *
 * The block holds, in this order: struct rk_engine, search stack, move pool,
 * PV triangle and its row lengths, quiet history, the other histories, pawn
 * table, evaluation cache, bitbase, root lines, moves of the root lines; then, in the full
 * profile, the accumulators and the engine for four players, and in the others
 * the transposition table.
 */
#include "engine/block.h"
#include "engine/four/four.h"
#include "engine/kpk.h"
#include "engine/search.h"

/* Numbers of elements, by profile. */
struct layout {
	int plies;
	int plies_before; /* entries of the search stack before the root */
	int pool;
	int quiet_history;
	int lines;
	int pawn_entries; /* a power of two */
	int singular_nesting;
	int row_shift;   /* squares that share a row of continuation history */
	int corrections; /* entries of a table, a power of two */
	bool history;
	int evals; /* that are remembered */
	bool kpk;
	bool network; /* accumulators for it */
	bool four;    /* can also play with four players */
};

/*
 * How much the small profile remembers of pawns and evaluations: what a machine has
 * memory for. It changes no result, as both are a matter of time alone.
 */
#ifdef RK_SMALL
#define SMALL_PAWNS 8
#define SMALL_EVALS 72
#else
#define SMALL_PAWNS 128
#define SMALL_EVALS 768
#endif

static const struct layout small_layout = {
	.plies = RK_SMALL_PLY,
	.plies_before = 1,
	.pool = 600,
	.quiet_history = RK_QUIET_SMALL,
	.lines = 1,
	.pawn_entries = SMALL_PAWNS,
	.evals = SMALL_EVALS,
	.singular_nesting = RK_SMALL_SINGULAR,
};

/*
 * For 100 KB to 1 MB: all histories, each with a coarser index than in the full
 * profile. Their whole gain over the small profile needs a tenth of their size.
 */
static const struct layout middle_layout = {
	.plies = RK_MIDDLE_PLY,
	.plies_before = RK_PLIES_BEFORE,
	.pool = 1024,
	.quiet_history = RK_QUIET_MIDDLE,
	.lines = 1,
	.pawn_entries = 128,
	.singular_nesting = RK_SMALL_SINGULAR,
	.row_shift = 6,
	.corrections = 1024,
	.evals = 512,
	.history = true,
};

static const struct layout full_layout = {
	.plies = RK_MAX_PLY,
	.plies_before = RK_PLIES_BEFORE,
	.pool = 32768,
	.quiet_history = RK_QUIET_FULL,
	.lines = RK_MAX_LINES,
	.pawn_entries = 16384,
	.singular_nesting = RK_MAX_PLY,
	.corrections = RK_CORRECTIONS,
	.evals = 16384,
	.history = true,
	.kpk = true,
	.network = true,
	.four = true,
};

static const struct layout *layout_of(enum rk_profile profile)
{
	static const struct layout *const layouts[] = {
		[RK_PROFILE_SMALL] = &small_layout,
		[RK_PROFILE_MIDDLE] = &middle_layout,
		[RK_PROFILE_FULL] = &full_layout,
	};

	return layouts[profile];
}

/* Only the full profile has accumulators, if there can be a network at all. */
#ifdef RK_NO_NETWORK
#define take_accumulators(block, layout) NULL
#define give_accumulators(engine, memory) ((void)(memory))
#else
static void *take_accumulators(struct rk_block *block,
			       const struct layout *layout)
{
	void *memory = rk_block_take(block, layout->network,
				     sizeof(struct rk_accumulators));

	return layout->network ? memory : NULL;
}

static void give_accumulators(struct rk_engine *engine,
			      struct rk_accumulators *accumulators)
{
	engine->accumulators = accumulators;
	if (accumulators)
		accumulators->network = NULL;
}
#endif

/* Where there are many entries, each has a line of the cache. */
static void *take_pawns(struct rk_block *block, const struct layout *layout)
{
	if (layout->history)
		rk_block_align(block);
	return rk_block_take(block, layout->pawn_entries, rk_pawn_entry_size());
}

static size_t continuation_size(const struct layout *layout)
{
	return (size_t)((RK_PIECE_TO >> layout->row_shift) + 1) * RK_PIECE_TO;
}

static struct rk_history *take_history(struct rk_block *block,
				       const struct layout *layout)
{
	struct rk_history *history;
	size_t contexts = RK_PLIES_BEFORE + (size_t)layout->plies;
	size_t values = continuation_size(layout) +
			RK_CORRECTION_TABLES * (size_t)layout->corrections;

	return rk_block_take(block, layout->history,
			     sizeof(*history) +
				     contexts * sizeof(history->plies[0]) +
				     values * sizeof(int16_t));
}

static void give_history(struct rk_engine *engine, struct rk_history *history,
			 const struct layout *layout)
{
	struct rk_ply_context *end;

	if (!layout->history)
		return;
	end = history->plies + RK_PLIES_BEFORE + layout->plies;
	engine->history = history;
	history->continuation = (int16_t *)end;
	history->corrections =
		history->continuation + continuation_size(layout);
	history->row_shift = layout->row_shift;
	history->correction_mask = (uint32_t)layout->corrections - 1;
}

/* A block without memory only counts: NULL is returned. */
static struct rk_engine *lay_out(struct rk_block *block,
				 const struct layout *layout)
{
	struct rk_engine *engine = rk_block_take(block, 1, sizeof(*engine));
	int plies = layout->plies, pv_moves = plies * (plies + 1) / 2;
	struct rk_ply *stack =
		rk_block_take(block,
			      layout->plies_before + plies + RK_PLIES_AFTER,
			      sizeof(*stack));
	rk_scored_move *pool =
		rk_block_take(block, layout->pool, sizeof(*pool));
	rk_move *pv = rk_block_take(block, pv_moves, sizeof(*pv));
	uint8_t *pv_count = rk_block_take(block, plies + 1, 1);
	int16_t *quiets =
		rk_block_take(block, layout->quiet_history, sizeof(*quiets));
	struct rk_history *history = take_history(block, layout);
	void *pawns = take_pawns(block, layout);
	uint64_t *evals = rk_block_take(block, layout->evals, sizeof(*evals));
#ifndef RK_SMALL
	struct rk_kpk *kpk = rk_block_take(block, layout->kpk, sizeof(*kpk));
#endif
	struct rk_pv_line *lines =
		rk_block_take(block, layout->lines, sizeof(*lines));
	rk_any_move *moves =
		rk_block_take(block, layout->lines * plies, sizeof(*moves));
	size_t used = block->used;
	void *accumulators = take_accumulators(block, layout);
	size_t before_four = block->used;
	void *four = rk_block_take(block, layout->four,
				   rk4_engine_size(RK_PROFILE_FULL));

	if (!block->memory)
		return NULL;
	memset(block->memory, 0, used);
	engine->four_memory = block->used > before_four ? four : NULL;
	engine->max_ply = layout->plies;
	engine->max_singular_nesting = layout->singular_nesting;
	engine->plies = stack + layout->plies_before;
	engine->pool = pool;
	engine->pool_size = layout->pool;
	engine->pv = pv;
	engine->pv_count = pv_count;
	engine->quiet_history = quiets;
	engine->quiet_history_count = layout->quiet_history;
	give_history(engine, history, layout);
	engine->pawns.entries = layout->pawn_entries ? pawns : NULL;
	engine->pawns.mask =
		(uint32_t)(layout->pawn_entries ? layout->pawn_entries - 1 : 0);
	engine->evals.words = evals;
	engine->evals.count = (uint32_t)layout->evals;
#ifndef RK_SMALL
	if (layout->kpk) {
		rk_kpk_fill(kpk);
		engine->pawns.kpk = kpk;
	}
#endif
	give_accumulators(engine, accumulators);
	engine->control.pv_lines = lines;
	engine->max_lines = layout->lines;
	for (int i = 0; i < layout->lines; i++)
		lines[i].moves = moves + i * plies;
	return engine;
}

size_t rk_engine_bound(enum rk_profile profile)
{
	struct rk_block block = {0};

	lay_out(&block, layout_of(profile));
	return block.used;
}

/* Less is better spent on a transposition table than on histories. */
#define MIDDLE_TABLE 65536

enum rk_profile rk_engine_profile(size_t size, const struct rk_rules *rules)
{
#ifdef RK_SMALL
	(void)size;
	(void)rules;
	return RK_PROFILE_SMALL;
#else
	return rules->orthodox && size >= rk_engine_bound(RK_PROFILE_MIDDLE) +
						  MIDDLE_TABLE
		       ? RK_PROFILE_MIDDLE
		       : RK_PROFILE_SMALL;
#endif
}

/*
 * A small engine for either kind of game uses all memory after struct
 * rk_engine for the kind that was asked for last.
 */
static void *four_memory(struct rk_block *block)
{
	rk_block_take(block, 1, sizeof(struct rk_engine));
	return rk_block_take(block, 1, rk4_engine_size(RK_PROFILE_SMALL));
}

size_t rk_engine_bound_four(void)
{
	struct rk_block block = {0};

	four_memory(&block);
	return rk4_engine_size(RK_PROFILE_SMALL) ? block.used : (size_t)-1;
}

/* The engine's own transposition table gets the rest of the memory. */
static void finish(struct rk_engine *engine, const struct rk_block *block,
		   size_t size)
{
	if (engine->tt == &engine->own_tt)
		rk_tt_init_zeroed(&engine->own_tt, block->memory + block->used,
				  size - block->used);
	/* Clears the table as well. */
	rk_engine_forget(engine);
}

struct rk_engine *rk_engine_new(void *memory, size_t size,
				enum rk_profile profile, struct rk_tt *tt)
{
	struct rk_block block = {.memory = memory};
	struct rk_engine *engine;

	if (size < rk_engine_bound(profile))
		return NULL;
	engine = lay_out(&block, layout_of(profile));
	engine->tt = tt ? tt : &engine->own_tt;
	if (profile == RK_PROFILE_SMALL && size >= rk_engine_bound_four())
		engine->shared = size;
	finish(engine, &block, size);
	return engine;
}

void rk_engine_share(struct rk_engine *engine, bool four)
{
	struct rk_tt *tt = engine->tt;
	struct rk_block block = {.memory = (char *)engine};

	if (!engine->shared || four == (engine->four != NULL))
		return;
	if (four) {
		engine->four =
			rk4_engine_new(four_memory(&block), RK_PROFILE_SMALL);
		finish(engine, &block, engine->shared);
	} else {
		rk_engine_new(engine, engine->shared, RK_PROFILE_SMALL,
			      tt == &engine->own_tt ? NULL : tt);
	}
}

static void forget_history(struct rk_history *history)
{
	int16_t *end =
		history->corrections +
		RK_CORRECTION_TABLES * ((size_t)history->correction_mask + 1);

	memset(history->capture, 0,
	       (size_t)((char *)end - (char *)history->capture));
}

void rk_forget_two(struct rk_engine *engine)
{
	memset(engine->quiet_history, 0,
	       (size_t)engine->quiet_history_count *
		       sizeof(*engine->quiet_history));
	if (engine->history)
		forget_history(engine->history);
	if (engine->pawns.entries)
		memset(engine->pawns.entries, 0,
		       (engine->pawns.mask + 1) * rk_pawn_entry_size());
	rk_forget_evals(engine);
	for (int i = 1; engine->history && i <= RK_PLIES_BEFORE; i++)
		rk_history_make(engine->history, -i, RK_PIECE_TO);
}

int rk_evaluate_two(const struct rk_pos *pos)
{
	return pos->checkers ? 0 : rk_eval_alone(pos, NULL);
}
