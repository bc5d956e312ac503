/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A thinker that is one engine and no thread. As nobody can speak to it while
 * it thinks, stop() and ponderhit() have nothing to do; memory and threads
 * are what they are.
 */
#include "rookery/single.h"

#include "engine/search.h"

static uint64_t now(void *self)
{
	const struct rk_single *single = self;

	return single->now(single->self);
}

static enum rk_wish poll(void *self, uint64_t nodes)
{
	const struct rk_single *single = self;

	(void)nodes;
	return single->stop && single->stop(single->self) ? RK_STOP_NOW
							  : RK_GO_ON;
}

static void hand_on(void *self, const struct rk_info *info)
{
	const struct rk_single *single = self;

	single->listener->info(single->listener->self, info);
}

static void forget(void *self)
{
	const struct rk_single *single = self;

	if (!single->engine)
		return;
	rk_engine_forget(single->engine);
	/* Also if it came from outside: nobody else uses it now. */
	rk_table_clear(single->engine->table, 0, 1);
}

/* The one that stays, or a new one. */
static struct rk_engine *need_engine(const struct rk_single *single)
{
	return single->engine ? single->engine
			      : rk_engine_new(single->room, single->room_size,
					      RK_PROFILE_SMALL, NULL);
}

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct rk_single *single = self;
	const struct rk_engine_port port = {
		.self = single,
		.now = single->now ? now : NULL,
		.poll = poll,
		.info = hand_on,
		.every = single->every,
	};
	struct rk_engine *engine = need_engine(single);
	struct rk_answer answer;

	single->listener = listener;
	if (engine->rules && engine->rules != task->rules)
		forget(single);
	rk_engine_think(engine, task, &port, &answer);
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
	const struct rk_single *single = self;

	return single->engine ? rk_engine_knows(single->engine, rules)
			      : rk_engine_would_know(single->room_size, rules);
}

static int evaluate(void *self, const struct rk_rules *rules, const void *pos)
{
	const struct rk_single *single = self;

	/* No memory is needed for two players. */
	if (rules->players == 2)
		return rk_evaluate_two(pos);
	return rk_engine_evaluate(need_engine(single), rules, pos);
}

static uint64_t milliseconds(void *self)
{
	const struct rk_single *single = self;

	return single->now ? single->now(single->self) / 1000 : 0;
}

void rk_single_init(struct rk_thinker *thinker, struct rk_single *single)
{
	*thinker = (struct rk_thinker){
		.self = single,
		.start = start,
		.stop = ignore,
		.ponderhit = ignore,
		.forget = forget,
		.set = set,
		.knows = knows,
		.evaluate = evaluate,
		.now = milliseconds,
	};
}
