/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * From reset to main(): vector table, variables, clocks. The stack is at the
 * lower end of the RAM, so an overflow faults at once, since there is no memory
 * below it, instead of overwriting variables. It is painted, so that its use
 * can be measured later.
 *
 * After a fault one line says so and where, and the chip restarts; the game is
 * in flash. What a part of the chip is waited for has a limit.
 */
#include "ports/nrf/chip.h"
#include "ports/nrf/regs.h"
#include "ports/nrf/serial.h"

#define PAINT 0xa5a5a5a5
#define CRYSTAL_LOOKS 100000 /* some 30 ms; it needs 1 */

const char *nrf_trouble;

/* From the linker script. */
extern uint32_t nrf_stack_low[], nrf_stack_high[];
extern uint32_t nrf_data_start[], nrf_data_end[], nrf_data_image[];
extern uint32_t nrf_bss_start[], nrf_bss_end[];

int main(void);
void nrf_reset(void);

/*
 * Chips that lock out debuggers after every reset stay open if their UICR
 * allows it and the program repeats it; older nRF52s have 0xff there.
 */
static void stay_open(void)
{
#if NRF_CHIP == 53
	NRF_PROTECT_DISABLE = NRF_UICR_PROTECT;
	NRF_PROTECT_SECURE_DISABLE = NRF_UICR_PROTECT_SECURE;
#elif NRF_CHIP == 52
	if ((NRF_UICR_PROTECT & 0xff) == NRF_UNPROTECTED)
		NRF_PROTECT_DISABLE = NRF_UNPROTECTED;
#endif
}

/*
 * On the nRF53 the program must copy the factory's trim values to the
 * registers.
 */
static void trim(void)
{
#if NRF_CHIP == 53
	for (int i = 0; i < NRF_TRIMS && NRF_TRIM_PLACE(i) != UINT32_MAX; i++)
		NRF_REG(NRF_TRIM_PLACE(i), 0) = NRF_TRIM_VALUE(i);
#endif
}

static void start_clocks(void)
{
#if NRF_CHIP == 53
	NRF_CLOCK_CONTROL = 0;
	NRF_CACHE_ENABLE = 1;
#elif NRF_CHIP == 52
	NRF_NVMC_CACHE = 1;
#endif
	/*
	 * The crystal: without it the baud rate is less accurate, but there is
	 * nothing better to say so with.
	 */
	NRF_CLOCK_STARTED = 0;
	NRF_CLOCK_START = 1;
	for (int i = 0; i < CRYSTAL_LOOKS; i++)
		if (NRF_CLOCK_STARTED)
			return;
	nrf_trouble = "The crystal does not start; time may be wrong.";
}

/* Bits stay until they are cleared, so several may be set. */
static void read_reset_reason(void)
{
	uint32_t reason = NRF_RESET_REASON;

	NRF_RESET_REASON = reason;
	if (reason & NRF_RESET_BY_WATCHDOG)
		nrf_trouble = "It was stuck, and the watchdog has reset it.";
	else if (reason & NRF_RESET_BY_LOCKUP)
		nrf_trouble = "The processor locked up, and was reset.";
}

/* Variables are not valid until its loops are done. */
void nrf_reset(void)
{
	const uint32_t *from = nrf_data_image;
	uint32_t *top = __builtin_frame_address(0);

	for (uint32_t *to = nrf_stack_low; to < top - 16; to++)
		*(volatile uint32_t *)to = PAINT;
	for (uint32_t *to = nrf_data_start; to < nrf_data_end; to++)
		*(volatile uint32_t *)to = *from++;
	for (uint32_t *to = nrf_bss_start; to < nrf_bss_end; to++)
		*(volatile uint32_t *)to = 0;
	stay_open();
	trim();
	read_reset_reason();
	start_clocks();
	main();
	nrf_restart();
}

void nrf_restart(void)
{
	NRF_RESET_CONTROL = NRF_RESET_REQUEST;
	for (;;)
		;
}

static void say(const char *text)
{
	const char *end = text;

	while (*end)
		end++;
	nrf_serial_write_slowly(text, (size_t)(end - text));
}

static void say_number(const char *what, uint32_t number)
{
	char digits[10] = "0x";

	for (int i = 0; i < 8; i++)
		digits[2 + i] = "0123456789abcdef"[number >> 4 * (7 - i) & 15];
	say(what);
	nrf_serial_write_slowly(digits, sizeof(digits));
}

/*
 * What the processor has put on the stack: r0 to r3, r12, lr, pc, flags. After
 * an overflow of the stack it is not there.
 */
static void say_frame(const uint32_t *frame)
{
	if (frame < nrf_stack_low || frame + 8 > nrf_stack_high) {
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
#if NRF_CHIP != 51
	say_number(", status ", NRF_FAULT_STATUS);
	say_number(", address ", NRF_FAULT_ADDRESS);
#endif
	say(".\nThe game goes on after a reset.\n");
	nrf_restart();
}

/*
 * Resets the stack pointer: the stack may be exhausted, and is not needed any
 * more.
 */
__attribute__((naked)) void nrf_fault(void)
{
	__asm__("mrs r0, msp\n\t"
		"ldr r1, =nrf_stack_high\n\t"
		"mov sp, r1\n\t"
		"bl say_fault\n\t"
		".ltorg");
}

/*
 * Sixteen vectors of the processor, then those of the chip. Unused ones are
 * faults.
 */
#if NRF_CHIP != 51
#define nrf_serial_interrupt nrf_fault
#endif
#define SERIAL (16 + NRF_IRQ_UART)
#define TICK (16 + NRF_IRQ_TIMER2)
#define VECTORS (16 + 32)

__attribute__((section(".vectors"),
	       used)) static void (*const vectors[VECTORS])(void) = {
	[0] = (void (*)(void))nrf_stack_high,   [1] = nrf_reset,
	[2 ... SERIAL - 1] = nrf_fault,         [SERIAL] = nrf_serial_interrupt,
	[SERIAL + 1 ... TICK - 1] = nrf_fault,  [TICK] = nrf_tick_interrupt,
	[TICK + 1 ... VECTORS - 1] = nrf_fault,
};
