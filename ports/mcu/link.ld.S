/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The linker script of all boards, run through the preprocessor after the
 * board's file. MCU_STACK is what tools/mcu-size.py has proven.
 *
 * Flash: vectors, program, constants, what variables start with; at the end
 * the pages that games are saved in. Memory: the stack, then variables, then
 * the scratch buffer, which is all that is left.
 */
ENTRY(mcu_reset)

MEMORY
{
	flash (rx) : ORIGIN = MCU_FLASH_START, LENGTH = MCU_FLASH_LIMIT
	ram (rw) : ORIGIN = 0x20000000, LENGTH = MCU_RAM_LIMIT
}

mcu_flash_start = MCU_FLASH_START;
mcu_save_area = MCU_FLASH_START + MCU_FLASH_SIZE - MCU_SAVE_PAGES * MCU_PAGE_SIZE;
mcu_flash_limit = MCU_FLASH_LIMIT;
mcu_ram_limit = MCU_RAM_LIMIT;

SECTIONS
{
	.text : {
		KEEP(*(.vectors))
		*(.text .text.*)
		*(.rodata .rodata.*)
		. = ALIGN(4);
	} > flash

	.stack (NOLOAD) : {
		mcu_stack_low = .;
		. += MCU_STACK;
		. = ALIGN(8);
		mcu_stack_high = .;
	} > ram

	.data : {
		. = ALIGN(4);
		mcu_data_start = .;
		*(.data .data.*)
		. = ALIGN(4);
		mcu_data_end = .;
	} > ram AT > flash
	mcu_data_image = LOADADDR(.data);

	.bss (NOLOAD) : {
		. = ALIGN(4);
		mcu_bss_start = .;
		*(.bss .bss.* COMMON)
		. = ALIGN(4);
		mcu_bss_end = .;
	} > ram

	/* This at least must fit; it goes on to the end of the memory. */
	.scratch (NOLOAD) : {
		. = ALIGN(8);
		*(.scratch)
	} > ram
	mcu_scratch_end = ORIGIN(ram) + LENGTH(ram);
	mcu_scratch_length = mcu_scratch_end - ADDR(.scratch);

	/DISCARD/ : {
		*(.ARM.exidx* .ARM.attributes .comment .note*)
	}
}
