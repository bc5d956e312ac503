/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The order in which the search tries moves: every move comes once, and once
 * quiet moves are skipped those that give check still come.
 */
#include "engine/search.h"
#include "tests/unit/unit.h"

static struct rk_engine *engine;

/* With histories; without them it asks the rules who gives check. */
static struct rk_engine *new_engine(void)
{
	size_t size = rk_engine_bound(RK_PROFILE_FULL);
	void *memory = malloc(size);
	static uint64_t entries[512];
	static struct rk_tt table;

	assert_non_null(memory);
	rk_tt_init(&table, entries, sizeof(entries));
	return rk_engine_new(memory, size, RK_PROFILE_FULL, &table);
}

static void place(const struct rk_pos *pos)
{
	engine->pos = *pos;
	rk_ply_context(engine, 0)->threats = 0;
	rk_ply_context(engine, 0)->has_check_info = false;
	for (int i = 1; i <= RK_PLIES_BEFORE; i++)
		rk_history_make(engine->history, -i, RK_PIECE_TO);
}

static void compare_checks(const struct rk_pos *pos)
{
	rk_move list[RK_MAX_MOVES];
	int count = rk_gen_legal(pos, list);

	place(pos);
	for (int i = 0; i < count; i++)
		assert_int_equal(rk_gives_check(engine, 0, list[i]),
				 rk_move_gives_check(pos, list[i]));
}

/* Counts what the picker gives, quiet moves skipped after the first `quiets`. */
static void compare_picked(const struct rk_pos *pos, int quiets)
{
	rk_move list[RK_MAX_MOVES], move;
	int count = rk_gen_legal(pos, list), seen = 0, expected = 0;
	bool given[65536] = {false};
	struct rk_picker picker;

	place(pos);
	rk_picker_init(&picker, engine, RK_NO_MOVE, false, 0);
	while ((move = rk_picker_next(&picker, engine, 0)) != 0) {
		assert_true(rk_move_is_legal(pos, move));
		assert_false(given[move]);
		given[move] = true;
		if (rk_is_quiet(pos, move) && ++seen == quiets)
			rk_picker_skip_quiets(&picker);
	}
	rk_picker_release(&picker, engine);
	assert_false(picker.overflow);
	for (int i = 0; i < count; i++) {
		bool quiet = rk_is_quiet(pos, list[i]);

		if (!quiet || rk_move_gives_check(pos, list[i]))
			assert_true(given[list[i]]);
		expected += quiet && given[list[i]] &&
			    !rk_move_gives_check(pos, list[i]);
	}
	/* Of the others none came after the word to skip them. */
	assert_true(expected <= quiets);
}

static void compare_picker(const struct rk_pos *pos)
{
	compare_picked(pos, RK_MAX_MOVES);
	for (int quiets = 1; quiets < 40; quiets *= 3)
		compare_picked(pos, quiets);
}

static void each_position(void (*test)(const struct rk_pos *pos))
{
	int positions = walk_is_quick() ? 200 : 4000;

	engine = new_engine();
	unit_each_position(positions, 21, test);
	free(engine);
}

static void test_checks(void **state)
{
	(void)state;
	each_position(compare_checks);
}

static void test_picker(void **state)
{
	(void)state;
	each_position(compare_picker);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_checks),
		cmocka_unit_test(test_picker),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
