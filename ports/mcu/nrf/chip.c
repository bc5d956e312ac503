/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * nRF51, nRF52 and nRF53: vectors, clocks, time, pins and watchdog. TIMER0 counts
 * microseconds in 32 bits; mcu_now() extends it when it wraps. TIMER2 interrupts
 * every two milliseconds.
 */
#include "ports/mcu/chip.h"
#include "ports/mcu/nrf/regs.h"
#include "ports/mcu/serial.h"

#define WATCHDOG_SECONDS 8
#define MICROSECONDS 4       /* the prescaler: 16 MHz >> 4 */
#define CRYSTAL_LOOKS 100000 /* some 30 ms; it needs 1 */

extern uint32_t mcu_stack_high[]; /* from the linker script */
void mcu_reset(void);
static void tick_interrupt(void);

/*
 * Chips that lock out debuggers after every reset stay open if their UICR
 * allows it and the program repeats it; older nRF52s have 0xff there.
 */
static void stay_open(void)
{
#if NRF_CHIP == 53
	NRF_PROTECT_DISABLE = NRF_UICR_PROTECT;
	NRF_PROTECT_SECURE_DISABLE = NRF_UICR_PROTECT_SECURE;
#elif NRF_CHIP == 52
	if ((NRF_UICR_PROTECT & 0xff) == NRF_UNPROTECTED)
		NRF_PROTECT_DISABLE = NRF_UNPROTECTED;
#endif
}

/*
 * On the nRF53 the program must copy the factory's trim values to the
 * registers.
 */
static void trim(void)
{
#if NRF_CHIP == 53
	for (int i = 0; i < NRF_TRIMS && NRF_TRIM_PLACE(i) != UINT32_MAX; i++)
		NRF_REG(NRF_TRIM_PLACE(i), 0) = NRF_TRIM_VALUE(i);
#endif
}

static void start_clocks(void)
{
#if NRF_CHIP == 53
	NRF_CLOCK_CONTROL = 0;
	NRF_CACHE_ENABLE = 1;
#elif NRF_CHIP == 52
	NRF_NVMC_CACHE = 1;
#endif
	/*
	 * The crystal: without it the baud rate is less accurate, but there is
	 * nothing better to say so with.
	 */
	NRF_CLOCK_STARTED = 0;
	NRF_CLOCK_START = 1;
	for (int i = 0; i < CRYSTAL_LOOKS; i++)
		if (NRF_CLOCK_STARTED)
			return;
	mcu_trouble = "The crystal does not start; time may be wrong.";
}

/* Bits stay until they are cleared, so several may be set. */
static void read_reset_reason(void)
{
	uint32_t reason = NRF_RESET_REASON;

	NRF_RESET_REASON = reason;
	if (reason & NRF_RESET_BY_WATCHDOG)
		mcu_trouble = "It was stuck, and the watchdog has reset it.";
	else if (reason & NRF_RESET_BY_LOCKUP)
		mcu_trouble = "The processor locked up, and was reset.";
}

void mcu_chip_start(void)
{
	stay_open();
	trim();
	read_reset_reason();
	start_clocks();
}

/* ---- time ---- */

void mcu_time_start(void)
{
	NRF_TIMER_MODE(NRF_TIMER0) = 0;
	NRF_TIMER_BITS(NRF_TIMER0) = 3;
	NRF_TIMER_PRESCALER(NRF_TIMER0) = MICROSECONDS;
	NRF_TIMER_CLEAR(NRF_TIMER0) = 1;
	NRF_TIMER_START(NRF_TIMER0) = 1;

	NRF_TIMER_MODE(NRF_TIMER2) = 0;
	NRF_TIMER_BITS(NRF_TIMER2) = 0;
	NRF_TIMER_PRESCALER(NRF_TIMER2) = MICROSECONDS;
	NRF_TIMER_CC(NRF_TIMER2, 0) = MCU_TICK;
	NRF_TIMER_SHORTS(NRF_TIMER2) = NRF_TIMER_COMPARE0_CLEAR;
	NRF_TIMER_ENABLE_IRQ(NRF_TIMER2) = NRF_TIMER_COMPARE0_IRQ;
	NRF_TIMER_CLEAR(NRF_TIMER2) = 1;
	NRF_TIMER_START(NRF_TIMER2) = 1;
	/* Below the serial line, which keeps the highest priority, 0. */
	NRF_NVIC_PRIORITY(NRF_IRQ_TIMER2) |= 0xc0u << 8 * (NRF_IRQ_TIMER2 & 3);
	NRF_NVIC_ENABLE = 1u << NRF_IRQ_TIMER2;
}

uint64_t mcu_now(void)
{
	static uint32_t low, high;
	uint32_t now;

	NRF_TIMER_CAPTURE(NRF_TIMER0, 0) = 1;
	now = NRF_TIMER_CC(NRF_TIMER0, 0);
	high += now < low;
	low = now;
	mcu_alive();
	return (uint64_t)high << 32 | low;
}

static void tick_interrupt(void)
{
	NRF_TIMER_COMPARE(NRF_TIMER2, 0) = 0;
	mcu_tick();
}

void mcu_watchdog_start(void)
{
	NRF_WDT_TICKS = WATCHDOG_SECONDS * 32768 - 1;
	NRF_WDT_RELOADS = 1;
	NRF_WDT_CONFIG = 1;
	NRF_WDT_START = 1;
}

void mcu_watchdog_feed(void)
{
	NRF_WDT_RELOAD = NRF_WDT_FEED;
}

/* ---- pins ---- */

void mcu_pin_output(int pin)
{
	NRF_PIN_CONFIG(pin) = NRF_PIN_OUTPUT;
}

void mcu_pin_input(int pin)
{
	NRF_PIN_CONFIG(pin) = NRF_PIN_INPUT_PULL_UP;
}

void mcu_pin_write(int pin, bool high)
{
	if (high)
		NRF_PIN_SET(pin) = NRF_PIN_BIT(pin);
	else
		NRF_PIN_CLEAR(pin) = NRF_PIN_BIT(pin);
}

bool mcu_pin_read(int pin)
{
	return NRF_PIN_IN(pin) & NRF_PIN_BIT(pin);
}

/*
 * Sixteen vectors of the processor, then those of the chip. Unused ones are
 * faults.
 */
#if NRF_CHIP != 51
#define mcu_serial_interrupt mcu_fault
#endif
#define SERIAL (16 + NRF_IRQ_UART)
#define TICK (16 + NRF_IRQ_TIMER2)
#define VECTORS (16 + 32)

__attribute__((section(".vectors"),
	       used)) static void (*const vectors[VECTORS])(void) = {
	[0] = (void (*)(void))mcu_stack_high,   [1] = mcu_reset,
	[2 ... SERIAL - 1] = mcu_fault,         [SERIAL] = mcu_serial_interrupt,
	[SERIAL + 1 ... TICK - 1] = mcu_fault,  [TICK] = tick_interrupt,
	[TICK + 1 ... VECTORS - 1] = mcu_fault,
};
