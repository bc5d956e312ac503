/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the engine promises to those who drive it: wherever it is stopped there
 * is a legal move and an exact score for it; a limit of nodes is kept and leads
 * to the same search every time; the mates it sees are mates.
 */
#include "rookery/engine.h"
#include "tests/unit/unit.h"

#define STOPS 2000

struct table {
	_Alignas(64) uint64_t memory[32768 / 8];
	struct rk_tt positions;
	uint64_t position_memory[65536 / 8];
	struct rk_engine *engine;
	void *large;
	/* What it told last. */
	int told;
	struct rk_info line;
	rk_any_move first;
	uint64_t sum; /* of all it told */
	/* Moves at the root, and how it told of them. */
	int current;
	uint64_t now;
	enum rk_signal signal;
};

static const char *const fens[] = {
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3",
	"4k3/P7/8/8/8/8/7p/4K3 b - - 99 140",
};

static void listen(void *self, const struct rk_info *info)
{
	struct table *table = self;

	if (info->tried != RK_NO_MOVE) {
		assert_true(info->time >= 3000 && info->nodes > 0);
		table->current++;
	}
	if (info->bound != RK_BOUND_EXACT || info->line > 1)
		return;
	table->told++;
	table->line = *info;
	table->first = info->move_count ? info->moves[0] : RK_NO_MOVE;
	table->sum = table->sum * 31 + info->nodes * 7 + (uint64_t)info->score +
		     table->first;
}

static enum rk_signal poll(void *self, uint64_t nodes)
{
	(void)nodes;
	return ((struct table *)self)->signal;
}

static struct table *new_table(enum rk_profile profile)
{
	/* The number of entries depends on where a line of the cache begins. */
	struct table *table = aligned_alloc(64, sizeof(*table));
	size_t size = rk_engine_bound(profile);

	assert_non_null(table);
	memset(table, 0, sizeof(*table));
	if (profile == RK_PROFILE_SMALL) {
		assert_true(size <= RK_ENGINE_SMALL);
		assert_null(
			rk_engine_new(table->memory, size - 1, profile, NULL));
		table->engine = rk_engine_new(table->memory,
					      sizeof(table->memory), profile,
					      NULL);
	} else {
		table->large = malloc(size);
		assert_null(rk_engine_new(table->large, size - 1, profile,
					  &table->positions));
		rk_tt_init(&table->positions, table->position_memory,
			   sizeof(table->position_memory));
		table->engine = rk_engine_new(table->large, size, profile,
					      &table->positions);
	}
	assert_non_null(table->engine);
	return table;
}

static void free_table(struct table *table)
{
	free(table->large);
	free(table);
}

static struct rk_answer think(struct table *table, const struct rk_task *task)
{
	const struct rk_platform platform = {.self = table, .poll = poll};
	const struct rk_listener listener = {.self = table, .info = listen};
	struct rk_answer answer;

	table->told = 0;
	table->sum = 0;
	rk_engine_think(table->engine, task, &platform, &listener, &answer);
	return answer;
}

static void check_answer(struct table *table, const struct rk_task *task,
			 struct rk_answer answer)
{
	struct rk_pos next = task->pos.two;
	struct rk_undo undo;

	assert_true(rk_move_is_legal(&next, (rk_move)answer.best));
	assert_true(table->told > 0);
	assert_int_equal(table->first, answer.best);
	assert_int_equal(table->line.score, answer.score);
	rk_pos_make(&next, (rk_move)answer.best, &undo);
	if (answer.ponder != RK_NO_MOVE)
		assert_true(rk_move_is_legal(&next, (rk_move)answer.ponder));
}

static void each_stop(enum rk_profile profile)
{
	struct table *table = new_table(profile);
	int step = getenv("RK_QUICK") ? 37 : 1;

	for (size_t i = 0; i < COUNT(fens); i++)
		for (int nodes = 1; nodes <= STOPS; nodes += step) {
			struct rk_task task = {UNIT_TASK(fens[i]),
					       .nodes = (uint64_t)nodes};
			struct rk_answer answer = think(table, &task);

			check_answer(table, &task, answer);
			assert_true(answer.nodes <= task.nodes);
		}
	free_table(table);
}

static void test_stop_small(void **state)
{
	(void)state;
	each_stop(RK_PROFILE_SMALL);
}

static void test_stop_middle(void **state)
{
	(void)state;
	each_stop(RK_PROFILE_MIDDLE);
}

static void test_stop_full(void **state)
{
	(void)state;
	each_stop(RK_PROFILE_FULL);
}

/* Told to stop whenever it asks, from the first time on. */
static void test_stop_at_once(void **state)
{
	(void)state;
	for (int profile = 0; profile < 2; profile++) {
		struct table *table = new_table((enum rk_profile)profile);

		table->signal = RK_SIGNAL_MOVE_NOW;
		for (size_t i = 0; i < COUNT(fens); i++) {
			struct rk_task task = {UNIT_TASK(fens[i]),
					       .infinite = true};

			check_answer(table, &task, think(table, &task));
			task.infinite = false;
			task.ponder = true;
			check_answer(table, &task, think(table, &task));
		}
		free_table(table);
	}
}

