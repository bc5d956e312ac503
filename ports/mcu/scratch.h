/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the platforms of console and UCI. Scratch memory is all RAM that
 * is left beside variables and the stack. During a search it belongs to the
 * engine, which starts empty each time; otherwise it serves one command at a
 * time.
 */
#ifndef MCU_SCRATCH_H
#define MCU_SCRATCH_H

#include "rookery/console.h"
#include "rookery/levels.h"
#include "rookery/uci.h"

/* The minimum size; the linker checks it. */
union mcu_scratch {
	struct rk_levels_scratch levels;
	union rk_console_scratch console;
	struct {
		union rk_uci_scratch scratch;
		/* Move lists of perft; otherwise the input line. */
		rk_any_move moves[MCU_PERFT_PLIES * RK_ANY_MAX_MOVES];
	} uci;
	uint64_t bench[(RK_BENCH_MEMORY + 7) / 8];
};

extern union mcu_scratch mcu_scratch;

/* Its address is the size of all of it; from the linker script. */
extern char mcu_scratch_length[];
#define MCU_SCRATCH_SIZE ((size_t)mcu_scratch_length)

/* Members of a struct rk_platform. */
uint64_t mcu_now_us(void *self);
extern const uint16_t mcu_level_ms[RK_LEVELS - RK_LEVELS_BY_RULES];

/*
 * A different random number each time; but if a debugger has written mcu_seed,
 * numbers count up from there, for reproducible tests.
 */
uint64_t mcu_random(void *self);
extern volatile uint64_t mcu_seed;

#endif
