/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Time, sleep, pins and flash, which every board has; the chips differ only
 * behind this header.
 */
#ifndef NRF_CHIP_H
#define NRF_CHIP_H

#include "ports/nrf/flash.h"

/* Starts the timers, once. */
void nrf_time_start(void);

/*
 * Microseconds since reset. Must be called at least once an hour, and never
 * from an interrupt.
 */
uint64_t nrf_now(void);

/* Sleeps until the next interrupt, at most one tick. */
void nrf_sleep(void);

/* Called every NRF_TICK microseconds; drives display and buttons. */
#define NRF_TICK 2000
void nrf_tick_interrupt(void);

/* Says that something went wrong that must not, and resets the chip. */
void nrf_fault(void);

/* Resets the chip, as after a power cycle. */
_Noreturn void nrf_restart(void);

/* Where games are saved. */
extern const struct nrf_flash nrf_flash;

void nrf_pin_write(int pin, bool high);
bool nrf_pin_read(int pin);

#endif
