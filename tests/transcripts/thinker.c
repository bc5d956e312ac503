/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A thinker that does not think; see thinker.h. What it tells depends on the
 * depth that is asked for:
 *
 *	1  a pawn's quarter for the side to move
 *	2  the same after an upper and a lower bound
 *	3  the same, and moves being looked at after 2999 and 3000 ms
 *	4  nothing at all before the answer, whose score is -75
 *	5  mated in 2
 *	6  as 1, but not before it is stopped
 *	7  as 1, but the score is 0
 *	other, or none: as 1; where a mate is asked for, in so many moves
 */
#include <string.h>

#include "rookery/notation.h"
#include "tests/transcripts/thinker.h"

static void put(const struct rk_out *out, const char *name, int64_t value)
{
	if (!value)
		return;
	rk_out_parts(out, (const char *const[]){" ", name, " ", NULL});
	rk_out_signed(out, value);
}

static void put_flag(const struct rk_out *out, const char *name, bool is_set)
{
	if (is_set)
		rk_out_parts(out, (const char *const[]){" ", name, NULL});
}

static void write_move(char *text, const struct rk_task *task, rk_any_move move)
{
	task->rules->write_move(text, &task->pos, move, RK_STYLE_COORD_960);
}

static void put_task(const struct rk_out *out, const struct rk_task *task)
{
	rk_out_text(out, "(think");
	put(out, "keys", task->key_count);
	for (int i = 0; i < task->only_count; i++) {
		char text[RK_MOVE_TEXT_SIZE];

		write_move(text, task, task->only[i]);
		put_flag(out, text, true);
	}
	put_flag(out, "clock", task->has_clock);
	put(out, "time", task->time);
	put(out, "increment", task->increment);
	put(out, "to go", task->moves_to_go);
	put(out, "overhead", task->overhead);
	put(out, "movetime", task->move_time);
	put(out, "nodes", (int64_t)task->nodes);
	put(out, "depth", task->depth);
	put(out, "mate", task->mate);
	put_flag(out, "infinite", task->infinite);
	put_flag(out, "ponder", task->ponder);
	put_flag(out, "analyse", task->analyse);
	put(out, "lines", task->lines);
	put(out, "elo", task->elo);
	rk_out_line(out, ")");
}

/* The move that the alphabet has after this one; 0 for the first. */
static rk_any_move next_move(const struct rk_task *task, rk_any_move after)
{
	char best[RK_MOVE_TEXT_SIZE] = "~", last[RK_MOVE_TEXT_SIZE] = "";
	char text[RK_MOVE_TEXT_SIZE];
	rk_any_move list[RK_ANY_MAX_MOVES];
	rk_any_move found = 0;
	int count = task->rules->moves(&task->pos, list);

	if (task->only_count) {
		count = task->only_count;
		memcpy(list, task->only, (size_t)count * sizeof(*list));
	}
	if (after)
		write_move(last, task, after);
	for (int i = 0; i < count; i++) {
		write_move(text, task, list[i]);
		if (strcmp(text, last) <= 0 || strcmp(text, best) >= 0)
			continue;
		strcpy(best, text);
		found = list[i];
	}
	return found;
}

static rk_any_move reply_to(const struct rk_task *task, rk_any_move move)
{
	struct rk_task next = {.rules = task->rules, .pos = task->pos};
	union rk_any_undo undo;

	next.rules->make(&next.pos, move, &undo);
	return next_move(&next, 0);
}

static void tell(struct thinker *thinker, struct rk_info *info)
{
	const struct rk_listener *listener = &thinker->listener;

	listener->info(listener->self, info);
}

static void tell_bounds(struct thinker *thinker, struct rk_info info)
{
	info.bound = RK_BOUND_UPPER;
	info.score = 5;
	tell(thinker, &info);
	info.bound = RK_BOUND_LOWER;
	info.score = 45;
	tell(thinker, &info);
}

static void tell_current(struct thinker *thinker, rk_any_move move)
{
	struct rk_info info = {.depth = 3, .tried = move, .tried_number = 7};

	info.time = 2999;
	tell(thinker, &info);
	info.time = 3000;
	tell(thinker, &info);
}

