/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The registers that the firmware uses, by the names of Nordic's product
 * specifications (nRF51 series reference manual, nRF52833, nRF52840 and
 * nRF5340 product specifications). The board's header
 * defines NRF_CHIP as 51, 52 or 53. On the nRF5340 these are the secure
 * addresses of the application core, which is how it leaves reset.
 */
#ifndef NRF_REGS_H
#define NRF_REGS_H

#include <stdint.h>

#define NRF_REG(base, offset) (*(volatile uint32_t *)((base) + (offset)))

#if NRF_CHIP == 53
#define NRF_FICR 0x00ff0000
#define NRF_UICR 0x00ff8000
#define NRF_CACHE 0x50001000
#define NRF_CLOCK 0x50005000
#define NRF_RESET 0x50005000
#define NRF_PROTECT 0x50006000 /* CTRLAP */
#define NRF_UART 0x50008000
#define NRF_TIMER0 0x5000f000
#define NRF_TIMER1 0x50010000
#define NRF_TIMER2 0x50011000
#define NRF_DPPI 0x50017000
#define NRF_WDT 0x50018000
#define NRF_NVMC 0x50039000
#define NRF_GPIO 0x50842500
#else
#define NRF_UICR 0x10001000
#define NRF_CLOCK 0x40000000
#define NRF_RESET 0x40000000 /* POWER */
#define NRF_UART 0x40002000
#define NRF_TIMER0 0x40008000
#define NRF_TIMER1 0x40009000
#define NRF_TIMER2 0x4000a000
#define NRF_WDT 0x40010000
#define NRF_NVMC 0x4001e000
#define NRF_PPI 0x4001f000
#define NRF_GPIO 0x50000500 /* where the nRF53 has its first register */
#endif

/* Interrupts; in the vector table they come after the processor's sixteen. */
#if NRF_CHIP == 53
#define NRF_IRQ_UART 8
#define NRF_IRQ_TIMER2 17
#else
#define NRF_IRQ_UART 2
#define NRF_IRQ_TIMER2 10
#endif

/* ---- the processor ---- */

#define NRF_NVIC_ENABLE NRF_REG(0xe000e100, 0)
#define NRF_NVIC_PRIORITY(irq) \
	(*(volatile uint32_t *)(0xe000e400 + ((irq) & ~3u)))

/* Completes all writes before it. */
#define NRF_BARRIER() __asm__ volatile("dsb" ::: "memory")

/* ---- factory and user configuration, nRF52 and nRF53 ---- */

#if NRF_CHIP == 53
#define NRF_TRIMS 32 /* at most; one that is all ones ends the list */
#define NRF_TRIM_PLACE(n) NRF_REG(NRF_FICR, 0x300 + 8 * (n))
#define NRF_TRIM_VALUE(n) NRF_REG(NRF_FICR, 0x304 + 8 * (n))
#define NRF_UICR_PROTECT NRF_REG(NRF_UICR, 0x000)
#define NRF_UICR_PROTECT_SECURE NRF_REG(NRF_UICR, 0x01c)
#define NRF_PROTECT_DISABLE NRF_REG(NRF_PROTECT, 0x544)
#define NRF_PROTECT_SECURE_DISABLE NRF_REG(NRF_PROTECT, 0x54c)
#else
#define NRF_UICR_PROTECT NRF_REG(NRF_UICR, 0x208)
#define NRF_PROTECT_DISABLE NRF_REG(NRF_CLOCK, 0x558) /* APPROTECT */
#define NRF_UNPROTECTED 0x5a
#endif

/* ---- clock ---- */

#define NRF_CLOCK_START NRF_REG(NRF_CLOCK, 0x000)
#define NRF_CLOCK_STARTED NRF_REG(NRF_CLOCK, 0x100)
#define NRF_CLOCK_CONTROL NRF_REG(NRF_CLOCK, 0x558) /* nRF53; 0: 128 MHz */
#define NRF_CACHE_ENABLE NRF_REG(NRF_CACHE, 0x500)  /* nRF53 */

/* ---- why it was reset; a bit is cleared by writing it ---- */

#define NRF_RESET_REASON NRF_REG(NRF_RESET, 0x400)
#define NRF_RESET_BY_WATCHDOG (1 << 1)
#if NRF_CHIP == 53
#define NRF_RESET_BY_LOCKUP (1 << 4)
#else
#define NRF_RESET_BY_LOCKUP (1 << 3)
#endif

/* ---- watchdog: once started, nothing but a reset stops it ---- */

#define NRF_WDT_START NRF_REG(NRF_WDT, 0x000)
#define NRF_WDT_TICKS NRF_REG(NRF_WDT, 0x504)   /* less 1, 32,768 a second */
#define NRF_WDT_RELOADS NRF_REG(NRF_WDT, 0x508) /* a bit for each register */
#define NRF_WDT_CONFIG NRF_REG(NRF_WDT, 0x50c)  /* 1: also while it sleeps */
#define NRF_WDT_RELOAD NRF_REG(NRF_WDT, 0x600)
#define NRF_WDT_FEED 0x6e524635

/* ---- timers ---- */