static uint64_t fingerprint(struct table *table, const struct rk_task *task)
{
	struct rk_answer answer = think(table, task);

	return (table->sum * 31 + answer.nodes) * 31 + answer.best;
}

/* Forgetting is as good as being new, whatever was thought before. */
static void test_same_twice(void **state)
{
	static const uint64_t limits[] = {
		1,    2,    3,    10,   50,   100,  500,   999,   1000,  1023,
		1024, 1025, 2000, 3333, 5000, 7777, 10000, 20000, 30000, 50000,
	};

	(void)state;
	for (int profile = 0; profile < 2; profile++) {
		struct table *table = new_table((enum rk_profile)profile);

		for (size_t i = 0; i < COUNT(limits); i++) {
			struct rk_task task = {UNIT_TASK(fens[i % COUNT(fens)]),
					       .nodes = limits[i]};
			struct table *fresh =
				new_table((enum rk_profile)profile);
			uint64_t wanted = fingerprint(fresh, &task);

			rk_engine_forget(table->engine);
			rk_tt_clear(&table->positions, 0, 1);
			assert_int_equal(fingerprint(table, &task), wanted);
			rk_engine_forget(table->engine);
			rk_tt_clear(&table->positions, 0, 1);
			assert_int_equal(fingerprint(table, &task), wanted);
			free_table(fresh);
		}
		free_table(table);
	}
}

/* Two engines in one process, taking turns, do not know of each other. */
static void test_two_engines(void **state)
{
	struct rk_task tasks[2] = {
		{UNIT_TASK(fens[0]), .depth = 5},
		{UNIT_TASK(fens[1]), .depth = 5},
	};
	struct table *alone = new_table(RK_PROFILE_SMALL);
	struct table *tables[2] = {new_table(RK_PROFILE_SMALL),
				   new_table(RK_PROFILE_SMALL)};
	uint64_t wanted[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		rk_engine_forget(alone->engine);
		wanted[i] = fingerprint(alone, &tasks[i]);
	}
	for (int i = 0; i < 2; i++)
		assert_int_equal(fingerprint(tables[i], &tasks[i]), wanted[i]);
	for (int i = 0; i < 2; i++)
		free_table(tables[i]);
	free_table(alone);
}

