/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The journal: the game as it is being played, on disk, so that a program
 * that was killed can go on with it. docs/journal.md describes the files.
 */
#ifndef RK_HOST_JOURNAL_H
#define RK_HOST_JOURNAL_H

#include "rookery/console.h"

struct host_journal;

/* NULL without memory; all functions below accept that and do nothing. */
struct host_journal *host_journal_open(void);

/*
 * Brings the journal up to the console; to be called whenever that has
 * changed, before anybody is told of it. Returns NULL, or once, when the
 * game cannot be kept, a line that says why, without a newline.
 */
const char *host_journal_update(struct host_journal *journal,
				const struct rk_console *console);

/* Has an unfinished game been left behind, that nobody plays now? */
bool host_journal_can_resume(struct host_journal *journal);

/*
 * Makes the console what it was in the last such game: rules, start, moves,
 * those taken back too, seats, score, clocks. The clock of the player to move
 * starts now. False, and the console as it was, if there is none.
 */
bool host_journal_resume(struct host_journal *journal,
			 struct rk_console *console);

/* Is the game in it, and has there been no trouble? */
bool host_journal_keeps(const struct host_journal *journal);

/* The folder of all that is kept, made if it is missing; or NULL. */
const char *host_journal_folder(struct host_journal *journal);

/* At the end of the program. A game that is over need not be kept. */
void host_journal_close(struct host_journal *journal,
			const struct rk_console *console);

#endif
