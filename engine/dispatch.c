/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Passes each task to the engine for two players or to the one for four. In
 * the full profile the two share only the transposition table, in the small
 * one all of their memory. An entry of one kind of chess means nothing in
 * another, so the table must be cleared when the rules change: this is done
 * here for an engine's own table, and by the caller for a table that it
 * provides.
 */
#include "engine/four/four.h"
#include "engine/search.h"

static bool is_four(const struct rk_rules *rules)
{
	return rules->players == RK4_SEATS;
}

bool rk_engine_knows(const struct rk_engine *engine,
		     const struct rk_rules *rules)
{
	return rules->orthodox ||
	       ((engine->four_memory || engine->shared) && is_four(rules));
}

bool rk_engine_would_know(size_t size, const struct rk_rules *rules)
{
	if (is_four(rules))
		return size >= rk_engine_bound_four();
	return size >= rk_engine_bound(RK_PROFILE_SMALL) && rules->orthodox;
}

/* Created on first use: it is large, and most games have two players. */
static struct rk4_engine *need_four(struct rk_engine *engine)
{
	rk_engine_share(engine, true);
	if (!engine->four)
		engine->four =
			rk4_engine_new(engine->four_memory, RK_PROFILE_FULL);
	return engine->four;
}

void rk_engine_prepare(struct rk_engine *engine, const struct rk_rules *rules)
{
	if (is_four(rules))
		need_four(engine);
}

static void prepare_tt(struct rk_engine *engine, const struct rk_rules *rules)
{
	if (engine->tt != &engine->own_tt)
		return;
	if (engine->rules && engine->rules != rules)
		rk_tt_clear(&engine->own_tt, 0, 1);
	rk_tt_new_search(&engine->own_tt);
}

void rk_engine_think(struct rk_engine *engine, const struct rk_task *task,
		     const struct rk_platform *platform,
		     const struct rk_listener *listener,
		     struct rk_answer *answer)
{
	rk_engine_share(engine, is_four(task->rules));
	prepare_tt(engine, task->rules);
	engine->rules = task->rules;
	if (is_four(task->rules))
		rk4_think(need_four(engine), engine->tt, task, platform,
			  listener, answer);
	else
		rk_think_two(engine, task, platform, listener, answer);
}

uint64_t rk_engine_nodes(const struct rk_engine *engine)
{
	if (engine->rules && is_four(engine->rules))
		return rk4_engine_nodes(engine->four);
	return rk_published_nodes(&engine->control);
}

int rk_engine_evaluate(struct rk_engine *engine, const struct rk_rules *rules,
		       const union rk_any_pos *pos)
{
	if (is_four(rules))
		return rk4_evaluate(need_four(engine), pos);
	return rk_evaluate_by(engine, &pos->two);
}

void rk_engine_forget(struct rk_engine *engine)
{
	if (!engine->shared || !engine->four)
		rk_forget_two(engine);
	if (engine->four)
		rk4_engine_forget(engine->four);
	if (engine->tt == &engine->own_tt)
		rk_tt_clear(&engine->own_tt, 0, 1);
}
