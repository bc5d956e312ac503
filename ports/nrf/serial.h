/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The serial line: 115200 baud, 8 bits, no parity, no flow control. Input is
 * buffered in a ring in the background; output blocks until it is sent.
 */
#ifndef NRF_SERIAL_H
#define NRF_SERIAL_H

#include "rookery/deps.h"

#define NRF_SERIAL_NOTHING (-1)
/*
 * Bytes were lost at this point because the ring was full. If the end of the
 * line seems to be among them, a newline follows.
 */
#define NRF_SERIAL_LOST (-2)

void nrf_serial_start(void);

/* The next byte, NRF_SERIAL_NOTHING or NRF_SERIAL_LOST. */
int nrf_serial_read(void);

/* Is there something to read? */
bool nrf_serial_waiting(void);

void nrf_serial_write(const char *text, size_t length);

/* The same after a fault; returns when all bytes are sent. */
void nrf_serial_write_slowly(const char *text, size_t length);

/* Interrupt: a byte was received (nRF51). */
void nrf_serial_interrupt(void);

#endif
