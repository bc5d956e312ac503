/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * nRF5340 DK, the application core: Cortex-M33 at 128 MHz. For C and the
 * linker script.
 *
 * make: core = m33
 * make: parts = lights_leds nrf/serial_uarte
 */
#define MCU_BOARD "nRF5340 DK"
#define NRF_CHIP 53

#define MCU_FLASH_START 0
#define MCU_FLASH_SIZE 0x100000
#define MCU_PAGE_SIZE 4096
#define MCU_SAVE_PAGES 16
#define MCU_FLASH_LIMIT (MCU_FLASH_SIZE - MCU_SAVE_PAGES * MCU_PAGE_SIZE)
#define MCU_RAM_SIZE 0x80000
#define MCU_RAM_LIMIT MCU_RAM_SIZE

#define MCU_PIN_TX 20
#define MCU_PIN_RX 22
#define MCU_BUTTON_RESIGN 23 /* 1 */
#define MCU_BUTTON_NOW 24    /* 2 */
#define MCU_PRESSED 0

/* Low is lit; LED 1 to 4. */
/* clang-format off */
#define MCU_LEDS { 28, 29, 30, 31 }
/* clang-format on */
#define MCU_LIT 0

#define MCU_POLL_NODES 64
/* Of the profile that the scratch memory is enough for. */
#define MCU_SEARCH_PLIES 32
#define MCU_PERFT_PLIES 6
