/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What happens every two milliseconds, in an interrupt: displays are lit row by
 * row, buttons are sampled, the watchdog is fed; and a sleeping chip wakes.
 */
#include "ports/mcu/buttons.h"
#include "ports/mcu/chip.h"
#include "ports/mcu/lights.h"

/* Ticks since the program was last known to be alive. */
static volatile uint32_t silent;

void mcu_alive(void)
{
	silent = 0;
}

void mcu_tick(void)
{
	mcu_lights_tick();
	mcu_buttons_tick();
	if (silent < MCU_STUCK) {
		silent = silent + 1;
		mcu_watchdog_feed();
	}
}

void mcu_sleep(void)
{
	__asm__ volatile("wfi" ::: "memory");
}
