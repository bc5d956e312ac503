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

/* Called every NRF_TICK microseconds; drives display, buttons and watchdog. */
#define NRF_TICK 2000
void nrf_tick_interrupt(void);

/*
 * The watchdog resets a chip whose interrupts have stopped for eight seconds,
 * or whose program has not called nrf_alive() for NRF_STUCK ticks: ten minutes,
 * as a count of moves by UCI cannot be interrupted. nrf_now() calls it.
 */
#define NRF_STUCK (600000000 / NRF_TICK)
void nrf_watchdog_start(void);
void nrf_alive(void);

/*
 * What was wrong at the last reset, as a line for people, or NULL. nrf_trouble
 * is for what goes wrong at the start.
 */
extern const char *nrf_trouble;

/* Says that something went wrong that must not, and resets the chip. */
void nrf_fault(void);

/* Resets the chip, as after a power cycle. */
_Noreturn void nrf_restart(void);

/* Where games are saved. */
extern const struct nrf_flash nrf_flash;

void nrf_pin_write(int pin, bool high);
bool nrf_pin_read(int pin);

#endif
