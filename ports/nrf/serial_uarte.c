/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The serial line of the nRF52 and nRF53: a UARTE with access to memory. It
 * fills a ring by itself: at the end of the buffer a short starts it anew at
 * the beginning. TIMER1 counts the bytes (through PPI or DPPI), so where the
 * next one will be written is known at any time, and so is that some were lost
 * if the ring was filled more than once between two looks. No interrupt, and
 * erasing flash, during which the processor stands still, loses nothing.
 */
#include "ports/nrf/chip.h"
#include "ports/nrf/serial_pins.h"

#define RING 2048 /* a power of two; 170 milliseconds */
#define SENDING 128
#define CHANNEL 0
#define MARGIN 8
#define SETTLE 10 /* microseconds from being counted to being in memory */

static volatile uint8_t ring[RING];
static uint8_t sending[SENDING];
static bool is_sending;
static uint32_t taken; /* bytes read, of those counted */
static uint32_t there; /* bytes known to be in memory */
static uint32_t counted;
static bool ended; /* a line, among what was lost */
static uint64_t counted_at;

static void count_bytes(void)
{
#if NRF_CHIP == 53
	NRF_UART_TELL_RX_READY = NRF_DPPI_JOIN | CHANNEL;
	NRF_TIMER_FOLLOW_COUNT(NRF_TIMER1) = NRF_DPPI_JOIN | CHANNEL;
	NRF_DPPI_ENABLE = 1 << CHANNEL;
#else
	NRF_PPI_EVENT(CHANNEL) = (uint32_t)(uintptr_t)&NRF_UART_RX_READY;
	NRF_PPI_TASK(CHANNEL) =
		(uint32_t)(uintptr_t)&NRF_TIMER_COUNT(NRF_TIMER1);
	NRF_PPI_ENABLE = 1 << CHANNEL;
#endif
	NRF_TIMER_MODE(NRF_TIMER1) = 1;
	NRF_TIMER_BITS(NRF_TIMER1) = 3;
	NRF_TIMER_CLEAR(NRF_TIMER1) = 1;
	NRF_TIMER_START(NRF_TIMER1) = 1;
}

void nrf_serial_start(void)
{
	nrf_serial_connect(NRF_UARTE_115200, NRF_UARTE_ON);
	count_bytes();
	NRF_UART_RX_POINTER = (uint32_t)(uintptr_t)ring;
	NRF_UART_RX_SIZE = RING;
	NRF_UART_SHORTS = NRF_UARTE_END_RX_START_RX;
	NRF_UART_START_RX = 1;
}

/* A byte is counted a moment before it is in memory. */
static void look(void)
{
	uint64_t now = nrf_now();
	uint32_t count;

	NRF_TIMER_CAPTURE(NRF_TIMER1, 0) = 1;
	count = NRF_TIMER_CC(NRF_TIMER1, 0);
	if (now - counted_at >= SETTLE)
		there = counted;
	if (count != counted) {
		counted = count;
		counted_at = now;
	}
}

/* More than that may be written over while it is read. */
static bool is_full(void)
{
	return counted - taken > RING - MARGIN;
}

/* All that has come is dropped; its end tells where one can go on. */
static int take_loss(void)
{
	uint8_t last;

	while (there != counted)
		look();
	last = ring[(there - 1) % RING];
	taken = there;
	ended = last == '\n' || last == '\r';
	return NRF_SERIAL_LOST;
}

int nrf_serial_read(void)
{
	look();
	if (is_full())
		return take_loss();
	if (ended) {
		ended = false;
		return '\n';
	}
	if (there == taken)
		return NRF_SERIAL_NOTHING;
	return ring[taken++ % RING];
}

bool nrf_serial_waiting(void)
{
	look();
	return there != taken || is_full() || ended;
}

/* The buffer may be filled when what was sent from it has gone. */
static void wait_for_end(void)
{
	while (is_sending && !NRF_UART_END_TX)
		;
	is_sending = false;
}

/* From memory only: the UARTE does not read flash. */
void nrf_serial_write(const char *text, size_t length)
{
	while (length) {
		size_t part = length < SENDING ? length : SENDING;

		wait_for_end();
		memcpy(sending, text, part);
		NRF_UART_TX_POINTER = (uint32_t)(uintptr_t)sending;
		NRF_UART_TX_SIZE = (uint32_t)part;
		NRF_UART_END_TX = 0;
		NRF_BARRIER();
		NRF_UART_START_TX = 1;
		is_sending = true;
		text += part;
		length -= part;
	}
}

void nrf_serial_write_slowly(const char *text, size_t length)
{
	nrf_serial_write(text, length);
	wait_for_end();
}
