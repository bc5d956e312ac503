/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The serial line of the nRF52 and nRF53: a UARTE with DMA. It fills a ring by
 * itself: at the end of the buffer a short restarts it at the beginning. TIMER1
 * counts the bytes (through PPI or DPPI), so the write position is known at any
 * time, and so is a loss, if more than a ring was received between two polls.
 * There is no interrupt, and erasing flash, which stalls the processor, loses
 * nothing.
 */
#include "ports/mcu/chip.h"
#include "ports/mcu/nrf/serial_pins.h"

#define RING 2048 /* a power of two; 170 milliseconds */
#define SENDING 128
#define CHANNEL 0
#define MARGIN 8
#define LOOKS 1000000 /* some 100 ms; a full buffer takes 11 */
#define SETTLE 10     /* microseconds until a counted byte is in memory */

static volatile uint8_t ring[RING];
static uint8_t sending[SENDING];
static bool is_sending;
static uint32_t taken; /* bytes read so far */
static uint32_t there; /* bytes known to be in memory so far */
static uint32_t counted;
static bool overrun; /* the UARTE has dropped bytes, or heard a break */
static bool ended;   /* a line end was among the lost bytes */
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

void mcu_serial_start(void)
{
	mcu_serial_connect(NRF_UARTE_115200, NRF_UARTE_ON);
	count_bytes();
	NRF_UART_RX_POINTER = (uint32_t)(uintptr_t)ring;
	NRF_UART_RX_SIZE = RING;
	NRF_UART_SHORTS = NRF_UARTE_END_RX_START_RX;
	NRF_UART_START_RX = 1;
}

/* A byte is counted shortly before it is in memory. */
static void look(void)
{
	uint64_t now = mcu_now();
	uint32_t count;

	NRF_TIMER_CAPTURE(NRF_TIMER1, 0) = 1;
	count = NRF_TIMER_CC(NRF_TIMER1, 0);
	if (now - counted_at >= SETTLE)
		there = counted;
	if (count != counted) {
		counted = count;
		counted_at = now;
	}
	if (NRF_UART_ERROR) {
		NRF_UART_ERROR = 0;
		NRF_UART_ERROR_SOURCE = NRF_UART_ERROR_SOURCE;
		overrun = true;
	}
}

/* Beyond that size, bytes may be overwritten while they are read. */
static bool has_lost(void)
{
	return overrun || counted - taken > RING - MARGIN;
}

/* Drops all received bytes; their end is where reading continues. */
static int take_loss(void)
{
	uint8_t last;

	while (there != counted)
		look();
	overrun = false;
	last = ring[(there - 1) % RING];
	taken = there;
	ended = last == '\n' || last == '\r';
	return MCU_SERIAL_LOST;
}

int mcu_serial_read(void)
{
	look();
	if (has_lost())
		return take_loss();
	if (ended) {
		ended = false;
		return '\n';
	}
	if (there == taken)
		return MCU_SERIAL_NOTHING;
	return ring[taken++ % RING];
}

bool mcu_serial_waiting(void)
{
	look();
	return there != taken || has_lost() || ended;
}

/* Waits until the buffer has been sent and can be filled again. */
static void wait_for_end(void)
{
	for (int i = 0; i < LOOKS && is_sending && !NRF_UART_END_TX; i++)
		;
	is_sending = false;
}

/* Copies to RAM first: the UARTE cannot read flash. */
void mcu_serial_write(const char *text, size_t length)
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

void mcu_serial_write_slowly(const char *text, size_t length)
{
	mcu_serial_write(text, length);
	wait_for_end();
}
