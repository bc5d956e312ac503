/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by UART and UARTE: their pins, and how they are enabled. */
#ifndef MCU_SERIAL_PINS_H
#define MCU_SERIAL_PINS_H

#include "ports/mcu/nrf/regs.h"
#include "ports/mcu/serial.h"

static inline void mcu_serial_connect(uint32_t baud, uint32_t on)
{
	NRF_PIN_SET(MCU_PIN_TX) = NRF_PIN_BIT(MCU_PIN_TX);
	NRF_PIN_CONFIG(MCU_PIN_TX) = NRF_PIN_OUTPUT;
	NRF_PIN_CONFIG(MCU_PIN_RX) = NRF_PIN_INPUT_PULL_UP;
	NRF_UART_PIN_TX = MCU_PIN_TX;
	NRF_UART_PIN_RX = MCU_PIN_RX;
	NRF_UART_BAUD = baud;
	NRF_UART_ENABLE = on;
}

#endif
