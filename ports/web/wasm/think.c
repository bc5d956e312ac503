/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Thinking: one engine of the full profile, which knows every kind of chess,
 * with a table of its own. It thinks in slices: every so many milliseconds
 * the import `rest` gives the event loop a turn, where JavaScript can do that,
 * and brings what was said meanwhile.
 */
#include "engine/search.h"
#include "ports/web/wasm/edge.h"
#include "ports/web/wasm/think.h"

#define SLICE 20 /* milliseconds */
#define USUAL_TABLE ((size_t)16 << 20)

struct rk_engine *web_engine;
struct rk_table web_table;
struct rk_player web_player;
static struct rk_levels levels;
static struct rk_desk desk;
static struct rk_task task;
static rk_any_move only[RK_MAX_LINES];
static void *engine_memory, *table_memory;
static double slice_end;
static uint64_t nodes_before;
static enum rk_haste haste;

uint64_t web_microseconds(void *self)
{
	(void)self;
	return (uint64_t)(web_now() * 1000);
}

void web_begin(void)
{
	haste = RK_NO_HASTE;
	nodes_before = 0;
	slice_end = web_now() + SLICE;
}

/* Who is asked again without having searched on has nothing to do. */
enum rk_haste web_look_up(uint64_t nodes)
{
	bool idle = nodes && nodes == nodes_before;

	if (!idle && web_now() < slice_end)
		return haste;
	if (haste == RK_NO_HASTE)
		haste = (enum rk_haste)web_rest(idle);
	nodes_before = nodes;
	slice_end = web_now() + SLICE;
	return haste;
}

/* ---- The engine ---- */

WEB_EXPORT(int, engine_open, size_t bytes)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);

	web_give_back(engine_memory);
	web_give_back(table_memory);
	web_engine = NULL;
	engine_memory = web_take(size);
	table_memory = web_take(bytes);
	rk_levels_init(&web_player, &levels, &desk);
	if (!engine_memory || !table_memory) {
		web_give_back(engine_memory);
		web_give_back(table_memory);
		engine_memory = table_memory = NULL;
		return 1;
	}
	rk_table_init(&web_table, table_memory, bytes);
	web_engine =
		rk_engine_new(engine_memory, size, RK_PROFILE_FULL, &web_table);
	rk_levels_add_engine(&web_player, web_engine, web_microseconds, NULL);
	return 0;
}

bool web_engine_need(void)
{
	return web_engine || !js_engine_open(USUAL_TABLE);
}

WEB_EXPORT(void, engine_forget, void)
{
	if (!web_engine)
		return;
	rk_engine_forget(web_engine);
	rk_table_clear(&web_table, 0, 1);
}

/* ---- A task ---- */

/* About the position at the desk, with so many keys before it. */
WEB_EXPORT(void, task_new, const struct rk_rules *rules, int keys)
{
	memset(&task, 0, sizeof(task));
	task.rules = rules;
	task.pos = web_desk;
	task.keys = web_keys;
	task.key_count = keys;
}

enum limit {
	LIMIT_DEPTH,
	LIMIT_NODES,
	LIMIT_MOVE_TIME,
	LIMIT_INFINITE,
	LIMIT_LINES,
	LIMIT_ELO,
	LIMIT_SEED,
	LIMIT_TIME,
	LIMIT_INCREMENT,
	LIMIT_MATE,
	LIMIT_ANALYSE,
};

WEB_EXPORT(void, task_limit, enum limit limit, double value)
{
	switch (limit) {
	case LIMIT_DEPTH:
		task.depth = (int)value;
		break;
	case LIMIT_NODES:
		task.nodes = (uint64_t)value;
		break;
	case LIMIT_MOVE_TIME:
		task.move_time = (int64_t)value;
		break;
	case LIMIT_INFINITE:
		task.infinite = value != 0;
		break;
	case LIMIT_LINES:
		task.lines = (int)value;
		break;
	case LIMIT_ELO:
		task.elo = (int)value;
		break;
	case LIMIT_SEED:
		task.seed = (uint64_t)value;
		break;
	case LIMIT_TIME:
		task.has_clock = true;
		task.time = (int64_t)value;
		break;
	case LIMIT_INCREMENT:
		task.increment = (int64_t)value;
		break;
	case LIMIT_MATE:
		task.mate = (int)value;
		break;
	case LIMIT_ANALYSE:
		task.analyse = value != 0;
		break;
	}
}

/* One more of the moves to look at, if it is one, and there is room for it. */
WEB_EXPORT(int, task_only, rk_any_move move)
{
	if (task.only_count == RK_MAX_LINES ||
	    !task.rules->is_legal(&task.pos, move))
		return 1;
	task.only = only;
	only[task.only_count++] = move;
	return 0;
}

static void write_score(int score)
{
	web_json_field("score", number, score);
	web_json_name("mate");
	if (rk_score_is_mate(score))
		web_json_number(rk_score_mate_moves(score));
	else
		web_json_null();
}

static void write_moves(const rk_any_move *moves, int count)
{
	static union rk_any_pos pos;
	union rk_any_undo undo;

	pos = task.pos;
	web_json_name("moves");
	web_json_open('[');
	for (int i = 0; i < count; i++) {
		web_json_move(task.rules, &pos, moves[i]);
		task.rules->make(&pos, moves[i], &undo);
	}
	web_json_close(']');
}

