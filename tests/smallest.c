/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * In the smallest check, which sets RK_SMALLEST, a program of unit tests runs
 * the first test of each group alone. The linker leads cmocka's function here
 * (--wrap), so that no test need know.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

int __real__cmocka_run_group_tests(const char *name,
				   const struct CMUnitTest *tests, size_t count,
				   CMFixtureFunction set_up,
				   CMFixtureFunction tear_down);
int __wrap__cmocka_run_group_tests(const char *name,
				   const struct CMUnitTest *tests, size_t count,
				   CMFixtureFunction set_up,
				   CMFixtureFunction tear_down);

int __wrap__cmocka_run_group_tests(const char *name,
				   const struct CMUnitTest *tests, size_t count,
				   CMFixtureFunction set_up,
				   CMFixtureFunction tear_down)
{
	if (count > 1 && getenv("RK_SMALLEST"))
		count = 1;
	return __real__cmocka_run_group_tests(name, tests, count, set_up,
					      tear_down);
}
