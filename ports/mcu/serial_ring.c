/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The receiving half of a serial line whose family has an interrupt for every
 * byte: a ring. Only the interrupt writes `head`, only the reader writes `tail`.
 * While flash is erased there may be no interrupts, and the receiver itself may
 * lose bytes, including the end of a line.
 */
#include "ports/mcu/chip.h"
#include "ports/mcu/serial.h"

#define RING 128     /* a power of two; indices are bytes */
#define PAUSE 500000 /* microseconds */

static volatile uint8_t ring[RING];
static volatile uint8_t head, tail;
static volatile bool lost; /* bytes after the last one in the ring were lost */
static volatile uint8_t last_lost;
static bool broken;    /* the current line has lost bytes */
static uint32_t heard; /* time of the last byte */

void mcu_serial_heard(uint8_t byte, bool overrun)
{
	uint8_t next = (uint8_t)((head + 1) % RING);

	if (overrun || lost || next == tail) {
		lost = true;
		last_lost = byte;
		return;
	}
	ring[head] = byte;
	head = next;
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
	heard = (uint32_t)mcu_now() - (ended ? PAUSE : 0);
	return MCU_SERIAL_LOST;
}

/* If the end of a line may be lost, a pause ends the line. */
static bool is_pause(void)
{
	return broken && (uint32_t)mcu_now() - heard >= PAUSE;
}

int mcu_serial_read(void)
{
	int byte;

	if (is_pause()) {
		broken = false;
		return '\n';
	}
	if (head == tail)
		return lost ? take_loss() : MCU_SERIAL_NOTHING;
	byte = ring[tail];
	tail = (uint8_t)((tail + 1) % RING);
	if (broken) {
		broken = !ends_line(byte);
		heard = (uint32_t)mcu_now();
	}
	return byte;
}

bool mcu_serial_waiting(void)
{
	return head != tail || lost || is_pause();
}
