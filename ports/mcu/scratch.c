/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Scratch memory, time and random numbers. */
#include "ports/mcu/scratch.h"
#include "ports/mcu/chip.h"

__attribute__((section(".scratch"))) union mcu_scratch mcu_scratch;

volatile uint64_t mcu_seed;

const uint16_t mcu_level_ms[RK_LEVELS - RK_LEVELS_BY_RULES] = {
	300, 600, 1000, 2000, 3000, 5000, 8000, 10000,
};

uint64_t mcu_now_us(void *self)
{
	(void)self;
	return mcu_now();
}

/* The time of a keystroke in microseconds is random enough. */
uint64_t mcu_random(void *self)
{
	(void)self;
	return mcu_seed ? mcu_seed++ : mcu_now();
}
