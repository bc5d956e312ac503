/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The flash in which games are saved: the last sectors, of 128 KB each. The
 * processor stalls while the controller works: up to two seconds for a sector.
 *
 * An emulator has no controller, and its flash cannot be written. There games are
 * in the last 16 KB of the memory, which a reset does not clear.
 */
#include "ports/mcu/chip.h"
#include "ports/mcu/stm32/regs.h"

#define LOOKS 100000000 /* some seconds */
#define FIRST_SECTOR (12 - MCU_SAVE_PAGES)
#define MEMORY ((uint32_t *)(0x20000000 + MCU_RAM_LIMIT))
#define MEMORY_PAGE 4096
#define MEMORY_PAGES ((MCU_RAM_SIZE - MCU_RAM_LIMIT) / MEMORY_PAGE)

extern uint32_t mcu_save_area[]; /* from the linker script */

static void wait(void)
{
	for (int i = 0; i < LOOKS; i++)
		if (!(STM32_FLASH_SR & STM32_FLASH_BUSY))
			return;
	mcu_fault();
}

static void unlock(void)
{
	STM32_FLASH_KEYR = STM32_FLASH_KEY1;
	STM32_FLASH_KEYR = STM32_FLASH_KEY2;
}

static void erase(void *self, uint32_t page)
{
	(void)self;
	unlock();
	STM32_FLASH_CR = STM32_FLASH_ERASE(FIRST_SECTOR + page);
	STM32_FLASH_CR |= STM32_FLASH_START;
	wait();
	STM32_FLASH_CR = STM32_FLASH_LOCK;
	/* The caches do not notice. */
	STM32_FLASH_ACR = STM32_FLASH_168_MHZ & ~0x600;
	STM32_FLASH_ACR = (STM32_FLASH_168_MHZ & ~0x600) | 0x1800;
	STM32_FLASH_ACR = STM32_FLASH_168_MHZ;
}

static void write(void *self, uint32_t word, uint32_t value)
{
	(void)self;
	unlock();
	STM32_FLASH_CR = STM32_FLASH_PROGRAM;
	*(volatile uint32_t *)(mcu_save_area + word) = value;
	wait();
	STM32_FLASH_CR = STM32_FLASH_LOCK;
}

static void erase_memory(void *self, uint32_t page)
{
	(void)self;
	memset(MEMORY + page * (MEMORY_PAGE / 4), 0xff, MEMORY_PAGE);
}

static void write_memory(void *self, uint32_t word, uint32_t value)
{
	(void)self;
	*(volatile uint32_t *)(MEMORY + word) = value;
}

static const struct mcu_flash flash = {
	.words = mcu_save_area,
	.page_words = MCU_PAGE_SIZE / 4,
	.pages = MCU_SAVE_PAGES,
	.erase = erase,
	.write = write,
};

static const struct mcu_flash memory = {
	.words = MEMORY,
	.page_words = MEMORY_PAGE / 4,
	.pages = MEMORY_PAGES,
	.erase = erase_memory,
	.write = write_memory,
};

/* A controller is locked after a reset. */
const struct mcu_flash *mcu_flash(void)
{
	return STM32_FLASH_CR & STM32_FLASH_LOCK ? &flash : &memory;
}
