/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The log of a game in flash. What is kept, the first save->length events from
 * the page save->run on, is never touched here: it is what comes back when the
 * power goes away now. Events are added behind it; a page is erased when the
 * first event is written to it. Where an event would have to be written over
 * another one, the log goes on in a copy elsewhere, of as many events as have
 * happened; nrf_save_changed() makes that the one that is kept.
 */
#include "ports/nrf/save_inside.h"

#define LONGEST 65534 /* events; numbers of 16 bits, but for all ones */

uint32_t nrf_log_capacity(const struct nrf_flash *flash)
{
	uint32_t events =
		(flash->pages - nrf_sheets(flash)) * nrf_events_a_page(flash);

	return events < LONGEST ? events : LONGEST;
}

/* The keeper is the first thing in it. */
static const struct nrf_save *save_of(const struct rk_keeper *keeper)
{
	return (const struct nrf_save *)keeper;
}

static bool meet(uint32_t first, uint32_t count, uint32_t other,
		 uint32_t other_count)
{
	return first < other + other_count && other < first + count;
}

static bool is_kept(const struct nrf_save *save, uint32_t page, uint32_t pages)
{
	return meet(page, pages, save->run,
		    nrf_pages_for(save->flash, save->length));
}

static uint32_t next_word(const struct nrf_flash *flash,
			  const struct rk_game *game)
{
	return nrf_log_page(flash, game) * flash->page_words +
	       game->now * NRF_EVENT_WORDS;
}

/* Is the place behind the last event free, or can it be made so? */
static bool can_go_on(const struct nrf_save *save, const struct rk_game *game,
		      uint32_t events)
{
	const struct nrf_flash *flash = save->flash;
	uint32_t word = next_word(flash, game);
	uint32_t page = word / flash->page_words;

	if (game->now < game->length ||
	    word + events * NRF_EVENT_WORDS > flash->pages * flash->page_words)
		return false;
	if (word % flash->page_words == 0)
		return !is_kept(save, page, 1);
	/* Written when the power went away, and nobody knows of it? */
	return flash->words[word] == NRF_BLANK &&
	       flash->words[word + 1] == NRF_BLANK;
}

/*
 * The first pages behind the log where what has happened and so many more
 * events have room, and neither it nor what is kept is in the way; 0 if there
 * are none.
 */
static uint32_t find_run(const struct nrf_save *save,
			 const struct rk_game *game, uint32_t events)
{
	const struct nrf_flash *flash = save->flash;
	uint32_t sheets = nrf_sheets(flash);
	uint32_t all = flash->pages - sheets;
	uint32_t need = nrf_pages_for(flash, game->now + events);
	uint32_t log = nrf_log_page(flash, game);
	uint32_t used = nrf_pages_for(flash, game->now);
	uint32_t behind = log - sheets + nrf_pages_for(flash, game->length);

	for (uint32_t i = 0; i < all; i++) {
		uint32_t page = sheets + (behind + i) % all;

		if (page + need <= flash->pages && !is_kept(save, page, need) &&
		    !meet(page, need, log, used))
			return page;
	}
	return 0;
}

static void write_event(const struct nrf_flash *flash, uint32_t word,
			struct rk_event event)
{
	if (word % flash->page_words == 0)
		flash->erase(flash->self, word / flash->page_words);
	flash->write(flash->self, word, event.what);
	flash->write(flash->self, word + 1, event.spent);
}

static void move_log(const struct nrf_save *save, struct rk_game *game)
{
	const struct nrf_flash *flash = save->flash;
	uint32_t page = find_run(save, game, 1);
	uint32_t word = page * flash->page_words;

	for (uint32_t i = 0; i < game->now; i++, word += NRF_EVENT_WORDS)
		write_event(flash, word, game->log[i]);
	game->log = nrf_log_at(flash, page);
}

static bool has_room(const struct rk_keeper *keeper, const struct rk_game *game,
		     uint32_t events)
{
	const struct nrf_save *save = save_of(keeper);

	return can_go_on(save, game, events) || find_run(save, game, events);
}

static void write(struct rk_keeper *keeper, struct rk_game *game,
		  struct rk_event event)
{
	const struct nrf_save *save = save_of(keeper);

	if (!can_go_on(save, game, 1))
		move_log(save, game);
	write_event(save->flash, next_word(save->flash, game), event);
}

void nrf_log_init(struct rk_keeper *keeper)
{
	*keeper = (struct rk_keeper){has_room, write};
}

void nrf_log_turn_page(const struct nrf_save *save, struct rk_game *game)
{
	uint32_t kept = nrf_pages_for(save->flash, save->length);
	uint32_t page;

	if (!kept || nrf_log_page(save->flash, game) != save->run)
		return;
	game->log = nrf_log_at(save->flash, save->run + kept - 1);
	page = find_run(save, game, 1);
	game->log = nrf_log_at(save->flash, page ? page : save->run);
}
