/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The desk, and who thinks there. */
#include "ports/nrf/desk.h"
#include "ports/nrf/chip.h"

__attribute__((section(".desk"))) union nrf_desk nrf_desk;
extern char nrf_desk_end[]; /* from the linker script */

volatile uint64_t nrf_seed;

/* Milliseconds a move for the levels from 5 to 12, where no clock runs. */
static const uint16_t times[RK_LEVELS - RK_LEVELS_WISHING] = {
	300, 600, 1000, 2000, 3000, 5000, 8000, 10000,
};

size_t nrf_desk_size(void)
{
	return (uintptr_t)nrf_desk_end - (uintptr_t)&nrf_desk;
}

uint64_t nrf_microseconds(void *self)
{
	(void)self;
	return nrf_now();
}

uint64_t nrf_milliseconds(void *self)
{
	(void)self;
	return nrf_now() / 1000;
}

/* Nobody types to the microsecond. */
uint64_t nrf_next_seed(void *self)
{
	(void)self;
	return nrf_seed ? nrf_seed++ : nrf_now();
}

void nrf_desk_seat_player(struct rk_player *player, struct rk_levels *levels)
{
	rk_levels_init(player, levels, &nrf_desk.levels);
	rk_levels_add_room(player, &nrf_desk, nrf_desk_size(), nrf_microseconds,
			   NULL);
	levels->times = times;
	levels->every = NRF_POLL_NODES;
}

void nrf_desk_seat_thinker(struct rk_thinker *thinker, struct rk_single *single,
			   bool (*stop)(void *self), void *self)
{
	*single = (struct rk_single){
		.room = &nrf_desk,
		.room_size = nrf_desk_size(),
		.now = nrf_microseconds,
		.stop = stop,
		.self = self,
		.every = NRF_POLL_NODES,
	};
	rk_single_init(thinker, single);
}
