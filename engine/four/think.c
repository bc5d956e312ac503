/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One task from beginning to end, as engine/think.c does it for two players:
 * deeper and deeper, for as many best moves as are wanted, with a window
 * around the score of last time, until a limit is reached.
 */
#include "core/chance.h"
#include "engine/four/search.h"

#define DEEPEST 100

/* Of 1000 games: a guess, half a piece's worth up is two of three. */
static void chances(const struct rk4_mind *mind, struct rk_info *info)
{
	int score = info->score, size = score < 0 ? -score : score;
	int most = mind->teams ? 1000 : 980;
	int win = size > 3000 ? most : 500 + 500 * size / (size + 400);

	info->win = (uint16_t)(score < 0 ? 1000 - win : win);
	info->loss = (uint16_t)(1000 - info->win);
}

RK_APART void tell(struct rk4_mind *mind, int number)
{
	const struct rk_engine_port *port = mind->port;
	struct rk4_line *line = &mind->lines[number];
	struct rk_info info = {
		.depth = line->depth,
		.selective_depth = line->selective,
		.line = number + 1,
		.score = line->score,
		.bound = line->bound,
		.nodes = rk4_all_nodes(mind),
		.time = rk4_elapsed(mind) / 1000,
		.hash_full = rk_table_fullness(mind->table),
		.moves = line->moves,
		.move_count = line->count,
	};

	line->told = true;
	if (!port->info)
		return;
	chances(mind, &info);
	port->info(port->self, &info);
}

static void keep_line(struct rk4_mind *mind, int number, int score,
		      enum rk_bound bound)
{
	struct rk4_line *line = &mind->lines[number];
	int count = mind->pv_count[0];

	line->told = false;
	line->score = score;
	line->bound = bound;
	line->depth = mind->depth;
	line->selective = mind->selective;
	if (!count)
		return;
	memcpy(line->moves, mind->pv[0], (size_t)count * sizeof(rk4_move));
	line->count = count;
}

static int clip(int bound)
{
	return rk4_clip(bound, RK4_INFINITE);
}

/* Everyone for himself: there is no window. */
static void search_many(struct rk4_mind *mind, int number)
{
	mind->line = number;
	mind->selective = mind->depth;
	rk4_search_many(mind, mind->depth, 0);
	if (!mind->stop)
		keep_line(mind, number, clip(mind->vectors[0][mind->hero]),
			  RK_BOUND_EXACT);
}

/* Searches for the best move that is not in a line before this one. */
static void search_line(struct rk4_mind *mind, int number)
{
	struct rk4_line *line = &mind->lines[number];
	int depth = mind->depth, lower = 0, score;
	int wide = 20, alpha = -RK4_INFINITE, beta = RK4_INFINITE;

	mind->line = number;
	if (depth >= 4 && !rk_score_is_mate(line->previous)) {
		int size = line->previous < 0 ? -line->previous
					      : line->previous;

		wide += size / 16;
		alpha = line->previous - wide;
		beta = line->previous + wide;
	}
	for (;;) {
		mind->selective = 0;
		score = rk4_search(mind, clip(alpha), clip(beta),
				   depth - lower > 1 ? depth - lower : 1, 0,
				   false);
		if (mind->stop) {
			/* The best so far, if it is proven to be that. */
			if (mind->pv_count[0])
				keep_line(mind, number, mind->best_score,
					  RK_BOUND_LOWER);
			return;
		}
		if (score > alpha && score < beta)
			break;
		keep_line(mind, number, score,
			  score <= alpha ? RK_BOUND_UPPER : RK_BOUND_LOWER);
		if (rk4_elapsed(mind) >= RK_LONG)
			tell(mind, number);
		if (score <= alpha) {
			beta = (alpha + beta) / 2;
			alpha = clip(score - wide);
			lower = 0;
		} else {
			beta = clip(score + wide);
			lower += lower < 3;
		}
		wide += wide / 2;
		if (wide > 1000) {
			alpha = -RK4_INFINITE;
			beta = RK4_INFINITE;
		}
	}
	keep_line(mind, number, score, RK_BOUND_EXACT);
	line->previous = score;
}

/* A later line may have turned out to be better. */
RK_APART void sort_lines(struct rk4_mind *mind, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0; j--) {
			struct rk4_line *one = &mind->lines[j - 1];
			struct rk4_line *two = &mind->lines[j];
			struct rk4_line *room = &mind->lines[RK_MAX_LINES];

			if (two->score <= one->score)
				break;
			*room = *one;
			*one = *two;
			*two = *room;
		}
}

/* The first moves are put into the lines: there always is an answer. */
static int list_root(struct rk4_mind *mind, int wanted)
{
	int count = 0, lines = 0;

	if (!mind->pos.ended)
		count = rk4_gen_legal(&mind->pos, mind->list);
	mind->line = 0;
	for (int i = 0; i < count && lines < wanted; i++) {
		struct rk4_line *line = &mind->lines[lines];

		if (rk4_is_left_out(mind, mind->list[i]))
			continue;
		*line = (struct rk4_line){
			.count = 1, .depth = 1, .selective = 1,
			.bound = RK_BOUND_NONE,
		};
		line->moves[0] = mind->list[i];
		lines++;
	}
	return lines;
}

static bool is_found(const struct rk4_mind *mind)
{
	const struct rk_task *task = mind->task;
	int score = mind->lines[0].score;

	return task->mate && score > RK_SCORE_MATE_SOON &&
	       rk_score_mate_moves(score) <= task->mate;
}

/* Per cent of the soft limit that is good for this position. */
struct mood {
	rk4_move best;
	int steady;
	int score;
};