#define NRF_TIMER_START(timer) NRF_REG(timer, 0x000)
#define NRF_TIMER_COUNT(timer) NRF_REG(timer, 0x008)
#define NRF_TIMER_CLEAR(timer) NRF_REG(timer, 0x00c)
#define NRF_TIMER_CAPTURE(timer, n) NRF_REG(timer, 0x040 + 4 * (n))
#define NRF_TIMER_FOLLOW_COUNT(timer) NRF_REG(timer, 0x088) /* nRF53 */
#define NRF_TIMER_COMPARE(timer, n) NRF_REG(timer, 0x140 + 4 * (n))
#define NRF_TIMER_SHORTS(timer) NRF_REG(timer, 0x200)
#define NRF_TIMER_ENABLE_IRQ(timer) NRF_REG(timer, 0x304)
#define NRF_TIMER_MODE(timer) NRF_REG(timer, 0x504) /* 0 timer, 1 counter */
#define NRF_TIMER_BITS(timer) NRF_REG(timer, 0x508) /* 0: 16, 3: 32 */
#define NRF_TIMER_PRESCALER(timer) NRF_REG(timer, 0x510) /* 16 MHz >> that */
#define NRF_TIMER_CC(timer, n) NRF_REG(timer, 0x540 + 4 * (n))

#define NRF_TIMER_COMPARE0_CLEAR 1 /* a short */
#define NRF_TIMER_COMPARE0_IRQ (1 << 16)

/* ---- serial line: UART of the nRF51, UARTE of the others ---- */

#define NRF_UART_START_RX NRF_REG(NRF_UART, 0x000)
#define NRF_UART_START_TX NRF_REG(NRF_UART, 0x008)
#define NRF_UART_RX_READY NRF_REG(NRF_UART, 0x108)
#define NRF_UART_TX_READY NRF_REG(NRF_UART, 0x11c)
#define NRF_UART_END_TX NRF_REG(NRF_UART, 0x120)
#define NRF_UART_ERROR NRF_REG(NRF_UART, 0x124)
#define NRF_UART_TELL_RX_READY NRF_REG(NRF_UART, 0x188) /* nRF53 */
#define NRF_UART_SHORTS NRF_REG(NRF_UART, 0x200)
#define NRF_UART_ENABLE_IRQ NRF_REG(NRF_UART, 0x304)
#define NRF_UART_ERROR_SOURCE NRF_REG(NRF_UART, 0x480)
#define NRF_UART_ENABLE NRF_REG(NRF_UART, 0x500)
#define NRF_UART_PIN_TX NRF_REG(NRF_UART, 0x50c)
#define NRF_UART_PIN_RX NRF_REG(NRF_UART, 0x514)
#define NRF_UART_RX NRF_REG(NRF_UART, 0x518)
#define NRF_UART_TX NRF_REG(NRF_UART, 0x51c)
#define NRF_UART_BAUD NRF_REG(NRF_UART, 0x524)
#define NRF_UART_RX_POINTER NRF_REG(NRF_UART, 0x534)
#define NRF_UART_RX_SIZE NRF_REG(NRF_UART, 0x538)
#define NRF_UART_TX_POINTER NRF_REG(NRF_UART, 0x544)
#define NRF_UART_TX_SIZE NRF_REG(NRF_UART, 0x548)

#define NRF_UART_ON 4
#define NRF_UARTE_ON 8
#define NRF_UART_115200 0x01d7e000
#define NRF_UARTE_115200 0x01d60000
#define NRF_UART_RX_READY_IRQ (1 << 2)
#define NRF_UARTE_END_RX_START_RX (1 << 5) /* a short */

/* ---- events that start tasks: PPI of the nRF52, DPPI of the nRF53 ---- */

#define NRF_PPI_ENABLE NRF_REG(NRF_PPI, 0x504)
#define NRF_PPI_EVENT(n) NRF_REG(NRF_PPI, 0x510 + 8 * (n))
#define NRF_PPI_TASK(n) NRF_REG(NRF_PPI, 0x514 + 8 * (n))
#define NRF_DPPI_ENABLE NRF_REG(NRF_DPPI, 0x504)
#define NRF_DPPI_JOIN 0x80000000 /* and a channel, to tell or to follow it */

/* ---- pins: number 32 and up are those of P1 ---- */

#define NRF_PORT(pin) (NRF_GPIO + ((pin) >= 32 ? 0x300 : 0))
#define NRF_PIN_BIT(pin) (1u << ((pin)&31))
#define NRF_PIN_SET(pin) NRF_REG(NRF_PORT(pin), 0x008)
#define NRF_PIN_CLEAR(pin) NRF_REG(NRF_PORT(pin), 0x00c)
#define NRF_PIN_IN(pin) NRF_REG(NRF_PORT(pin), 0x010)
#define NRF_PIN_CONFIG(pin) NRF_REG(NRF_PORT(pin), 0x200 + 4 * ((pin)&31))

#define NRF_PIN_INPUT_PULL_UP (3 << 2)
#define NRF_PIN_OUTPUT 3 /* its input is not connected */

/* ---- flash ---- */

#define NRF_NVMC_READY NRF_REG(NRF_NVMC, 0x400)
#define NRF_NVMC_CONFIG NRF_REG(NRF_NVMC, 0x504)
#define NRF_NVMC_ERASE_PAGE NRF_REG(NRF_NVMC, 0x508)   /* not on the nRF53 */
#define NRF_NVMC_CACHE NRF_REG(NRF_NVMC, 0x540)        /* nRF52 */
#define NRF_CACHE_INVALIDATE NRF_REG(NRF_CACHE, 0x504) /* nRF53 */

/* Of CONFIG. */
#define NRF_NVMC_READ 0
#define NRF_NVMC_WRITE 1
#define NRF_NVMC_ERASE 2

#endif
