/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Playing like an Elo number: what holds at every strength. How strong that
 * is and what mistakes are made is measured by matches, see docs/levels.md.
 */
#include "rookery/engine.h"
#include "tests/unit/unit.h"

#define SEEDS 60
#define MEMORY 65536

static uint64_t memory[MEMORY / sizeof(uint64_t)];
static struct rk_engine *engine;

static const int strengths[] = {500, 700, 1000, 1500, 2000, 2400};

static int set_up(void **state)
{
	(void)state;
	engine = rk_engine_new(memory, sizeof(memory), RK_PROFILE_SMALL, NULL);
	return engine == NULL;
}

static struct rk_answer think(const struct rk_task *task,
			      const struct rk_platform *platform)
{
	static const struct rk_platform alone;
	struct rk_answer answer;

	rk_engine_think(engine, task, platform ? platform : &alone, NULL,
			&answer);
	return answer;
}

static struct rk_answer ask(const char *fen, int elo, uint64_t seed)
{
	struct rk_task task = {
		UNIT_TASK(fen), .elo = elo, .seed = seed,
		.depth = elo ? 0 : 4, /* else it would think for ever */
	};

	return think(&task, NULL);
}

/* How many of the seeds lead to this move. */
static int count_answers(const char *fen, int elo, const char *expected)
{
	struct rk_pos pos = unit_read(fen);
	int count = 0;

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		char text[RK_MOVE_TEXT_SIZE];

		rk_rules_standard.write_move(text, rk_any_of(&pos),
					     ask(fen, elo, seed).best,
					     RK_STYLE_SAN);
		count += strcmp(text, expected) == 0;
	}
	return count;
}

/* A queen was taken on the square next to a pawn. */
static void test_near_recaptures_are_seen(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(strengths); i++) {
		assert_int_equal(
			count_answers("r3k2r/ppp2ppp/2n5/8/8/3q4/PPP1PPPP/"
				      "R3KB1R w KQkq - 0 1",
				      strengths[i], "exd3") +
				count_answers("r3k2r/ppp2ppp/2n5/8/8/3q4/"
					      "PPP1PPPP/R3KB1R w KQkq - 0 1",
					      strengths[i], "cxd3"),
			SEEDS);
	}
}

/* A queen gives check from far away, and a bishop far away can take it. */
static void test_nothing_is_missed_in_check(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(strengths); i++)
		assert_int_equal(count_answers("4k3/pp1p1p1p/6p1/8/7b/8/PPP3PP/"
					       "4Q1K1 b - - 0 1",
					       strengths[i], "Bxe1"),
				 SEEDS);
}

/* The stronger, the more often a mate in one is found; the strong ones do. */
static void test_mates(void **state)
{
	static const char fen[] = "6k1/5ppp/8/8/8/7r/1P4P1/R5K1 w - - 0 1";
	int weak = count_answers(fen, 500, "Ra8#");
	int strong = count_answers(fen, 2400, "Ra8#");

	(void)state;
	assert_true(weak > SEEDS / 4);
	assert_true(strong >= SEEDS - 3);
	assert_true(weak <= strong);
	assert_int_equal(count_answers(fen, 0, "Ra8#"), SEEDS);
}

/* Whatever was thought before, and whatever lies in the table. */
static void test_same_seed_same_answer(void **state)
{
	static const char start[] =
		"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
	static const char other[] =
		"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

	(void)state;
	for (size_t i = 0; i < COUNT(strengths); i++)
		for (uint64_t seed = 0; seed < 5; seed++) {
			struct rk_answer first = ask(start, strengths[i], seed);
			struct rk_answer again;

			ask(other, strengths[i], seed + 1);
			ask(start, 0, 0);
			again = ask(start, strengths[i], seed);
			assert_int_equal(first.best, again.best);
			assert_int_equal(first.score, again.score);
			assert_int_equal(first.nodes, again.nodes);
		}
}

static void test_seeds_differ(void **state)
{
	rk_any_move seen[SEEDS];
	int count = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		rk_any_move move =
			ask("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "
			    "w KQkq - 0 1",
			    1000, seed)
				.best;
		bool known = false;

		for (int i = 0; i < count; i++)
			known |= seen[i] == move;
		if (!known)
			seen[count++] = move;
	}
	assert_true(count >= 4);
}

/* Full strength knows nothing of weakness before or after it. */
static void test_full_strength_is_left_alone(void **state)
{
	struct rk_task task = {
		UNIT_TASK("r2q1rk1/pp2bppp/2n1bn2/2pp4/3P4/1PN1PN2/"
			  "PB2BPPP/R2Q1RK1 w - - 0 11"),
		.depth = 6,
	};
	struct rk_answer before, after;

	(void)state;
	rk_engine_forget(engine);
	before = think(&task, NULL);
	task.elo = 800;
	think(&task, NULL);
	task.elo = 0;
	rk_engine_forget(engine);
	after = think(&task, NULL);
	assert_int_equal(before.nodes, after.nodes);
	assert_int_equal(before.best, after.best);
	assert_int_equal(before.score, after.score);
	/* Beyond the top there is nothing to weaken. */
	task.elo = 3000;
	rk_engine_forget(engine);
	after = think(&task, NULL);
	assert_int_equal(before.nodes, after.nodes);
}

