/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The part of a chip's flash in which games are saved: pages of words, mapped
 * into memory, so reading needs no function. Implemented by the chip's
 * controller, or by a simulation in the tests.
 */
#ifndef RK_MCU_FLASH_H
#define RK_MCU_FLASH_H

#include "rookery/deps.h"

/*
 * Erasing sets a whole page to all ones. A word is written once after an erase;
 * twice only if the power failed during the first write. Both functions return
 * when the operation is complete. Words and pages are counted from the start of
 * the area.
 */
struct mcu_flash {
	const uint32_t *words; /* aligned to 8 bytes */
	uint32_t page_words;   /* even, 256 or more; for four players 1,024 */
	uint32_t pages;        /* 4 or more, 65,535 at most */
	void *self;
	void (*erase)(void *self, uint32_t page);
	void (*write)(void *self, uint32_t word, uint32_t value);
};

#endif
