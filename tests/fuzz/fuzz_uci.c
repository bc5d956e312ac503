/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as lines of UCI, with a real engine that looks at a few nodes; for
 * four players it is the first move that there is. What is infinite waits for a
 * stop. Every line that is written is one of the
 * protocol; a task has one answer, a legal move after an exact score; the
 * position is a position, and what is refused changes nothing.
 */
#include "rookery/engine.h"
#include "rookery/uci.h"
#include "tests/fuzz/thinker.h"

#define NODES 100

static struct machine {
	struct rk_uci uci;
	struct rk_platform platform;
	_Alignas(8) char scratch[RK_UCI_MEMORY(2)];
	struct rk_thinker table;
	struct rk_engine *engine;
	_Alignas(64) uint64_t memory[32768 / 8];
	int asked, answered;
	bool exact; /* there was an exact score since the last task */
	rk_any_move list[RK_ANY_MAX_MOVES];
	struct rk_uci_board before;
	int64_t values[RK_UCI_OPTIONS];
	bool refused; /* the last line was answered with a complaint */
} machine;

static bool begins(const char *line, const char *start)
{
	return !strncmp(line, start, strlen(start));
}

static void check_best(const char *move)
{
	const struct rk_task *task = &machine.uci.task;
	size_t length = strcspn(move, " ");
	rk_any_move read;

	machine.answered++;
	must(machine.answered == machine.asked);
	must(machine.exact);
	if (!strcmp(move, task->rules->players == 2 ? "(none)" : "0000"))
		must(!task->rules->moves(&task->pos, machine.list));
	else
		must(task->rules->read_move(&read, &task->pos, move, length) ==
		     RK_NOTATION_OK);
}

static void check_line(const char *line)
{
	/* Board, perft and the texts of uci, help, d, eval. */
	static const char *const beginnings[] = {
		"info string ",
		"info depth ",
		"id ",
		"option ",
		"uciok",
		"readyok",
		"Fen: ",
		"Fen4: ",
		"Key: ",
		"Checkers:",
		"Evaluation: ",
		"Nodes searched: ",
		" ",
	};
	bool known = !*line || (*line >= '1' && *line <= '9') ||
		     strchr(line, ':');

	if (begins(line, "bestmove ")) {
		check_best(line + strlen("bestmove "));
		return;
	}
	machine.refused |= begins(line, "info string position refused") ||
			   begins(line, "info string thinking");
	machine.exact |= begins(line, "info depth ") &&
			 strstr(line, " multipv 1 score ") &&
			 !strstr(line, "bound");
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++)
		known |= begins(line, beginnings[i]);
	must(known);
}

static void info(void *self, const struct rk_info *told)
{
	(void)self;
	thinker.listener.info(thinker.listener.self, told);
}

/* The first of the moves in question; no line is told where there is none. */
static void answer_at_once(const struct rk_task *task)
{
	struct rk_answer answer = {.best = 0};
	struct rk_info told = {
		.depth = 1,
		.line = 1,
		.bound = RK_BOUND_EXACT,
		.moves = &answer.best,
		.move_count = 1,
	};

	if (task->rules->moves(&task->pos, machine.list))
		answer.best = task->only_count ? task->only[0]
					       : machine.list[0];
	if (answer.best)
		info(NULL, &told);
	thinker.listener.answer(thinker.listener.self, &answer);
}

/* Few nodes, whatever was asked for. */
static void think(void)
{
	const struct rk_platform platform = {.self = NULL};
	const struct rk_listener listener = {.info = info};
	struct rk_task task = thinker.task;
	struct rk_answer answer;

	if (task.rules->players > 2) {
		answer_at_once(&task);
		return;
	}

	task.infinite = task.ponder = false;
	if (!task.nodes || task.nodes > NODES)
		task.nodes = NODES;
	rk_engine_think(machine.engine, &task, &platform, &listener, &answer);
	thinker.listener.answer(thinker.listener.self, &answer);
}

