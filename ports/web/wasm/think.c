/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Searching: one engine of the full profile for every kind of chess, with its
 * own transposition table. It searches in slices: every SLICE milliseconds the
 * import `rest` yields to the event loop, if JavaScript can do that, and
 * returns a signal. In the module with shared memory other threads help, and a
 * signal can also come through memory.
 */
#include "ports/web/wasm/think.h"
#include "ports/web/wasm/helpers.h"
#include "ports/web/wasm/web.h"

#include "rookery/engine.h"
#include "rookery/network.h"

#define SLICE 20 /* milliseconds */
#define USUAL_TABLE ((size_t)16 << 20)

struct rk_tt web_table;
struct rk_player web_player;
static struct rk_levels_scratch scratch;
static struct rk_task task;
static rk_any_move only[RK_MAX_LINES];
static void *engine_memory, *table_memory, *network_memory;
static struct rk_network network;
static bool has_network;
static double slice_end;
static uint64_t nodes_before;
static enum rk_signal signal;
static bool is_thinking; /* about `task`, maybe with helpers */

static uint64_t now_us(void *self)
{
	(void)self;
	return (uint64_t)(web_now() * 1000);
}

void web_begin(void)
{
	signal = RK_SIGNAL_NONE;
	nodes_before = 0;
	slice_end = web_now() + SLICE;
}

/* An engine only knows its own nodes. */
static bool is_enough(uint64_t nodes)
{
	return task.nodes && !task.infinite &&
	       nodes + web_helpers_nodes() >= task.nodes;
}

/* A search that polls twice with the same node count is only waiting. */
enum rk_signal web_poll(void *self, uint64_t nodes)
{
	bool idle = nodes && nodes == nodes_before;

	(void)self;
	if (signal == RK_SIGNAL_NONE)
		signal = web_shared_signal(idle);
	if (is_thinking && is_enough(nodes))
		return RK_SIGNAL_MOVE_NOW;
	if (!idle && web_now() < slice_end)
		return signal;
	if (signal == RK_SIGNAL_NONE)
		signal = (enum rk_signal)web_rest(idle);
	nodes_before = nodes;
	slice_end = web_now() + SLICE;
	return signal;
}

struct rk_platform web_platform = {
	.now_us = now_us,
	.poll = web_poll,
	.memory = &scratch,
	.memory_size = sizeof(scratch),
};

/* ---- The engine ---- */

const struct rk_network *web_network(void)
{
	return has_network ? &network : NULL;
}

WEB_EXPORT(int, engine_open, size_t bytes)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);

	web_free(engine_memory);
	web_free(table_memory);
	web_platform.engine = NULL;
	engine_memory = web_alloc(size);
	table_memory = web_alloc(bytes);
	rk_levels_init(&web_player, &web_platform);
	if (!engine_memory || !table_memory) {
		web_free(engine_memory);
		web_free(table_memory);
		engine_memory = table_memory = NULL;
		return 1;
	}
	rk_tt_init(&web_table, table_memory, bytes);
	web_platform.engine =
		rk_engine_new(engine_memory, size, RK_PROFILE_FULL, &web_table);
	rk_engine_set_network(web_platform.engine, web_network());
	rk_levels_init(&web_player, &web_platform);
	return 0;
}

bool web_engine_need(void)
{
	return web_platform.engine || !js_engine_open(USUAL_TABLE);
}

WEB_EXPORT(void, engine_forget, void)
{
	if (!web_platform.engine)
		return;
	rk_engine_forget(web_platform.engine);
	web_helpers_forget();
	rk_tt_clear(&web_table, 0, 1);
}

/* ---- The network ---- */

/* Memory for the file of a network; NULL if there is none. */
WEB_EXPORT(void *, network_new, size_t size)
{
	return web_alloc(size);
}

/*
 * Evaluates from now on with the network in this memory, which the engine keeps
 * or, if it is refused, frees. What was searched before is forgotten.
 */
WEB_EXPORT(int, network_set, void *memory, size_t size)
{
	struct rk_network next;
	const char *wrong = rk_network_init(&next, memory, size);

	if (wrong) {
		web_free(memory);
		return web_refuse(wrong, 0);
	}
	network = next;
	has_network = true;
	if (web_platform.engine)
		rk_engine_set_network(web_platform.engine, &network);
	web_helpers_set_network(&network);
	js_engine_forget();
	web_free(network_memory);
	network_memory = memory;
	return 0;
}

