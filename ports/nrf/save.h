/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The game in flash: what the console's port `changed` is for on a chip. The
 * power may go away at any instant; what is found after that is the game as it
 * was before the change that was being made, or as it was after it. How it lies
 * there is in docs/firmware.md.
 *
 * The log of the game is not in RAM at all: game->log points into the flash,
 * and the game writes to it through the keeper.
 */
#ifndef RK_NRF_SAVE_H
#define RK_NRF_SAVE_H

#include "ports/nrf/flash.h"
#include "rookery/console.h"

/* Nobody but save.c and save_log.c reads or writes its fields. */
struct nrf_save {
	struct rk_keeper keeper; /* of the game's log */
	const struct nrf_flash *flash;
	uint32_t sequence; /* the highest that a sheet has had */
	uint32_t sum;      /* over the events that are kept */
	uint16_t sheet;    /* the page of the one in use */
	uint16_t free;     /* its first word where a mark can be written */
	uint16_t run;      /* the page where the log that is kept begins */
	uint16_t length;   /* how many events of it are kept, */
	uint16_t now;      /* and how many of them have happened */
};

/* `flash` stays in use. */
void nrf_save_open(struct nrf_save *save, const struct nrf_flash *flash);

/*
 * To be called once for every new console, made with rk_console_new(console,
 * port, player, NULL, 0), before its first line: from then on its game has its
 * log in flash. The console is what it was, but for a set-up that was not done;
 * the clock of the player to move starts now. True if there is a game in it, be
 * it over or not. May be called again later for another console; the first one
 * must not be used then.
 */
bool nrf_save_resume(struct nrf_save *save, struct rk_console *console);

/*
 * Keeps what has changed; for the port's `changed`, and after every line for
 * what is not announced that way: the look, and what was set up. Uses the desk
 * for a moment. Writes nothing if all is kept already.
 */
void nrf_save_changed(struct nrf_save *save, struct rk_console *console);

#endif
