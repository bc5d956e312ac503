/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The transposition table: what was stored is found, with mates counted from
 * where they are asked for; what is damaged is not believed; deep and young
 * entries stay.
 */
#include "engine/search.h"
#include "tests/unit/unit.h"

#define BUCKET 64
#define ENTRIES 4

static _Alignas(64) uint64_t memory[1000 * BUCKET / 8];

static struct rk_tt new_table(size_t size)
{
	struct rk_tt table;

	memset(memory, 0xff, sizeof(memory));
	rk_tt_init(&table, memory, size);
	return table;
}

static void put(struct rk_tt *table, uint64_t key, int depth,
		enum rk_bound bound, rk_move move)
{
	struct rk_tt_entry entry = {.move = move,
				    .depth = (int16_t)depth,
				    .bound = (uint8_t)bound};

	rk_tt_store(table, key, 0, &entry);
}

/* The depth stored for a key; -100: a miss. */
static int depth_of(const struct rk_tt *table, uint64_t key)
{
	struct rk_tt_entry entry;

	return rk_tt_probe(table, key, 0, &entry) ? entry.depth : -100;
}

static void test_there_and_back(void **state)
{
	struct rk_tt table = new_table(sizeof(memory));
	uint64_t seed = 3;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		uint64_t key = (uint64_t)walk_random(&seed, 1 << 30) *
			       UINT64_C(0x9e3779b97f4a7c15);
		struct rk_tt_entry got,
			entry = {
				.move = (rk_move)walk_random(&seed, 65536),
				.score = (int16_t)(walk_random(&seed, 20001) -
						   10000),
				.eval = (int16_t)(walk_random(&seed, 20001) -
						  10000),
				.depth = (int16_t)(walk_random(&seed, 120) - 1),
				.was_pv = walk_random(&seed, 2),
				.bound = RK_BOUND_EXACT,
			};

		rk_tt_store(&table, key, 5, &entry);
		assert_true(rk_tt_probe(&table, key, 9, &got));
		assert_int_equal(got.move, entry.move);
		assert_int_equal(got.score, entry.score);
		assert_int_equal(got.eval, entry.eval);
		assert_int_equal(got.depth, entry.depth);
		assert_int_equal(got.was_pv, entry.was_pv);
		assert_int_equal(got.bound, entry.bound);
		assert_false(rk_tt_probe(&table, key ^ 2, 9, &got));
	}
}

/* A mate is as far from the position as it was, wherever that is met. */
static void test_mates(void **state)
{
	struct rk_tt table = new_table(BUCKET);
	struct rk_tt_entry entry = {.score = RK_SCORE_MATE - 9,
				    .depth = 3,
				    .bound = RK_BOUND_LOWER};
	struct rk_tt_entry got;

	(void)state;
	rk_tt_store(&table, 7, 4, &entry);
	assert_true(rk_tt_probe(&table, 7, 10, &got));
	assert_int_equal(got.score, RK_SCORE_MATE - 15);
	assert_int_equal(got.bound, RK_BOUND_LOWER);
	entry.score = (int16_t) - (RK_SCORE_MATE - 9);
	rk_tt_store(&table, 7, 4, &entry);
	assert_true(rk_tt_probe(&table, 7, 1, &got));
	assert_int_equal(got.score, -(RK_SCORE_MATE - 6));
}

/* Any bit that is wrong makes it another position's. */
static void test_damage(void **state)
{
	struct rk_tt table = new_table(BUCKET);
	struct rk_tt_entry got;

	(void)state;
	put(&table, 12345, 7, RK_BOUND_EXACT, 99);
	for (int bit = 0; bit < 128; bit++) {
		memory[bit / 64] ^= UINT64_C(1) << bit % 64;
		assert_false(rk_tt_probe(&table, 12345, 0, &got));
		memory[bit / 64] ^= UINT64_C(1) << bit % 64;
	}
	assert_true(rk_tt_probe(&table, 12345, 0, &got));
}

static void test_no_memory(void **state)
{
	struct rk_tt table = new_table(BUCKET - 1);

	(void)state;
	put(&table, 1, 5, RK_BOUND_EXACT, 1);
	assert_int_equal(depth_of(&table, 1), -100);
	assert_int_equal(rk_tt_hashfull(&table), 0);
	rk_tt_prefetch(&table, 1);
	rk_tt_clear(&table, 0, 1);
	assert_int_equal(memory[0], UINT64_MAX);
}

