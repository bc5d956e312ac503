/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How a task limits a search: time on a clock, a mate that is asked for,
 * several lines, the game before the position; as docs/engine.md has it.
 */
#include "engine/control.h"
#include "tests/unit/unit.h"

#define SECOND 1000000u /* in microseconds */
#define RESERVE 200000u

static struct rk_time_budget plan(struct rk_task task)
{
	struct rk_time_budget budget;

	rk_time_plan(&budget, &task);
	return budget;
}

static void test_no_clock(void **state)
{
	(void)state;
	assert_false(plan((struct rk_task){.nodes = 1}).limited);
	assert_false(plan((struct rk_task){.infinite = true,
					   .has_clock = true,
					   .time = 1000})
			     .limited);
	assert_false(plan((struct rk_task){.infinite = true, .move_time = 1000})
			     .limited);
	assert_false(plan((struct rk_task){.time = 1000}).limited);
}

/* All of it: the overhead is for clocks alone. */
static void test_move_time(void **state)
{
	static const struct {
		int64_t move_time, overhead;
		uint64_t wanted;
	} cases[] = {
		{1000, 0, 1000000}, {1000, 100, 1000000}, {100, 40, 100000},
		{100, 50, 100000},  {100, 80, 100000},    {1, 5000, 1000},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct rk_time_budget budget =
			plan((struct rk_task){.move_time = cases[i].move_time,
					      .overhead = cases[i].overhead,
					      .has_clock = true,
					      .time = 1});

		assert_true(budget.limited);
		assert_int_equal(budget.soft_us, cases[i].wanted);
		assert_int_equal(budget.hard_us, cases[i].wanted);
	}
}

/* Equal shares of what is left; 30 moves are expected, at most 50 planned. */
static void test_shares(void **state)
{
	static const struct {
		int given, moves;
	} cases[] = {
		{0, 30},  {2, 2},   {29, 29},   {49, 49},
		{50, 50}, {51, 50}, {4000, 50},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		uint64_t most = 600 * SECOND - 100000 - RESERVE;
		uint64_t moves = (uint64_t)cases[i].moves;
		uint64_t soft = most / moves, hard = 5 * soft;
		struct rk_time_budget budget =
			plan((struct rk_task){.has_clock = true,
					      .time = 600000,
					      .overhead = 100,
					      .moves_to_go = cases[i].given});

		if (hard > most * 3 / 5)
			hard = most * 3 / 5;
		assert_true(budget.limited);
		assert_int_equal(budget.soft_us, soft);
		assert_int_equal(budget.hard_us, hard);
	}
}

