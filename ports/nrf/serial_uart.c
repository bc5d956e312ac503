/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The serial line of the nRF51. Its UART buffers six bytes, half a millisecond,
 * so an interrupt moves them to a ring. Only the interrupt writes `head`, only
 * the reader writes `tail`. While a page of flash is erased there are no
 * interrupts, and the UART itself may lose bytes, including the end of a line.
 */
#include "ports/nrf/chip.h"
#include "ports/nrf/serial_pins.h"

#define RING 128     /* a power of two; indices are bytes */
#define PAUSE 500000 /* microseconds */
#define LOOKS 10000  /* some milliseconds; a byte takes 0.1 */

static volatile uint8_t ring[RING];
static volatile uint8_t head, tail;
static volatile bool lost; /* bytes after the last one in the ring were lost */
static volatile uint8_t last_lost;
static bool broken;    /* the current line has lost bytes */
static uint32_t heard; /* time of the last byte */

void nrf_serial_start(void)
{
	nrf_serial_connect(NRF_UART_115200, NRF_UART_ON);
	NRF_UART_TX_READY = 0;
	NRF_UART_RX_READY = 0;
	NRF_UART_ENABLE_IRQ = NRF_UART_RX_READY_IRQ;
	NRF_NVIC_ENABLE = 1u << NRF_IRQ_UART;
	NRF_UART_START_TX = 1;
	NRF_UART_START_RX = 1;
}

/* The event is cleared before the byte is read, so that none is missed. */
void nrf_serial_interrupt(void)
{
	while (NRF_UART_RX_READY) {
		uint8_t byte, next = (uint8_t)((head + 1) % RING);

		NRF_UART_RX_READY = 0;
		byte = (uint8_t)NRF_UART_RX;
		if (NRF_UART_ERROR) {
			/* a break or an overrun */
			NRF_UART_ERROR = 0;
			NRF_UART_ERROR_SOURCE = NRF_UART_ERROR_SOURCE;
			lost = true;
		}
		if (lost || next == tail) {
			lost = true;
			last_lost = byte;
			continue;
		}
		ring[head] = byte;
		head = next;
	}
}

static bool ends_line(int byte)
{
	return byte == '\n' || byte == '\r';
}

/* After a loss, no byte is accepted until the reader has been told. */
static int take_loss(void)
{
	bool ended;

	/* No byte may be lost between these two. */
	__asm__ volatile("cpsid i" ::: "memory");
	ended = ends_line(last_lost);
	lost = false;
	__asm__ volatile("cpsie i" ::: "memory");
	broken = true;
	heard = (uint32_t)nrf_now() - (ended ? PAUSE : 0);
	return NRF_SERIAL_LOST;
}

/* If the end of a line may be lost, a pause ends the line. */
static bool is_pause(void)
{
	return broken && (uint32_t)nrf_now() - heard >= PAUSE;
}

int nrf_serial_read(void)
{
	int byte;

	if (is_pause()) {
		broken = false;
		return '\n';
	}
	if (head == tail)
		return lost ? take_loss() : NRF_SERIAL_NOTHING;
	byte = ring[tail];
	tail = (uint8_t)((tail + 1) % RING);
	if (broken) {
		broken = !ends_line(byte);
		heard = (uint32_t)nrf_now();
	}
	return byte;
}

bool nrf_serial_waiting(void)
{
	return head != tail || lost || is_pause();
}

void nrf_serial_write(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		NRF_UART_TX = (uint8_t)text[i];
		for (int j = 0; j < LOOKS && !NRF_UART_TX_READY; j++)
			;
		NRF_UART_TX_READY = 0;
	}
}

void nrf_serial_write_slowly(const char *text, size_t length)
{
	nrf_serial_write(text, length);
}
