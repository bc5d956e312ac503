/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The desk: all memory that the linker finds left when variables and the stack
 * have theirs. Whoever thinks has it alone and begins with nothing; between
 * two thoughts it serves one command at a time.
 */
#ifndef NRF_DESK_H
#define NRF_DESK_H

#include "rookery/console.h"
#include "rookery/levels.h"
#include "rookery/single.h"
#include "rookery/uci.h"

/* The least that there must be; the linker sees to it. */
union nrf_desk {
	struct rk_desk levels;
	union rk_console_desk console;
	struct {
		union rk_uci_desk desk;
		/* For perft; else the line is here. */
		rk_any_move room[NRF_PERFT_PLIES * RK_ANY_MAX_MOVES];
	} uci;
	uint64_t bench[(RK_BENCH_MEMORY + 7) / 8];
};

extern union nrf_desk nrf_desk;

/* All of it. */
size_t nrf_desk_size(void);

/* Clocks for the rooms. */
uint64_t nrf_microseconds(void *self);
uint64_t nrf_milliseconds(void *self);

/*
 * Another number each time, by chance; but if somebody with a debugger has
 * written one to nrf_seed, that is counted on.
 */
uint64_t nrf_next_seed(void *self);
extern volatile uint64_t nrf_seed;

/* All levels, thinking at the desk. */
void nrf_desk_seat_player(struct rk_player *player, struct rk_levels *levels);

/* For hint, analyse and UCI. `stop` as in struct rk_single. */
void nrf_desk_seat_thinker(struct rk_thinker *thinker, struct rk_single *single,
			   bool (*stop)(void *self), void *self);

#endif