/* Of an increment the less is spent the fewer of them the clock holds. */
static void test_increment(void **state)
{
	static const struct {
		uint64_t held; /* with ten milliseconds more or less */
		int64_t more;
		uint64_t quarters;
	} cases[] = {
		{100, 0, 3}, {40, 10, 3}, {40, 0, 2}, {20, 0, 2},
		{15, 10, 2}, {15, 0, 1},  {1, 0, 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct rk_task task = {
			.has_clock = true,
			.increment = 1000,
			.time = (int64_t)cases[i].held * 1000 + cases[i].more +
				200,
		};
		uint64_t most = (uint64_t)task.time * 1000 - RESERVE;
		uint64_t soft = most / 30 + cases[i].quarters * SECOND / 4;

		assert_int_equal(plan(task).soft_us,
				 soft < most * 3 / 5 ? soft : most * 3 / 5);
	}
}

/*
 * The last move before a time control may take all but the reserve, others
 * three fifths; the reserve is five sixths where that is less.
 */
static void test_little_time(void **state)
{
	struct rk_task task = {.has_clock = true, .moves_to_go = 1};

	(void)state;
	task.time = 10000;
	assert_int_equal(plan(task).hard_us, 10 * SECOND - RESERVE);
	assert_int_equal(plan(task).soft_us, 10 * SECOND - RESERVE);
	task.time = 241;
	assert_int_equal(plan(task).hard_us, 41000);
	task.time = 120;
	assert_int_equal(plan(task).hard_us, 20000);
	task.overhead = 60;
	assert_int_equal(plan(task).hard_us, 10000);
	task.moves_to_go = 2;
	assert_int_equal(plan(task).hard_us, 6000);
	/* A move at once is better than none. */
	for (task.time = -5; task.time <= 60; task.time += 13) {
		assert_true(plan(task).limited);
		assert_int_equal(plan(task).soft_us, 0);
		assert_int_equal(plan(task).hard_us, 500);
	}
}

/* ---- What a search tells ---- */

struct told {
	uint64_t now;
	int depth, line, score; /* of the last line */
	int lines;              /* of the last depth */
	rk_any_move first[8];   /* of these lines */
	bool swapped;           /* the best line was not the best before */
};

static void listen(void *self, const struct rk_info *info)
{
	struct told *told = self;

	if (!info->move_count || info->bound != RK_BOUND_EXACT)
		return;
	if (info->depth != told->depth) {
		assert_int_equal(info->line, 1);
		assert_true(info->depth > told->depth);
		told->lines = 0;
	} else {
		assert_int_equal(info->line, told->line + 1);
		assert_true(info->score <= told->score);
	}
	told->depth = info->depth;
	told->line = info->line;
	told->score = info->score;
	for (int i = 0; i < told->lines; i++)
		assert_int_not_equal(info->moves[0], told->first[i]);
	told->swapped |= info->line == 1 && info->moves[0] != told->first[0];
	told->first[told->lines++] = info->moves[0];
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	((struct told *)self)->score = answer->score;
	((struct told *)self)->first[0] = answer->best;
}

static uint64_t tick(void *self)
{
	return ((struct told *)self)->now += 1000;
}

static struct rk_platform platform;
static struct rk_thinker thinker;
static uint64_t scratch[65536 / 8];
static _Alignas(64) uint64_t entries[65536 / 8];

static int set_up(void **state)
{
	(void)state;
	platform = (struct rk_platform){
		.memory = scratch,
		.memory_size = sizeof(scratch),
	};
	rk_thinker_init(&thinker, &platform);
	return 0;
}

static struct told think(const struct rk_task *task)
{
	struct told told = {0};
	const struct rk_listener listener = {&told, listen, hear_answer};

	platform.self = &told;
	thinker.start(thinker.self, task, &listener);
	return told;
}

/* Different moves, the best first, all of one depth. */
static void test_lines(void **state)
{
	static const char *const fens[] = {
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 0 8",
	};
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	void *memory = malloc(size);
	struct rk_tt table;
	bool swapped = false;

	(void)state;
	rk_tt_init(&table, entries, sizeof(entries));
	platform.engine = rk_engine_new(memory, size, RK_PROFILE_FULL, &table);
	for (size_t i = 0; i < COUNT(fens); i++) {
		struct rk_task task = {UNIT_TASK(fens[i]), .depth = 6,
				       .lines = 6};
		struct told told = think(&task);

		assert_int_equal(told.depth, 6);
		assert_int_equal(told.lines, 6);
		swapped |= told.swapped;
	}
	assert_true(swapped);
	platform.engine = NULL;
	free(memory);
}

/* What a user sees: the last exact line of each number. */
struct screen {
	rk_any_move first[8];
	rk_any_move best; /* the answer */
};

static void show(void *self, const struct rk_info *info)
{
	if (info->move_count && info->bound == RK_BOUND_EXACT)
		((struct screen *)self)->first[info->line] = info->moves[0];
}

static void show_answer(void *self, const struct rk_answer *answer)
{
	((struct screen *)self)->best = answer->best;
}

/* Stopped wherever it is, it shows lines that begin with different moves. */
static void test_lines_after_stop(void **state)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	void *memory = malloc(size);
	struct rk_tt table;

	(void)state;
	platform.self = NULL;
	for (uint64_t nodes = 400; nodes < 20000; nodes += 97) {
		struct rk_task task = {
			UNIT_TASK("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
			.nodes = nodes, .lines = 3};
		struct screen screen = {0};
		const struct rk_listener listener = {&screen, show,
						     show_answer};

		rk_tt_init(&table, entries, sizeof(entries));
		platform.engine =
			rk_engine_new(memory, size, RK_PROFILE_FULL, &table);
		thinker.start(thinker.self, &task, &listener);
		assert_int_equal(screen.first[1], screen.best);
		assert_int_not_equal(screen.first[1], screen.first[2]);
		assert_int_not_equal(screen.first[1], screen.first[3]);
		assert_int_not_equal(screen.first[2], screen.first[3]);
	}
	platform.engine = NULL;
	free(memory);
}

/* A mate that is short enough ends the search, a longer one does not. */
static void test_mate(void **state)
{
	/* Mate in two: Kb6 and Rh8. */
	struct rk_task task = {UNIT_TASK("k7/8/2K5/8/8/8/8/7R w - - 0 1"),
			       .depth = 12};
	struct told told;

	(void)state;
	task.mate = 2;
	told = think(&task);
	assert_int_equal(told.score, RK_SCORE_MATE - 3);
	assert_true(told.depth < 12);
	task.mate = 3;
	assert_true(think(&task).depth <= told.depth);
	task.mate = 1;
	assert_int_equal(think(&task).depth, 12);
	task.mate = 0;
	assert_int_equal(think(&task).depth, 12);
	/* To be mated is not what was asked for. */
	task.pos.two = unit_read("k7/8/1K6/8/8/8/8/6R1 b - - 0 1");
	task.mate = 2;
	assert_int_equal(think(&task).depth, 12);
}

/* ---- The game before ---- */

/* Keys of the positions on the way, which are the same after four plies. */
static int walk(struct rk_pos *pos, const char *const *moves, int plies,
		uint64_t *keys)
{
	struct rk_undo undo;

	for (int i = 0; i < plies; i++) {
		const char *text = moves[i % 4];
		rk_move list[RK_MAX_MOVES];
		int count = rk_gen_legal(pos, list), from, to;

		from = text[0] - 'a' + 8 * (text[1] - '1');
		to = text[2] - 'a' + 8 * (text[3] - '1');
		keys[i] = rk_rules_standard.key(rk_any_of(pos));
		while (count-- && (rk_move_from(list[count]) != from ||
				   rk_move_to(list[count]) != to))
			;
		assert_true(count >= 0);
		rk_pos_make(pos, list[count], &undo);
	}
	return plies;
}

/*
 * Two knights down White can only hope for a draw. The position after Kh1 was
 * there once for every four plies that were played; two times before, and the
 * third is a draw.
 */
static void test_game_before(void **state)
{
	static const char *const moves[] = {"g1h1", "g8h8", "h1g1", "h8g8"};
	static const char fen[] = "6k1/5ppp/8/nn6/8/8/5PPP/6K1 w - - 0 1";
	const int g1h1 = 6 | 7 << 6;
	uint64_t keys[8];

	(void)state;
	for (int plies = 0; plies <= 8; plies += 4) {
		struct rk_task task = {UNIT_TASK(fen), .depth = 1,
				       .keys = keys};
		struct told told;

		task.key_count = walk(&task.pos.two, moves, plies, keys);
		told = think(&task);
		if (plies < 8) {
			assert_true(told.score < -300);
			continue;
		}
		assert_true(told.score > -50 && told.score < 50);
		assert_int_equal(told.first[0] & 4095, g1h1 & 4095);
		/* The oldest is needed. */
		task.keys++;
		task.key_count--;
		assert_true(think(&task).score > -50);
		task.keys++;
		task.key_count--;
		assert_true(think(&task).score < -300);
	}
}

/* The same with four: Red's side has nothing but kings. */
static void test_game_of_four_before(void **state)
{
	static const char *const moves[] = {
		"Kh1-i1", "Ka8-a7", "Kg14-f14", "Kn7-n8",
		"Ki1-h1", "Ka7-a8", "Kf14-g14", "Kn8-n7",
	};
	static const char fen[] =
		"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/bR,12,gR/14/"
		"14/bK,13/13,gK/14/14/bR,12,gR/14/14/7,rK,6";
	struct rk_task task = {.rules = &rk_rules_teams, .depth = 2};
	const struct rk_rules *rules = task.rules;
	union rk_any_undo undo;
	uint64_t keys[16];
	rk_any_move move, first = 0;

	(void)state;
	assert_true(thinker.knows(thinker.self, rules));
	unit_read_as(&task.pos, rules, fen);
	task.keys = keys;
	assert_true(think(&task).score < -300);
	while (task.key_count < 16) {
		const char *text = moves[task.key_count % 8];

		assert_int_equal(rules->read_move(&move, &task.pos, text,
						  strlen(text)),
				 RK_NOTATION_OK);
		first = first ? first : move;
		keys[task.key_count++] = rules->key(&task.pos);
		rules->make(&task.pos, move, &undo);
		if (task.key_count == 8)
			assert_true(think(&task).score < -300);
	}
	assert_in_range(think(&task).score + 50, 0, 100);
	assert_int_equal(think(&task).first[0], first);
	task.keys += 2;
	task.key_count -= 2;
	assert_true(think(&task).score < -300);
}

/* ---- A thinker without threads ---- */

static enum rk_signal enough(void *self, uint64_t nodes)
{
	(void)nodes;
	return tick(self) > 50000 ? RK_SIGNAL_MOVE_NOW : RK_SIGNAL_NONE;
}

static void test_single(void **state)
{
	struct rk_task task = {
		UNIT_TASK(
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
		.move_time = 200, .depth = 100};
	struct told told;

	(void)state;
	platform.now_us = tick;
	platform.poll_nodes = 10;
	told = think(&task);
	assert_true(told.now >= 200000 && told.now < 400000);
	assert_true(told.depth > 0 && told.depth < 100);
	/* It can neither have more memory nor threads. */
	assert_false(thinker.set(thinker.self, RK_THINK_HASH, 16));
	assert_false(thinker.set(thinker.self, RK_THINK_THREADS, 1));
	platform.now_us = NULL;
	platform.poll = enough;
	task.move_time = 0;
	told = think(&task);
	assert_true(told.now > 50000 && told.now < 100000);
	assert_true(told.depth < 100);
}

/*
 * The only move is made at once, unless there is a time for it, which is used
 * up. Nothing goes on after the hard limit.
 */
static void test_patience(void **state)
{
	struct rk_task task = {
		UNIT_TASK(
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
		.has_clock = true, .time = 60000};
	struct rk_time_budget budget = plan(task);
	struct told told;

	(void)state;
	platform.poll = NULL;
	platform.now_us = tick;
	platform.poll_nodes = 10;
	told = think(&task);
	assert_true(told.now > budget.soft_us / 2);
	assert_true(told.now < budget.hard_us + 5000);
	task.pos.two = unit_read("1r5k/8/8/8/8/8/8/K7 w - - 0 1");
	assert_int_equal(think(&task).depth, 1);
	task.has_clock = false;
	task.move_time = 100;
	assert_true(think(&task).now >= 100000);
	/* A depth is searched whether there is a choice or not. */
	task.move_time = 0;
	task.depth = 4;
	assert_int_equal(think(&task).depth, 4);
	platform.now_us = NULL;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_clock),
		cmocka_unit_test(test_move_time),
		cmocka_unit_test(test_shares),
		cmocka_unit_test(test_increment),
		cmocka_unit_test(test_little_time),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_lines_after_stop),
		cmocka_unit_test(test_mate),
		cmocka_unit_test(test_game_before),
		cmocka_unit_test(test_game_of_four_before),
		cmocka_unit_test(test_single),
		cmocka_unit_test(test_patience),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