/* In one bucket the shallowest goes first, and age counts four plies. */
static void test_replacement(void **state)
{
	static const int depths[ENTRIES] = {10, 3, 8, 9};
	struct rk_tt table = new_table(BUCKET);

	(void)state;
	for (uint64_t i = 0; i < ENTRIES; i++)
		put(&table, 100 + i, depths[i], RK_BOUND_LOWER, 0);
	for (uint64_t i = 0; i < ENTRIES; i++)
		assert_int_equal(depth_of(&table, 100 + i), depths[i]);
	put(&table, 200, 5, RK_BOUND_LOWER, 0);
	assert_int_equal(depth_of(&table, 200), 5);
	assert_int_equal(depth_of(&table, 101), -100);
	/* 10, 5, 8 and 9 are old now, worth 6, 1, 4 and 5. */
	rk_tt_new_search(&table);
	put(&table, 300, 2, RK_BOUND_LOWER, 0);
	assert_int_equal(depth_of(&table, 200), -100);
	put(&table, 301, 20, RK_BOUND_LOWER, 0);
	assert_int_equal(depth_of(&table, 300), -100);
	assert_int_equal(depth_of(&table, 301), 20);
	put(&table, 302, 20, RK_BOUND_LOWER, 0);
	assert_int_equal(depth_of(&table, 102), -100);
	assert_int_equal(depth_of(&table, 100), 10);
	assert_int_equal(depth_of(&table, 103), 9);
}

/* Of one position the better knowledge stays, and so does the move. */
static void test_same_position(void **state)
{
	struct rk_tt table = new_table(BUCKET);
	struct rk_tt_entry got;

	(void)state;
	put(&table, 5, 10, RK_BOUND_LOWER, 77);
	put(&table, 5, 6, RK_BOUND_UPPER, 78);
	assert_int_equal(depth_of(&table, 5), 10);
	put(&table, 5, 7, RK_BOUND_UPPER, 0);
	assert_true(rk_tt_probe(&table, 5, 0, &got));
	assert_int_equal(got.depth, 7);
	assert_int_equal(got.move, 77);
	assert_int_equal(got.bound, RK_BOUND_UPPER);
	/* An exact score is news at any depth. */
	put(&table, 5, 1, RK_BOUND_EXACT, 79);
	assert_true(rk_tt_probe(&table, 5, 0, &got));
	assert_int_equal(got.depth, 1);
	assert_int_equal(got.move, 79);
	/* So is anything that is of this task. */
	put(&table, 5, 10, RK_BOUND_LOWER, 0);
	rk_tt_new_search(&table);
	put(&table, 5, 2, RK_BOUND_LOWER, 80);
	assert_true(rk_tt_probe(&table, 5, 0, &got));
	assert_int_equal(got.depth, 2);
	assert_int_equal(got.move, 80);
}

/* Thousandths of what this task has filled. */
static void test_fullness(void **state)
{
	struct rk_tt table = new_table(2 * BUCKET);

	(void)state;
	assert_int_equal(rk_tt_hashfull(&table), 0);
	for (uint64_t i = 0; i < ENTRIES; i++) {
		put(&table, i + 1, 1, RK_BOUND_LOWER, 0);
		assert_int_equal(rk_tt_hashfull(&table), 125 * (i + 1));
	}
	for (uint64_t i = 0; i < ENTRIES; i++)
		put(&table, ~i, 1, RK_BOUND_LOWER, 0);
	assert_int_equal(rk_tt_hashfull(&table), 1000);
	rk_tt_new_search(&table);
	assert_int_equal(rk_tt_hashfull(&table), 0);
	put(&table, 1, 1, RK_BOUND_LOWER, 0);
	assert_int_equal(rk_tt_hashfull(&table), 125);
	/* Ages come round again. */
	for (int i = 0; i < 32; i++)
		rk_tt_new_search(&table);
	assert_int_equal(rk_tt_hashfull(&table), 125);
}

/* Each part empties its own, and together they empty all. */
static void test_parts(void **state)
{
	struct rk_tt table = new_table(10 * BUCKET);

	(void)state;
	for (int part = 0; part < 3; part++) {
		memset(memory, 0xff, sizeof(memory));
		rk_tt_clear(&table, part, 3);
		for (int i = 0; i < 11; i++) {
			bool own = i < 10 &&
				   (i / 3 == part || (i == 9 && part == 2));

			assert_int_equal(memory[i * BUCKET / 8],
					 own ? 0 : UINT64_MAX);
			assert_int_equal(memory[(i + 1) * BUCKET / 8 - 1],
					 own ? 0 : UINT64_MAX);
		}
	}
	rk_tt_new_search(&table);
	rk_tt_clear(&table, 1, 3);
	assert_int_equal(table.age, 1);
	rk_tt_clear(&table, 0, 3);
	assert_int_equal(table.age, 0);
}

