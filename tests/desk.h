/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One memory for a console and its computers, as on a chip: who leaves there
 * what is wanted later is found on a PC too.
 */
#ifndef RK_TESTS_DESK_H
#define RK_TESTS_DESK_H

#include "rookery/console.h"
#include "rookery/levels.h"

union shared_desk {
	struct rk_desk levels;
	union rk_console_desk console;
};

#endif
