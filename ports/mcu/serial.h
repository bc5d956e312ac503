/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The serial line: 115200 baud, 8 bits, no parity, no flow control. Input is
 * buffered in a ring in the background; output blocks until it is sent. The
 * family implements it.
 */
#ifndef MCU_SERIAL_H
#define MCU_SERIAL_H

#include "rookery/deps.h"

#define MCU_SERIAL_NOTHING (-1)
/*
 * Bytes were lost at this point because the ring was full. If the end of the
 * line seems to be among them, a newline follows.
 */
#define MCU_SERIAL_LOST (-2)

void mcu_serial_start(void);

/* The next byte, MCU_SERIAL_NOTHING or MCU_SERIAL_LOST. */
int mcu_serial_read(void);

/* Is there something to read? */
bool mcu_serial_waiting(void);

void mcu_serial_write(const char *text, size_t length);

/* The same after a fault; returns when all bytes are sent. */
void mcu_serial_write_slowly(const char *text, size_t length);

/*
 * Where an interrupt takes every byte (nRF51, STM32): the interrupt, and to whom it
 * hands a byte, and whether one was lost before it. serial_ring.c keeps them.
 */
void mcu_serial_interrupt(void);
void mcu_serial_heard(uint8_t byte, bool overrun);

#endif
