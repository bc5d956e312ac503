/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the fuzz targets of protocols that drive a thinker share: the lines
 * that come out, and a thinker that has one task at a time and answers when
 * the target says so. Each target has one of each.
 */
#ifndef RK_TESTS_FUZZ_THINKER_H
#define RK_TESTS_FUZZ_THINKER_H

#include "rookery/player.h"
#include "rookery/think.h"
#include "tests/fuzz/fuzz.h"

static struct lines {
	void (*check)(const char *line); /* each that is complete */
	char line[8192];
	size_t length;
} lines;

static inline void collect(void *self, const char *text, size_t length)
{
	(void)self;
	for (size_t i = 0; i < length; i++) {
		if (text[i] != '\n') {
			must(text[i] >= ' ' && text[i] <= '~');
			must(lines.length < sizeof(lines.line) - 1);
			lines.line[lines.length++] = text[i];
			continue;
		}
		lines.line[lines.length] = 0;
		lines.length = 0;
		lines.check(lines.line);
	}
}

static struct thinker {
	/* To be filled in. */
	void (*check)(const struct rk_task *task);
	void (*answer)(void); /* the task is at rest already */
	bool depth_waits;     /* also what has a depth waits for a stop */

	struct rk_task task;
	struct rk_listener listener;
	bool thinking;
} thinker;

static inline void answer_task(void)
{
	thinker.thinking = false;
	thinker.answer();
}

static inline void answer_unless_it_waits(void)
{
	const struct rk_task *task = &thinker.task;

	if (!task->infinite && !task->ponder &&
	    !(thinker.depth_waits && task->depth))
		answer_task();
}

static inline void start(void *self, const struct rk_task *task,
			 const struct rk_listener *listener)
{
	(void)self;
	must(!thinker.thinking);
	must(has_right_key(task->rules, &task->pos));
	must(task->key_count >= 0 && task->key_count <= RK_QUIET_KEYS);
	for (int i = 0; i < task->only_count; i++)
		must(task->rules->is_legal(&task->pos, task->only[i]));
	thinker.check(task);
	thinker.thinking = true;
	thinker.task = *task;
	thinker.listener = *listener;
	answer_unless_it_waits();
}

static inline void stop(void *self)
{
	(void)self;
	must(thinker.thinking);
	answer_task();
}

static inline void ponderhit(void *self)
{
	(void)self;
	must(thinker.thinking && thinker.task.ponder);
	thinker.task.ponder = false;
	answer_unless_it_waits();
}

#endif
