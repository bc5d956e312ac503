/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An engine lives in the memory that it was given: not a byte before or after
 * it, whatever stands on the board; and the small profile's stack is bounded.
 */
#define _XOPEN_SOURCE 700 /* a thread's stack is ours */
#include <pthread.h>

#include "rookery/engine.h"
#include "tests/unit/fence.h"

#define STACK (512 * 1024)
#define PAINT 0x5a /* on what nobody has used */

/* Boards with more moves than any game has. */
static const char *const crowded[] = {
	"QQQQQQQQ/QQQQQQQQ/8/8/8/8/6pp/K5bk w - - 0 1",
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
	"qqqqqqqq/q6q/q6q/q6q/8/PP6/KP6/7k b - - 0 1",
	"n1n1n1n1/1n1n1n1n/n1n1n1n1/8/8/1N1N1N1N/N1N1N1N1/K1N4k w - - 0 1",
	"k7/8/8/3QQQ2/3QKQ2/3QQQ2/8/7q b - - 0 1",
	"8/PPPPPPPP/8/k7/7K/8/pppppppp/8 w - - 0 1",
};

struct fixture {
	struct unit_fence fence;
	struct rk_tt table;
	uint64_t entries[4096 / 8];
	struct rk_engine *engine;
};

static void open_fixture(struct fixture *fixture, enum rk_profile profile,
			 size_t size)
{
	unit_fence_open(&fixture->fence, malloc(FENCED(size)), size);
	rk_tt_init(&fixture->table, fixture->entries, sizeof(fixture->entries));
	fixture->engine = rk_engine_new(fixture->fence.inside, size, profile,
					profile == RK_PROFILE_FULL
						? &fixture->table
						: NULL);
}

static void close_fixture(struct fixture *fixture)
{
	unit_fence_close(&fixture->fence);
}

static void think(struct rk_engine *engine, const struct rk_pos *pos,
		  uint64_t nodes, int lines)
{
	const struct rk_platform platform = {0};
	struct rk_task task = {
		.rules = &rk_rules_standard,
		.pos.two = *pos,
		.nodes = nodes,
		.lines = lines,
	};
	struct rk_answer answer;

	rk_engine_think(engine, &task, &platform, NULL, &answer);
	assert_true(rk_rules_standard.is_legal(rk_any_of(pos), answer.best) ||
		    (answer.best == RK_NO_MOVE && !rk_gen_count(pos)));
	assert_true(answer.nodes <= nodes);
}

static void test_memory(void **state)
{
	static const size_t sizes[] = {RK_ENGINE_SMALL, RK_ENGINE_SMALL + 8,
				       RK_ENGINE_SMALL + 1000, 32768, 65536};
	struct fixture fixture;

	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		open_fixture(&fixture, RK_PROFILE_SMALL, sizes[i]);
		assert_non_null(fixture.engine);
		for (size_t j = 0; j < COUNT(crowded); j++) {
			struct rk_pos pos = unit_read(crowded[j]);

			think(fixture.engine, &pos, 20000, 5);
		}
		close_fixture(&fixture);
	}
	for (int more = 0; more <= 4096; more += 4096) {
		open_fixture(&fixture, RK_PROFILE_MIDDLE,
			     rk_engine_bound(RK_PROFILE_MIDDLE) + (size_t)more);
		assert_non_null(fixture.engine);
		for (size_t j = 0; j < COUNT(crowded); j++) {
			struct rk_pos pos = unit_read(crowded[j]);

			think(fixture.engine, &pos, 40000, 1);
		}
		close_fixture(&fixture);
	}
	open_fixture(&fixture, RK_PROFILE_FULL,
		     rk_engine_bound(RK_PROFILE_FULL));
	assert_non_null(fixture.engine);
	for (size_t j = 0; j < COUNT(crowded); j++) {
		struct rk_pos pos = unit_read(crowded[j]);

		think(fixture.engine, &pos, 40000, 1);
		think(fixture.engine, &pos, 40000, RK_MAX_LINES);
	}
	close_fixture(&fixture);
}

static void test_too_small(void **state)
{
	struct fixture fixture;

	(void)state;
	open_fixture(&fixture, RK_PROFILE_SMALL, RK_ENGINE_SMALL / 2);
	assert_null(fixture.engine);
	close_fixture(&fixture);
	open_fixture(&fixture, RK_PROFILE_MIDDLE,
		     rk_engine_bound(RK_PROFILE_MIDDLE) - 8);
	assert_null(fixture.engine);
	close_fixture(&fixture);
	open_fixture(&fixture, RK_PROFILE_FULL,
		     rk_engine_bound(RK_PROFILE_FULL) - 8);
	assert_null(fixture.engine);
	close_fixture(&fixture);
}

static void *search_all(void *self)
{
	struct fixture *fixture = self;

	for (int i = 0; rk_bench_positions[i]; i++) {
		struct rk_pos pos = unit_read(rk_bench_positions[i]);

		think(fixture->engine, &pos, 30000, 1);
	}
	return NULL;
}

static bool is_searched(void *self, const char *position, uint64_t nodes)
{
	(void)self;
	(void)position;
	assert_true(nodes > 0);
	return true;
}

static void *search_all_four(void *self)
{
	struct fixture *fixture = self;
	struct rk_task task;

	rk_bench_run_full(rk4_bench_positions, 6, fixture->engine, &task,
			  is_searched, NULL);
	return NULL;
}

/* How much of a painted stack the search has written on. */
static void check_stack(void *(*search)(void *self), size_t size)
{
	unsigned char *stack = aligned_alloc(4096, STACK);
	pthread_attr_t attributes;
	struct fixture fixture;
	pthread_t thread;
	size_t clean = 0;

	assert_non_null(stack);
	open_fixture(&fixture, RK_PROFILE_SMALL, size);
	assert_non_null(fixture.engine);
	memset(stack, PAINT, STACK);
	assert_int_equal(pthread_attr_init(&attributes), 0);
	assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
	assert_int_equal(pthread_create(&thread, &attributes, search, &fixture),
			 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	pthread_attr_destroy(&attributes);
	while (clean < STACK && stack[clean] == PAINT)
		clean++;
	print_message("the small profile took %zu bytes of stack here\n",
		      STACK - clean);
	assert_true(clean > STACK / 8);
	close_fixture(&fixture);
	free(stack);
}

static void test_stack(void **state)
{
	(void)state;
	check_stack(search_all, RK_ENGINE_SMALL);
	check_stack(search_all_four, RK_ENGINE_SMALL_FOUR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_too_small),
		cmocka_unit_test(test_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
