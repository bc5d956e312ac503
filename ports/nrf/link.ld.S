/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The linker script of all boards, run through the preprocessor after the
 * board's file. NRF_STACK is what tools/nrf-size.py has proven.
 *
 * Flash: vectors, program, constants, what variables start with; at the end
 * the pages that games are saved in. Memory: the stack, then variables, then
 * the scratch buffer, which is all that is left.
 */
ENTRY(nrf_reset)

MEMORY
{
	flash (rx) : ORIGIN = 0, LENGTH = NRF_FLASH_LIMIT
	ram (rw) : ORIGIN = 0x20000000, LENGTH = NRF_RAM_LIMIT
}

nrf_save_area = NRF_FLASH_SIZE - NRF_SAVE_PAGES * NRF_PAGE_SIZE;
nrf_flash_limit = NRF_FLASH_LIMIT;
nrf_ram_limit = NRF_RAM_LIMIT;

SECTIONS
{
	.text : {
		KEEP(*(.vectors))
		*(.text .text.*)
		*(.rodata .rodata.*)
		. = ALIGN(4);
	} > flash

	.stack (NOLOAD) : {
		nrf_stack_low = .;
		. += NRF_STACK;
		. = ALIGN(8);
		nrf_stack_high = .;
	} > ram

	.data : {
		. = ALIGN(4);
		nrf_data_start = .;
		*(.data .data.*)
		. = ALIGN(4);
		nrf_data_end = .;
	} > ram AT > flash
	nrf_data_image = LOADADDR(.data);

	.bss (NOLOAD) : {
		. = ALIGN(4);
		nrf_bss_start = .;
		*(.bss .bss.* COMMON)
		. = ALIGN(4);
		nrf_bss_end = .;
	} > ram

	/* This at least must fit; it goes on to the end of the memory. */
	.scratch (NOLOAD) : {
		. = ALIGN(8);
		*(.scratch)
	} > ram
	nrf_scratch_end = ORIGIN(ram) + LENGTH(ram);
	nrf_scratch_length = nrf_scratch_end - ADDR(.scratch);

	/DISCARD/ : {
		*(.ARM.exidx* .ARM.attributes .comment .note*)
	}
}
