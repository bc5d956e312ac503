/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * STM32F405: vectors, clocks, time, pins and watchdog. SysTick interrupts every
 * two milliseconds; mcu_now() adds what it has counted since.
 */
#include "ports/mcu/chip.h"
#include "ports/mcu/serial.h"
#include "ports/mcu/stm32/regs.h"

#define MEGAHERTZ 168
#define PLL_LOOKS 100000    /* some milliseconds; it needs 0.2 */
#define WATCHDOG_TICKS 1000 /* eight seconds */

extern uint32_t mcu_stack_high[]; /* from the linker script */
void mcu_reset(void);
static void tick_interrupt(void);

static volatile uint32_t ticks;

static void read_reset_reason(void)
{
	if (STM32_RCC_CSR & STM32_RCC_BY_WATCHDOG)
		mcu_trouble = "It was stuck, and the watchdog has reset it.";
	STM32_RCC_CSR = STM32_RCC_FORGET;
}

/*
 * The internal oscillator is within 1 %, which serves a serial line, and is the
 * same on all boards.
 */
static void start_clocks(void)
{
	/* An emulator has no controller: its clock is right as it is. */
	if (!(STM32_RCC_CR & STM32_RCC_HSI_ON))
		return;
	STM32_FLASH_ACR = STM32_FLASH_168_MHZ;
	STM32_RCC_PLLCFGR = STM32_RCC_168_MHZ;
	STM32_RCC_CR |= STM32_RCC_PLL_ON;
	for (int i = 0; i < PLL_LOOKS; i++) {
		if (STM32_RCC_CR & STM32_RCC_PLL_READY) {
			STM32_RCC_CFGR = STM32_RCC_USE_PLL;
			return;
		}
	}
	mcu_trouble = "The clock does not start; time may be wrong.";
}

void mcu_chip_start(void)
{
	read_reset_reason();
	start_clocks();
	STM32_RCC_AHB1ENR |= 7; /* ports A to C */
}

/* ---- time ---- */

void mcu_time_start(void)
{
	STM32_SHPR3 |= STM32_SYST_LOW;
	STM32_SYST_RVR = MCU_TICK * MEGAHERTZ - 1;
	STM32_SYST_CVR = 0;
	STM32_SYST_CSR = STM32_SYST_ON;
}

static void tick_interrupt(void)
{
	ticks = ticks + 1;
	mcu_tick();
}

/*
 * SysTick counts down. A tick in between would make time go back, and so would
 * one whose interrupt is still to come; in this order neither is missed.
 */
uint64_t mcu_now(void)
{
	static uint32_t low, high;
	uint32_t before, left;

	do {
		before = ticks;
		left = STM32_SYST_CVR;
	} while (STM32_ICSR & STM32_SYST_PENDS || before != ticks);
	high += before < low;
	low = before;
	mcu_alive();
	return ((uint64_t)high << 32 | low) * MCU_TICK +
	       (MCU_TICK * MEGAHERTZ - 1 - left) / MEGAHERTZ;
}

void mcu_watchdog_start(void)
{
	STM32_IWDG_KR = STM32_IWDG_RUN;
	STM32_IWDG_KR = STM32_IWDG_UNLOCK;
	STM32_IWDG_PR = STM32_IWDG_125_HZ;
	STM32_IWDG_RLR = WATCHDOG_TICKS;
	STM32_IWDG_KR = STM32_IWDG_FEED;
}

void mcu_watchdog_feed(void)
{
	STM32_IWDG_KR = STM32_IWDG_FEED;
}

/* ---- pins ---- */

static void set_two_bits(volatile uint32_t *place, int pin, uint32_t bits)
{
	int shift = 2 * (pin & 15);

	*place = (*place & ~(3u << shift)) | bits << shift;
}

void mcu_pin_output(int pin)
{
	set_two_bits(&STM32_MODER(pin), pin, STM32_OUTPUT);
}

void mcu_pin_input(int pin)
{
	set_two_bits(&STM32_PUPDR(pin), pin,
		     MCU_PRESSED ? STM32_PULL_DOWN : STM32_PULL_UP);
	set_two_bits(&STM32_MODER(pin), pin, 0);
}

void mcu_pin_write(int pin, bool high)
{
	STM32_BSRR(pin) = 1u << ((pin & 15) + (high ? 0 : 16));
}

bool mcu_pin_read(int pin)
{
	return STM32_IDR(pin) >> (pin & 15) & 1;
}

/* ---- vectors: sixteen of the processor, then those of the chip ---- */

#define SYSTICK 15
#define SERIAL (16 + STM32_USART_IRQ)
#define VECTORS (16 + 82)

__attribute__((section(".vectors"),
	       used)) static void (*const vectors[VECTORS])(void) = {
	[0] = (void (*)(void))mcu_stack_high,
	[1] = mcu_reset,
	[2 ... SYSTICK - 1] = mcu_fault,
	[SYSTICK] = tick_interrupt,
	[SYSTICK + 1 ... SERIAL - 1] = mcu_fault,
	[SERIAL] = mcu_serial_interrupt,
	[SERIAL + 1 ... VECTORS - 1] = mcu_fault,
};
