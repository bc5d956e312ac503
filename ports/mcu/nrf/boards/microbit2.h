/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * micro:bit v2: nRF52833, Cortex-M4 at 64 MHz. For C and the linker script.
 *
 * make: core = m4
 * make: parts = lights_matrix nrf/serial_uarte
 */
#define MCU_BOARD "micro:bit v2"
#define NRF_CHIP 52

#define MCU_FLASH_START 0
#define MCU_FLASH_SIZE 0x80000
#define MCU_PAGE_SIZE 4096
#define MCU_SAVE_PAGES 16
#define MCU_FLASH_LIMIT (MCU_FLASH_SIZE - MCU_SAVE_PAGES * MCU_PAGE_SIZE)
#define MCU_RAM_SIZE 0x20000
#define MCU_RAM_LIMIT MCU_RAM_SIZE

#define MCU_PIN_TX 6
#define MCU_PIN_RX 40        /* P1.08 */
#define MCU_BUTTON_RESIGN 14 /* A */
#define MCU_BUTTON_NOW 23    /* B */
#define MCU_PRESSED 0

/* Rows high, columns low are lit. */
/* clang-format off */
#define MCU_MATRIX_ROWS { 21, 22, 15, 24, 19 }
#define MCU_MATRIX_COLUMNS { 28, 11, 31, 37, 30 } /* 37 is P1.05 */
/* By line and position: row index (from 0) * 16 + column index. */
#define MCU_MATRIX_LEDS { \
	0x00, 0x01, 0x02, 0x03, 0x04, \
	0x10, 0x11, 0x12, 0x13, 0x14, \
	0x20, 0x21, 0x22, 0x23, 0x24, \
	0x30, 0x31, 0x32, 0x33, 0x34, \
	0x40, 0x41, 0x42, 0x43, 0x44, \
}
/* clang-format on */

#define MCU_POLL_NODES 64
/* Of the profile that the scratch memory is enough for. */
#define MCU_SEARCH_PLIES 20
#define MCU_PERFT_PLIES 6