static void check_task(const struct rk_task *task)
{
	must(machine.asked == machine.answered);
	must(task->lines >= 1 && task->lines <= RK_MAX_LINES);
	must(task->depth >= 0 && task->depth <= RK_MAX_PLY);
	machine.asked++;
	machine.exact = false;
}

static void forget(void *self)
{
	(void)self;
	must(!thinker.thinking);
	rk_engine_forget(machine.engine);
}

static bool set(void *self, enum rk_think_option option, int64_t value)
{
	(void)self;
	(void)option;
	must(!thinker.thinking && value >= 1 && value <= 65536);
	return value % 2;
}

static bool knows(void *self, const struct rk_rules *rules)
{
	(void)self;
	return rules != &rk_rules_casual;
}

static int evaluate(void *self, const struct rk_rules *rules,
		    const union rk_any_pos *pos)
{
	(void)self;
	must(!rules->in_check(pos, rules->turn(pos)));
	return rules->players == 2
		       ? rk_engine_evaluate(machine.engine, rules, pos)
		       : 5;
}

static const char *book_open(void *self, const char *name, size_t length)
{
	(void)self;
	return length % 2 && *name ? "there is no such book" : NULL;
}

static rk_move book_pick(void *self, const struct rk_pos *pos, uint64_t random)
{
	rk_move move = rk_move_new(12, 28, RK_NORMAL);

	(void)self;
	(void)random;
	if (!rk_move_is_legal(pos, move))
		return RK_NO_MOVE;
	/* Nobody else will think. */
	machine.asked++;
	machine.exact = false;
	return move;
}

static void set_up(void)
{
	memset(&machine, 0, sizeof(machine));
	lines = (struct lines){.check = check_line};
	thinker = (struct thinker){.check = check_task, .answer = think};
	machine.engine = rk_engine_new(machine.memory, sizeof(machine.memory),
				       RK_PROFILE_SMALL, NULL);
	machine.table = (struct rk_thinker){
		.start = start,
		.stop = stop,
		.ponderhit = ponderhit,
		.forget = forget,
		.set = set,
		.knows = knows,
		.evaluate = evaluate,
		.hash_mb = 1,
		.max_hash_mb = 65536,
		.max_threads = 256,
	};
	machine.platform = (struct rk_platform){
		.write = collect,
		.memory = machine.scratch,
		.memory_size = sizeof(machine.scratch),
		.book_open = book_open,
		.book_pick = book_pick,
	};
	rk_uci_new(&machine.uci, &machine.platform, &machine.table);
}

static bool feed(const char *text, size_t length)
{
	struct rk_uci *uci = &machine.uci;
	const struct rk_uci_board *board;
	bool more;

	machine.before = uci->board;
	memcpy(machine.values, uci->values, sizeof(uci->values));
	machine.refused = false;
	more = rk_uci_line(uci, text, length);
	board = &uci->board;
	must(lines.length == 0);
	must(has_right_key(board->rules, &board->pos));
	must(uci->thinking == thinker.thinking);
	must(thinker.thinking || machine.asked == machine.answered);
	if (machine.refused) {
		must(board->rules == machine.before.rules);
		must(!memcmp(&board->pos, &machine.before.pos,
			     board->rules->pos_size));
		must(board->key_count == machine.before.key_count);
		must(!memcmp(machine.values, uci->values, sizeof(uci->values)));
	}
	return more;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	size_t at = 0;
	bool more = true;

	set_up();
	while (more && at < size) {
		const char *end = memchr(text + at, '\n', size - at);
		size_t length = end ? (size_t)(end - text) - at : size - at;

		more = feed(text + at, length);
		at += length + 1;
	}
	rk_uci_end(&machine.uci);
	must(!machine.uci.thinking);
	must(machine.asked == machine.answered);
	return 0;
}
