/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The log of a game in flash. The saved part, the first save->length events
 * from page save->run on, is never touched here: it is what comes back if the
 * power fails now. Events are appended behind it; a page is erased when its
 * first event is written. If an event would have to overwrite another one, the
 * log continues in a copy elsewhere, of as many events as have happened;
 * mcu_save_changed() then makes that the saved log.
 */
#include "ports/mcu/save_inside.h"

#define LONGEST 65534 /* events: 16 bits, without all ones */

uint32_t mcu_log_capacity(const struct mcu_flash *flash)
{
	uint32_t events = (flash->pages - mcu_snapshot_pages(flash)) *
			  mcu_events_a_page(flash);

	return events < LONGEST ? events : LONGEST;
}

/* The log store is the first member. */
static const struct mcu_save *save_of(const struct rk_log_store *store)
{
	return (const struct mcu_save *)store;
}

static bool overlap(uint32_t first, uint32_t count, uint32_t other,
		    uint32_t other_count)
{
	return first < other + other_count && other < first + count;
}

static bool is_kept(const struct mcu_save *save, uint32_t page, uint32_t pages)
{
	return overlap(page, pages, save->run,
		       mcu_pages_for(save->flash, save->length));
}

static uint32_t next_word(const struct mcu_flash *flash,
			  const struct rk_game *game)
{
	return mcu_log_page(flash, game) * flash->page_words +
	       game->now * MCU_EVENT_WORDS;
}

/* Is the space behind the last event free, or can it be erased? */
static bool can_go_on(const struct mcu_save *save, const struct rk_game *game,
		      uint32_t events)
{
	const struct mcu_flash *flash = save->flash;
	uint32_t word = next_word(flash, game);
	uint32_t page = word / flash->page_words;

	if (game->now < game->length ||
	    word + events * MCU_EVENT_WORDS > flash->pages * flash->page_words)
		return false;
	if (word % flash->page_words == 0)
		return !is_kept(save, page, 1);
	/* It may have been written just before a power failure. */
	return flash->words[word] == MCU_BLANK &&
	       flash->words[word + 1] == MCU_BLANK;
}

/*
 * Finds the first pages behind the log with space for the events that have
 * happened and `events` more, and that overlap neither the log nor the saved
 * one; 0 if there are none.
 */
static uint32_t find_run(const struct mcu_save *save,
			 const struct rk_game *game, uint32_t events)
{
	const struct mcu_flash *flash = save->flash;
	uint32_t snapshots = mcu_snapshot_pages(flash);
	uint32_t all = flash->pages - snapshots;
	uint32_t need = mcu_pages_for(flash, game->now + events);
	uint32_t log = mcu_log_page(flash, game);
	uint32_t used = mcu_pages_for(flash, game->now);
	uint32_t behind = log - snapshots + mcu_pages_for(flash, game->length);

	for (uint32_t i = 0; i < all; i++) {
		uint32_t page = snapshots + (behind + i) % all;

		if (page + need <= flash->pages && !is_kept(save, page, need) &&
		    !overlap(page, need, log, used))
			return page;
	}
	return 0;
}

static void write_event(const struct mcu_flash *flash, uint32_t word,
			struct rk_event event)
{
	if (word % flash->page_words == 0)
		flash->erase(flash->self, word / flash->page_words);
	flash->write(flash->self, word, event.what);
	flash->write(flash->self, word + 1, event.spent);
}

static void move_log(const struct mcu_save *save, struct rk_game *game)
{
	const struct mcu_flash *flash = save->flash;
	uint32_t page = find_run(save, game, 1);
	uint32_t word = page * flash->page_words;

	for (uint32_t i = 0; i < game->now; i++, word += MCU_EVENT_WORDS)
		write_event(flash, word, game->log[i]);
	game->log = mcu_log_at(flash, page);
}

static bool has_space(const struct rk_log_store *store,
		      const struct rk_game *game, uint32_t events)
{
	const struct mcu_save *save = save_of(store);

	return can_go_on(save, game, events) || find_run(save, game, events);
}

static void write(struct rk_log_store *store, struct rk_game *game,
		  struct rk_event event)
{
	const struct mcu_save *save = save_of(store);

	if (!can_go_on(save, game, 1))
		move_log(save, game);
	write_event(save->flash, next_word(save->flash, game), event);
}

void mcu_log_init(struct rk_log_store *store)
{
	*store = (struct rk_log_store){has_space, write};
}

void mcu_log_turn_page(const struct mcu_save *save, struct rk_game *game)
{
	uint32_t kept = mcu_pages_for(save->flash, save->length);
	uint32_t page;

	if (!kept || mcu_log_page(save->flash, game) != save->run)
		return;
	game->log = mcu_log_at(save->flash, save->run + kept - 1);
	page = find_run(save, game, 1);
	game->log = mcu_log_at(save->flash, page ? page : save->run);
}
