/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The serial line of the nRF51. Its UART buffers six bytes, half a millisecond,
 * so an interrupt moves them to the ring of serial_ring.c.
 */
#include "ports/mcu/nrf/serial_pins.h"

#define LOOKS 10000 /* some milliseconds; a byte takes 0.1 */

void mcu_serial_start(void)
{
	mcu_serial_connect(NRF_UART_115200, NRF_UART_ON);
	NRF_UART_TX_READY = 0;
	NRF_UART_RX_READY = 0;
	NRF_UART_ENABLE_IRQ = NRF_UART_RX_READY_IRQ;
	NRF_NVIC_ENABLE = 1u << NRF_IRQ_UART;
	NRF_UART_START_TX = 1;
	NRF_UART_START_RX = 1;
}

/* The event is cleared before the byte is read, so that none is missed. */
void mcu_serial_interrupt(void)
{
	while (NRF_UART_RX_READY) {
		uint8_t byte;
		bool overrun;

		NRF_UART_RX_READY = 0;
		byte = (uint8_t)NRF_UART_RX;
		overrun = NRF_UART_ERROR != 0; /* or a break */
		if (overrun) {
			NRF_UART_ERROR = 0;
			NRF_UART_ERROR_SOURCE = NRF_UART_ERROR_SOURCE;
		}
		mcu_serial_heard(byte, overrun);
	}
}

void mcu_serial_write(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		NRF_UART_TX = (uint8_t)text[i];
		for (int j = 0; j < LOOKS && !NRF_UART_TX_READY; j++)
			;
		NRF_UART_TX_READY = 0;
	}
}

void mcu_serial_write_slowly(const char *text, size_t length)
{
	mcu_serial_write(text, length);
}
