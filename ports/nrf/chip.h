/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Time, sleep, pins, flash: what every board has, whatever its chip calls it.
 */
#ifndef NRF_CHIP_H
#define NRF_CHIP_H

#include "ports/nrf/flash.h"

/* Starts the timers, once. */
void nrf_time_start(void);

/*
 * Microseconds since reset. Somebody must ask at least once an hour; not
 * from interrupts.
 */
uint64_t nrf_now(void);

/* Sleeps until something may have happened: a tick at most. */
void nrf_sleep(void);

/* Every NRF_TICK microseconds: sees to display and buttons. */
#define NRF_TICK 2000
void nrf_tick_interrupt(void);

/* From the beginning, as after power was cut. */
_Noreturn void nrf_restart(void);

/* Where games are kept. */
extern const struct nrf_flash nrf_flash;

void nrf_pin_write(int pin, bool high);
bool nrf_pin_read(int pin);

#endif
