/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The game in flash: saves what `changed` of the platform announces. The power
 * may fail at any instant; after that, the game is found either as it was
 * before the current change or as it was after it. docs/firmware.md describes
 * the layout.
 *
 * The log of the game is not in RAM: game->log points into the flash, and the
 * game writes to it through the log store.
 */
#ifndef RK_MCU_SAVE_H
#define RK_MCU_SAVE_H

#include "ports/mcu/flash.h"
#include "rookery/console.h"

/* Private to save.c and save_log.c. */
struct mcu_save {
	struct rk_log_store store; /* of the game's log */
	const struct mcu_flash *flash;
	uint32_t sequence; /* the highest number of a snapshot so far */
	uint32_t crc;      /* CRC over the saved events */
	uint16_t snapshot; /* page of the snapshot in use */
	uint16_t free;     /* index of its first free word for a mark */
	uint16_t run;      /* first page of the saved log */
	uint16_t length;   /* saved events of the log, */
	uint16_t now;      /* and how many of them have happened */
};

/* Forgets every game: the next mcu_save_open() finds none. */
void mcu_save_erase(const struct mcu_flash *flash);

/* `flash` stays in use. */
void mcu_save_open(struct mcu_save *save, const struct mcu_flash *flash);

/*
 * Call once for every new console, made with rk_console_new() and a log of
 * NULL and 0 events, before its first line; from then on the log of its game
 * is in flash. Restores the console except an unfinished set-up; the clock of
 * the player to move starts now. Returns true if there is a game, over or not.
 * May be called again for another console; the first must not be used after
 * that.
 */
bool mcu_save_resume(struct mcu_save *save, struct rk_console *console);

/*
 * Saves what has changed. Called from the platform's `changed`, and after every
 * line for what `changed` does not announce: the look and the set-up. Uses the
 * scratch memory briefly. Writes nothing if all is saved already.
 */
void mcu_save_changed(struct mcu_save *save, struct rk_console *console);

#endif
