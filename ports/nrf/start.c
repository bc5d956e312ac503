/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * From reset to main(): vector table, variables, clocks. The stack is at the
 * lower end of the RAM, so an overflow faults at once, since there is no memory
 * below it, instead of overwriting variables. It is painted, so that its use
 * can be measured later.
 *
 * After a fault one line says so, and the chip restarts; the game is in flash.
 */
#include "ports/nrf/chip.h"
#include "ports/nrf/regs.h"
#include "ports/nrf/serial.h"

#define PAINT 0xa5a5a5a5

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
	/* The crystal: without it the baud rate is too inaccurate. */
	NRF_CLOCK_STARTED = 0;
	NRF_CLOCK_START = 1;
	while (!NRF_CLOCK_STARTED)
		;
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

/* Uses as little as possible: nothing can be relied on after a fault. */
__attribute__((used)) static void say_fault(void)
{
	static const char text[] = "\nFault. The game goes on after a reset.\n";

	nrf_serial_write_slowly(text, sizeof(text) - 1);
	nrf_restart();
}

/*
 * Resets the stack pointer: the stack may be exhausted, and is not needed any
 * more.
 */
__attribute__((naked)) void nrf_fault(void)
{
	__asm__("ldr r0, =nrf_stack_high\n\t"
		"mov sp, r0\n\t"
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
