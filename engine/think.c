/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One task from beginning to end: search a ply deep, then two, and so on,
 * each time for as many best moves as are wanted, with a window around the
 * score of last time; until a limit is reached. Tells what it finds, and
 * answers.
 */
#include "engine/node.h"

#define DEEPEST 120

RK_APART void tell(const struct rk_engine *engine, int number)
{
	const struct rk_engine_port *port = engine->port;
	struct rk_line *line = &engine->lines[number];
	struct rk_info info = {
		.depth = line->depth,
		.selective_depth = line->selective,
		.line = number + 1,
		.score = line->score,
		.bound = line->bound,
		.nodes = rk_all_nodes(engine),
		.time = rk_elapsed(engine) / 1000,
		.hash_full = rk_table_fullness(engine->table),
		.moves = engine->told_moves,
		.move_count = line->count,
	};

	line->told = true;
	if (!port->info)
		return;
	for (int i = 0; i < line->count; i++)
		engine->told_moves[i] = line->moves[i];
	rk_engine_chances(&engine->pos, line->score, &info.win, &info.loss);
	info.draw = (uint16_t)(1000 - info.win - info.loss);
	port->info(port->self, &info);
}

static void keep_line(struct rk_engine *engine, int number, int score,
		      enum rk_bound bound)
{
	struct rk_line *line = &engine->lines[number];
	int count = engine->pv_count[0];

	line->told = false;
	line->score = score;
	line->bound = bound;
	line->depth = engine->depth;
	line->selective = engine->selective;
	if (!count)
		return;
	memcpy(line->moves, rk_search_pv(engine, 0),
	       (size_t)count * sizeof(*line->moves));
	line->count = count;
}

/* A window may be wider than there are scores. */
static int clip(int bound)
{
	if (bound > RK_INFINITE)
		return RK_INFINITE;
	return bound < -RK_INFINITE ? -RK_INFINITE : bound;
}

/* Searches for the best move that is not in a line before this one. */
static void search_line(struct rk_engine *engine, int number)
{
	struct rk_line *line = &engine->lines[number];
	int depth = engine->depth, lower = 0;
	int wide = 12, alpha = -RK_INFINITE, beta = RK_INFINITE, score;

	engine->line = number;
	if (depth >= 5 && !rk_score_is_mate(line->previous)) {
		wide += line->previous * line->previous / 16000;
		alpha = line->previous - wide;
		beta = line->previous + wide;
	}
	for (;;) {
		engine->selective = 0;
		score = rk_search(engine, clip(alpha), clip(beta),
				  depth - lower > 1 ? depth - lower : 1, 0,
				  false);
		if (engine->stop) {
			/* The best so far, if it is proven to be that. */
			if (engine->pv_count[0])
				keep_line(engine, number, engine->best_score,
					  RK_BOUND_LOWER);
			return;
		}
		if (score > alpha && score < beta)
			break;
		keep_line(engine, number, score,
			  score <= alpha ? RK_BOUND_UPPER : RK_BOUND_LOWER);
		if (rk_elapsed(engine) >= RK_LONG)
			tell(engine, number);
		if (score <= alpha) {
			beta = (alpha + beta) / 2;
			alpha = score - wide > -RK_INFINITE ? score - wide
							    : -RK_INFINITE;
			lower = 0;
		} else {
			beta = score + wide < RK_INFINITE ? score + wide
							  : RK_INFINITE;
			lower += lower < 3;
		}
		wide += wide / 2;
		if (wide > 700) {
			alpha = -RK_INFINITE;
			beta = RK_INFINITE;
		}
	}
	keep_line(engine, number, score, RK_BOUND_EXACT);
	line->previous = score;
}

/* A later line may have turned out to be better. */
RK_APART void sort_lines(struct rk_engine *engine, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0; j--) {
			struct rk_line line = engine->lines[j];

			if (line.score <= engine->lines[j - 1].score)
				break;
			engine->lines[j] = engine->lines[j - 1];
			engine->lines[j - 1] = line;
		}
}