/* The weaker, the fewer nodes; and never without end. */
static void test_nodes(void **state)
{
	uint64_t last = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(strengths); i++) {
		uint64_t sum = 0;

		for (uint64_t seed = 0; seed < 8; seed++)
			sum += ask("r2q1rk1/pp2bppp/2n1bn2/2pp4/3P4/1PN1PN2/"
				   "PB2BPPP/R2Q1RK1 w - - 0 11",
				   strengths[i], seed)
				       .nodes;
		assert_true(sum > last);
		last = sum;
	}
	assert_true(last / 8 < 100000);
}

struct watch {
	int polls;
	int stop_at;
};

static enum rk_signal poll(void *self, uint64_t nodes)
{
	struct watch *watch = self;

	(void)nodes;
	return ++watch->polls >= watch->stop_at ? RK_SIGNAL_MOVE_NOW
						: RK_SIGNAL_NONE;
}

/* Who ponders does not answer before it is told to, be it done or not. */
static void test_ponder_waits(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(strengths); i++) {
		struct watch watch = {0, 5000};
		const struct rk_platform platform = {
			.self = &watch,
			.poll = poll,
		};
		struct rk_task task = {
			UNIT_TASK("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
				  "RNBQKBNR w KQkq - 0 1"),
			.elo = strengths[i],
			.ponder = true,
		};

		assert_true(rk_rules_standard.is_legal(
			&task.pos, think(&task, &platform).best));
		assert_int_equal(watch.polls, 5000);
	}
}

/* Few moves, forced moves, chosen moves, none. */
static void test_always_legal(void **state)
{
	static const char *const fens[] = {
		"7k/8/8/8/8/8/5q2/7K w - - 0 1",   /* stalemate */
		"7k/8/8/8/8/6q1/8/7K w - - 0 1",   /* stalemate */
		"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", /* stalemate */
		"k7/8/8/8/8/8/r7/7K w - - 0 1",
		"K7/P7/1k6/8/8/8/8/8 w - - 0 1", /* stalemate */
		"8/8/8/8/8/1k6/1p6/1K6 w - - 0 1",
		"7k/6pp/8/8/8/8/r7/K7 w - - 0 1",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(fens); i++)
		for (uint64_t seed = 0; seed < SEEDS; seed++) {
			struct rk_pos pos = unit_read(fens[i]);
			rk_any_move move = ask(fens[i], 500, seed).best;

			if (rk_gen_count(&pos))
				assert_true(rk_rules_standard.is_legal(
					rk_any_of(&pos), move));
			else
				assert_int_equal(move, RK_NO_MOVE);
		}
}

static void test_only_these_moves(void **state)
{
	struct rk_pos pos = unit_read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
				      "RNBQKBNR w KQkq - 0 1");
	rk_any_move list[RK_MAX_MOVES];
	int count = rk_rules_standard.moves(rk_any_of(&pos), list);

	(void)state;
	for (int i = 0; i < count; i++) {
		struct rk_task task = {
			.rules = &rk_rules_standard,
			.pos.two = pos,
			.only = &list[i],
			.only_count = 1,
			.elo = 500,
			.seed = (uint64_t)i,
		};

		assert_int_equal(think(&task, NULL).best, list[i]);
	}
}

static void ask_anywhere(const struct rk_pos *pos)
{
	struct rk_task task = {
		.rules = &rk_rules_standard,
		.pos.two = *pos,
		.elo = 500 + (int)(pos->key % 1200),
		.seed = pos->key,
	};

	if (rk_gen_count(pos))
		assert_true(rk_rules_standard.is_legal(
			rk_any_of(pos), think(&task, NULL).best));
}

static void test_random(void **state)
{
	(void)state;
	unit_each_position(walk_is_quick() ? 500 : 5000, 7, ask_anywhere);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_near_recaptures_are_seen),
		cmocka_unit_test(test_nothing_is_missed_in_check),
		cmocka_unit_test(test_mates),
		cmocka_unit_test(test_same_seed_same_answer),
		cmocka_unit_test(test_seeds_differ),
		cmocka_unit_test(test_full_strength_is_left_alone),
		cmocka_unit_test(test_nodes),
		cmocka_unit_test(test_ponder_waits),
		cmocka_unit_test(test_always_legal),
		cmocka_unit_test(test_only_these_moves),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests_name("weak", tests, set_up, NULL);
}