#ifdef RK_TT_FEED
static struct rk_tt_feed feed;

/* How many deep entries a feed has told, and what the last one was. */
static size_t fed(uint64_t *read, struct rk_tt_item *last, size_t most)
{
	static struct rk_tt_item items[RK_TT_FEED];
	size_t count = rk_tt_read_feed(&feed, read, items, most);

	if (count)
		*last = items[count - 1];
	return count;
}

/* Deep entries come out of the feed of one table and go into another. */
static void test_feed(void **state)
{
	static _Alignas(64) uint64_t far_memory[100 * BUCKET / 8];
	struct rk_tt table = new_table(sizeof(memory)), far;
	struct rk_tt_item item;
	uint64_t read = 0;

	(void)state;
	rk_tt_init(&far, far_memory, sizeof(far_memory));
	put(&table, UINT64_C(0x100000000), 20, RK_BOUND_EXACT, 7);
	rk_tt_set_feed(&table, &feed, 6);
	put(&table, UINT64_C(0x200000000), 5, RK_BOUND_EXACT, 7);
	assert_int_equal(fed(&read, &item, RK_TT_FEED), 0);
	put(&table, UINT64_C(0x300000000), 6, RK_BOUND_LOWER, 8);
	put(&table, UINT64_C(0x400000000), 9, RK_BOUND_EXACT, 9);
	assert_int_equal(fed(&read, &item, RK_TT_FEED), 2);
	assert_int_equal(fed(&read, &item, RK_TT_FEED), 0);
	rk_tt_put(&far, &item, 1);
	assert_int_equal(depth_of(&far, UINT64_C(0x400000000)), 9);
	assert_int_equal(depth_of(&far, UINT64_C(0x300000000)), -100);

	/* What is known from a search as deep stays, also its move. */
	put(&far, UINT64_C(0x400000000), 11, RK_BOUND_EXACT, 5);
	rk_tt_put(&far, &item, 1);
	assert_int_equal(depth_of(&far, UINT64_C(0x400000000)), 11);
	/* What comes from a feed is not fed again, and nothing is no entry. */
	put(&table, UINT64_C(0x500000000), 30, RK_BOUND_UPPER, 0);
	assert_int_equal(fed(&read, &item, 1), 1);
	rk_tt_put(&table, &item, 1);
	rk_tt_put(&far, &(struct rk_tt_item){UINT64_C(0x600000000), 0}, 1);
	assert_int_equal(depth_of(&far, UINT64_C(0x600000000)), -100);
	assert_int_equal(fed(&read, &item, RK_TT_FEED), 0);
}

/* A feed that nobody reads keeps the newest. */
static void test_feed_overrun(void **state)
{
	struct rk_tt table = new_table(sizeof(memory));
	struct rk_tt_item item;
	uint64_t read = 0;

	(void)state;
	memset(&feed, 0, sizeof(feed));
	rk_tt_set_feed(&table, &feed, 1);
	for (uint64_t i = 1; i <= 3 * RK_TT_FEED + 5; i++)
		put(&table, i << 32, 3, RK_BOUND_EXACT, 1);
	assert_int_equal(fed(&read, &item, RK_TT_FEED + 9), RK_TT_FEED);
	assert_true(item.key == (uint64_t)(3 * RK_TT_FEED + 5) << 32);
	put(&table, UINT64_C(9) << 40, 3, RK_BOUND_EXACT, 1);
	put(&table, UINT64_C(8) << 40, 3, RK_BOUND_EXACT, 1);
	assert_int_equal(fed(&read, &item, 1), 1);
	assert_true(item.key == UINT64_C(8) << 40);
	rk_tt_set_feed(&table, NULL, 0);
	put(&table, UINT64_C(7) << 40, 100, RK_BOUND_EXACT, 1);
	assert_int_equal(fed(&read, &item, 1), 0);
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_mates),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_no_memory),
		cmocka_unit_test(test_replacement),
		cmocka_unit_test(test_same_position),
		cmocka_unit_test(test_fullness),
		cmocka_unit_test(test_parts),
#ifdef RK_TT_FEED
		cmocka_unit_test(test_feed),
		cmocka_unit_test(test_feed_overrun),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
