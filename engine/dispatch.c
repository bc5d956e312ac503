/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which engine thinks: the one for two players or the one for four. They share
 * the table of positions and in the full profile nothing else, in the small
 * one all memory; what one of them has written into the table means nothing to
 * the other, nor does it under other rules. Who owns the table clears it in
 * between: here that is done for an engine's own.
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
	return rules == &rk_rules_standard ||
	       ((engine->four_memory || engine->shared) && is_four(rules));
}

bool rk_engine_would_know(size_t size, const struct rk_rules *rules)
{
	if (is_four(rules))
		return size >= rk_engine_bound_four();
	return size >= rk_engine_bound(RK_PROFILE_SMALL) &&
	       rules == &rk_rules_standard;
}

/* Made when it is first used: it is large, and most games are of two. */
static struct rk4_mind *need_mind(struct rk_engine *engine)
{
	rk_engine_share(engine, true);
	if (!engine->four)
		engine->four =
			rk4_mind_new(engine->four_memory, RK_PROFILE_FULL);
	return engine->four;
}

static void prepare_table(struct rk_engine *engine,
			  const struct rk_rules *rules)
{
	if (engine->table != &engine->own)
		return;
	if (engine->rules && engine->rules != rules)
		rk_table_clear(&engine->own, 0, 1);
	rk_table_grow_old(&engine->own);
}

void rk_engine_think(struct rk_engine *engine, const struct rk_task *task,
		     const struct rk_engine_port *port,
		     struct rk_answer *answer)
{
	rk_engine_share(engine, is_four(task->rules));
	prepare_table(engine, task->rules);
	engine->rules = task->rules;
	if (is_four(task->rules))
		rk4_think(need_mind(engine), engine->table, task, port, answer);
	else
		rk_think_two(engine, task, port, answer);
}

uint64_t rk_engine_nodes(const struct rk_engine *engine)
{
	if (engine->rules && is_four(engine->rules))
		return rk4_mind_nodes(engine->four);
	return rk_seen_nodes(&engine->course);
}

int rk_engine_evaluate(struct rk_engine *engine, const struct rk_rules *rules,
		       const void *pos)
{
	if (is_four(rules))
		return rk4_evaluate(need_mind(engine), pos);
	return rk_evaluate_two(pos);
}

void rk_engine_forget(struct rk_engine *engine)
{
	if (!engine->shared || !engine->four)
		rk_forget_two(engine);
	if (engine->four)
		rk4_mind_forget(engine->four);
	if (engine->table == &engine->own)
		rk_table_clear(&engine->own, 0, 1);
}
