/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The part of a chip's flash that games are kept in: pages of words, mapped
 * into memory, so that reading is reading. Behind it is the chip's controller,
 * or a simulation in the tests.
 */
#ifndef RK_NRF_FLASH_H
#define RK_NRF_FLASH_H

#include "core/deps.h"

/*
 * A page is erased as a whole, to all ones. A word is written once after that;
 * twice only where the power went away the first time. Both return when it is
 * done. Words and pages are counted from the beginning of the area.
 */
struct nrf_flash {
	const uint32_t *words; /* aligned to 8 bytes */
	uint32_t page_words;   /* even, 256 or more; for four players 1,024 */
	uint32_t pages;        /* 4 or more, 65,535 at most */
	void *self;
	void (*erase)(void *self, uint32_t page);
	void (*write)(void *self, uint32_t word, uint32_t value);
};

#endif
