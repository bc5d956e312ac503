/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a family of chips brings, beside the serial line (serial.h): its start,
 * time, the tick, the watchdog, pins and flash. All else is shared. A board's own
 * header says which pins and how much memory; docs/porting.md has the list.
 */
#ifndef MCU_CHIP_H
#define MCU_CHIP_H

#include "ports/mcu/flash.h"

/* Family: clocks, and what else comes first. Sets mcu_trouble if one is wrong. */
void mcu_chip_start(void);

/* Family: starts time and the tick, once. */
void mcu_time_start(void);

/*
 * Family: microseconds since reset. Calls mcu_alive(). Must be called at least
 * once an hour, and never
 * from an interrupt.
 */
uint64_t mcu_now(void);

/* Sleeps until the next interrupt, at most one tick. */
void mcu_sleep(void);

/* The family calls it every MCU_TICK microseconds, in an interrupt. */
#define MCU_TICK 2000
void mcu_tick(void);

/*
 * The watchdog resets a chip whose interrupts have stopped for eight seconds,
 * or whose program has not called mcu_alive() for MCU_STUCK ticks: ten minutes,
 * as a count of moves by UCI cannot be interrupted. mcu_now() calls it.
 */
#define MCU_STUCK (600000000 / MCU_TICK)
void mcu_watchdog_start(void); /* family */
void mcu_watchdog_feed(void);  /* family */
void mcu_alive(void);

/*
 * What was wrong at the last reset, as a line for people, or NULL. mcu_trouble
 * is for what goes wrong at the start.
 */
extern const char *mcu_trouble;

/* Says that something went wrong that must not, and resets the chip. */
void mcu_fault(void);

/* Resets the chip, as after a power cycle. */
_Noreturn void mcu_restart(void);

/* Family: where games are saved. */
const struct mcu_flash *mcu_flash(void);

/* Family: pins, by the numbers of the board's header. Inputs are pulled up. */
void mcu_pin_output(int pin);
void mcu_pin_input(int pin);
void mcu_pin_write(int pin, bool high);
bool mcu_pin_read(int pin);

#endif
