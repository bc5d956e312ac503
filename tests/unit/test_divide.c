/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Division by a constant with a multiplication, against the compiler's. */
#include "engine/divide.h"
#include "tests/unit/unit.h"

static void check(int x, int d, int bits)
{
	if (rk_divide_by_product(x, d, bits) != x / d)
		fail_msg("%d / %d gives %d", x, d,
			 rk_divide_by_product(x, d, bits));
}

/* Evaluation, reductions and the fifty-move rule: all that they can ask. */
static void test_used(void **state)
{
	(void)state;
	for (int x = 0; x < 1 << 20; x++) {
		check(x, 24, 20);
		check(-x, 24, 20);
	}
	for (int x = 0; x < 1 << 21; x++)
		check(x, 220, 21);
	for (int x = 0; x < 1 << 22; x++) {
		check(x, 220, 22);
		check(-x, 220, 22);
	}
}

/* Near multiples, where a quotient that is too small or too large shows. */
static void test_contract(void **state)
{
	(void)state;
	for (int bits = 16; bits <= 22; bits++)
		for (int d = 16; d <= 255; d++)
			for (int x = d; x < 1 << bits; x += 97 * d) {
				check(x - 1, d, bits);
				check(x, d, bits);
				check(-x, d, bits);
			}
	for (int bits = 16; bits <= 22; bits++)
		for (int d = 16; d <= 255; d++) {
			check((1 << bits) - 1, d, bits);
			check(1 - (1 << bits), d, bits);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_used),
		cmocka_unit_test(test_contract),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
