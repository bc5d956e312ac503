/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A thinker with one engine and no threads; its `self` is the platform.
 * Signals come through the platform's poll, so stop() and ponderhit() have
 * nothing to do. The size of the table and the number of threads are fixed.
 */
#include "engine/search.h"
#include "rookery/openings.h"

static void forget(void *self)
{
	const struct rk_platform *platform = self;

	if (!platform->engine)
		return;
	rk_engine_forget(platform->engine);
	/* Even if the caller provided it: nobody else uses it now. */
	rk_tt_clear(platform->engine->tt, 0, 1);
}

/* The platform's permanent engine, or a new one in its memory. */
static struct rk_engine *need_engine(const struct rk_platform *platform,
				     const struct rk_rules *rules)
{
	return platform->engine
		       ? platform->engine
		       : rk_engine_new(platform->memory, platform->memory_size,
				       rk_engine_profile(platform->memory_size,
							 rules),
				       NULL);
}

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct rk_engine *engine = need_engine(self, task->rules);
	struct rk_answer answer;

	if (engine->rules && engine->rules != task->rules)
		forget(self);
	rk_engine_think(engine, task, self, listener, &answer);
	listener->answer(listener->self, &answer);
}

static void ignore(void *self)
{
	(void)self;
}

static bool set(void *self, enum rk_think_option option, int64_t value)
{
	(void)self;
	(void)option;
	(void)value;
	return false;
}

static bool knows(void *self, const struct rk_rules *rules)
{
	const struct rk_platform *platform = self;

	return platform->engine
		       ? rk_engine_knows(platform->engine, rules)
		       : rk_engine_would_know(platform->memory_size, rules);
}

static int evaluate(void *self, const struct rk_rules *rules,
		    const union rk_any_pos *pos)
{
	/* No memory is needed for two players. */
	if (rules->players == 2)
		return rk_evaluate_two(&pos->two);
	return rk_engine_evaluate(need_engine(self, rules), rules, pos);
}

void rk_thinker_init(struct rk_thinker *thinker,
		     const struct rk_platform *platform)
{
	*thinker = (struct rk_thinker){
		.self = (void *)platform,
		.hash_mb = 1,
		.max_hash_mb = 1,
		.max_threads = 1,
#ifdef RK_TUNE
		.params = rk_param_list,
#endif
		.in_memory = !platform->engine,
		.start = start,
		.stop = ignore,
		.ponderhit = ignore,
		.forget = forget,
		.set = set,
		.knows = knows,
		.evaluate = evaluate,
	};
#if RK_HAS_OPENINGS_FOUR
	thinker->open_four = rk_opening_pick_four;
#endif
}
