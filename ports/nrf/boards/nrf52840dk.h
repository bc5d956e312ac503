/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* nRF52840 DK: Cortex-M4 at 64 MHz. For C and the linker script. */
#define NRF_BOARD "nRF52840 DK"
#define NRF_CHIP 52

#define NRF_FLASH_SIZE 0x100000
#define NRF_PAGE_SIZE 4096
#define NRF_SAVE_PAGES 16
#define NRF_FLASH_LIMIT (NRF_FLASH_SIZE - NRF_SAVE_PAGES * NRF_PAGE_SIZE)
#define NRF_RAM_SIZE 0x40000
#define NRF_RAM_LIMIT NRF_RAM_SIZE

#define NRF_PIN_TX 6
#define NRF_PIN_RX 8
#define NRF_BUTTON_RESIGN 11 /* 1 */
#define NRF_BUTTON_NOW 12    /* 2 */

/* Low is lit; LED 1 to 4. */
/* clang-format off */
#define NRF_LEDS { 13, 14, 15, 16 }
/* clang-format on */

#define NRF_POLL_NODES 64
/* Of the profile that the scratch memory is enough for. */
#define NRF_SEARCH_PLIES 32
#define NRF_PERFT_PLIES 6