/* ---- A task ---- */

/* A task for the position in web_scratch, with `keys` keys in web_keys. */
WEB_EXPORT(void, task_new, const struct rk_rules *rules, int keys)
{
	memset(&task, 0, sizeof(task));
	task.rules = rules;
	task.pos = web_scratch;
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

/*
 * Restricts the search to this move and others given before; 1 if the move is
 * illegal or the list is full.
 */
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
	web_json_field("nodes", number,
		       (int64_t)(info->nodes + web_helpers_nodes()));
	web_json_field("time", number, (int64_t)info->time);
	web_json_field("hashFull", number, info->hash_full);
	write_moves(info->moves, info->move_count);
	web_json_close('}');
	web_line();
}

/* The answer is {"move": {...} or null, "ponder": ..., "score": ...}. */
WEB_EXPORT(int, think, void)
{
	const struct rk_listener listener = {.info = tell};
	rk_any_move moves[2];
	struct rk_answer answer;

	if (!web_engine_need())
		return web_refuse("there is no memory for the engine", 0);
	if (!rk_engine_knows(web_platform.engine, task.rules))
		return web_refuse("the engine does not know these rules", 0);
	web_begin();
	rk_tt_new_search(&web_table);
	is_thinking = true;
	web_helpers_begin(&task);
	rk_engine_think(web_platform.engine, &task, &web_platform, &listener,
			&answer);
	answer.nodes += web_helpers_nodes();
	web_helpers_end();
	is_thinking = false;
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

/* The question to a computer of a level about the position in web_scratch. */
static struct rk_question question(const struct rk_rules *rules, int keys,
				   int plies, int level)
{
	return (struct rk_question){
		.rules = rules,
		.pos = &web_scratch,
		.keys = web_keys,
		.key_count = keys,
		.plies = plies,
		.level = level,
	};
}

/*
 * `first_signal` is the signal to begin with. Without an answer it was
 * cancelled.
 */
WEB_EXPORT(int, choose, const struct rk_rules *rules, int keys, int plies,
	   int level, double seed, double time, double increment,
	   int first_signal)
{
	struct rk_question asked = question(rules, keys, plies, level);
	rk_any_move move = 0;

	if (!web_engine_need())
		return web_refuse("there is no memory for the engine", 0);
	asked.seed = (uint64_t)seed;
	asked.time = (int64_t)time;
	asked.increment = (int64_t)increment;
	web_begin();
	signal = (enum rk_signal)first_signal;
	task.rules = rules;
	task.pos = web_scratch;
	if (rules->moves(&web_scratch, scratch.moves))
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

	if (!web_platform.engine)
		rk_levels_init(&web_player, &web_platform);
	return web_player.accepts_draw(web_player.self, &asked, seat);
}

/*
 * The static evaluation from the view of the player to move. With two players
 * no engine is needed.
 */
WEB_EXPORT(int, evaluate, const struct rk_rules *rules)
{
	if (rules->players == 2)
		return rk_evaluate_two(&web_scratch.two);
	return web_engine_need() ? rk_engine_evaluate(web_platform.engine,
						      rules, &web_scratch)
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
	const struct rk_platform platform = {.self = NULL};
	double start = web_now();
	uint64_t sum = rk_bench_run(depth, memory, &platform, NULL, NULL);

	write_number(out, "bench: ", sum, "\n");
	write_number(out, "", sum, " nodes ");
	write_number(out, "",
		     (uint64_t)(1000 * (double)sum / (web_now() - start + 1)),
		     " nps\n");
}

WEB_EXPORT(void, bench, int depth)
{
	web_bench(depth, &web_out);
}

/* With the full profile, as in games. */
static double bench_full(const char *const *positions, int depth)
{
	uint64_t sum;

	if (js_engine_open(RK4_BENCH_TABLE))
		return 0;
	sum = rk_bench_run_full(positions, depth, web_platform.engine, &task,
				NULL, NULL);
	js_engine_open(USUAL_TABLE);
	return (double)sum;
}

WEB_EXPORT(double, bench_four, int depth)
{
	return bench_full(rk4_bench_positions, depth ? depth : RK4_BENCH_DEPTH);
}

/* With the network, where one was handed over. */
WEB_EXPORT(double, bench_full, int depth)
{
	return bench_full(rk_bench_positions, depth);
}
