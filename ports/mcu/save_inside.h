/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by save.c and save_log.c. The area has two parts: first the
 * snapshots, one page each, used in turn; then the pages of the logs. The log
 * of a game is a run of consecutive pages. Pages and words are counted from
 * the start of the area.
 */
#ifndef RK_MCU_SAVE_INSIDE_H
#define RK_MCU_SAVE_INSIDE_H

#include "ports/mcu/save.h"

#define MCU_BLANK UINT32_MAX /* a word that was not written since its erase */
#define MCU_EVENT_WORDS 2u   /* words of a struct rk_event */

/*
 * The number of pages for snapshots. A snapshot is full after about as many
 * moves as a page of a log, and every game begins one of each.
 */
static inline uint32_t mcu_snapshot_pages(const struct mcu_flash *flash)
{
	return flash->pages / 2;
}

static inline uint32_t mcu_events_a_page(const struct mcu_flash *flash)
{
	return flash->page_words / MCU_EVENT_WORDS;
}

static inline uint32_t mcu_pages_for(const struct mcu_flash *flash,
				     uint32_t events)
{
	return (events + mcu_events_a_page(flash) - 1) /
	       mcu_events_a_page(flash);
}

/* The events of the run that begins at this page. */
static inline struct rk_event *mcu_log_at(const struct mcu_flash *flash,
					  uint32_t page)
{
	return (struct rk_event *)(uintptr_t)(flash->words +
					      page * flash->page_words);
}

/* The first page of the game's log. */
static inline uint32_t mcu_log_page(const struct mcu_flash *flash,
				    const struct rk_game *game)
{
	return (uint32_t)((const uint32_t *)game->log - flash->words) /
	       flash->page_words;
}

/* The most events of a log that begins on the first log page. */
uint32_t mcu_log_capacity(const struct mcu_flash *flash);

/* Fills in the log store of a game in flash. */
void mcu_log_init(struct rk_log_store *store);

/*
 * Moves the log of a game without events to the next pages, so that all pages
 * wear evenly.
 */
void mcu_log_turn_page(const struct mcu_save *save, struct rk_game *game);

#endif
