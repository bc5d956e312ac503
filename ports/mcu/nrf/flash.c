/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The flash in which games are saved: the last pages of the chip, behind the
 * program; the linker script defines the area. The processor stalls while the
 * controller works: 20 ms and more for a page, 50 us for a word.
 */
#include "ports/mcu/chip.h"
#include "ports/mcu/nrf/regs.h"

extern uint32_t mcu_save_area[]; /* from the linker script */

#define LOOKS 4000000 /* some seconds; a page takes 0.1 at most */

static void wait(void)
{
	for (int i = 0; i < LOOKS; i++)
		if (NRF_NVMC_READY)
			return;
	mcu_fault();
}

static void set_mode(uint32_t mode)
{
	NRF_NVMC_CONFIG = mode;
	wait();
}

static void finish(void)
{
	wait();
	set_mode(NRF_NVMC_READ);
#if NRF_CHIP == 53
	NRF_CACHE_INVALIDATE = 1;
	NRF_BARRIER();
#endif
}

static void erase(void *self, uint32_t page)
{
	volatile uint32_t *first = mcu_save_area + page * (MCU_PAGE_SIZE / 4);

	(void)self;
	set_mode(NRF_NVMC_ERASE);
#if NRF_CHIP == 53
	*first = UINT32_MAX;
#else
	NRF_NVMC_ERASE_PAGE = (uint32_t)(uintptr_t)first;
#endif
	finish();
}

static void write(void *self, uint32_t word, uint32_t value)
{
	(void)self;
	set_mode(NRF_NVMC_WRITE);
	*(volatile uint32_t *)(mcu_save_area + word) = value;
	finish();
}

static const struct mcu_flash flash = {
	.words = mcu_save_area,
	.page_words = MCU_PAGE_SIZE / 4,
	.pages = MCU_SAVE_PAGES,
	.erase = erase,
	.write = write,
};

const struct mcu_flash *mcu_flash(void)
{
	return &flash;
}