static bool is_wanted(const struct rk_task *task, rk_move move)
{
	if (!task->only_count)
		return true;
	for (int i = 0; i < task->only_count; i++)
		if (task->only[i] == move)
			return true;
	return false;
}

/*
 * The moves at the root. The first ones are put into the lines, so that
 * there is something to answer from the very first node on.
 */
RK_APART int list_root(struct rk_engine *engine, int wanted)
{
	rk_move *moves = (rk_move *)engine->pool;
	int count = rk_gen_legal(&engine->pos, moves);
	int lines = 0;

	for (int i = 0; i < count; i++) {
		if (!is_wanted(engine->task, moves[i]))
			continue;
		if (lines == wanted)
			break;
		engine->lines[lines].moves[0] = moves[i];
		engine->lines[lines].count = 1;
		engine->lines[lines].depth = 1;
		engine->lines[lines].selective = 1;
		engine->lines[lines].bound = RK_BOUND_NONE;
		engine->lines[lines].score = 0;
		engine->lines[lines].previous = 0;
		lines++;
	}
	return lines;
}

/* The mate that was asked for, or all that can be known. */
static bool is_found(const struct rk_engine *engine)
{
	const struct rk_task *task = engine->task;
	int score = engine->lines[0].score;

	return task->mate && score > RK_SCORE_MATE_SOON &&
	       rk_score_mate_moves(score) <= task->mate;
}

/* Per cent of the soft limit that is good for this position. */
struct mood {
	rk_move best;
	int steady; /* iterations with the same best move */
	int scores[4];
};

RK_APART int patience(const struct rk_engine *engine, struct mood *mood,
		      uint64_t nodes)
{
	static const uint8_t by_steadiness[] = {160, 125, 105, 92, 82, 78, 75};
	const struct rk_line *line = &engine->lines[0];
	int fall = mood->scores[engine->depth & 3] - line->score;
	int share = 0, percent;

	mood->steady = line->moves[0] == mood->best ? mood->steady + 1 : 0;
	mood->best = line->moves[0];
	mood->scores[engine->depth & 3] = line->score;
	percent = by_steadiness[mood->steady < 6 ? mood->steady : 6];
	if (engine->depth > 4 && fall > 0)
		percent += percent * (fall > 60 ? 60 : fall) / 100;
	/* The more of the work went into the best move, the clearer it is. */
	if (nodes)
		share = (int)(engine->best_nodes * 100 / nodes);
	return percent * (190 - (share < 100 ? share : 100) * 13 / 10) / 100;
}

static bool is_time_up(struct rk_engine *engine, struct mood *mood,
		       uint64_t nodes, int choices)
{
	const struct rk_budget *budget = &engine->budget;
	uint64_t percent = (uint64_t)patience(engine, mood, nodes);

	if (!budget->counts || engine->pondering)
		return false;
	if (budget->soft == budget->hard)
		return rk_spent(engine) >= budget->hard;
	if (choices == 1)
		return true;
	return rk_spent(engine) * 100 >= budget->soft * percent;
}

/* An only move is played at once in a game, but its score is asked for too. */
static int count_choices(struct rk_engine *engine)
{
	if (engine->task->only_count)
		return engine->task->only_count;
	return rk_gen_count(&engine->pos);
}

static void deepen(struct rk_engine *engine, int lines)
{
	const struct rk_task *task = engine->task;
	int choices = count_choices(engine);
	int deepest = engine->max_ply - 1 < DEEPEST ? engine->max_ply - 1
						    : DEEPEST;
	struct mood mood = {0};

	if (task->depth && task->depth < deepest)
		deepest = task->depth;
	for (int depth = 1; depth <= deepest && !engine->stop; depth++) {
		uint64_t before = engine->nodes;

		/* Helpers of several do not all look equally deep. */
		engine->depth = depth;
		if (task->helper & 1 && depth < deepest)
			engine->depth++;
		engine->best_nodes = 0;
		for (int i = 0; i < lines && !engine->stop; i++)
			search_line(engine, i);
		if (engine->stop)
			return;
		sort_lines(engine, lines);
		for (int i = 0; i < lines; i++)
			tell(engine, i);
		if (engine->weak && engine->nodes >= engine->weak->enough)
			return;
		if (is_found(engine) ||
		    is_time_up(engine, &mood, engine->nodes - before, choices))
			return;
	}
}

