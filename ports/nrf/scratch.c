/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Scratch memory, time and random numbers. */
#include "ports/nrf/scratch.h"
#include "ports/nrf/chip.h"

__attribute__((section(".scratch"))) union nrf_scratch nrf_scratch;

volatile uint64_t nrf_seed;

const uint16_t nrf_level_ms[RK_LEVELS - RK_LEVELS_BY_RULES] = {
	300, 600, 1000, 2000, 3000, 5000, 8000, 10000,
};

uint64_t nrf_now_us(void *self)
{
	(void)self;
	return nrf_now();
}

/* The time of a keystroke in microseconds is random enough. */
uint64_t nrf_random(void *self)
{
	(void)self;
	return nrf_seed ? nrf_seed++ : nrf_now();
}
