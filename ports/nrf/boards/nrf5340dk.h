/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * nRF5340 DK, the application core: Cortex-M33 at 128 MHz. For C and the
 * linker script.
 */
#define NRF_BOARD "nRF5340 DK"
#define NRF_CHIP 53

#define NRF_FLASH_SIZE 0x100000
#define NRF_PAGE_SIZE 4096
#define NRF_SAVE_PAGES 16
#define NRF_FLASH_LIMIT (NRF_FLASH_SIZE - NRF_SAVE_PAGES * NRF_PAGE_SIZE)
#define NRF_RAM_SIZE 0x80000
#define NRF_RAM_LIMIT NRF_RAM_SIZE

#define NRF_PIN_TX 20
#define NRF_PIN_RX 22
#define NRF_BUTTON_RESIGN 23 /* 1 */
#define NRF_BUTTON_NOW 24    /* 2 */

/* Low is lit; LED 1 to 4. */
/* clang-format off */
#define NRF_LEDS { 28, 29, 30, 31 }
/* clang-format on */

#define NRF_POLL_NODES 64
/* Of the profile that the scratch memory is enough for. */
#define NRF_SEARCH_PLIES 32
#define NRF_PERFT_PLIES 6
