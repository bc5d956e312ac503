/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Time and pins. TIMER0 counts microseconds in 32 bits; nrf_now() extends it
 * when it wraps. TIMER2 interrupts every two milliseconds, to light displays
 * row by row, to sample buttons, and to wake a sleeping chip.
 */
#include "ports/nrf/buttons.h"
#include "ports/nrf/chip.h"
#include "ports/nrf/lights.h"
#include "ports/nrf/regs.h"

#define WATCHDOG_SECONDS 8
#define MICROSECONDS 4 /* the prescaler: 16 MHz >> 4 */

void nrf_time_start(void)
{
	NRF_TIMER_MODE(NRF_TIMER0) = 0;
	NRF_TIMER_BITS(NRF_TIMER0) = 3;
	NRF_TIMER_PRESCALER(NRF_TIMER0) = MICROSECONDS;
	NRF_TIMER_CLEAR(NRF_TIMER0) = 1;
	NRF_TIMER_START(NRF_TIMER0) = 1;

	NRF_TIMER_MODE(NRF_TIMER2) = 0;
	NRF_TIMER_BITS(NRF_TIMER2) = 0;
	NRF_TIMER_PRESCALER(NRF_TIMER2) = MICROSECONDS;
	NRF_TIMER_CC(NRF_TIMER2, 0) = NRF_TICK;
	NRF_TIMER_SHORTS(NRF_TIMER2) = NRF_TIMER_COMPARE0_CLEAR;
	NRF_TIMER_ENABLE_IRQ(NRF_TIMER2) = NRF_TIMER_COMPARE0_IRQ;
	NRF_TIMER_CLEAR(NRF_TIMER2) = 1;
	NRF_TIMER_START(NRF_TIMER2) = 1;
	/* Below the serial line, which keeps the highest priority, 0. */
	NRF_NVIC_PRIORITY(NRF_IRQ_TIMER2) |= 0xc0u << 8 * (NRF_IRQ_TIMER2 & 3);
	NRF_NVIC_ENABLE = 1u << NRF_IRQ_TIMER2;
}

/* Ticks since the program was last known to be alive. */
static volatile uint32_t silent;

void nrf_alive(void)
{
	silent = 0;
}

void nrf_watchdog_start(void)
{
	NRF_WDT_TICKS = WATCHDOG_SECONDS * 32768 - 1;
	NRF_WDT_RELOADS = 1;
	NRF_WDT_CONFIG = 1;
	NRF_WDT_START = 1;
}

uint64_t nrf_now(void)
{
	static uint32_t low, high;
	uint32_t now;

	NRF_TIMER_CAPTURE(NRF_TIMER0, 0) = 1;
	now = NRF_TIMER_CC(NRF_TIMER0, 0);
	high += now < low;
	low = now;
	nrf_alive();
	return (uint64_t)high << 32 | low;
}

void nrf_tick_interrupt(void)
{
	NRF_TIMER_COMPARE(NRF_TIMER2, 0) = 0;
	nrf_lights_tick();
	nrf_buttons_tick();
	if (silent < NRF_STUCK) {
		silent = silent + 1;
		NRF_WDT_RELOAD = NRF_WDT_FEED;
	}
}

void nrf_sleep(void)
{
	__asm__ volatile("wfi" ::: "memory");
}

void nrf_pin_write(int pin, bool high)
{
	if (high)
		NRF_PIN_SET(pin) = NRF_PIN_BIT(pin);
	else
		NRF_PIN_CLEAR(pin) = NRF_PIN_BIT(pin);
}

bool nrf_pin_read(int pin)
{
	return NRF_PIN_IN(pin) & NRF_PIN_BIT(pin);
}