/* Nothing left to think about, but nobody has asked for the answer yet. */
static void wait(struct rk_engine *engine)
{
	const struct rk_engine_port *port = engine->port;

	while (!engine->told && port->poll &&
	       (engine->task->infinite || engine->pondering)) {
		enum rk_wish wish = port->poll(port->self, engine->nodes);

		if (wish == RK_STOP_NOW)
			return;
		if (wish == RK_PONDER_HIT)
			engine->pondering = false;
	}
}

/* The last line that was told is exact and begins with the answer. */
RK_APART void tell_last(struct rk_engine *engine)
{
	struct rk_line *line = &engine->lines[0];

	if (line->bound == RK_BOUND_EXACT && line->told)
		return;
	if (line->bound == RK_BOUND_NONE && !engine->pos.checkers)
		line->score = rk_evaluate_two(&engine->pos);
	/* A mate that is not shown to its end is not claimed. */
	if (line->score > RK_SCORE_MATE_SOON &&
	    RK_SCORE_MATE - line->score != line->count)
		line->score = RK_EVAL_MAX;
	if (line->score < -RK_SCORE_MATE_SOON &&
	    RK_SCORE_MATE + line->score != line->count)
		line->score = -RK_EVAL_MAX;
	line->bound = RK_BOUND_EXACT;
	tell(engine, 0);
}

/* Mated or stalemated: there is a score but no move. */
RK_APART void tell_the_end(struct rk_engine *engine)
{
	struct rk_info info = {
		.line = 1,
		.score = engine->pos.checkers ? -RK_SCORE_MATE : 0,
		.bound = RK_BOUND_EXACT,
		.loss = engine->pos.checkers ? 1000 : 0,
		.draw = engine->pos.checkers ? 0 : 1000,
	};

	if (engine->port->info)
		engine->port->info(engine->port->self, &info);
}

RK_APART void begin(struct rk_engine *engine, const struct rk_task *task,
		    const struct rk_engine_port *port)
{
	engine->task = task;
	engine->port = port;
	engine->pos = task->pos.two;
	engine->nodes = engine->next_look = engine->seen_nodes = 0;
	engine->started = port->now ? port->now(port->self) : 0;
	engine->pondered = 0;
	engine->stop = engine->told = false;
	engine->pondering = task->ponder;
	engine->line = engine->null_from = engine->again = 0;
	engine->pool_used = 0;
	rk_budget_plan(&engine->budget, task);
	if (!port->now)
		engine->budget.counts = false;
	memset(engine->plies, 0,
	       (size_t)(engine->max_ply + 3) * sizeof(*engine->plies));
	rk_tally_start(&engine->plies[0].tally, &engine->pos);
	rk_weak_begin(engine);
}

void rk_think_two(struct rk_engine *engine, const struct rk_task *task,
		  const struct rk_engine_port *port, struct rk_answer *answer)
{
	int wanted, lines;

	begin(engine, task, port);
	wanted = task->lines > 1 && !engine->weak ? task->lines : 1;
	lines = list_root(engine, wanted < engine->max_lines ? wanted
							: engine->max_lines);
	*answer = (struct rk_answer){0};
	if (!lines) {
		tell_the_end(engine);
		wait(engine);
		rk_weak_end(engine);
		return;
	}
	deepen(engine, lines);
	rk_weak_end(engine);
	wait(engine);
	tell_last(engine);
	answer->best = engine->lines[0].moves[0];
	if (engine->lines[0].count > 1)
		answer->ponder = engine->lines[0].moves[1];
	answer->score = engine->lines[0].score;
	answer->depth = engine->lines[0].depth;
	answer->nodes = engine->nodes;
}