static int patience(const struct rk4_mind *mind, struct mood *mood,
		    uint64_t nodes)
{
	static const uint8_t by_steadiness[] = {150, 120, 100, 90, 80, 75};
	const struct rk4_line *line = &mind->lines[0];
	int fall = mood->score - line->score, share = 0, percent;

	mood->steady = line->moves[0] == mood->best ? mood->steady + 1 : 0;
	mood->best = line->moves[0];
	mood->score = line->score;
	percent = by_steadiness[mood->steady < 5 ? mood->steady : 5];
	if (mind->depth > 3 && fall > 0)
		percent += percent * (fall > 100 ? 100 : fall) / 200;
	if (nodes)
		share = (int)(mind->best_nodes * 100 / nodes);
	return percent * (180 - (share < 100 ? share : 100)) / 100;
}

static bool is_time_up(struct rk4_mind *mind, struct mood *mood, uint64_t nodes,
		       int choices)
{
	const struct rk_budget *budget = &mind->budget;
	uint64_t percent = (uint64_t)patience(mind, mood, nodes);

	if (!budget->counts || mind->pondering)
		return false;
	if (budget->soft == budget->hard)
		return rk4_spent(mind) >= budget->hard;
	if (choices == 1)
		return true;
	return rk4_spent(mind) * 100 >= budget->soft * percent;
}

static int count_choices(struct rk4_mind *mind)
{
	if (mind->task->only_count)
		return mind->task->only_count;
	return rk4_gen_count(&mind->pos);
}

static void deepen(struct rk4_mind *mind, int lines)
{
	const struct rk_task *task = mind->task;
	bool many = !mind->teams && mind->style->way == RK4_WAY_MANY;
	int choices = count_choices(mind), deepest = DEEPEST;
	struct mood mood = {0};

	if (task->depth && task->depth < deepest)
		deepest = task->depth;
	for (int depth = 1; depth <= deepest && !mind->stop; depth++) {
		uint64_t before = mind->nodes;

		/* Helpers of several do not all look equally deep. */
		mind->depth = depth;
		if (task->helper & 1 && depth < deepest)
			mind->depth++;
		mind->best_nodes = 0;
		for (int i = 0; i < lines && !mind->stop; i++) {
			if (many)
				search_many(mind, i);
			else
				search_line(mind, i);
		}
		if (mind->stop)
			return;
		sort_lines(mind, lines);
		for (int i = 0; i < lines; i++)
			tell(mind, i);
		if (is_found(mind) ||
		    is_time_up(mind, &mood, mind->nodes - before, choices))
			return;
	}
}

/* Nothing left to think about, but nobody has asked for the answer yet. */
static void wait(struct rk4_mind *mind)
{
	const struct rk_engine_port *port = mind->port;

	while (!mind->told && port->poll &&
	       (mind->task->infinite || mind->pondering)) {
		enum rk_wish wish = port->poll(port->self, mind->nodes);

		if (wish == RK_STOP_NOW)
			return;
		if (wish == RK_PONDER_HIT)
			mind->pondering = false;
	}
}

/* The last line that was told is exact and begins with the answer. */
static void tell_last(struct rk4_mind *mind)
{
	struct rk4_line *line = &mind->lines[0];

	if (line->bound == RK_BOUND_EXACT && line->told)
		return;
	if (line->bound == RK_BOUND_NONE)
		line->score = rk4_eval(mind, 0);
	/* A mate that is not shown to its end is not claimed. */
	if (line->bound != RK_BOUND_EXACT && rk_score_is_mate(line->score))
		line->score = line->score > 0 ? RK4_EVAL_MAX : -RK4_EVAL_MAX;
	line->bound = RK_BOUND_EXACT;
	tell(mind, 0);
}

/* There is a score but no move. */
static void tell_the_end(struct rk4_mind *mind)
{
	bool checked = rk4_in_check(&mind->pos, mind->pos.turn);
	struct rk_info info = {
		.line = 1,
		.score = checked ? -RK_SCORE_MATE : 0,
		.bound = RK_BOUND_EXACT,
		.loss = checked ? 1000 : 0,
		.draw = checked ? 0 : 1000,
	};

	if (mind->port->info)
		mind->port->info(mind->port->self, &info);
}

static void begin(struct rk4_mind *mind, struct rk_table *table,
		  const struct rk_task *task, const struct rk_engine_port *port)
{
	mind->task = task;
	mind->port = port;
	mind->table = table;
	mind->nodes = mind->next_look = mind->seen_nodes = 0;
	mind->started = port->now ? port->now(port->self) : 0;
	mind->pondered = 0;
	mind->stop = mind->told = false;
	mind->pondering = task->ponder;
	mind->line = mind->pool_used = 0;
	rk_budget_plan(&mind->budget, task);
	if (!port->now)
		mind->budget.counts = false;
	rk4_mind_see(mind, &task->pos.four);
	mind->view_key = mind->teams ? 0 : rk_mix_seed((uint64_t)mind->hero + 1);
}

void rk4_think(struct rk4_mind *mind, struct rk_table *table,
	       const struct rk_task *task, const struct rk_engine_port *port,
	       struct rk_answer *answer)
{
	int wanted = task->lines > 1 ? task->lines : 1, lines;

	begin(mind, table, task, port);
	lines = list_root(mind, wanted < RK_MAX_LINES ? wanted : RK_MAX_LINES);
	*answer = (struct rk_answer){0};
	if (!lines) {
		tell_the_end(mind);
		wait(mind);
		return;
	}
	deepen(mind, lines);
	wait(mind);
	tell_last(mind);
	answer->best = mind->lines[0].moves[0];
	if (mind->lines[0].count > 1)
		answer->ponder = mind->lines[0].moves[1];
	answer->score = mind->lines[0].score;
	answer->depth = mind->lines[0].depth;
	answer->nodes = mind->nodes;
}