static void tell(void *self, const struct rk_info *info)
{
	static const char *const bounds[] = {NULL, "upper", "lower", NULL};

	(void)self;
	if (!info->move_count)
		return;
	web_answer.length = 0;
	web_json_open('{');
	web_json_field("line", number, info->line);
	web_json_field("depth", number, info->depth);
	web_json_field("selectiveDepth", number, info->selective_depth);
	write_score(info->score);
	web_json_field("bound", text, bounds[info->bound]);
	web_json_field("win", number, info->win);
	web_json_field("draw", number, info->draw);
	web_json_field("loss", number, info->loss);
	web_json_name("shares");
	web_json_open('[');
	for (int seat = 0; seat < task.rules->players; seat++)
		web_json_number(info->shares[seat]);
	web_json_close(']');
	web_json_field("nodes", number, (int64_t)info->nodes);
	web_json_field("time", number, (int64_t)info->time);
	web_json_field("hashFull", number, info->hash_full);
	write_moves(info->moves, info->move_count);
	web_json_close('}');
	web_line();
}

static enum rk_wish poll(void *self, uint64_t nodes)
{
	(void)self;
	return web_look_up(nodes) == RK_NO_HASTE ? RK_GO_ON : RK_STOP_NOW;
}

/* The answer is {"move": {...} or null, "ponder": ..., "score": ...}. */
WEB_EXPORT(int, think, void)
{
	const struct rk_engine_port port = {
		.now = web_microseconds,
		.poll = poll,
		.info = tell,
	};
	rk_any_move moves[2];
	struct rk_answer answer;

	if (!web_engine_need())
		return web_refuse("there is no memory for the engine", 0);
	if (!rk_engine_knows(web_engine, task.rules))
		return web_refuse("the engine does not know these rules", 0);
	web_begin();
	rk_engine_think(web_engine, &task, &port, &answer);
	moves[0] = answer.best;
	moves[1] = answer.ponder;
	web_answer.length = 0;
	web_json_open('{');
	write_score(answer.score);
	web_json_field("depth", number, answer.depth);
	web_json_field("nodes", number, (int64_t)answer.nodes);
	write_moves(moves, !answer.best ? 0 : answer.ponder ? 2 : 1);
	web_json_close('}');
	return 0;
}

/* ---- A level ---- */

static enum rk_haste ask(void *asker)
{
	(void)asker;
	return web_look_up(0);
}

/* For a computer of a level, about the position at the desk. */
static struct rk_question question(const struct rk_rules *rules, int keys,
				   int plies, int level)
{
	return (struct rk_question){
		.rules = rules,
		.pos = &web_desk,
		.keys = web_keys,
		.key_count = keys,
		.plies = plies,
		.level = level,
		.stop = ask,
	};
}

/* `in_haste`: that is how it begins. Without an answer it was never mind. */
WEB_EXPORT(int, choose, const struct rk_rules *rules, int keys, int plies,
	   int level, double seed, double time, double increment, int in_haste)
{
	struct rk_question asked = question(rules, keys, plies, level);
	rk_any_move move = 0;

	if (!web_engine_need())
		return web_refuse("there is no memory for the engine", 0);
	asked.seed = (uint64_t)seed;
	asked.time = (int64_t)time;
	asked.increment = (int64_t)increment;
	web_begin();
	haste = (enum rk_haste)in_haste;
	task.rules = rules;
	task.pos = web_desk;
	if (rules->moves(&web_desk, desk.moves))
		move = web_player.choose(web_player.self, &asked);
	web_answer.length = 0;
	web_json_open('{');
	write_moves(&move, move != 0);
	web_json_close('}');
	return 0;
}

WEB_EXPORT(int, accepts_draw, const struct rk_rules *rules, int level, int seat)
{
	struct rk_question asked = question(rules, 0, 0, level);

	if (!web_engine)
		rk_levels_init(&web_player, &levels, &desk);
	return web_player.accepts_draw(web_player.self, &asked, seat);
}

/* Without looking ahead, as who is to move sees it. Two need no engine. */
WEB_EXPORT(int, evaluate, const struct rk_rules *rules)
{
	if (rules->players == 2)
		return rk_evaluate_two(&web_desk.two);
	return web_engine_need()
		       ? rk_engine_evaluate(web_engine, rules, &web_desk)
		       : 0;
}

/* ---- Bench ---- */

static void write_number(const struct rk_out *out, const char *before,
			 uint64_t number, const char *after)
{
	rk_out_text(out, before);
	rk_out_number(out, number);
	rk_out_text(out, after);
}

void web_bench(int depth, const struct rk_out *out)
{
	static _Alignas(64) char memory[RK_BENCH_MEMORY];
	const struct rk_engine_port port = {.self = NULL};
	double start = web_now();
	uint64_t sum = 0;

	for (int i = 0; rk_bench_positions[i]; i++)
		sum += rk_bench_search(rk_bench_positions[i],
				       depth ? depth : RK_BENCH_DEPTH, memory,
				       &port);
	write_number(out, "bench: ", sum, "\n");
	write_number(out, "", sum, " nodes ");
	write_number(out, "", (uint64_t)((double)sum / (web_now() - start + 1)),
		     " knps\n");
}

WEB_EXPORT(void, bench, int depth)
{
	web_bench(depth, &web_out);
}

WEB_EXPORT(double, bench_four, int depth)
{
	const struct rk_engine_port port = {.self = NULL};
	uint64_t sum = 0;

	if (js_engine_open(RK4_BENCH_TABLE))
		return 0;
	for (int i = 0; rk4_bench_positions[i]; i++)
		sum += rk4_bench_search(rk4_bench_positions[i],
					depth ? depth : RK4_BENCH_DEPTH,
					web_engine, &task, &port);
	js_engine_open(USUAL_TABLE);
	return (double)sum;
}
