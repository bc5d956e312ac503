/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The registers that the firmware uses, by the names of ST's reference manual
 * RM0090 (STM32F405 and its relatives) and, of the processor, ARM's.
 */
#ifndef STM32_REGS_H
#define STM32_REGS_H

#include <stdint.h>

#define STM32_REG(address) (*(volatile uint32_t *)(address))

/* ---- the processor: SysTick, priorities, interrupts ---- */

#define STM32_SYST_CSR STM32_REG(0xe000e010)
#define STM32_SYST_RVR STM32_REG(0xe000e014)
#define STM32_SYST_CVR STM32_REG(0xe000e018)
#define STM32_SYST_ON 7 /* the processor's clock, an interrupt, enabled */
#define STM32_ICSR STM32_REG(0xe000ed04)
#define STM32_SYST_PENDS (1 << 26) /* its interrupt is still to come */
#define STM32_SHPR3 STM32_REG(0xe000ed20)
#define STM32_SYST_LOW 0xc0000000 /* the priority of SysTick in it */
#define STM32_NVIC_ENABLE(irq) STM32_REG(0xe000e100 + 4 * ((irq) / 32))

/* ---- RCC: clocks, and why it was reset ---- */

#define STM32_RCC_CR STM32_REG(0x40023800)
#define STM32_RCC_HSI_ON 1 /* after a reset */
#define STM32_RCC_PLL_ON (1 << 24)
#define STM32_RCC_PLL_READY (1 << 25)
#define STM32_RCC_PLLCFGR STM32_REG(0x40023804)
/* From the internal 16 MHz: M 16, N 336, P 2, Q 7 make 168 MHz. */
#define STM32_RCC_168_MHZ (16 | 336 << 6 | 7 << 24)
#define STM32_RCC_CFGR STM32_REG(0x40023808)
#define STM32_RCC_USE_PLL (2 | 5 << 10 | 4 << 13) /* APB1 42, APB2 84 MHz */
#define STM32_RCC_AHB1ENR STM32_REG(0x40023830)   /* a bit for each port */
#define STM32_RCC_APB2ENR STM32_REG(0x40023844)
#define STM32_RCC_USART6 (1 << 5)
#define STM32_RCC_CSR STM32_REG(0x40023874)
#define STM32_RCC_FORGET (1 << 24)
#define STM32_RCC_BY_WATCHDOG (1 << 29)

/* ---- flash ---- */

#define STM32_FLASH_ACR STM32_REG(0x40023c00)
#define STM32_FLASH_168_MHZ 0x705 /* five wait states, caches, prefetch */
#define STM32_FLASH_KEYR STM32_REG(0x40023c04)
#define STM32_FLASH_KEY1 0x45670123
#define STM32_FLASH_KEY2 0xcdef89ab
#define STM32_FLASH_SR STM32_REG(0x40023c0c)
#define STM32_FLASH_BUSY (1 << 16)
#define STM32_FLASH_CR STM32_REG(0x40023c10)
#define STM32_FLASH_PROGRAM 0x201 /* by words */
#define STM32_FLASH_ERASE(sector) (0x202 | (sector) << 3)
#define STM32_FLASH_START (1 << 16)
#define STM32_FLASH_LOCK (1u << 31)

/* ---- USART6 ---- */

#define STM32_USART_SR STM32_REG(0x40011400)
#define STM32_USART_LOST 0x0e /* overrun, noise, framing */
#define STM32_USART_RX_READY (1 << 5)
#define STM32_USART_TX_DONE (1 << 6)
#define STM32_USART_TX_READY (1 << 7)
#define STM32_USART_DR STM32_REG(0x40011404)
#define STM32_USART_BRR STM32_REG(0x40011408)
#define STM32_USART_115200 729 /* of 84 MHz */
#define STM32_USART_CR1 STM32_REG(0x4001140c)
#define STM32_USART_ON 0x202c /* both ways, an interrupt for each byte */
#define STM32_USART_IRQ 71

/* ---- pins: port A is 0 to 15, B 16 to 31, and so on ---- */

#define STM32_PORT(pin, offset) \
	STM32_REG(0x40020000 + 0x400 * ((pin) / 16) + (offset))
#define STM32_MODER(pin) STM32_PORT(pin, 0x00) /* two bits each */
#define STM32_PUPDR(pin) STM32_PORT(pin, 0x0c)
#define STM32_IDR(pin) STM32_PORT(pin, 0x10)
#define STM32_BSRR(pin) STM32_PORT(pin, 0x18)
#define STM32_AFRL(pin) STM32_PORT(pin, 0x20) /* four bits each, pins 0 to 7 */
#define STM32_OUTPUT 1
#define STM32_ALTERNATE 2
#define STM32_PULL_UP 1
#define STM32_PULL_DOWN 2

/* ---- IWDG ---- */

#define STM32_IWDG_KR STM32_REG(0x40003000)
#define STM32_IWDG_FEED 0xaaaa
#define STM32_IWDG_UNLOCK 0x5555
#define STM32_IWDG_RUN 0xcccc
#define STM32_IWDG_PR STM32_REG(0x40003004)
#define STM32_IWDG_125_HZ 6
#define STM32_IWDG_RLR STM32_REG(0x40003008)

#endif
