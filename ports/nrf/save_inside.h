/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the two halves of ports/nrf/save.h share. The area has two parts: first
 * the sheets, a page each, used in turn; then the pages of the logs. The log of
 * a game is a run of such pages. Here pages and words are counted from the
 * beginning of the area.
 */
#ifndef RK_NRF_SAVE_INSIDE_H
#define RK_NRF_SAVE_INSIDE_H

#include "ports/nrf/save.h"

#define NRF_BLANK UINT32_MAX /* a word that was not written since the erase */
#define NRF_EVENT_WORDS 2u   /* of a struct rk_event */

/*
 * A sheet is full after about as many moves as a page of a log, and every game
 * begins one of each.
 */
static inline uint32_t nrf_sheets(const struct nrf_flash *flash)
{
	return flash->pages / 2;
}

static inline uint32_t nrf_events_a_page(const struct nrf_flash *flash)
{
	return flash->page_words / NRF_EVENT_WORDS;
}

static inline uint32_t nrf_pages_for(const struct nrf_flash *flash,
				     uint32_t events)
{
	return (events + nrf_events_a_page(flash) - 1) /
	       nrf_events_a_page(flash);
}

/* The events of the run that begins there. */
static inline struct rk_event *nrf_log_at(const struct nrf_flash *flash,
					  uint32_t page)
{
	return (struct rk_event *)(uintptr_t)(flash->words +
					      page * flash->page_words);
}

/* The first page of the game's log. */
static inline uint32_t nrf_log_page(const struct nrf_flash *flash,
				    const struct rk_game *game)
{
	return (uint32_t)((const uint32_t *)game->log - flash->words) /
	       flash->page_words;
}

/* How long a log can get that begins on the first page there is for it. */
uint32_t nrf_log_capacity(const struct nrf_flash *flash);

/* The functions that write logs. */
void nrf_log_init(struct rk_keeper *keeper);

/* Where a game without events begins its log, so that pages take turns. */
void nrf_log_turn_page(const struct nrf_save *save, struct rk_game *game);

#endif