static int score_of(const struct rk_task *task)
{
	if (task->mate)
		return RK_SCORE_MATE - (2 * task->mate - 1);
	if (task->depth == 5)
		return -RK_SCORE_MATE + 4;
	return task->depth == 7 ? 0 : 25;
}

static void tell_lines(struct thinker *thinker, rk_any_move best)
{
	const struct rk_task *task = &thinker->task;
	rk_any_move moves[2] = {best, 0};
	struct rk_info info = {
		.depth = task->depth ? task->depth : 1,
		.selective_depth = 9,
		.bound = RK_BOUND_EXACT,
		.score = score_of(task),
		.win = 400,
		.draw = 350,
		.loss = 250,
		.nodes = 1000,
		.time = 4,
		.hash_full = 12,
		.moves = moves,
	};

	if (task->depth == 3)
		tell_current(thinker, best);
	for (info.line = 1;
	     info.line <= (task->lines ? task->lines : 1) && moves[0];
	     info.line++) {
		moves[1] = reply_to(task, moves[0]);
		info.move_count = moves[1] ? 2 : 1;
		if (task->depth == 2)
			tell_bounds(thinker, info);
		tell(thinker, &info);
		moves[0] = next_move(task, moves[0]);
		info.score -= 10;
	}
}

static void answer(struct thinker *thinker)
{
	const struct rk_listener *listener = &thinker->listener;
	const struct rk_task *task = &thinker->task;
	struct rk_answer told = {
		.best = next_move(task, 0),
		.score = task->depth == 4 ? -75 : score_of(task),
		.depth = task->depth,
		.nodes = 1000,
	};

	if (task->depth != 4)
		tell_lines(thinker, told.best);
	if (told.best)
		told.ponder = reply_to(task, told.best);
	thinker->thinking = false;
	listener->answer(listener->self, &told);
}

static void start(void *self, const struct rk_task *task,
		  const struct rk_listener *listener)
{
	struct thinker *thinker = self;

	thinker->task = *task;
	thinker->listener = *listener;
	thinker->thinking = true;
	if (task->only_count)
		memcpy(thinker->only, task->only,
		       (size_t)task->only_count * sizeof(*task->only));
	thinker->task.only = thinker->only;
	put_task(&thinker->out, task);
	if (!task->infinite && !task->ponder && task->depth != 6)
		answer(thinker);
}

static void stop(void *self)
{
	struct thinker *thinker = self;

	rk_out_line(&thinker->out, "(stop)");
	if (thinker->thinking)
		answer(thinker);
}

static void wait(void *self)
{
	struct thinker *thinker = self;

	rk_out_line(&thinker->out, "(wait)");
	answer(thinker);
}

static void ponderhit(void *self)
{
	struct thinker *thinker = self;

	rk_out_line(&thinker->out, "(ponderhit)");
	thinker->task.ponder = false;
	if (thinker->thinking && !thinker->task.infinite &&
	    thinker->task.depth != 6)
		answer(thinker);
}

static void forget(void *self)
{
	rk_out_line(&((struct thinker *)self)->out, "(forget)");
}

/* There is no memory for more than 1000 megabytes. */
static bool set(void *self, enum rk_think_option option, int64_t value)
{
	const struct rk_out *out = &((struct thinker *)self)->out;

	rk_out_text(out, option == RK_THINK_HASH ? "(hash" : "(threads");
	put(out, "", value);
	rk_out_line(out, ")");
	return value <= 1000;
}

/* All kinds but one. */
static bool knows(void *self, const struct rk_rules *rules)
{
	(void)self;
	return rules != &rk_rules_casual;
}

static int evaluate(void *self, const struct rk_rules *rules,
		    const union rk_any_pos *pos)
{
	(void)self;
	return rules->turn(pos) ? -5 : 137;
}

void thinker_new(struct thinker *thinker, struct rk_thinker *table,
		 struct rk_out out)
{
	thinker->out = out;
	*table = (struct rk_thinker){
		.self = thinker,
		.hash_mb = 16,
		.max_hash_mb = 65536,
		.max_threads = 256,
		.start = start,
		.stop = stop,
		.wait = wait,
		.ponderhit = ponderhit,
		.forget = forget,
		.set = set,
		.knows = knows,
		.evaluate = evaluate,
	};
}
