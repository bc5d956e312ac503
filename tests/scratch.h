/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One memory for a console and its computers, as on a chip: a command that
 * leaves there what is wanted later fails on a PC too.
 */
#ifndef RK_TESTS_SCRATCH_H
#define RK_TESTS_SCRATCH_H

#include "rookery/console.h"
#include "rookery/levels.h"

union shared_scratch {
	struct rk_levels_scratch levels;
	union rk_console_scratch console;
};

#endif