static void test_no_move(void **state)
{
	struct table *table = new_table(RK_PROFILE_SMALL);
	struct rk_task task = {
		UNIT_TASK("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"),
		.depth = 5,
	};
	struct rk_answer answer;

	(void)state;
	answer = think(table, &task);
	assert_int_equal(answer.best, RK_NO_MOVE);
	assert_int_equal(table->line.score, -RK_SCORE_MATE);
	task.pos.two = unit_read("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
	answer = think(table, &task);
	assert_int_equal(answer.best, RK_NO_MOVE);
	assert_int_equal(table->line.score, 0);
	free_table(table);
}

/* Only what was asked for is looked at. */
static void test_only(void **state)
{
	struct table *table = new_table(RK_PROFILE_FULL);
	rk_any_move list[RK_MAX_MOVES];
	struct rk_task task = {UNIT_TASK(fens[1]), .only_count = 1};
	int count = rk_rules_standard.moves(&task.pos, list);

	(void)state;
	for (int i = 0; i < count; i++)
		for (uint64_t nodes = 1; nodes < 3000; nodes += 977) {
			task.only = list + i;
			task.nodes = nodes;
			assert_int_equal(think(table, &task).best, list[i]);
		}
	free_table(table);
}

/* The score of a move by some rules. */
static int score_of(struct table *table, const struct rk_rules *rules,
		    const char *fen, const char *text)
{
	struct rk_task task = {.rules = rules, .depth = 6, .only_count = 1};
	rk_any_move move;

	unit_read_as(&task.pos, rules, fen);
	assert_int_equal(rules->read_move(&move, &task.pos, text, strlen(text)),
			 RK_NOTATION_OK);
	task.only = &move;
	rk_engine_forget(table->engine);
	return think(table, &task).score;
}

/* What mates where a minor piece each is no draw, and what mates even so. */
static void test_minors(void **state)
{
	static const struct {
		const char *fen, *move;
		int standard, minors; /* plies to mate, or 0 for a draw */
	} row[] = {
		/* at once, and after the rook was given for this */
		{"7k/5K1n/8/8/5N2/8/8/8 w - - 0 1", "Ng6#", 1, 0},
		{"5N1k/5KR1/5n2/8/8/8/8/8 w - - 0 1", "Rh7+", 3, 0},
		/* a capture leaves as little, and mates */
		{"7k/5K1n/6p1/8/5N2/8/8/8 w - - 0 1", "Nxg6#", 1, 1},
		/* more than one each */
		{"7k/5K1n/8/8/5N2/8/8/6B1 w - - 0 1", "Ng6#", 1, 1},
	};

	(void)state;
	for (int profile = RK_PROFILE_SMALL; profile <= RK_PROFILE_FULL;
	     profile++) {
		struct table *table = new_table((enum rk_profile)profile);

		for (size_t i = 0; i < COUNT(row); i++) {
			int wanted = RK_SCORE_MATE - row[i].minors;

			assert_int_equal(score_of(table, &rk_rules_standard,
						  row[i].fen, row[i].move),
					 RK_SCORE_MATE - row[i].standard);
			assert_int_equal(score_of(table, &rk_rules_minors,
						  row[i].fen, row[i].move),
					 row[i].minors ? wanted : 0);
		}
		free_table(table);
	}
}

/* Too little memory is refused, and the least that is promised is enough. */
static void test_memory(void **state)
{
	struct rk_task task = {UNIT_TASK(fens[1]), .depth = 6};
	uint64_t *memory = malloc(RK_ENGINE_SMALL);
	const struct rk_platform platform = {.self = NULL};
	struct rk_answer answer;
	struct rk_engine *engine;

	(void)state;
	assert_null(rk_engine_new(memory, 64, RK_PROFILE_SMALL, NULL));
	engine = rk_engine_new(memory, RK_ENGINE_SMALL, RK_PROFILE_SMALL, NULL);
	assert_non_null(engine);
	rk_engine_think(engine, &task, &platform, NULL, &answer);
	assert_true(rk_move_is_legal(&task.pos.two, (rk_move)answer.best));
	free(memory);
}

/* Every look at this clock takes 50 milliseconds. */
static uint64_t slow_clock(void *self)
{
	return ((struct table *)self)->now += 50000;
}

/* What takes long is told of move by move, with time and nodes. */
static void test_current(void **state)
{
	struct rk_task task = {UNIT_TASK(fens[1]), .depth = 6};
	struct table *table = new_table(RK_PROFILE_SMALL);
	const struct rk_platform platform = {
		.self = table,
		.now_us = slow_clock,
	};
	const struct rk_listener listener = {.self = table, .info = listen};
	struct rk_answer answer;

	(void)state;
	think(table, &task);
	assert_int_equal(table->current, 0);
	rk_engine_think(table->engine, &task, &platform, &listener, &answer);
	assert_true(table->current > 0);
	free_table(table);
}

/* Time that was lost before the search began is lost for it too. */
static void test_late_start(void **state)
{
	struct rk_task task = {UNIT_TASK(fens[1]), .move_time = 20000};
	struct table *table = new_table(RK_PROFILE_SMALL);
	const struct rk_platform platform = {
		.self = table,
		.now_us = slow_clock,
	};
	const struct rk_listener listener = {.self = table, .info = listen};
	struct rk_answer whole, rest;

	(void)state;
	assert_int_equal(rk_task_hard_limit(&task), 20000000);
	table->now = 50000000;
	rk_engine_think(table->engine, &task, &platform, &listener, &whole);
	assert_true(whole.nodes > 1000);
	/* Nothing is left of it; then the first move at hand must do. */
	table->now = 50000000;
	task.started_us = 29000000;
	rk_engine_think(table->engine, &task, &platform, &listener, &rest);
	assert_true(rest.nodes < 100);
	assert_true(rest.best);
	task = (struct rk_task){UNIT_TASK(fens[1]), .nodes = 5};
	assert_true(rk_task_hard_limit(&task) == UINT64_MAX);
	free_table(table);
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	((struct table *)self)->sum += answer->best;
}

/* A thinker that was told to forget does not remember positions either. */
static void test_forget(void **state)
{
	struct rk_task task = {UNIT_TASK(fens[1]), .nodes = 5000};
	struct table *table = new_table(RK_PROFILE_FULL);
	const struct rk_listener listener = {table, listen, hear_answer};
	const struct rk_platform platform = {.engine = table->engine};
	struct rk_thinker thinker;
	uint64_t sums[3];

	(void)state;
	rk_thinker_init(&thinker, &platform);
	for (size_t i = 0; i < COUNT(sums); i++) {
		table->sum = 0;
		if (i < 2)
			thinker.forget(thinker.self);
		thinker.start(thinker.self, &task, &listener);
		sums[i] = table->sum;
	}
	assert_int_equal(sums[0], sums[1]);
	assert_int_not_equal(sums[1], sums[2]);
	free_table(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stop_small),
		cmocka_unit_test(test_stop_middle),
		cmocka_unit_test(test_stop_full),
		cmocka_unit_test(test_stop_at_once),
		cmocka_unit_test(test_same_twice),
		cmocka_unit_test(test_two_engines),
		cmocka_unit_test(test_no_move),
		cmocka_unit_test(test_only),
		cmocka_unit_test(test_minors),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_current),
		cmocka_unit_test(test_late_start),
		cmocka_unit_test(test_forget),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
