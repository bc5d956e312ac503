/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* micro:bit v1: nRF51822, Cortex-M0 at 16 MHz. For C and the linker script. */
#define NRF_BOARD "micro:bit v1"
#define NRF_CHIP 51

#define NRF_FLASH_SIZE 0x40000
#define NRF_PAGE_SIZE 1024
#define NRF_SAVE_PAGES 64
#define NRF_FLASH_LIMIT 0x30000 /* what games leave */
#define NRF_RAM_SIZE 0x4000
#define NRF_RAM_LIMIT 0x4000

#define NRF_PIN_TX 24
#define NRF_PIN_RX 25
#define NRF_BUTTON_RESIGN 17 /* A */
#define NRF_BUTTON_NOW 26    /* B */

/* 25 LEDs on three rows of nine columns: rows high, columns low are lit. */
/* clang-format off */
#define NRF_MATRIX_ROWS { 13, 14, 15 }
#define NRF_MATRIX_COLUMNS { 4, 5, 6, 7, 8, 9, 10, 11, 12 }
/* By line and position: row index (from 0) * 16 + column index. */
#define NRF_MATRIX_LEDS { \
	0x00, 0x13, 0x01, 0x14, 0x02, \
	0x23, 0x24, 0x25, 0x26, 0x27, \
	0x11, 0x08, 0x12, 0x28, 0x10, \
	0x07, 0x06, 0x05, 0x04, 0x03, \
	0x22, 0x16, 0x20, 0x15, 0x21, \
}
/* clang-format on */

#define NRF_POLL_NODES 8 /* between two polls of the input: some 10 ms */
/* Of the profile that the scratch memory is enough for. */
#define NRF_SEARCH_PLIES 20
#define NRF_PERFT_PLIES 5
