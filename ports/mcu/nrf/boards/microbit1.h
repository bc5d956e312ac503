/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * micro:bit v1: nRF51822, Cortex-M0 at 16 MHz. For C and the linker script.
 *
 * make: core = m0
 * make: parts = serial_ring lights_matrix nrf/serial_uart
 */
#define MCU_BOARD "micro:bit v1"
#define NRF_CHIP 51

#define MCU_FLASH_START 0
#define MCU_FLASH_SIZE 0x40000
#define MCU_PAGE_SIZE 1024
#define MCU_SAVE_PAGES 64
#define MCU_FLASH_LIMIT 0x30000 /* what games leave */
#define MCU_RAM_SIZE 0x4000
#define MCU_RAM_LIMIT 0x4000

#define MCU_PIN_TX 24
#define MCU_PIN_RX 25
#define MCU_BUTTON_RESIGN 17 /* A */
#define MCU_BUTTON_NOW 26    /* B */
#define MCU_PRESSED 0

/* 25 LEDs on three rows of nine columns: rows high, columns low are lit. */
/* clang-format off */
#define MCU_MATRIX_ROWS { 13, 14, 15 }
#define MCU_MATRIX_COLUMNS { 4, 5, 6, 7, 8, 9, 10, 11, 12 }
/* By line and position: row index (from 0) * 16 + column index. */
#define MCU_MATRIX_LEDS { \
	0x00, 0x13, 0x01, 0x14, 0x02, \
	0x23, 0x24, 0x25, 0x26, 0x27, \
	0x11, 0x08, 0x12, 0x28, 0x10, \
	0x07, 0x06, 0x05, 0x04, 0x03, \
	0x22, 0x16, 0x20, 0x15, 0x21, \
}
/* clang-format on */

#define MCU_POLL_NODES 8 /* between two polls of the input: some 10 ms */
/* Of the profile that the scratch memory is enough for. */
#define MCU_SEARCH_PLIES 20
#define MCU_PERFT_PLIES 5
