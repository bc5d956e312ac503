/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The serial line: 115200 baud, 8 bits, no parity, no flow control. What comes
 * in waits in a ring, whatever the program does meanwhile; what goes out is
 * waited for.
 */
#ifndef NRF_SERIAL_H
#define NRF_SERIAL_H

#include "core/deps.h"

#define NRF_SERIAL_NOTHING (-1)
/*
 * Here bytes are missing: there were too many. If the end of the line seems to be
 * among them, a newline follows.
 */
#define NRF_SERIAL_LOST (-2)

void nrf_serial_start(void);

/* The next byte, or one of the above. */
int nrf_serial_read(void);

/* Is there something to read? */
bool nrf_serial_waiting(void);

void nrf_serial_write(const char *text, size_t length);

/* The same after a fault, when nothing is certain. */
void nrf_serial_write_slowly(const char *text, size_t length);

/* A byte has come (nRF51). */
void nrf_serial_interrupt(void);

#endif
