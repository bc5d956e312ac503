/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The serial line of an STM32F405: USART6 on PC6 and PC7. An interrupt moves each
 * byte to the ring of serial_ring.c.
 */
#include "ports/mcu/serial.h"
#include "ports/mcu/chip.h"
#include "ports/mcu/stm32/regs.h"

#define PIN_TX 38    /* PC6 */
#define LOOKS 100000 /* some milliseconds; a byte takes 0.1 */

void mcu_serial_start(void)
{
	STM32_RCC_APB2ENR |= STM32_RCC_USART6;
	STM32_AFRL(PIN_TX) = 0x88000000; /* function 8 for both */
	STM32_PUPDR(PIN_TX) |= STM32_PULL_UP << 14;
	STM32_MODER(PIN_TX) |= STM32_ALTERNATE << 12 | STM32_ALTERNATE << 14;
	STM32_USART_BRR = STM32_USART_115200;
	STM32_USART_CR1 = STM32_USART_ON;
	STM32_NVIC_ENABLE(STM32_USART_IRQ) = 1u << STM32_USART_IRQ % 32;
}

/* Reading the status and then the byte clears errors. */
void mcu_serial_interrupt(void)
{
	uint32_t status;

	while ((status = STM32_USART_SR) & STM32_USART_RX_READY)
		mcu_serial_heard((uint8_t)STM32_USART_DR,
				 status & STM32_USART_LOST);
}

static void wait_for(uint32_t event)
{
	for (int i = 0; i < LOOKS && !(STM32_USART_SR & event); i++)
		;
}

void mcu_serial_write(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		wait_for(STM32_USART_TX_READY);
		STM32_USART_DR = (uint8_t)text[i];
	}
}

void mcu_serial_write_slowly(const char *text, size_t length)
{
	mcu_serial_write(text, length);
	wait_for(STM32_USART_TX_DONE);
}
