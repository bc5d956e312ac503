/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Netduino Plus 2: STM32F405, Cortex-M4 at 168 MHz. For C and the linker script.
 *
 * make: core = m4
 * make: parts = serial_ring lights_leds
 *
 * The line is USART6, D0 and D1 of the headers, 3.3 V; buttons and LEDs but for
 * the first are to be wired: buttons to 3.3 V, LEDs to ground.
 */
#define MCU_BOARD "Netduino Plus 2"

#define MCU_FLASH_START 0x08000000
#define MCU_FLASH_SIZE 0x100000
#define MCU_PAGE_SIZE 0x20000 /* the sectors of the upper half */
#define MCU_SAVE_PAGES 4
#define MCU_FLASH_LIMIT (MCU_FLASH_SIZE - MCU_SAVE_PAGES * MCU_PAGE_SIZE)
#define MCU_RAM_SIZE 0x20000                  /* 64 KB more are elsewhere */
#define MCU_RAM_LIMIT (MCU_RAM_SIZE - 0x4000) /* see flash.c */

/* Port A is 0 to 15, B 16 to 31, and so on. */
#define MCU_BUTTON_RESIGN 3 /* PA3, D2 */
#define MCU_BUTTON_NOW 2    /* PA2, D3 */
#define MCU_PRESSED 1
/* PA10, the one on the board; PA0, PA6, PB10: D8, D9, D10. */
/* clang-format off */
#define MCU_LEDS { 10, 0, 6, 26 }
/* clang-format on */
#define MCU_LIT 1

#define MCU_POLL_NODES 64
/* Of the profile that the scratch memory is enough for. */
#define MCU_SEARCH_PLIES 20
#define MCU_PERFT_PLIES 6
