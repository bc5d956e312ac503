/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The pieces as pictures: at any size they are there, keep their room, look
 * the same from both sides and are no two alike.
 */
#include "proto/bitmaps.h"
#include "tests/unit/unit.h"

/* Thousandths of the points that a piece covers. */
static int coverage(int type, int columns, int rows)
{
	int sum = 0;

	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++) {
			int cover = rk_bitmap_cover(type, x, y, columns, rows);

			assert_in_range(cover, 0, 16);
			sum += cover;
		}
	return sum * 1000 / (16 * columns * rows);
}

/* About the same part of the points, whatever the size. */
static void test_sizes(void **state)
{
	(void)state;
	for (int type = RK_PAWN; type <= RK_KING; type++)
		for (int rows = 4; rows <= 24; rows += 2) {
			int here = coverage(type, 2 * rows, rows);
			int large = coverage(type, 200, 100);

			assert_true(here > 150 && here < 700);
			assert_true(rows < 10 || abs(here - large) < 120);
		}
}

/* Nothing below it, and nothing above where there is room. */
static void test_margins(void **state)
{
	(void)state;
	for (int type = RK_PAWN; type <= RK_KING; type++)
		for (int rows = 4; rows <= 24; rows++)
			for (int x = 0; x < rows; x++) {
				assert_int_equal(rk_bitmap_cover(type, x,
								 rows - 1, rows,
								 rows),
						 0);
				if (rows > 8)
					assert_int_equal(
						rk_bitmap_cover(type, x, 0,
								rows, rows),
						0);
			}
}

/* The knight looks to one side, the others to none. */
static void test_sides(void **state)
{
	int differs = 0;

	(void)state;
	for (int y = 0; y < 16; y++)
		for (int x = 0; x < 17; x++) {
			differs +=
				rk_bitmap_cover(RK_KNIGHT, x, y, 17, 16) !=
				rk_bitmap_cover(RK_KNIGHT, 16 - x, y, 17, 16);
			assert_int_equal(rk_bitmap_cover(RK_ROOK, x, y, 17, 16),
					 rk_bitmap_cover(RK_ROOK, 16 - x, y, 17,
							 16));
			assert_int_equal(rk_bitmap_cover(RK_KING, x, y, 17, 16),
					 rk_bitmap_cover(RK_KING, 16 - x, y, 17,
							 16));
		}
	assert_true(differs > 20);
}

static int difference(int a, int b, int columns, int rows)
{
	int sum = 0;

	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			sum += abs(rk_bitmap_cover(a, x, y, columns, rows) -
				   rk_bitmap_cover(b, x, y, columns, rows));
	return sum * 1000 / (16 * columns * rows);
}

static void test_no_two_alike(void **state)
{
	(void)state;
	for (int a = RK_PAWN; a <= RK_KING; a++)
		for (int b = RK_PAWN; b < a; b++)
			for (int rows = 6; rows <= 24; rows += 6)
				assert_true(difference(a, b, rows, rows) > 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_margins),
		cmocka_unit_test(test_sides),
		cmocka_unit_test(test_no_two_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
