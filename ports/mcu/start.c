/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * From reset to main(): variables, and faults. The vector table is the family's.
 * The stack is at the lower end of the RAM, so an overflow faults at once, since there is no memory
 * below it, instead of overwriting variables. It is painted, so that its use
 * can be measured later.
 *
 * After a fault one line says so and where, and the chip restarts; the game is
 * in flash. What a part of the chip is waited for has a limit.
 */
#include "ports/mcu/chip.h"
#include "ports/mcu/serial.h"

#define PAINT 0xa5a5a5a5

/* Of the processor, whichever chip it is in. */
#define CORE_REG(offset) (*(volatile uint32_t *)(0xe000e000 + (offset)))
#define RESET_REQUEST 0x05fa0004

const char *mcu_trouble;

/* From the linker script. */
extern uint32_t mcu_stack_low[], mcu_stack_high[];
extern uint32_t mcu_data_start[], mcu_data_end[], mcu_data_image[];
extern uint32_t mcu_bss_start[], mcu_bss_end[];

int main(void);
void mcu_reset(void);

/* Variables are not valid until its loops are done. */
void mcu_reset(void)
{
	const uint32_t *from = mcu_data_image;
	uint32_t *top = __builtin_frame_address(0);

	for (uint32_t *to = mcu_stack_low; to < top - 16; to++)
		*(volatile uint32_t *)to = PAINT;
	for (uint32_t *to = mcu_data_start; to < mcu_data_end; to++)
		*(volatile uint32_t *)to = *from++;
	for (uint32_t *to = mcu_bss_start; to < mcu_bss_end; to++)
		*(volatile uint32_t *)to = 0;
	mcu_chip_start();
	main();
	mcu_restart();
}

void mcu_restart(void)
{
	CORE_REG(0xd0c) = RESET_REQUEST;
	for (;;)
		;
}

static void say(const char *text)
{
	const char *end = text;

	while (*end)
		end++;
	mcu_serial_write_slowly(text, (size_t)(end - text));
}

static void say_number(const char *what, uint32_t number)
{
	char digits[10] = "0x";

	for (int i = 0; i < 8; i++)
		digits[2 + i] = "0123456789abcdef"[number >> 4 * (7 - i) & 15];
	say(what);
	mcu_serial_write_slowly(digits, sizeof(digits));
}

/*
 * What the processor has put on the stack: r0 to r3, r12, lr, pc, flags. After
 * an overflow of the stack it is not there.
 */
static void say_frame(const uint32_t *frame)
{
	if (frame < mcu_stack_low || frame + 8 > mcu_stack_high) {
		say_number(", stack ", (uint32_t)(uintptr_t)frame);
		return;
	}
	say_number(" at ", frame[6]);
	say_number(", from ", frame[5]);
}

/* Uses as little as possible: nothing can be relied on after a fault. */
__attribute__((used)) static void say_fault(const uint32_t *frame)
{
	uint32_t exception;

	__asm__ volatile("mrs %0, ipsr" : "=r"(exception));
	say_number("\nFault. Exception ", exception);
	if (exception)
		say_frame(frame);
#ifndef __ARM_ARCH_6M__
	say_number(", status ", CORE_REG(0xd28));  /* CFSR */
	say_number(", address ", CORE_REG(0xd38)); /* BFAR */
#endif
	say(".\nThe game goes on after a reset.\n");
	mcu_restart();
}

/*
 * Resets the stack pointer: the stack may be exhausted, and is not needed any
 * more.
 */
__attribute__((naked)) void mcu_fault(void)
{
	__asm__("mrs r0, msp\n\t"
		"ldr r1, =mcu_stack_high\n\t"
		"mov sp, r1\n\t"
		"bl say_fault\n\t"
		".ltorg");
}
