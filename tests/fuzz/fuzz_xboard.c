/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as lines of the xboard protocol, with a thinker that answers with
 * the first move there is: at once, or, where a depth is asked for, when it
 * is stopped or a line begins with a byte 1. Nothing that is written is
 * anything but a line of the protocol; the thinker is asked for one thing at
 * a time, always something that can be; and the moves of the game lead to the
 * position that there is.
 */
#include "rookery/xboard.h"
#include "tests/fuzz/thinker.h"

#define PLIES 24

static struct {
	struct rk_xboard xb;
	struct rk_platform platform;
	struct rk_event log[PLIES];
	struct rk_thinker table;
	uint64_t time;
	rk_move moves[RK_MAX_MOVES];
} machine;

static void check_line(const char *line)
{
	static const char *const beginnings[] = {
		"feature ", "Error (",        "Illegal move", "move ",  "pong ",
		"Hint: ",   "tellusererror ", "offer draw",   "resign", "1-0 {",
		"0-1 {",    "1/2-1/2 {",      "stat01: ",     "# ",     " ",
	};
	bool known = !*line || (*line >= '0' && *line <= '9');

	for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++)
		known |= !strncmp(line, beginnings[i], strlen(beginnings[i]));
	must(known);
}

static void check_task(const struct rk_task *task)
{
	must(task->depth >= 0 && task->depth < RK_MAX_PLY);
	must(task->move_time >= 0 && task->moves_to_go >= 0);
	must(task->infinite || task->has_clock || task->move_time > 0);
	must(task->lines >= 0 && task->lines <= RK_MAX_LINES);
	for (int i = 0; i < task->key_count; i++)
		must(task->keys[i] != 0);
}

static rk_move first_move(const struct rk_pos *pos)
{
	return rk_gen_legal(pos, machine.moves) ? machine.moves[0] : RK_NO_MOVE;
}

/* Says all that a thinker can say, in a score that the position gives. */
static void answer(void)
{
	const struct rk_task *task = &thinker.task;
	const struct rk_listener *listener = &thinker.listener;
	struct rk_answer told = {
		.best = task->only_count ? task->only[0]
					 : first_move(&task->pos.two),
		.score = (int)(task->pos.two.key % 4001) - 2000,
		.depth = 1,
	};
	rk_any_move line[2] = {told.best, 0};
	struct rk_info info = {
		.depth = 1,
		.line = 1,
		.score = told.score,
		.bound = (enum rk_bound)(task->pos.two.key % 4),
		.moves = line,
		.move_count = 2,
		.tried = told.best,
		.tried_number = 1,
	};
	struct rk_pos pos = task->pos.two;
	struct rk_undo undo;

	must(told.best != RK_NO_MOVE);
	rk_pos_make(&pos, (rk_move)told.best, &undo);
	told.ponder = line[1] = first_move(&pos);
	listener->info(listener->self, &info);
	listener->answer(listener->self, &told);
}

static void forget(void *self)
{
	(void)self;
	must(!thinker.thinking);
}

static bool set(void *self, enum rk_think_option option, int64_t value)
{
	(void)self;
	(void)option;
	must(!thinker.thinking);
	return value <= 1000;
}

static int evaluate(void *self, const struct rk_rules *rules,
		    const union rk_any_pos *any)
{
	const struct rk_pos *pos = &any->two;

	(void)self;
	must(rules == &rk_rules_standard && !rk_pos_in_check(pos));
	return (int)(pos->key % 201) - 100;
}

static uint64_t now_us(void *self)
{
	(void)self;
	return (machine.time += 7) * 1000;
}

static uint64_t get_random(void *self)
{
	(void)self;
	return machine.time += 7;
}

static const char *book_open(void *self, const char *name, size_t length)
{
	(void)self;
	return length && *name == 'b' ? "a bad one" : NULL;
}

static int book_moves(void *self, const struct rk_pos *pos,
		      struct rk_book_move *list, int cap)
{
	(void)self;
	must(cap > 0);
	list->move = first_move(pos);
	list->weight = 1;
	return list->move != RK_NO_MOVE;
}

static rk_move book_pick(void *self, const struct rk_pos *pos, uint64_t random)
{
	(void)self;
	(void)pos;
	return (rk_move)(random * 2654435761u >> 8); /* mostly none at all */
}

static void check_game(void)
{
	struct rk_xboard *xb = &machine.xb;
	struct rk_pos pos = xb->game.start.two;
	struct rk_undo undo;

	must(xb->game.now <= PLIES);
	for (uint32_t i = 0; i < xb->game.now; i++) {
		rk_move move = (rk_move)rk_event_move(machine.log[i]);

		must(rk_event_kind(machine.log[i]) == RK_EVENT_MOVE);
		must(rk_move_is_legal(&pos, move));
		rk_pos_make(&pos, move, &undo);
	}
	must(!memcmp(&pos, &xb->game.pos.two, sizeof(pos)));
	must(thinker.thinking == (xb->activity != RK_XBOARD_IDLE));
	must(!xb->ping_count || xb->activity == RK_XBOARD_THINK);
	must(lines.length == 0);
}

static bool give_line(const uint8_t *data, size_t length)
{
	char *line = malloc(length + !length);
	bool more;

	memcpy(line, data, length);
	if (length && *line == 1) {
		if (thinker.thinking)
			answer_task();
		line[0] = ' ';
		rk_xboard_settle(&machine.xb);
	}
	more = rk_xboard_line(&machine.xb, line, length);
	check_game();
	free(line);
	return more;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t start_at = 0;

	memset(&machine, 0, sizeof(machine));
	lines = (struct lines){.check = check_line};
	thinker = (struct thinker){
		.check = check_task,
		.answer = answer,
		.depth_waits = true,
	};
	machine.table = (struct rk_thinker){
		.start = start,
		.stop = stop,
		.ponderhit = ponderhit,
		.forget = forget,
		.set = set,
		.evaluate = evaluate,
	};
	machine.platform = (struct rk_platform){
		.write = collect,
		.now_us = now_us,
		.random = get_random,
		.book_open = book_open,
		.book_pick = book_pick,
		.book_moves = book_moves,
	};
	rk_xboard_new(&machine.xb, &machine.platform, &machine.table,
		      machine.log, PLIES);
	for (size_t i = 0; i <= size; i++) {
		if (i < size && data[i] != '\n')
			continue;
		if (!give_line(data + start_at, i - start_at))
			break;
		start_at = i + 1;
	}
	rk_xboard_end(&machine.xb);
	rk_xboard_settle(&machine.xb);
	must(!thinker.thinking);
	return 0;
}
