/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by UART and UARTE: their pins, and how they are enabled. */
#ifndef NRF_SERIAL_PINS_H
#define NRF_SERIAL_PINS_H

#include "ports/nrf/regs.h"
#include "ports/nrf/serial.h"

static inline void nrf_serial_connect(uint32_t baud, uint32_t on)
{
	NRF_PIN_SET(NRF_PIN_TX) = NRF_PIN_BIT(NRF_PIN_TX);
	NRF_PIN_CONFIG(NRF_PIN_TX) = NRF_PIN_OUTPUT;
	NRF_PIN_CONFIG(NRF_PIN_RX) = NRF_PIN_INPUT_PULL_UP;
	NRF_UART_PIN_TX = NRF_PIN_TX;
	NRF_UART_PIN_RX = NRF_PIN_RX;
	NRF_UART_BAUD = baud;
	NRF_UART_ENABLE = on;
}

#endif
